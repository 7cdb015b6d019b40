//! Encoders: numbers for learners, made from a view alone.
//!
//! There are two kinds. [`MoveFeatures`] describes each legal move by a few
//! named columns: for linear models, rankings and mining. [`Observation`]
//! describes the whole view as bytes and numbers the actions: for networks
//! and for batches of games. Both get a [`View`](crate::View), so neither can
//! look at hidden cards; the conformance suite checks it.

use crate::{Game, MoveOf, PositionOf, Seat, ViewOf};
use std::sync::Arc;

/// Rows of features, one for each move, sparse and kept in one buffer that is
/// used again and again.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FeatureRows {
    cells: Vec<(u32, f32)>,
    ends: Vec<u32>,
}

impl FeatureRows {
    /// Empties the rows and keeps the memory.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.ends.clear();
    }

    /// Adds a cell to the row that is being written.
    #[inline]
    pub fn push(&mut self, column: u32, value: f32) {
        self.cells.push((column, value));
    }

    /// Adds a cell of value 1.
    #[inline]
    pub fn mark(&mut self, column: u32) {
        self.push(column, 1.0);
    }

    /// Ends the row that is being written.
    #[inline]
    pub fn end_row(&mut self) {
        self.ends.push(self.cells.len() as u32);
    }

    /// Ends a row that was written in any order: its columns are sorted, and
    /// values of the same column added.
    #[inline]
    pub fn end_unsorted_row(&mut self) {
        let start = self.ends.last().map_or(0, |end| *end as usize);
        self.cells[start..].sort_unstable_by_key(|cell| cell.0);
        let mut to = start;
        for from in start..self.cells.len() {
            if to > start && self.cells[to - 1].0 == self.cells[from].0 {
                self.cells[to - 1].1 += self.cells[from].1;
            } else {
                self.cells[to] = self.cells[from];
                to += 1;
            }
        }
        self.cells.truncate(to);
        self.end_row();
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The cells of a row: column and value.
    #[inline]
    pub fn row(&self, row: usize) -> &[(u32, f32)] {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.cells[start..self.ends[row] as usize]
    }

    /// The sum of a row's values, each times the weight of its column.
    ///
    /// # Panics
    /// When there is no such row, or it has a column without a weight.
    #[inline]
    pub fn dot(&self, row: usize, weights: &[f32]) -> f32 {
        self.row(row).iter().map(|&(column, value)| weights[column as usize] * value).sum()
    }

    /// All rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[(u32, f32)]> {
        (0..self.len()).map(|row| self.row(row))
    }
}

/// Features of moves: a sparse row of named columns for each.
pub trait MoveFeatures<G: Game>: Send + Sync {
    /// The encoder's name with its version, such as `uecda-moves-1`. Model
    /// files carry it; another meaning of a column needs another name.
    fn name(&self) -> &str;

    /// One line on what the features are.
    fn about(&self) -> &str;

    /// How many columns a row has.
    fn columns(&self) -> usize;

    /// What a column means, in words ("black disc on c3").
    fn meaning(&self, column: usize) -> String;

    /// Replaces what is in `out` by one row for each of the moves, which are
    /// legal for the view's seat. The columns of a row ascend.
    fn encode(&self, view: &ViewOf<G>, moves: &[MoveOf<G>], out: &mut FeatureRows);

    /// The moves that this encoder ranks, and which of them stands for the
    /// one that was chosen: all legal ones, unless it describes only some.
    /// `None` where the chosen one is not among them.
    fn alternatives(
        &self,
        legal: &[MoveOf<G>],
        chosen: MoveOf<G>,
    ) -> Option<(Vec<MoveOf<G>>, usize)> {
        let at = legal.iter().position(|mv| *mv == chosen)?;
        Some((legal.to_vec(), at))
    }

    /// What all moves of a view share, where [`MoveFeatures::encode`] leaves
    /// it out: one row, which is empty when nothing is left out.
    fn shared(&self, _view: &ViewOf<G>, out: &mut FeatureRows) {
        out.clear();
        out.end_row();
    }
}

/// The whole view as bytes, and a number for every action.
#[allow(clippy::len_without_is_empty, reason = "an observation is never empty")]
pub trait Observation<G: Game>: Send + Sync {
    /// The encoder's name with its version, such as `koikoi-cards-1`. Model
    /// files carry it; another meaning of a byte needs another name.
    fn name(&self) -> &str;

    /// One line on what is observed.
    fn about(&self) -> &str;

    /// How many bytes an observation has.
    fn len(&self) -> usize;

