//! Simple players: they read nothing but the view.
//!
//! * [`Greedy`]: among all legal moves those that leave the lowest shanten,
//!   one at random; it takes every win.
//! * [`Ukeire`]: lowest shanten, then most tiles that bring the hand closer.

mod greedy;
mod ukeire;

pub use greedy::Greedy;
pub use ukeire::Ukeire;

use crate::game::{MahjongView, Move};
use crate::hand::shanten::shanten;

/// The shanten that a move leaves: after a call, with the best discard to
/// follow. A win is below every shanten; breaking the hand off is above all.
pub fn shanten_after(view: &MahjongView, mv: Move) -> i8 {
    let mut held = view.hand;
    match mv {
        Move::Tsumo | Move::Ron => return -2,
        Move::NineTerminals => return i8::MAX,
        Move::Pass => {}
        Move::Discard { tile, .. } | Move::Riichi { tile, .. } => {
            held.remove(tile);
        }
        Move::ConcealedKan(kind) | Move::AddedKan(kind) | Move::OpenKan(kind) => {
            held.remove_all(kind);
        }
        Move::Chi(own) | Move::Pon(own) => {
            for face in own {
                held.remove(face);
            }
        }
    }
    shanten(held.counts())
}
