//! `fuda.Batch`: thousands of games at a time.

use crate::error::error;
use crate::games;
use fuda_arena::batch::{Batch as GameBatch, BatchError, Rows, Step};
use fuda_core::{Game, Seat};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1,
    PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The most threads a batch may be given.
const MOST_THREADS: usize = 1024;

/// How a batch is to be made.
pub struct BatchSettings {
    pub games: usize,
    pub seed: u64,
    pub threads: usize,
    pub encoder: Option<String>,
    pub opponents: Vec<(Seat, Vec<String>)>,
    pub rotate: bool,
}

/// What does not change while a batch plays.
#[derive(Clone)]
pub struct Shape {
    capacity: usize,
    observation_len: usize,
    one: u8,
    actions: usize,
    seats: usize,
    encoder: String,
    privileged_len: usize,
    privileged_one: u8,
    standing: Vec<&'static str>,
    rules: String,
    game: &'static str,
}

/// A batch of some game, its type forgotten.
pub trait AnyBatch: Send {
    /// Its sizes and names.
    fn shape(&self) -> Shape;
    /// Writes a row for every game.
    fn observe(&mut self, rows: Rows<'_>) -> Result<usize, BatchError>;
    /// Writes what is hidden.
    fn privileged(&mut self, out: &mut [u8]) -> Result<usize, BatchError>;
    /// Plays on.
    fn step(&mut self, actions: &[i32]) -> Result<Step, BatchError>;
}

impl<G: Game> AnyBatch for GameBatch<G> {
    fn shape(&self) -> Shape {
        let (encoder, privileged) = (self.encoder(), self.privileged_inputs());
        Shape {
            capacity: self.capacity(),
            observation_len: encoder.len(),
            one: encoder.one(),
            actions: encoder.actions(),
            seats: self.game().seats(),
            encoder: encoder.name().to_owned(),
            privileged_len: privileged.map_or(0, |inputs| inputs.len()),
            privileged_one: privileged.map_or(1, |inputs| inputs.one()),
            standing: G::standing_names().to_vec(),
            rules: self.game().rules(),
            game: G::NAME,
        }
    }

    fn observe(&mut self, rows: Rows<'_>) -> Result<usize, BatchError> {
        self.observe(rows)
    }

    fn privileged(&mut self, out: &mut [u8]) -> Result<usize, BatchError> {
        self.privileged(out)
    }

