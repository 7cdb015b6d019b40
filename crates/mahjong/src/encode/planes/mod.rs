//! What a network sees of a view: planes over the 34 kinds, and numbers.
//!
//! [`Planes`] writes a view and its legal moves as bytes, [`ONE`] standing
//! for 1: [`PLANES`] rows of 34 (hand, what is legal, dora, tiles seen, winds,
//! shape, melds, rivers, safety) and [`SCALARS`] single numbers (what is asked,
//! the round, the own hand; then the same for each player, the own seat first
//! and the others in turn order). No plane says which suit it means, so a
//! network with weights tied over suits and honours treats them alike, and one
//! that also treats both neighbours of a kind alike cannot tell 1 from 9.
//!
//! [`Action`] numbers what may be done: what is done with which kind, or one of
//! three things without. [`targets`] has what became of decisions of records,
//! to be guessed beside the move.
//!
//! ```
//! use fuda_core::{Game, Observation, Position, Seat};
//! use fuda_mahjong::encode::planes::Planes;
//! use fuda_mahjong::{Deal, Mahjong};
//!
//! let position = Mahjong::default().start(&Deal::from_seed(1))?;
//! let mut legal = Vec::new();
//! position.legal_moves(Seat(0), &mut legal);
//! let view = position.view(Seat(0));
//! let mut bytes = vec![0; Planes::LEN];
//! Planes.observe(&view, &legal, &mut bytes);
//! assert!(legal.iter().all(|&mv| Planes.action(&view, mv) < Planes.actions()));
//! # Ok::<(), fuda_core::BadText>(())
//! ```

mod action;
mod front;
mod hand;
mod pen;
mod players;
mod rivers;
mod safety;
mod scene;
pub mod targets;
#[cfg(test)]
pub(super) mod tests;

pub use action::{Action, Actions, TileAction};

use crate::game::{Mahjong, MahjongView, Move};
use crate::tile::KINDS;
use fuda_core::Observation;
use pen::Pen;
use scene::Scene;

/// The byte that stands for 1.
pub const ONE: u8 = 32;
/// Rows of 34.
pub const PLANES: usize = 102;
/// Single numbers that are said once.
pub const GENERAL: usize = 66;
/// Single numbers that are said of each player.
pub const PER_PLAYER: usize = 31;
/// Single numbers.
pub const SCALARS: usize = GENERAL + 4 * PER_PLAYER;
/// The encoder's name.
pub const NAME: &str = "mahjong-planes-1";

/// How the bytes are laid out, as `about.json` of arrays says it.
pub fn about() -> serde_json::Value {
    serde_json::json!({
        "inputs": NAME, "planes": PLANES, "general": GENERAL, "per_player": PER_PLAYER,
    })
}

/// The planes one after the other, then the single numbers; actions are
/// [`Action`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planes;

impl Planes {
    /// How many bytes there are.
    pub const LEN: usize = PLANES * KINDS + SCALARS;
}

impl Observation<Mahjong> for Planes {
    fn name(&self) -> &str {
        NAME
    }

    fn about(&self) -> &str {
        "planes over the 34 kinds and single numbers; actions are what is done with which kind"
    }

    fn len(&self) -> usize {
        Planes::LEN
    }

    fn one(&self) -> u8 {
        ONE
    }

    fn actions(&self) -> usize {
        Action::COUNT
    }

    fn observe(&self, view: &MahjongView, legal: &[Move], out: &mut [u8]) {
        let scene = Scene::new(view, legal);
        // It goes from hand to hand, so that it stays in registers.
        let pen = Pen::new(out);
        let pen = hand::tiles(&scene, pen);
        let pen = hand::shape(&scene, pen);
        let pen = rivers::melds(&scene, pen);
        let pen = rivers::rivers(&scene, pen);
        let pen = safety::safety(&scene, pen);
        let pen = players::general(&scene, pen);
        let pen = players::players(&scene, pen);
        pen.finish();
    }

    fn action(&self, view: &MahjongView, mv: Move) -> usize {
        Action::of(view, mv).index()
    }

    /// Plain fives are discarded before red ones and called with after them,
    /// and the tile drawn goes before its equals.
    fn move_of(&self, view: &MahjongView, legal: &[Move], action: usize) -> Option<Move> {
        let of_action = legal.iter().copied().filter(|&mv| self.action(view, mv) == action);
        of_action.reduce(|best, mv| if preference(mv) > preference(best) { mv } else { best })
    }
}

/// Which of several moves of one action is made: the one preferred most.
pub fn preference(mv: Move) -> u8 {
    match mv {
        Move::Discard { tile, drawn } | Move::Riichi { tile, drawn } => {
            2 * u8::from(!tile.red) + u8::from(drawn)
        }
        Move::Chi(own) | Move::Pon(own) => own.iter().filter(|face| face.red).count() as u8,
        _ => 0,
    }
}
