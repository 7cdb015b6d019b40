//! The features of the shipped evaluation: a few dozen places out of some
//! hundred thousand for every move a view offers, so that one linear
//! evaluation ranks discards, riichi, kans and calls.
//!
//! Suits are alike and so are both ends of a suit, so nothing here changes
//! when suits are exchanged or numbers mirrored, but for what depends on
//! dora, which follow from the indicators.

mod around;
mod call;
mod digits;
mod discard;
mod safety;
mod templates;

#[cfg(test)]
pub(super) use templates::TEMPLATES;
pub(super) use templates::meaning;
pub use templates::{COLUMNS, Template};

use super::Sink;
use super::scene::Scene;
use crate::game::{MahjongView, Move};
use crate::hand::shanten::shanten;
use crate::tile::Kind;
use around::Around;
use fuda_core::FeatureRows;

/// The name of the set.
pub const NAME: &str = "mahjong-eval-1";

/// Adds up weights instead of keeping features.
struct Sum<'a> {
    weights: &'a [f32],
    sum: f32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn cell(&mut self, column: usize, value: f32) {
        self.sum += self.weights[column] * value;
    }
}

/// The features of moves of one view.
pub struct EvalFeatures<'a> {
    scene: Scene<'a>,
    around: Around,
}

impl<'a> EvalFeatures<'a> {
    /// Looks at a view.
    pub fn new(view: &'a MahjongView) -> EvalFeatures<'a> {
        let scene = Scene::new(view);
        let around = Around::new(&scene);
        EvalFeatures { scene, around }
    }

    /// The score of a move by one weight per column.
    ///
    /// # Panics
    /// When there are fewer than [`COLUMNS`] weights.
    pub fn score(&self, mv: Move, weights: &[f32]) -> f32 {
        let mut sum = Sum { weights, sum: 0.0 };
        self.put(mv, &mut sum);
        sum.sum
    }

    /// Writes one row for each move.
    pub fn rows(&self, moves: &[Move], rows: &mut FeatureRows) {
        rows.clear();
        for &mv in moves {
            self.put(mv, rows);
            rows.end_unsorted_row();
        }
    }

    /// The lowest shanten that a discard leaves.
    pub fn least(&self) -> i8 {
        self.scene.least
    }

    fn put(&self, mv: Move, sink: &mut impl Sink) {
        let (scene, around) = (&self.scene, &self.around);
        match mv {
            Move::Discard { tile, drawn } => discard::put(scene, around, tile, drawn, sink),
            Move::Riichi { tile, drawn } => {
                discard::put(scene, around, tile, drawn, sink);
                discard::put_riichi(scene, around, tile, sink);
            }
            Move::ConcealedKan(kind) => self.put_kan(kind, 0, sink),
            Move::AddedKan(kind) => self.put_kan(kind, 1, sink),
            Move::Chi(_) | Move::Pon(_) | Move::OpenKan(_) => call::put(scene, around, mv, sink),
            Move::Pass | Move::Ron | Move::Tsumo | Move::NineTerminals => {}
        }
    }

    fn put_kan(&self, kind: Kind, added: usize, sink: &mut impl Sink) {
        let (scene, around) = (&self.scene, &self.around);
        let mut held = scene.view.hand;
        held.remove_all(kind);
        let worse = usize::from(shanten(held.counts()) > scene.least);
        let (far, attack) = (around.far, around.attack);
        sink.cell(Template::Kan.at([(added, 2), (worse, 2), (far, 5), (attack, 4)]), 1.0);
        let class = around.class(scene, kind);
        sink.cell(Template::KanTile.at([(added, 2), (class, 10), (around.part, 3)]), 1.0);
    }
}