    fn step(&mut self, actions: &[i32]) -> Result<Step, BatchError> {
        self.step(actions)
    }
}

/// Thousands of games of one kind, each waiting for a decision.
///
/// `observe()` fills numpy arrays that it is handed, `step(actions)` plays an
/// action for every row and on until every game waits again. Forced moves and
/// the seats of opponents are played inside; a finished game is followed by
/// the next at once. Same seed, same games, whatever the number of threads.
///
/// >>> b = fuda.Batch("mahjong", games=4096, seed=1)
/// >>> observations, masks, seats, games = b.arrays()
/// >>> n = b.observe(observations, masks, seats, games)
/// >>> result = b.step(masks[:n].argmax(1))
///
/// Arguments: `opponents` holds seats by players: `{1: "rule", 2: ["net",
/// "random"]}` (of a list one is drawn for every game); with `rotate` everybody
/// moves on by one seat from game to game.
#[pyclass(frozen, module = "fuda")]
pub struct Batch {
    shape: Shape,
    inner: Mutex<Box<dyn AnyBatch>>,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, games=64, seed=1, threads=0, rules=None, encoder=None,
                        opponents=None, rotate=true))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        games: usize,
        seed: u64,
        threads: usize,
        rules: Option<&str>,
        encoder: Option<String>,
        opponents: Option<&Bound<'_, PyDict>>,
        rotate: bool,
    ) -> PyResult<Batch> {
        if threads > MOST_THREADS {
            return Err(error(format!("threads: expected at most {MOST_THREADS}, got {threads}")));
        }
        let game = games::game(game, rules)?;
        let opponents = opponents.map_or(Ok(Vec::new()), seated)?;
        let settings = BatchSettings { games, seed, threads, encoder, opponents, rotate };
        let inner = py.detach(|| game.batch(settings))?;
        Ok(Batch { shape: inner.shape(), inner: Mutex::new(inner) })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.shape.game
    }

    /// The rules as text.
    #[getter]
    fn rules(&self) -> &str {
        &self.shape.rules
    }

    /// The most rows there are at once.
    #[getter]
    fn capacity(&self) -> usize {
        self.shape.capacity
    }

    /// Bytes of an observation.
    #[getter]
    fn observation_len(&self) -> usize {
        self.shape.observation_len
    }

    /// The byte that stands for 1 in an observation: a network's input is the
    /// byte divided by it.
    #[getter]
    fn one(&self) -> u8 {
        self.shape.one
    }

    /// How many action numbers there are.
    #[getter]
    fn actions(&self) -> usize {
        self.shape.actions
    }

    /// How many sit at a table.
    #[getter]
    fn seats(&self) -> usize {
        self.shape.seats
    }

    /// The name of the observation's encoder.
    #[getter]
    fn encoder(&self) -> &str {
        &self.shape.encoder
    }

    /// Bytes of the privileged inputs of a row; 0 where nothing is hidden.
    #[getter]
    fn privileged_len(&self) -> usize {
        self.shape.privileged_len
    }

    /// The byte that stands for 1 in privileged inputs.
    #[getter]
    fn privileged_one(&self) -> u8 {
        self.shape.privileged_one
    }

    /// What the columns of `StepResult.round_standings` are.
    #[getter]
    fn standing_names(&self) -> Vec<&'static str> {
        self.shape.standing.clone()
    }

    /// Fresh arrays for `observe`: observations, masks, seats, games.
    #[expect(clippy::type_complexity, reason = "a tuple of arrays")]
    fn arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyArray2<u8>>,
        Bound<'py, PyArray2<u8>>,
        Bound<'py, PyArray1<u8>>,
        Bound<'py, PyArray1<u32>>,
    ) {
        let shape = &self.shape;
        (
            PyArray2::zeros(py, [shape.capacity, shape.observation_len], false),
            PyArray2::zeros(py, [shape.capacity, shape.actions], false),
            PyArray1::zeros(py, [shape.capacity], false),
            PyArray1::zeros(py, [shape.capacity], false),
        )
    }

    /// Fills the first rows of the arrays and gives their number: uint8
    /// observations, uint8 or bool masks, uint8 seats, uint32 game numbers.
    fn observe(
        &self,
        py: Python<'_>,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        games: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let shape = &self.shape;
        let mut observations =
            matrix::<u8>(observations, "observations", shape.capacity, shape.observation_len)?;
        let masks = match masks.cast::<PyArray2<bool>>() {
            // The same bytes: a bool of numpy is a byte that is 0 or 1.
            Ok(_) => &masks.call_method1("view", ("uint8",))?,
            Err(_) => masks,
        };
        let mut masks = matrix::<u8>(masks, "masks", shape.capacity, shape.actions)?;
        let mut seats = row::<u8>(seats, "seats", shape.capacity)?;
        let mut games = row::<u32>(games, "games", shape.capacity)?;
        let rows = Rows {
            observations: observations.as_slice_mut().map_err(|_| strided("observations"))?,
            masks: masks.as_slice_mut().map_err(|_| strided("masks"))?,
            seats: seats.as_slice_mut().map_err(|_| strided("seats"))?,
            games: games.as_slice_mut().map_err(|_| strided("games"))?,
        };
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        py.detach(|| batch.observe(rows)).map_err(error)
    }

    /// Fills `out` (uint8, `privileged_len` columns) with what is hidden from
    /// the seat of every row: what the others hold, what will be drawn.
    ///
    /// For a critic in training. It is never part of an observation, and a
    /// player that is to be fair must not see it.
    fn privileged(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<usize> {
        let shape = &self.shape;
        if shape.privileged_len == 0 {
            return Err(error(format!("{} has no privileged inputs", shape.game)));
        }
        let mut out = matrix::<u8>(out, "out", shape.capacity, shape.privileged_len)?;
        let out = out.as_slice_mut().map_err(|_| strided("out"))?;
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        py.detach(|| batch.privileged(out)).map_err(error)
    }

    /// Plays an action for every row (int32 or int64; entries beyond the rows
    /// are ignored), and on until every game waits for a decision again.
    ///
    /// An illegal action is an error, and then nothing is played.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<StepResult> {
        let given = actions_of(actions, self.shape.capacity)?;
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        let actions: Cow<'_, [i32]> = match &given {
            Actions::Borrowed(array) => match array.as_slice() {
                Ok(slice) => Cow::Borrowed(slice),
                Err(_) => Cow::Owned(array.as_array().to_vec()),
            },
            Actions::Owned(list) => Cow::Borrowed(list),
        };
        let step = py.detach(|| batch.step(&actions));
        StepResult::new(py, &step.map_err(error)?, self.shape.seats, self.shape.standing.len())
    }

    fn __repr__(&self) -> String {
        let Shape { game, rules, capacity, encoder, .. } = &self.shape;
        format!("Batch({game:?}, games={capacity}, rules={rules:?}, encoder={encoder:?})")
    }
}

