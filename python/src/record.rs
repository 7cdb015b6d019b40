//! `fuda.Record`: a game as it was played.

use crate::any::Table;
use crate::error::error;
use crate::guard::guarded;
use crate::play::{AnyPosition, Position, TypedPosition};
use crate::view::{AnyView, TypedView, View};
use fuda_core::{DecisionFilter, Game, files};
use fuda_train::positions::decision_rows;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::any::Any;
use std::path::Path;
use std::sync::Arc;

/// A record, its type forgotten.
pub trait AnyRecord: Send + Sync {
    /// The typed record, to be written with others of its game.
    fn as_any(&self) -> &dyn Any;
    /// The game and its rules.
    fn game(&self) -> (String, String);
    /// Who played, in seat order.
    fn players(&self) -> Vec<String>;
    /// Every move with its seat.
    fn moves(&self) -> Vec<(u8, String)>;
    /// The points of each seat.
    fn scores(&self) -> Option<Vec<f64>>;
    /// What else the source has.
    fn tags(&self) -> Vec<(String, String)>;
    /// The record in fuda's own form.
    fn to_json(&self) -> PyResult<String>;
    /// The position after some moves.
    fn position_after(&self, moves: usize) -> PyResult<Box<dyn AnyPosition>>;
    /// Replays everything and compares the scores.
    fn replay(&self) -> PyResult<Box<dyn AnyPosition>>;
    /// The decisions that count.
    fn decisions(&self, only: Option<&str>) -> PyResult<Vec<Decision>>;
    /// The decisions that count, as arrays.
    fn arrays(&self, encoder: Option<&str>, only: Option<&str>, number: u32) -> PyResult<Arrays>;
    /// Writes records of this game to a file.
    fn write(&self, path: &Path, format: &str, all: &[&dyn AnyRecord]) -> PyResult<()>;
}

/// A record of a game.
pub struct TypedRecord<G: Game> {
    pub table: Arc<Table<G>>,
    pub record: Arc<fuda_core::Record<G>>,
}

/// More to learn from: rows of bytes, how they are laid out, and what else is
/// said of the inputs.
pub struct TargetBytes {
    rows: Vec<u8>,
    layout: &'static [(&'static str, usize)],
    about: String,
}

/// The decisions of a game, array by array.
pub struct Arrays {
    pub rows: fuda_train::positions::DecisionRows,
    pub width: usize,
    pub actions: usize,
    pub targets: Option<TargetBytes>,
}

impl<G: Game> TypedRecord<G> {
    fn filter(only: Option<&str>) -> PyResult<DecisionFilter> {
        let only = only.unwrap_or(DecisionFilter::ALL);
        DecisionFilter::new::<G>(Some(only), None).map_err(error)
    }

    /// The rules are those of the record, which need not be those under which
    /// it was read.
    fn own_table(&self) -> PyResult<Arc<Table<G>>> {
        if self.record.rules == self.table.game.rules() {
            return Ok(Arc::clone(&self.table));
        }
        let game = G::with_rules(&self.record.rules).map_err(error)?;
        Ok(Table::new(game, self.table.targets.clone()))
    }

    fn position(&self, moves: usize) -> PyResult<TypedPosition<G>> {
        let position = self.record.position_after(moves).map_err(error)?;
        let mut record = (*self.record).clone();
        record.moves.truncate(moves);
        record.scores = fuda_core::Position::scores(&position);
        Ok(TypedPosition { table: self.own_table()?, record: Some(record), position })
    }
}

