//! The position itself, the same for every move: what patterns are mined from.

use super::{square_items, square_name};
use crate::{Disc, Move, Othello, Position, View};
use fuda_core::{FeatureRows, MoveFeatures};

/// How a position is described. All cells are 1.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PositionItems {
    /// Each square black, white or empty.
    #[default]
    Squares,
    /// The same, and who is to move.
    ToMove,
    /// Each square the mover's, the opponent's or empty.
    Mover,
}

impl PositionItems {
    /// The items of a position, ascending: square × 3, plus 0 for black (or
    /// the mover), 1 for the other, 2 for empty; then, where it is part of
    /// the description, 192 for black to move and 193 for white.
    pub fn items(self, position: &Position) -> impl Iterator<Item = u32> + use<> {
        let board = position.board();
        let (first, second) = match self {
            PositionItems::Mover => (board.own, board.opp),
            _ => board.colours(position.to_move()),
        };
        let to_move = 192 + u32::from(position.to_move() == Disc::White);
        square_items(first, second).chain((self == PositionItems::ToMove).then_some(to_move))
    }
}

impl MoveFeatures<Othello> for PositionItems {
    fn name(&self) -> &str {
        match self {
            PositionItems::Squares => "othello-squares-1",
            PositionItems::ToMove => "othello-to-move-1",
            PositionItems::Mover => "othello-mover-1",
        }
    }

    fn about(&self) -> &str {
        match self {
            PositionItems::Squares => {
                "the position before the move: each square black, white or empty"
            }
            PositionItems::ToMove => "the same, and who is to move",
            PositionItems::Mover => {
                "the position before the move: each square the mover's, the opponent's or empty"
            }
        }
    }

    fn columns(&self) -> usize {
        if *self == PositionItems::ToMove { 194 } else { 192 }
    }

    fn meaning(&self, column: usize) -> String {
        let [first, second] = match self {
            PositionItems::Mover => ["mover's", "opponent's"],
            _ => ["black", "white"],
        };
        match (column, column % 3) {
            (192, _) => "black to move".into(),
            (193.., _) => "white to move".into(),
            (_, 0) => format!("{first} disc on {}", square_name(column / 3)),
            (_, 1) => format!("{second} disc on {}", square_name(column / 3)),
            _ => format!("{} empty", square_name(column / 3)),
        }
    }

    fn encode(&self, view: &View, moves: &[Move], out: &mut FeatureRows) {
        out.clear();
        for _ in moves {
            self.items(view.position()).for_each(|item| out.mark(item));
            out.end_row();
        }
    }
}
