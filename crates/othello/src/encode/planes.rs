//! The board as planes of bytes, and a number for every square.

use super::squares;
use crate::{Move, Othello, View};
use fuda_core::{Observation, View as _};

/// Four planes of 64 squares — own discs, the opponent's, empty, legal —
/// as the seat that looks sees them; 64 squares and the pass as actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPlanes;

impl BoardPlanes {
    /// The encoder's name.
    pub const NAME: &'static str = "othello-planes-1";
}

impl Observation<Othello> for BoardPlanes {
    fn name(&self) -> &str {
        BoardPlanes::NAME
    }

    fn about(&self) -> &str {
        "own discs, the opponent's, empty squares, legal squares; an action for each square and the pass"
    }

    fn len(&self) -> usize {
        4 * 64
    }

    fn actions(&self) -> usize {
        65
    }

    fn observe(&self, view: &View, _legal: &[Move], out: &mut [u8]) {
        let position = view.position();
        let (board, legal) = match position.to_move().seat() == view.seat() {
            true => (position.board(), position.moves()),
            false => (position.board().passed(), 0),
        };
        out.fill(0);
        for (plane, set) in [board.own, board.opp, board.empty(), legal].into_iter().enumerate() {
            squares(set).for_each(|square| out[64 * plane + square as usize] = 1);
        }
    }

    fn action(&self, _view: &View, mv: Move) -> usize {
        mv.square().map_or(64, |square| square.index())
    }
}
