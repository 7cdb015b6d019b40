//! `fuda.View`: what one seat may know.

use crate::any::Table;
use crate::error::error;
use crate::games;
use crate::guard::guarded;
use crate::play::{AnyPosition, Position, TypedPosition};
use fuda_core::{Game, MoveOf, Purpose, Seed, Style, View as _, ViewOf};
use numpy::PyArray1;
use pyo3::prelude::*;
use serde_json::json;
use std::any::Any;
use std::sync::Arc;

/// A view with its legal moves, its type forgotten.
pub trait AnyView: Send + Sync {
    /// The typed view, for players of the same game.
    fn as_any(&self) -> &dyn Any;
    /// The game and its rules.
    fn game(&self) -> (&'static str, String);
    /// Whose view it is.
    fn seat(&self) -> u8;
    /// The legal moves as text.
    fn legal(&self) -> Vec<String>;
    /// The action numbers of the legal moves, in their order.
    fn actions(&self, encoder: Option<&str>) -> PyResult<Vec<usize>>;
    /// The view and the legal moves as JSON.
    fn to_json(&self) -> PyResult<String>;
    /// The view drawn for a terminal.
    fn draw(&self, style: Style) -> String;
    /// The view as bytes, and how many actions there are.
    fn observation(&self, encoder: Option<&str>) -> PyResult<(Vec<u8>, usize)>;
    /// The legal move of an action number, as text.
    fn move_of(&self, action: usize, encoder: Option<&str>) -> PyResult<String>;
    /// A full position that agrees with the view.
    fn assume(&self, seed: u64) -> PyResult<Box<dyn AnyPosition>>;
}

/// A view of a game.
pub struct TypedView<G: Game> {
    pub table: Arc<Table<G>>,
    pub view: ViewOf<G>,
    pub legal: Vec<MoveOf<G>>,
}

impl<G: Game> AnyView for TypedView<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn game(&self) -> (&'static str, String) {
        (G::NAME, self.table.game.rules())
    }

    fn seat(&self) -> u8 {
        self.view.seat().0
    }

    fn legal(&self) -> Vec<String> {
        self.legal.iter().map(MoveOf::<G>::to_string).collect()
    }

    fn actions(&self, encoder: Option<&str>) -> PyResult<Vec<usize>> {
        let encoder = self.table.encoder(encoder)?;
        Ok(self.legal.iter().map(|mv| encoder.action(&self.view, *mv)).collect())
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&json!({"view": self.view, "legal": self.legal})).map_err(error)
    }

    fn draw(&self, style: Style) -> String {
        self.view.draw(style)
    }

    fn observation(&self, encoder: Option<&str>) -> PyResult<(Vec<u8>, usize)> {
        let encoder = self.table.encoder(encoder)?;
        let mut bytes = vec![0; encoder.len()];
        encoder.observe(&self.view, &self.legal, &mut bytes);
        Ok((bytes, encoder.actions()))
    }

    fn move_of(&self, action: usize, encoder: Option<&str>) -> PyResult<String> {
        let encoder = self.table.encoder(encoder)?;
        let mv = encoder.move_of(&self.view, &self.legal, action);
        mv.map(|mv| mv.to_string()).ok_or_else(|| {
            let mut legal = self.actions(Some(encoder.name())).unwrap_or_default();
            legal.sort_unstable();
            legal.dedup();
            error(format!("action {action} is not legal; legal are {legal:?}"))
        })
    }

    fn assume(&self, seed: u64) -> PyResult<Box<dyn AnyPosition>> {
        if self.legal.is_empty() {
            return Err(error("positions are assumed for the view of a seat that is asked"));
        }
        let position = self.view.assume(&mut Seed(seed).stream(Purpose::Player, &[]));
        let table = Arc::clone(&self.table);
        Ok(Box::new(TypedPosition { table, record: None, position }))
    }
}

/// What one seat may know of a position, and its legal moves. No hidden card
/// is in it: not as an attribute, nor in its text, its JSON or its pickle.
#[pyclass(frozen, module = "fuda")]
pub struct View(pub Arc<dyn AnyView>);

#[pymethods]
impl View {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game().0
    }

    /// The rules as text.
    #[getter]
    fn rules(&self) -> String {
        self.0.game().1
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> u8 {
        self.0.seat()
    }

    /// The legal moves as text; none when the seat is not asked.
    #[getter]
    fn legal(&self) -> Vec<String> {
        self.0.legal()
    }

    /// The action numbers of the legal moves, in the order of `legal`.
    #[pyo3(signature = (encoder=None))]
    fn actions(&self, encoder: Option<&str>) -> PyResult<Vec<usize>> {
        guarded(|| self.0.actions(encoder))
    }

    /// The view as bytes for a network, uint8.
    #[pyo3(signature = (encoder=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        encoder: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(PyArray1::from_vec(py, guarded(|| self.0.observation(encoder))?.0))
    }

    /// 1 for every action that is legal, uint8.
    #[pyo3(signature = (encoder=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        encoder: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let mask = guarded(|| {
            let mut mask = vec![0; self.0.observation(encoder)?.1];
            for action in self.0.actions(encoder)? {
                mask[action] = 1;
            }
            Ok(mask)
        });
        Ok(PyArray1::from_vec(py, mask?))
    }

    /// The legal move of an action number, as text.
    #[pyo3(signature = (action, encoder=None))]
    fn move_of(&self, action: usize, encoder: Option<&str>) -> PyResult<String> {
        guarded(|| self.0.move_of(action, encoder))
    }

    /// The view drawn for a terminal.
    #[pyo3(signature = (colour=false, ascii=false))]
    fn draw(&self, colour: bool, ascii: bool) -> PyResult<String> {
        guarded(|| Ok(self.0.draw(Style { colour, ascii, ..Style::default() })))
    }

    /// A full position that agrees with the view, every arrangement of what is
    /// hidden being equally likely: what a player may think about.
    #[pyo3(signature = (seed=1))]
    fn assume(&self, seed: u64) -> PyResult<Position> {
        guarded(|| Ok(Position::new(self.0.assume(seed)?)))
    }

    /// The view and its legal moves as JSON.
    fn to_json(&self) -> PyResult<String> {
        self.0.to_json()
    }

    /// A view read from what `to_json` wrote.
    #[staticmethod]
    #[pyo3(signature = (game, text, rules=None))]
    fn from_json(game: &str, text: &str, rules: Option<&str>) -> PyResult<View> {
        guarded(|| Ok(View(games::game(game, rules)?.view(text)?)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.get_type::<View>().getattr("from_json")?;
        let (game, rules) = self.0.game();
        Ok((make, (game, self.0.to_json()?, rules)).into_pyobject(py)?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<View>() {
            Ok(other) => {
                let other = other.get();
                Ok(self.0.game() == other.0.game() && self.0.to_json()? == other.0.to_json()?)
            }
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> PyResult<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.to_json()?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// The view as a picture in HTML, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, View>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fuda.notebook")?.call_method1("view_html", (slf,))
    }

    /// The view as an SVG picture.
    fn svg<'py>(slf: &Bound<'py, View>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fuda.notebook")?.call_method1("view_svg", (slf,))
    }

    fn __str__(&self) -> PyResult<String> {
        self.draw(false, false)
    }

    fn __repr__(&self) -> String {
        let (game, rules) = self.0.game();
        let (seat, legal) = (self.0.seat(), self.0.legal().len());
        format!("<View of {game} ({rules}), seat {seat}, {legal} legal moves>")
    }
}
