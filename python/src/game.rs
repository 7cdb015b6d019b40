//! `fuda.Game` and what is asked of it.

use crate::any::AnyGame;
use crate::error::error;
use crate::games;
use crate::guard::guarded;
use crate::matches::{Contestant, MatchSettings};
use crate::play::Position;
use crate::player::RawPlayer;
use crate::record::Record;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The most deals of a game that are listed.
const MOST_DEALS: usize = 1_000_000;

/// A game under some rules.
///
/// >>> fuda.game("mahjong", rules="tenhou").deal(seed=1)
#[pyclass(frozen, module = "fuda")]
pub struct Game(Box<dyn AnyGame>);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, rules=None))]
    fn new(name: &str, rules: Option<&str>) -> PyResult<Game> {
        guarded(|| Ok(Game(games::game(name, rules)?)))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The rules as text.
    #[getter]
    fn rules(&self) -> String {
        self.0.rules()
    }

    /// How many sit at the table.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// Rule sets, players, encoders and record formats, as JSON.
    fn info_json(&self) -> String {
        self.0.info().to_string()
    }

    /// The first position of the deal that a seed and a number name.
    #[pyo3(signature = (seed=1, number=0))]
    fn deal(&self, seed: u64, number: u64) -> PyResult<Position> {
        guarded(|| Ok(Position::new(self.0.deal(seed, number)?)))
    }

    /// The first positions of all deals, each equally likely, of a game that
    /// is small enough to have at most `most`.
    #[pyo3(signature = (most=10_000))]
    fn deals(&self, most: usize) -> PyResult<Vec<Position>> {
        if most > MOST_DEALS {
            return Err(PyValueError::new_err(format!(
                "most: expected at most {MOST_DEALS}, since all are held in memory, got {most}"
            )));
        }
        let all = guarded(|| self.0.deals(most))?;
        Ok(all.into_iter().map(Position::new).collect())
    }

    /// The player of a description, asked about single views.
    #[pyo3(signature = (description, seed=1))]
    fn raw_player(&self, py: Python<'_>, description: &str, seed: u64) -> PyResult<RawPlayer> {
        let player = py.detach(|| guarded(|| self.0.player(description, seed)));
        Ok(RawPlayer::new(player?))
    }

    /// Plays a match and gives its report as JSON.
    #[pyo3(signature = (players, deals, seed, threads, seats=None, seconds=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn match_json(
        &self,
        py: Python<'_>,
        players: Vec<Bound<'_, PyAny>>,
        deals: u64,
        seed: u64,
        threads: usize,
        seats: Option<String>,
        seconds: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let players = players.into_iter().enumerate().map(|(number, player)| {
            if let Ok(description) = player.extract::<String>() {
                return Ok(Contestant::Named(description));
            }
            if !player.is_callable() {
                let what = player.get_type().name()?.to_string();
                let expected = "a description or a function from view to move";
                return Err(error(format!("players[{number}]: expected {expected}, got {what}")));
            }
            let name = player.getattr("__name__").and_then(|name| name.extract::<String>());
            let name = name.or_else(|_| player.get_type().name().map(|name| name.to_string()))?;
            Ok(Contestant::Function(name, player.unbind()))
        });
        let players = players.collect::<PyResult<Vec<_>>>()?;
        let settings = MatchSettings { players, deals, seed, threads, seats, seconds, progress };
        py.detach(|| guarded(|| self.0.run_match(settings)))
    }

    /// The records of files and folders, and what was left out, and why.
    fn records(&self, py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<(Vec<Record>, Vec<String>)> {
        let (records, left_out) = py.detach(|| guarded(|| self.0.records(&paths)))?;
        Ok((records.into_iter().map(Record).collect(), left_out))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.get_type::<Game>();
        Ok((make, (self.0.name(), self.0.rules())).into_pyobject(py)?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            let other = other.get();
            (self.0.name(), self.0.rules()) == (other.0.name(), other.0.rules())
        })
    }

    fn __repr__(&self) -> String {
        format!("fuda.game({:?}, rules={:?})", self.0.name(), self.0.rules())
    }
}

/// The names of all games.
#[pyfunction]
pub fn game_names() -> Vec<&'static str> {
    games::names()
}