impl<G: Game> AnyRecord for TypedRecord<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn game(&self) -> (String, String) {
        (self.record.game.clone(), self.record.rules.clone())
    }

    fn players(&self) -> Vec<String> {
        self.record.players.clone()
    }

    fn moves(&self) -> Vec<(u8, String)> {
        self.record.moves.iter().map(|(seat, mv)| (seat.0, mv.to_string())).collect()
    }

    fn scores(&self) -> Option<Vec<f64>> {
        self.record.scores.as_ref().map(|scores| scores.to_vec())
    }

    fn tags(&self) -> Vec<(String, String)> {
        self.record.tags.clone().into_iter().collect()
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&*self.record).map_err(error)
    }

    fn position_after(&self, moves: usize) -> PyResult<Box<dyn AnyPosition>> {
        Ok(Box::new(self.position(moves)?))
    }

    fn replay(&self) -> PyResult<Box<dyn AnyPosition>> {
        self.record.replay().map_err(error)?;
        self.position_after(self.record.moves.len())
    }

    fn decisions(&self, only: Option<&str>) -> PyResult<Vec<Decision>> {
        let (filter, table) = (Self::filter(only)?, self.own_table()?);
        let mut found = Vec::new();
        let mut decisions = self.record.decisions().map_err(error)?;
        while let Some(decision) = decisions.next().map_err(error)? {
            let Some(turn) = filter.turn(&decision) else { continue };
            let view = TypedView {
                table: Arc::clone(&table),
                view: decision.view(),
                legal: decision.legal.to_vec(),
            };
            found.push(Decision {
                number: decision.number,
                turn,
                seat: decision.seat.0,
                chosen: decision.chosen.to_string(),
                round: fuda_core::Position::round(decision.position),
                view: Arc::new(view),
            });
        }
        Ok(found)
    }

    fn arrays(&self, encoder: Option<&str>, only: Option<&str>, number: u32) -> PyResult<Arrays> {
        let (filter, table) = (Self::filter(only)?, self.own_table()?);
        let encoder = table.encoder(encoder)?;
        let rows = decision_rows(&self.record, encoder, &filter).map_err(error)?;
        let own = table.encoders.first().is_some_and(|first| first.name() == encoder.name());
        let targets = table.targets.as_ref().filter(|_| own).map(|targets| {
            let made = (targets.rows)(&self.record, number, &rows.numbers).map_err(error)?;
            let about = (targets.about)().to_string();
            Ok::<_, PyErr>(TargetBytes { rows: made, layout: targets.layout, about })
        });
        Ok(Arrays {
            rows,
            width: encoder.len(),
            actions: encoder.actions(),
            targets: targets.transpose()?,
        })
    }

    fn write(&self, path: &Path, format: &str, all: &[&dyn AnyRecord]) -> PyResult<()> {
        let mut records = Vec::new();
        for one in all {
            match one.as_any().downcast_ref::<TypedRecord<G>>() {
                Some(one) => records.push((*one.record).clone()),
                None => return Err(error("records of different games cannot share a file")),
            }
        }
        let formats = G::formats();
        let Some(format) = formats.iter().find(|known| known.name() == format) else {
            let names: Vec<&str> =
                formats.iter().filter(|f| f.writes()).map(|f| f.name()).collect();
            let names = names.join(", ");
            return Err(error(format!("{} has no format `{format}` to write: {names}", G::NAME)));
        };
        let bytes = format.write(&records).map_err(error)?;
        files::write(path, &bytes).map_err(|e| error(format!("{}: {e}", path.display())))
    }
}

/// One decision of a record: what the seat knew, and what it did.
#[pyclass(frozen, module = "fuda")]
pub struct Decision {
    /// Which move of the record, counted from 0.
    #[pyo3(get)]
    pub number: usize,
    /// The turn as the field counts turns, from 1.
    #[pyo3(get)]
    pub turn: u32,
    /// Who was to move.
    #[pyo3(get)]
    pub seat: u8,
    /// The move that was made.
    #[pyo3(get)]
    pub chosen: String,
    /// How many rounds had ended before.
    #[pyo3(get)]
    pub round: u32,
    view: Arc<dyn AnyView>,
}

#[pymethods]
impl Decision {
    /// What the seat knew, and its legal moves.
    #[getter]
    fn view(&self) -> View {
        View(Arc::clone(&self.view))
    }

    fn __repr__(&self) -> String {
        let Decision { number, seat, chosen, .. } = self;
        format!("<Decision {number}: seat {seat} plays {chosen}>")
    }
}

/// A game as it was played: a deal, the moves and the scores.
#[pyclass(frozen, module = "fuda")]
pub struct Record(pub Box<dyn AnyRecord>);

#[pymethods]
impl Record {
    /// The name of the game.
    #[getter]
    fn game(&self) -> String {
        self.0.game().0
    }

    /// The rules as text.
    #[getter]
    fn rules(&self) -> String {
        self.0.game().1
    }