    /// The byte that stands for 1: a network's input is the byte divided by it.
    fn one(&self) -> u8 {
        1
    }

    /// How many action numbers there are.
    fn actions(&self) -> usize;

    /// Fills `out`, which has [`Observation::len`] bytes.
    fn observe(&self, view: &ViewOf<G>, legal: &[MoveOf<G>], out: &mut [u8]);

    /// The number of a legal move's action, below [`Observation::actions`].
    /// Moves may share a number where nothing is lost by always playing that
    /// of [`Observation::move_of`].
    fn action(&self, view: &ViewOf<G>, mv: MoveOf<G>) -> usize;

    /// The legal move of an action number: one of those that have it, the
    /// first where nothing speaks for another.
    fn move_of(&self, view: &ViewOf<G>, legal: &[MoveOf<G>], action: usize) -> Option<MoveOf<G>> {
        legal.iter().copied().find(|mv| self.action(view, *mv) == action)
    }
}

/// What a critic may be shown while a player is trained, and no player ever:
/// what the others hold and what chance will bring, as bytes.
///
/// It is a trait of its own, made from a [`Position`](crate::Position), so
/// that it can never be mistaken for an [`Observation`].
#[allow(clippy::len_without_is_empty, reason = "inputs are never empty")]
pub trait PrivilegedInputs<G: Game>: Send + Sync {
    /// The encoder's name with its version, such as `leduc-hidden-1`.
    fn name(&self) -> &str;

    /// One line on what is shown.
    fn about(&self) -> &str;

    /// How many bytes there are.
    fn len(&self) -> usize;

    /// The byte that stands for 1: a network's input is the byte divided by it.
    fn one(&self) -> u8 {
        1
    }

    /// Fills `out`, which has [`PrivilegedInputs::len`] bytes, with what is
    /// hidden from `seat`, the others in turn order after it.
    fn fill(&self, truth: &PositionOf<G>, seat: Seat, out: &mut [u8]);
}

/// The inputs of a network that are not 0.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct InputList {
    /// Their numbers.
    pub at: Vec<u16>,
    /// Their values; empty where every one is 1.
    pub values: Vec<f32>,
}

impl InputList {
    /// Forgets all, keeping the memory.
    pub fn clear(&mut self) {
        self.at.clear();
        self.values.clear();
    }
}

/// Observations for networks over sparse inputs: an input for each byte, whose
/// value is the byte divided by [`Observation::one`].
#[derive(Clone)]
pub struct SparseInputs<G: Game> {
    encoder: Arc<dyn Observation<G>>,
    bytes: Vec<u8>,
}

impl<G: Game> SparseInputs<G> {
    /// The inputs that an encoder gives.
    pub fn new(encoder: Arc<dyn Observation<G>>) -> SparseInputs<G> {
        SparseInputs { bytes: vec![0; encoder.len()], encoder }
    }

    /// The encoder.
    pub fn encoder(&self) -> &dyn Observation<G> {
        &*self.encoder
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.encoder.len()
    }

    /// Adds the inputs that are not 0 to `list`, each with `offset` added to
    /// its number.
    pub fn observe(
        &mut self,
        view: &ViewOf<G>,
        legal: &[MoveOf<G>],
        offset: u16,
        list: &mut InputList,
    ) {
        self.encoder.observe(view, legal, &mut self.bytes);
        let one = self.encoder.one();
        for (at, &byte) in self.bytes.iter().enumerate().filter(|(_, byte)| **byte > 0) {
            list.at.push(offset + at as u16);
            if one != 1 {
                list.values.push(f32::from(byte) / f32::from(one));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_kept_apart() {
        let mut rows = FeatureRows::default();
        rows.mark(3);
        rows.push(7, 0.5);
        rows.end_row();
        rows.end_row();
        rows.mark(0);
        rows.end_row();
        let all: Vec<&[(u32, f32)]> = rows.rows().collect();
        assert_eq!(all, [&[(3, 1.0), (7, 0.5)][..], &[], &[(0, 1.0)]]);
        rows.clear();
        assert!(rows.is_empty());
    }

    #[test]
    fn rows_in_any_order_come_out_sorted_and_added_up() {
        let mut rows = FeatureRows::default();
        rows.mark(3);
        rows.end_row();
        for (column, value) in [(5, 1.0), (2, 1.0), (5, 0.5)] {
            rows.push(column, value);
        }
        rows.end_unsorted_row();
        assert_eq!(rows.row(1), [(2, 1.0), (5, 1.5)]);
        assert_eq!(rows.dot(1, &[0.0, 0.0, 2.0, 0.0, 0.0, 4.0]), 8.0);
    }
}
