//! `uct+`: UCT with playouts that win, moves weighed beforehand, and claims
//! that must leave a yaku.

mod assume;
mod policy;
mod sense;

pub(super) use assume::by_nearness;
pub(super) use policy::WinningPolicy;

use crate::mahjong::belief::{Believer, Ranked};
use crate::mahjong::evaluation::Evaluation;
use crate::mahjong::guide::HandGuide;
use fuda_core::{Ask, Choice, FeatureRows, Player, PlayerError, Seat};
use fuda_mahjong::encode::alternatives;
use fuda_mahjong::players::shanten_after;
use fuda_mahjong::{Counts, Mahjong, MahjongView, Move};
use sense::Sense;
use std::sync::Arc;

/// Weighs moves from 0 to 1 by what a glance at the hand says.
fn prior(sense: &Sense<'_>, moves: &[Move], seen: &Counts, prior: &mut [f32]) {
    let discards = moves.iter().any(|mv| mv.discarded().is_some());
    let (shanten, options) = if discards { sense.discards(seen) } else { (0, Default::default()) };
    let most = options.iter().map(|o| o.merit).fold(f64::NEG_INFINITY, f64::max);
    let threatened = sense.threats().next().is_some();
    for (mv, prior) in moves.iter().zip(prior) {
        let weight = match mv {
            Move::Tsumo | Move::Ron => 1.0,
            Move::Pass => 0.5,
            Move::Chi(_) | Move::Pon(_) => f64::from(u8::from(sense.is_good_call(*mv))) * 0.5,
            Move::ConcealedKan(_) => 0.4,
            Move::AddedKan(_) | Move::OpenKan(_) | Move::NineTerminals => 0.05,
            Move::Discard { tile, .. } | Move::Riichi { tile, .. } => {
                let found = options.iter().find(|o| o.kind == tile.kind);
                // Red fives go last, and riichi goes before silence.
                let riichi = matches!(mv, Move::Riichi { .. });
                let tie =
                    0.01 * f64::from(u8::from(!tile.red)) + 0.01 * f64::from(u8::from(riichi));
                let near =
                    found.map_or(0.1, |o| 0.2 + 0.5 * (o.merit - most + 20.0).max(0.0) / 20.0);
                if threatened && shanten > 0 {
                    0.5 * near + 0.4 * sense.safety(tile.kind, seen) + tie
                } else {
                    near + tie
                }
            }
        };
        *prior = weight as f32;
    }
}

/// Plays what UCT and the evaluation say together.
pub(super) struct PlusPlayer {
    believer: Believer<HandGuide<WinningPolicy>>,
    evaluation: Arc<Evaluation>,
    /// How many moves are searched.
    width: usize,
    /// What a unit of the evaluation is worth, in the unit of the reward.
    unit: f64,
    moves: Vec<Move>,
    rows: FeatureRows,
    scores: Vec<f32>,
}

impl PlusPlayer {
    /// A player that searches what the evaluation ranks; it must have features
    /// of every move.
    pub fn new(
        believer: Believer<HandGuide<WinningPolicy>>,
        evaluation: Arc<Evaluation>,
        width: usize,
        unit: f64,
    ) -> PlusPlayer {
        let (moves, rows, scores) = (Vec::new(), FeatureRows::default(), Vec::new());
        PlusPlayer { believer, evaluation, width, unit, moves, rows, scores }
    }
}

impl Player<Mahjong> for PlusPlayer {
    fn begin(&mut self, seat: Seat) {
        self.believer.begin(seat);
    }

    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        if let Some(win) = ask.legal.iter().find(|mv| matches!(mv, Move::Tsumo | Move::Ron)) {
            return Ok(Choice::from(*win));
        }
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        let ranked = self.looked_at(ask.view, ask.legal);
        let searched: Vec<Move> = ranked.iter().take(self.width).map(|r| r.0).collect();
        self.believer.choose(ask, &ranked, &searched)
    }
}

impl PlusPlayer {
    /// The choices with how good they look, best first.
    fn looked_at(&mut self, view: &MahjongView, legal: &[Move]) -> Vec<Ranked> {
        alternatives(legal, &mut self.moves);
        self.evaluation.scores(view, &self.moves, &mut self.rows, &mut self.scores);
        let scores = self.scores.iter().map(|&score| self.unit * f64::from(score));
        let mut ranked: Vec<Ranked> = self.moves.iter().copied().zip(scores).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        // Rules, not evaluations, say when a hand is broken off.
        if legal.contains(&Move::NineTerminals) && shanten_after(view, Move::Pass) >= 4 {
            let best = ranked.first().map_or(0.0, |first| first.1);
            ranked.insert(0, (Move::NineTerminals, best + self.unit));
        }
        ranked
    }
}