    /// Who played, in seat order; empty when nobody knows.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.0.players()
    }

    /// Every move with its seat: (seat, move).
    #[getter]
    fn moves(&self) -> Vec<(u8, String)> {
        self.0.moves()
    }

    /// The points of each seat; None when the game broke off.
    #[getter]
    fn scores(&self) -> Option<Vec<f64>> {
        self.0.scores()
    }

    /// What else the source has.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.0.tags() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// The record in fuda's own form.
    fn to_json(&self) -> PyResult<String> {
        self.0.to_json()
    }

    /// Replays every move and compares the scores; gives the last position.
    fn replay(&self) -> PyResult<Position> {
        guarded(|| Ok(Position::new(self.0.replay()?)))
    }

    /// The position after the first moves.
    fn position(&self, moves: usize) -> PyResult<Position> {
        guarded(|| Ok(Position::new(self.0.position_after(moves)?)))
    }

    /// The decisions between several moves; `only` names kinds of decisions.
    #[pyo3(signature = (only=None))]
    fn decisions(&self, only: Option<&str>) -> PyResult<Vec<Decision>> {
        guarded(|| self.0.decisions(only))
    }

    /// The decisions as numpy arrays: `observations`, `actions`, `masks`,
    /// `seats`, `rounds`, `points`, and `targets` where the game has some (rows
    /// of bytes, laid out as `layout` says; `number` stands in them), with what
    /// else is known of the inputs as `about`.
    #[pyo3(signature = (encoder=None, only=None, number=0))]
    fn arrays<'py>(
        &self,
        py: Python<'py>,
        encoder: Option<&str>,
        only: Option<&str>,
        number: u32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let Arrays { rows, width, actions, targets } =
            py.detach(|| guarded(|| self.0.arrays(encoder, only, number)))?;
        let count = rows.numbers.len();
        let bytes =
            |list: Vec<u8>, columns: usize| PyArray1::from_vec(py, list).reshape([count, columns]);
        let mut masks = vec![0u8; count * actions];
        for (bits, mask) in
            rows.legal.chunks(actions.div_ceil(8)).zip(masks.chunks_mut(actions.max(1)))
        {
            for (action, legal) in mask.iter_mut().enumerate() {
                *legal = bits[action / 8] >> (action % 8) & 1;
            }
        }
        let arrays = PyDict::new(py);
        arrays.set_item("observations", bytes(rows.observations, width)?)?;
        arrays.set_item("masks", bytes(masks, actions)?)?;
        arrays.set_item("legal", bytes(rows.legal, actions.div_ceil(8))?)?;
        arrays.set_item("actions", PyArray1::from_vec(py, rows.actions))?;
        arrays.set_item("seats", PyArray1::from_vec(py, rows.seats))?;
        arrays.set_item("rounds", PyArray1::from_vec(py, rows.rounds))?;
        arrays.set_item("points", PyArray1::from_vec(py, rows.points))?;
        if let Some(TargetBytes { rows, layout, about }) = targets {
            let columns = layout.iter().map(|(_, bytes)| bytes).sum();
            arrays.set_item("targets", bytes(rows, columns)?)?;
            arrays.set_item("layout", layout.to_vec())?;
            arrays.set_item("about", py.import("json")?.call_method1("loads", (about,))?)?;
        }
        Ok(arrays)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.get_type::<Record>().getattr("from_json")?;
        Ok((make, (self.0.game().0, self.0.to_json()?)).into_pyobject(py)?.into_any())
    }

    /// A record read from what `to_json` wrote.
    #[staticmethod]
    fn from_json(game: &str, text: &str) -> PyResult<Record> {
        guarded(|| Ok(Record(crate::games::game(game, None)?.record(text)?)))
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    fn __repr__(&self) -> String {
        let ((game, rules), moves) = (self.0.game(), self.0.moves().len());
        format!("<Record of {game} ({rules}), {moves} moves, scores {:?}>", self.0.scores())
    }
}

/// Writes records of one game to a file, in one of the game's formats.
#[pyfunction]
#[pyo3(signature = (path, records, format="fuda"))]
pub fn write_records(
    path: std::path::PathBuf,
    records: Vec<PyRef<'_, Record>>,
    format: &str,
) -> PyResult<()> {
    let all: Vec<&dyn AnyRecord> = records.iter().map(|record| &*record.0).collect();
    match all.first() {
        Some(first) => guarded(|| first.write(&path, format, &all)),
        None => Err(error("there are no records to write")),
    }
}
