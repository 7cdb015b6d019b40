//! The board after a move, as the mover sees it.

use super::{square_items, square_name, squares};
use crate::{Board, Move, Othello, View};
use fuda_core::{FeatureRows, MoveFeatures};

/// The board a move leads to: what is on each square, and where either side
/// could move. All cells are 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AfterMove;

impl AfterMove {
    /// The encoder's name.
    pub const NAME: &'static str = "othello-after-1";
    /// How many columns there are: five for each square.
    pub const COLUMNS: usize = 320;
}

/// The items of a board as the side to move sees it, ascending: for each
/// square whether it is its own, the opponent's or empty; then the squares
/// where it may move, and those where the opponent could.
pub fn board_items(board: Board) -> impl Iterator<Item = u32> {
    square_items(board.own, board.opp)
        .chain(squares(board.moves()).map(|square| 192 + square))
        .chain(squares(board.passed().moves()).map(|square| 256 + square))
}

impl MoveFeatures<Othello> for AfterMove {
    fn name(&self) -> &str {
        AfterMove::NAME
    }

    fn about(&self) -> &str {
        "the board after the move: discs, and where either side could move"
    }

    fn columns(&self) -> usize {
        AfterMove::COLUMNS
    }

    fn meaning(&self, column: usize) -> String {
        match column {
            0..192 => {
                let square = square_name(column / 3);
                match column % 3 {
                    0 => format!("own disc on {square}"),
                    1 => format!("opponent's disc on {square}"),
                    _ => format!("{square} empty"),
                }
            }
            192..256 => format!("own move to {} next", square_name(column - 192)),
            _ => format!("opponent can move to {}", square_name(column - 256)),
        }
    }

    fn encode(&self, view: &View, moves: &[Move], out: &mut FeatureRows) {
        out.clear();
        let board = view.position().board();
        for mv in moves {
            let after = match mv.square() {
                Some(square) => board.after(square, board.flips(square)),
                None => board.passed(),
            };
            board_items(after.passed()).for_each(|item| out.mark(item));
            out.end_row();
        }
    }
}
