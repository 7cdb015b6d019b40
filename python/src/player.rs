//! `fuda.Player`: a player of the workbench, asked about single views.

use crate::error::error;
use crate::guard::guarded;
use crate::view::{AnyView, TypedView, View};
use fuda_arena::ask;
use fuda_core::{Ask, Budget, Game, Purpose, Rng, Seed};
use fuda_players::Recipe;
use pyo3::prelude::*;
use std::sync::{Mutex, TryLockError};
use std::time::Duration;

/// A move with its value for the player and what was spent on it.
pub type Weighed = (String, f64, u64);

/// A player's answer: the move, the effort, and what it weighed.
pub struct Answer {
    pub mv: String,
    pub effort: u64,
    pub alternatives: Vec<Weighed>,
}

/// A player, its type forgotten.
pub trait AnyPlayer: Send {
    /// Its description in its tidy form.
    fn name(&self) -> String;
    /// What it would do.
    fn choose(&mut self, view: &dyn AnyView, budget: Budget) -> PyResult<Answer>;
    /// How likely it is to choose each legal move, where it knows.
    fn probabilities(&mut self, view: &dyn AnyView) -> PyResult<Option<Vec<f64>>>;
}

/// A player of a game.
pub struct TypedPlayer<G: Game> {
    recipe: Recipe<G>,
    rng: Rng,
}

impl<G: Game> TypedPlayer<G> {
    pub fn new(recipe: Recipe<G>, seed: Seed) -> TypedPlayer<G> {
        TypedPlayer { recipe, rng: seed.stream(Purpose::Player, &[]) }
    }

    /// The typed view, if somebody is asked there.
    fn view<'a>(&self, view: &'a dyn AnyView) -> PyResult<&'a TypedView<G>> {
        let Some(typed) = view.as_any().downcast_ref::<TypedView<G>>() else {
            let (other, _) = view.game();
            let message = format!("this player plays {}, and the view is of {other}", G::NAME);
            return Err(error(message));
        };
        match typed.legal.is_empty() {
            true => Err(error("the seat is not asked: there is no legal move to choose from")),
            false => Ok(typed),
        }
    }

    /// A fresh player at the view's seat. What it would remember of a game is
    /// not known here, so nothing is.
    fn seated(&self, view: &TypedView<G>) -> PyResult<Box<dyn fuda_core::Player<G>>> {
        let mut player = (self.recipe.make)();
        player.begin(fuda_core::View::seat(&view.view));
        match player.hears() {
            true => Err(error(format!(
                "`{}` must hear a game from its start; let it play in fuda.match or fuda.Batch",
                self.recipe.name
            ))),
            false => Ok(player),
        }
    }
}

impl<G: Game> AnyPlayer for TypedPlayer<G> {
    fn name(&self) -> String {
        self.recipe.name.clone()
    }

    fn choose(&mut self, view: &dyn AnyView, budget: Budget) -> PyResult<Answer> {
        let typed = self.view(view)?;
        let mut player = self.seated(typed)?;
        let rng = &mut self.rng;
        let question = Ask { view: &typed.view, legal: &typed.legal, budget, rng };
        let choice = ask(&mut *player, question).map_err(error)?;
        let weighed = choice.alternatives.iter();
        Ok(Answer {
            mv: choice.mv.to_string(),
            effort: choice.effort,
            alternatives: weighed.map(|a| (a.mv.to_string(), a.value, a.effort)).collect(),
        })
    }

    fn probabilities(&mut self, view: &dyn AnyView) -> PyResult<Option<Vec<f64>>> {
        let typed = self.view(view)?;
        Ok(self.seated(typed)?.probabilities(&typed.view, &typed.legal))
    }
}

/// A player by name, asked about single views. It remembers nothing from one
/// question to the next.
#[pyclass(frozen, module = "fuda._fuda")]
pub struct RawPlayer {
    name: String,
    inner: Mutex<Box<dyn AnyPlayer>>,
}

impl RawPlayer {
    pub fn new(inner: Box<dyn AnyPlayer>) -> RawPlayer {
        RawPlayer { name: inner.name(), inner: Mutex::new(inner) }
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyPlayer) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let mut player = match self.inner.try_lock() {
                Ok(player) => player,
                // It makes a fresh player for every question.
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    return Err(error("this player is thinking in another thread"));
                }
            };
            guarded(|| work(&mut **player))
        })
    }
}

#[pymethods]
impl RawPlayer {
    /// Its description in its tidy form.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// What it would do: the move, the effort, and (move, value, effort) of
    /// what it weighed, best first.
    #[pyo3(signature = (view, seconds=None))]
    fn choose(
        &self,
        py: Python<'_>,
        view: &View,
        seconds: Option<f64>,
    ) -> PyResult<(String, u64, Vec<Weighed>)> {
        let time =
            match seconds {
                Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
                    error(format!("seconds: expected a time above 0, got {seconds}"))
                })?),
                None => None,
            };
        let budget = Budget { time, effort: None };
        let answer = self.with(py, |player| player.choose(&*view.0, budget))?;
        Ok((answer.mv, answer.effort, answer.alternatives))
    }

    /// How likely it is to choose each legal move; None where it does not
    /// play by probabilities.
    fn probabilities(&self, py: Python<'_>, view: &View) -> PyResult<Option<Vec<f64>>> {
        self.with(py, |player| player.probabilities(&*view.0))
    }
}
