//! `fuda.Position`: one game, played move by move.

use crate::any::Table;
use crate::error::error;
use crate::guard::guarded;
use crate::record::{AnyRecord, Record, TypedRecord};
use crate::view::{AnyView, TypedView, View};
use fuda_core::{DealOf, Game, MoveOf, Position as _, PositionOf, Purpose, Seat, Seed};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game in progress, its type forgotten.
pub trait AnyPosition: Send {
    /// The game and its rules.
    fn game(&self) -> (&'static str, String);
    /// How many sit at the table.
    fn seats(&self) -> usize;
    /// The seats that owe an answer.
    fn turn(&self) -> Vec<u8>;
    /// Plays a move given as text, or as the number of an action.
    fn play(&mut self, seat: Seat, mv: &MoveText) -> PyResult<()>;
    /// Plays random moves to the end, each legal one equally likely.
    fn play_random(&mut self, seed: u64);
    /// What a seat knows.
    fn view(&self, seat: Seat) -> Arc<dyn AnyView>;
    /// The points of each seat at the end of the game.
    fn scores(&self) -> Option<Vec<f64>>;
    /// The points of each seat as they stand.
    fn points(&self) -> Vec<f64>;
    /// How many rounds have ended.
    fn round(&self) -> u32;
    /// The game so far.
    fn record(&self) -> PyResult<Box<dyn AnyRecord>>;
    /// A copy that is played on by itself.
    fn copy(&self) -> Box<dyn AnyPosition>;
}

/// A move as Python gives it.
#[derive(FromPyObject)]
pub enum MoveText {
    /// By the number of its action.
    Action(i64),
    /// As text.
    Text(String),
}

/// A game in progress with its moves so far.
pub struct TypedPosition<G: Game> {
    pub table: Arc<Table<G>>,
    /// The moves so far; nothing in a position that was only assumed.
    pub record: Option<fuda_core::Record<G>>,
    pub position: PositionOf<G>,
}

impl<G: Game> TypedPosition<G> {
    /// The first position of a deal.
    pub fn start(table: Arc<Table<G>>, deal: DealOf<G>) -> PyResult<TypedPosition<G>> {
        let position = table.game.start(&deal).map_err(error)?;
        let record = Some(fuda_core::Record::new(&table.game, deal));
        Ok(TypedPosition { table, record, position })
    }

    fn typed_view(&self, seat: Seat) -> TypedView<G> {
        let mut legal = Vec::new();
        self.position.legal_moves(seat, &mut legal);
        TypedView { table: Arc::clone(&self.table), view: self.position.view(seat), legal }
    }

    fn note(&mut self, seat: Seat, mv: MoveOf<G>) {
        if let Some(record) = &mut self.record {
            record.moves.push((seat, mv));
            record.scores = self.position.scores();
        }
    }
}

impl<G: Game> AnyPosition for TypedPosition<G> {
    fn game(&self) -> (&'static str, String) {
        (G::NAME, self.table.game.rules())
    }

    fn seats(&self) -> usize {
        self.table.game.seats()
    }

    fn turn(&self) -> Vec<u8> {
        self.position.turn().seats().iter().map(|seat| seat.0).collect()
    }

    fn play(&mut self, seat: Seat, mv: &MoveText) -> PyResult<()> {
        let text = match mv {
            MoveText::Text(text) => text.clone(),
            MoveText::Action(action) => {
                let number = usize::try_from(*action).unwrap_or(usize::MAX);
                self.typed_view(seat).move_of(number, None)?
            }
        };
        let mv: MoveOf<G> = text.parse().map_err(error)?;
        self.position.play(seat, mv).map_err(error)?;
        self.note(seat, mv);
        Ok(())
    }

    fn play_random(&mut self, seed: u64) {
        let mut rng = Seed(seed).stream(Purpose::Playout, &[0]);
        let mut scratch = Vec::new();
        while let Some(seat) = self.position.turn().first() {
            let Some(mv) = self.position.random_move(seat, &mut rng, &mut scratch) else { break };
            self.position.play_unchecked(seat, mv);
            self.note(seat, mv);
        }
    }

    fn view(&self, seat: Seat) -> Arc<dyn AnyView> {
        Arc::new(self.typed_view(seat))
    }

    fn scores(&self) -> Option<Vec<f64>> {
        self.position.scores().map(|scores| scores.to_vec())
    }

    fn points(&self) -> Vec<f64> {
        self.position.points().to_vec()
    }

