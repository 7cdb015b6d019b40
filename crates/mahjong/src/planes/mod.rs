//! What a network is told of a view: planes over the 34 kinds, and numbers.
//!
//! [`Inputs::of`] writes a view and its legal moves as bytes, [`ONE`] standing
//! for 1: [`PLANES`] rows of 34 (hand, what is legal, dora, tiles seen, winds,
//! shape, melds, rivers, safety) and [`SCALARS`] single numbers (what is asked,
//! the round, the own hand; then the same for each player, the own seat first
//! and the others in turn order). No plane says which suit it means, so a
//! network with weights tied over suits and honours treats them alike, and one
//! that also treats both neighbours of a kind alike cannot tell 1 from 9.
//!
//! [`Action`] numbers what may be done: what is done with which kind, or one of
//! three things without. [`examples`] makes rows to learn from out of records:
//! inputs, what was done, and what became of it.
//!
//! ```
//! use fuda_core::{Game, Position, Seat};
//! use fuda_mahjong::planes::{Action, Inputs};
//! use fuda_mahjong::{Deal, Mahjong};
//!
//! let position = Mahjong::default().start(&Deal::from_seed(1))?;
//! let mut legal = Vec::new();
//! position.legal_moves(Seat(0), &mut legal);
//! let view = position.view(Seat(0));
//! let inputs = Inputs::of(&view, &legal);
//! assert_eq!(inputs.bytes().len(), Inputs::LEN);
//! let menu: Vec<Action> = legal.iter().map(|&mv| Action::of(&view, mv)).collect();
//! assert!(menu.iter().all(|action| action.index() < Action::COUNT));
//! # Ok::<(), fuda_core::BadText>(())
//! ```

mod action;
pub mod examples;
mod hand;
mod pen;
mod players;
mod rivers;
mod safety;
mod scene;
#[cfg(test)]
mod tests;

pub use action::{Action, Actions, Deed};

use crate::game::{MahjongView, Move};
use crate::tile::KINDS;
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
/// The version of the inputs: models made for another one are refused.
pub const VERSION: &str = "mahjong-planes-1";

/// A view as a network gets it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    bytes: Box<[u8]>,
}

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs { bytes: vec![0; Inputs::LEN].into_boxed_slice() }
    }
}

impl Inputs {
    /// How many bytes there are.
    pub const LEN: usize = PLANES * KINDS + SCALARS;

    /// The inputs of a seat that is asked to choose among these moves.
    pub fn of(view: &MahjongView, legal: &[Move]) -> Inputs {
        let mut inputs = Inputs::default();
        inputs.fill(view, legal);
        inputs
    }

    /// Replaces what is there by the inputs of another view; allocates nothing.
    pub fn fill(&mut self, view: &MahjongView, legal: &[Move]) {
        let scene = Scene::new(view, legal);
        let mut pen = Pen::new(&mut self.bytes);
        hand::tiles(&scene, &mut pen);
        hand::shape(&scene, &mut pen);
        rivers::melds(&scene, &mut pen);
        rivers::rivers(&scene, &mut pen);
        safety::safety(&scene, &mut pen);
        players::general(&scene, &mut pen);
        players::players(&scene, &mut pen);
        pen.finish();
    }

    /// All bytes: planes one after the other, then the single numbers.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The planes.
    pub fn planes(&self) -> &[u8] {
        &self.bytes[..PLANES * KINDS]
    }

    /// The single numbers.
    pub fn scalars(&self) -> &[u8] {
        &self.bytes[PLANES * KINDS..]
    }
}
