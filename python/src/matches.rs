//! Matches in the arena, with players of the workbench and of Python.

use crate::any::{Table, TypedGame};
use crate::error::error;
use crate::view::{TypedView, View};
use fuda_arena::{Entrant, Hooks, Limits, MatchOptions, Plan, Progress, Scheme, run as run_plan};
use fuda_core::{Ask, Budget, Choice, Game, MoveOf, Player, PlayerError, Seed};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Who takes part.
pub enum Contestant {
    /// A player of the workbench by its description.
    Named(String),
    /// A function from a view to a move, with the name it goes by.
    Function(String, Py<PyAny>),
}

/// What a match is to be.
pub struct MatchSettings {
    pub players: Vec<Contestant>,
    pub deals: u64,
    pub seed: u64,
    pub threads: usize,
    pub seats: Option<String>,
    pub seconds: Option<f64>,
    /// Called with what is done and what there is to do.
    pub progress: Option<Py<PyAny>>,
}

/// A function of Python at the table.
struct FunctionPlayer<G: Game> {
    table: Arc<Table<G>>,
    function: Py<PyAny>,
    raised: Arc<Raised>,
}

/// Ctrl-C, wherever it was noticed: it ends the match.
#[derive(Default)]
struct Raised {
    stop: AtomicBool,
    what: Mutex<Option<PyErr>>,
}

impl Raised {
    fn raise(&self, exception: PyErr) {
        self.stop.store(true, Ordering::Relaxed);
        if let Ok(mut what) = self.what.lock() {
            what.get_or_insert(exception);
        }
    }

    fn take(&self) -> Option<PyErr> {
        self.what.lock().ok().and_then(|mut what| what.take())
    }
}

impl<G: Game> Player<G> for FunctionPlayer<G> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let typed = TypedView {
            table: Arc::clone(&self.table),
            view: ask.view.clone(),
            legal: ask.legal.to_vec(),
        };
        let failed = |text: String| PlayerError(text);
        Python::attach(|py| {
            let answer = self.function.call1(py, (View(Arc::new(typed)),)).map_err(|e| {
                let text = e.to_string();
                let ordinary = e.is_instance_of::<pyo3::exceptions::PyException>(py);
                if !ordinary {
                    self.raised.raise(e);
                }
                failed(text)
            })?;
            let answer = answer.bind(py);
            if let Ok(text) = answer.extract::<String>() {
                let parsed = text.parse::<MoveOf<G>>();
                return parsed.map(Choice::from).map_err(|e| failed(e.to_string()));
            }
            let wrong = || failed(format!("expected a move or an action number, got {answer}"));
            let action: usize = answer.extract().map_err(|_| wrong())?;
            let encoder = self.table.encoder(None).map_err(|e| failed(e.to_string()))?;
            let mv = encoder.move_of(ask.view, ask.legal, action);
            mv.map(Choice::from).ok_or_else(|| failed(format!("action {action} is not legal")))
        })
    }
}

/// Plays a match and gives its report as JSON.
pub fn run<G: Game>(game: &TypedGame<G>, settings: MatchSettings) -> PyResult<String> {
    let raised = Arc::new(Raised::default());
    let entrants: PyResult<Vec<Entrant<G>>> = settings
        .players
        .into_iter()
        .map(|player| match player {
            Contestant::Named(description) => game.entrant(&description),
            Contestant::Function(name, function) => {
                let (table, raised) = (Arc::clone(&game.table), Arc::clone(&raised));
                let function = Arc::new(function);
                Ok(Entrant::fair(name, move || {
                    Box::new(FunctionPlayer {
                        table: Arc::clone(&table),
                        function: Python::attach(|py| function.clone_ref(py)),
                        raised: Arc::clone(&raised),
                    })
                }))
            }
        })
        .collect();
    let time = match settings.seconds {
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| error(format!("seconds: expected a time, got {seconds}")))?,
        ),
        None => None,
    };
    let options = MatchOptions {
        deals: settings.deals,
        seed: Seed(settings.seed),
        threads: settings.threads,
        scheme: settings.seats.map(|text| text.parse::<Scheme>()).transpose().map_err(error)?,
        limits: Limits { budget: Budget { time, effort: None }, ..Limits::default() },
        ..MatchOptions::default()
    };
    let plan = Plan::new(game.table.game.clone(), entrants?, options).map_err(error)?;
    let mut show = |progress: Progress| {
        Python::attach(|py| {
            let shown = settings.progress.as_ref().map_or(Ok(()), |function| {
                function.call1(py, (progress.done, progress.total)).map(|_| ())
            });
            if let Err(exception) = shown.and_then(|()| py.check_signals()) {
                raised.raise(exception);
            }
        });
    };
    let hooks = Hooks { stop: Some(&raised.stop), progress: Some(&mut show), ..Hooks::default() };
    let report = run_plan(&plan, hooks);
    if let Some(exception) = raised.take() {
        return Err(exception);
    }
    Ok(report.map_err(error)?.to_json())
}