impl Batch {
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyBatch>>> {
        match self.inner.try_lock() {
            Ok(batch) => Ok(batch),
            Err(TryLockError::WouldBlock) => {
                Err(error("this batch is in use by another thread; each thread needs its own"))
            }
            Err(TryLockError::Poisoned(_)) => {
                Err(error("this batch has failed before; make a new one"))
            }
        }
    }
}

/// What happened during a `step`, as numpy arrays.
///
/// Rounds (hands) that ended come in the order of their games, and so do
/// games. A game of one round has one round, which ends with it.
#[pyclass(frozen, get_all, module = "fuda")]
pub struct StepResult {
    /// The games in which a round ended, uint32; a game may be there twice.
    round_games: Py<PyArray1<u32>>,
    /// Which round of its game it was, counted from 0.
    round_numbers: Py<PyArray1<u32>>,
    /// The points that each seat gained in the round, float32 [rounds, seats].
    round_rewards: Py<PyArray2<f32>>,
    /// The points that each seat has after it, without what only the end of
    /// the game brings, float32 [rounds, seats].
    round_points: Py<PyArray2<f32>>,
    /// What else the rest of the game depends on (`Batch.standing_names`).
    round_standings: Py<PyArray2<f32>>,
    /// The games that ended, uint32; the next one has been dealt there.
    finished: Py<PyArray1<u32>>,
    /// Which game of its table it was, counted from 0.
    finished_numbers: Py<PyArray1<u32>>,
    /// The points of each seat at the end, float32 [finished, seats].
    scores: Py<PyArray2<f32>>,
    /// The place of each seat, 1 the first, uint8 [finished, seats].
    places: Py<PyArray2<u8>>,
    /// Whether the seat was played by `step` and not by an opponent.
    own: Py<PyArray2<bool>>,
    /// Moves that were made, forced ones and those of opponents included.
    moves: u64,
}

impl StepResult {
    fn new(py: Python<'_>, step: &Step, seats: usize, standing: usize) -> PyResult<StepResult> {
        fn table<T: Element>(
            py: Python<'_>,
            cells: Vec<T>,
            rows: usize,
            columns: usize,
        ) -> PyResult<Py<PyArray2<T>>> {
            Ok(PyArray1::from_vec(py, cells).reshape([rows, columns])?.unbind())
        }
        let (rounds, games) = (&step.rounds, &step.games);
        let (r, g) = (rounds.len(), games.len());
        let single = |list: Vec<u32>| PyArray1::from_vec(py, list).unbind();
        let floats = |list: &[f64]| list.iter().map(|v| *v as f32).collect::<Vec<f32>>();
        Ok(StepResult {
            round_games: single(rounds.iter().map(|round| round.table as u32).collect()),
            round_numbers: single(rounds.iter().map(|round| round.number).collect()),
            round_rewards: table(
                py,
                rounds.iter().flat_map(|round| floats(&round.rewards)).collect(),
                r,
                seats,
            )?,
            round_points: table(
                py,
                rounds.iter().flat_map(|round| floats(&round.points)).collect(),
                r,
                seats,
            )?,
            round_standings: table(
                py,
                rounds.iter().flat_map(|round| round.standing.iter().copied()).collect(),
                r,
                standing,
            )?,
            finished: single(games.iter().map(|game| game.table as u32).collect()),
            finished_numbers: single(games.iter().map(|game| game.number as u32).collect()),
            scores: table(
                py,
                games.iter().flat_map(|game| floats(&game.scores)).collect(),
                g,
                seats,
            )?,
            places: table(py, games.iter().flat_map(|game| game.places()).collect(), g, seats)?,
            own: table(py, games.iter().flat_map(|game| game.own.clone()).collect(), g, seats)?,
            moves: step.moves,
        })
    }
}