    fn round(&self) -> u32 {
        self.position.round()
    }

    fn record(&self) -> PyResult<Box<dyn AnyRecord>> {
        let record = self.record.clone().map(Arc::new);
        let record = record.ok_or_else(|| error("an assumed position has no record"))?;
        Ok(Box::new(TypedRecord { table: Arc::clone(&self.table), record }))
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(TypedPosition {
            table: Arc::clone(&self.table),
            record: self.record.clone(),
            position: self.position.clone(),
        })
    }
}

/// One game, played move by move. It knows everything; what a seat may know
/// is its `view(seat)`.
///
/// >>> position = fuda.game("leduc").deal(seed=1)
/// >>> position.play(position.view().legal[0])
#[pyclass(frozen, module = "fuda")]
pub struct Position(Mutex<Box<dyn AnyPosition>>);

impl Position {
    pub fn new(position: Box<dyn AnyPosition>) -> Position {
        Position(Mutex::new(position))
    }

    /// A call that panicked has left the position as some position, and
    /// nothing worse: it may be used again.
    fn inner(&self) -> MutexGuard<'_, Box<dyn AnyPosition>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seat that is meant: the one given, or the first that is asked.
    fn seat(position: &dyn AnyPosition, seat: Option<i64>) -> PyResult<Seat> {
        match seat {
            None => position
                .turn()
                .first()
                .map(|seat| Seat(*seat))
                .ok_or_else(|| error("the game is over: nobody is asked")),
            Some(number) => u8::try_from(number)
                .ok()
                .filter(|seat| usize::from(*seat) < position.seats())
                .map(Seat)
                .ok_or_else(|| {
                    let last = position.seats() - 1;
                    error(format!("there is no seat {number}; seats are 0 to {last}"))
                }),
        }
    }
}

#[pymethods]
impl Position {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner().game().0
    }

    /// The rules as text.
    #[getter]
    fn rules(&self) -> String {
        self.inner().game().1
    }

    /// How many sit at the table.
    #[getter]
    fn seats(&self) -> usize {
        self.inner().seats()
    }

    /// The seats that owe an answer; several while a discard may be claimed,
    /// none when the game is over.
    #[getter]
    fn turn(&self) -> Vec<usize> {
        // A list of bytes would become `bytes`.
        self.inner().turn().into_iter().map(usize::from).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner().turn().is_empty()
    }

    /// The points of each seat at the end of the game; None before.
    #[getter]
    fn scores(&self) -> Option<Vec<f64>> {
        self.inner().scores()
    }

    /// The points of each seat as they stand.
    #[getter]
    fn points(&self) -> Vec<f64> {
        self.inner().points()
    }

    /// How many hands or rounds have ended.
    #[getter]
    fn round(&self) -> u32 {
        self.inner().round()
    }

    /// What a seat knows; without a number, the first seat that is asked.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<i64>) -> PyResult<View> {
        guarded(|| {
            let position = self.inner();
            let seat = Position::seat(&**position, seat)?;
            Ok(View(position.view(seat)))
        })
    }

    /// The legal moves of a seat as text.
    #[pyo3(signature = (seat=None))]
    fn legal(&self, seat: Option<i64>) -> PyResult<Vec<String>> {
        Ok(self.view(seat)?.0.legal())
    }

    /// Plays a move, given as text or as the number of an action.
    #[pyo3(name = "play", signature = (r#move, seat=None))]
    fn play(&self, r#move: MoveText, seat: Option<i64>) -> PyResult<()> {
        guarded(|| {
            let mut position = self.inner();
            let seat = Position::seat(&**position, seat)?;
            position.play(seat, &r#move)
        })
    }

    /// Plays random moves to the end, each legal one equally likely.
    #[pyo3(signature = (seed=1))]
    fn play_random(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        py.detach(|| {
            guarded(|| {
                self.inner().play_random(seed);
                Ok(())
            })
        })
    }

    /// The game so far as a record.
    fn record(&self) -> PyResult<Record> {
        Ok(Record(self.inner().record()?))
    }

    /// A copy that is played on by itself.
    fn copy(&self) -> Position {
        Position::new(self.inner().copy())
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    fn __repr__(&self) -> String {
        let position = self.inner();
        let (game, rules) = position.game();
        let turn = match &position.turn()[..] {
            [] => "over".to_owned(),
            seats => format!("asks {seats:?}"),
        };
        format!("<Position of {game} ({rules}), {turn}>")
    }
}