#[pymethods]
impl StepResult {
    fn __repr__(&self, py: Python<'_>) -> String {
        let rounds = self.round_games.bind(py).len();
        let finished = self.finished.bind(py).len();
        format!("StepResult(rounds={rounds}, finished={finished}, moves={})", self.moves)
    }
}

/// Who holds which seats.
fn seated(opponents: &Bound<'_, PyDict>) -> PyResult<Vec<(Seat, Vec<String>)>> {
    let each = opponents.iter().map(|(seat, players)| {
        let seat: u8 = seat.extract().map_err(|_| {
            error(format!("opponents: expected a seat number, got {}", described(&seat)))
        })?;
        let names = match players.extract::<String>() {
            Ok(name) => vec![name],
            Err(_) => players.extract::<Vec<String>>().map_err(|_| {
                let got = described(&players);
                error(format!("opponents[{seat}]: expected a player or a list of them, got {got}"))
            })?,
        };
        Ok((Seat(seat), names))
    });
    each.collect()
}

/// A value as messages show it.
fn described(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "something else".into(), |text| text.to_string())
}

/// The actions of a step.
enum Actions<'py> {
    Borrowed(PyReadonlyArray1<'py, i32>),
    Owned(Vec<i32>),
}

fn actions_of<'py>(given: &Bound<'py, PyAny>, capacity: usize) -> PyResult<Actions<'py>> {
    if let Ok(array) = given.cast::<PyArray1<i32>>() {
        return Ok(Actions::Borrowed(array.try_readonly().map_err(|_| in_use("actions"))?));
    }
    if let Ok(array) = given.cast::<PyArray1<i64>>() {
        let array = array.try_readonly().map_err(|_| in_use("actions"))?;
        // What does not fit is no action.
        let narrow = |action: &i64| i32::try_from(*action).unwrap_or(-1);
        return Ok(Actions::Owned(array.as_array().iter().take(capacity).map(narrow).collect()));
    }
    Err(PyTypeError::new_err(format!(
        "actions: expected a numpy array of int32 or int64 with one dimension, got {}",
        kind(given)
    )))
}

/// A matrix to write to.
fn matrix<'py, T: Element>(
    given: &Bound<'py, PyAny>,
    name: &str,
    rows: usize,
    columns: usize,
) -> PyResult<PyReadwriteArray2<'py, T>> {
    let array = given.cast::<PyArray2<T>>().map_err(|_| {
        PyTypeError::new_err(format!(
            "{name}: expected a numpy array of {} with two dimensions, got {}",
            dtype::<T>(given.py()),
            kind(given)
        ))
    })?;
    let shape = array.shape();
    if shape[0] < rows || shape[1] != columns {
        return Err(error(format!(
            "{name}: expected the shape ({rows} or more, {columns}), got ({}, {})",
            shape[0], shape[1]
        )));
    }
    // Column after column would count as one piece of memory too.
    if !array.is_c_contiguous() {
        return Err(strided(name));
    }
    array.try_readwrite().map_err(|_| in_use(name))
}

/// A list to write to.
fn row<'py, T: Element>(
    given: &Bound<'py, PyAny>,
    name: &str,
    rows: usize,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let array = given.cast::<PyArray1<T>>().map_err(|_| {
        PyTypeError::new_err(format!(
            "{name}: expected a numpy array of {} with one dimension, got {}",
            dtype::<T>(given.py()),
            kind(given)
        ))
    })?;
    if array.len() < rows {
        return Err(error(format!("{name}: expected {rows} or more entries, got {}", array.len())));
    }
    array.try_readwrite().map_err(|_| in_use(name))
}

fn dtype<T: Element>(py: Python<'_>) -> String {
    T::get_dtype(py).to_string()
}

/// What something is, for messages: type, dtype and shape.
fn kind(given: &Bound<'_, PyAny>) -> String {
    let shown = |name: &str| given.getattr(name).map(|value| value.to_string()).ok();
    match (shown("dtype"), shown("shape")) {
        (Some(dtype), Some(shape)) => format!("{dtype} of shape {shape}"),
        _ => given.get_type().name().map_or_else(|_| "something".into(), |name| name.to_string()),
    }
}

fn strided(name: &str) -> PyErr {
    error(format!("{name}: expected an array whose rows lie one after the other (C order)"))
}

fn in_use(name: &str) -> PyErr {
    error(format!("{name}: this array cannot be written to, or another call is using it"))
}
