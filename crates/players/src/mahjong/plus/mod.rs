//! `uct+`: UCT with playouts that win, moves weighed beforehand, and claims
//! that must leave a yaku.

mod assume;
mod guide;
mod sense;

pub(super) use guide::PlusGuide;

use crate::mahjong::learning::{Evaluation, alternatives};
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Seat};
use fuda_mahjong::features::FeatureRows;
use fuda_mahjong::players::shanten_after;
use fuda_mahjong::{Counts, Mahjong, MahjongView, Move};
use fuda_search::{Uct, UctPlayer};
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

/// What `uct+` can be told beside the parameters of UCT.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlusParams {
    /// How many moves are searched.
    pub width: usize,
    /// How many playouts weigh as much as the evaluation.
    pub trust: f64,
    /// What a unit of the evaluation is worth, in the unit of the reward.
    pub unit: f64,
}

/// Plays what UCT and the evaluation together say.
///
/// The evaluation is taken as a belief about each move's value, the playouts as
/// measurements of it: the more playouts a move got, the more its mean counts.
pub(super) struct PlusPlayer {
    uct: UctPlayer<Mahjong, PlusGuide>,
    evaluation: Arc<Evaluation>,
    params: PlusParams,
    moves: Vec<Move>,
    rows: FeatureRows,
    scores: Vec<f32>,
}

impl PlusPlayer {
    /// A player for a game; the evaluation must have features of every move.
    pub fn new(
        game: &Mahjong,
        uct: Uct,
        guide: PlusGuide,
        evaluation: Arc<Evaluation>,
        params: PlusParams,
    ) -> PlusPlayer {
        let (moves, rows, scores) = (Vec::new(), FeatureRows::new(), Vec::new());
        let uct = UctPlayer::new(game, uct, guide);
        PlusPlayer { uct, evaluation, params, moves, rows, scores }
    }
}

impl Player<Mahjong> for PlusPlayer {
    fn begin(&mut self, seat: Seat) {
        self.uct.begin(seat);
    }

    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        if let Some(win) = ask.legal.iter().find(|mv| matches!(mv, Move::Tsumo | Move::Ron)) {
            return Ok(Choice::from(*win));
        }
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        let ranked = self.looked_at(ask.view, ask.legal);
        let searched: Vec<Move> = ranked.iter().take(self.params.width).map(|g| g.0).collect();
        let found = match searched.len() {
            0 | 1 => Choice { mv: ask.legal[0], effort: 0, alternatives: Vec::new() },
            _ => self.uct.choose(Ask { legal: &searched, ..ask })?,
        };
        let alternatives = self.believed(&ranked, &found);
        let mv = alternatives.first().map_or(found.mv, |a| a.mv);
        Ok(Choice { mv, effort: found.effort, alternatives })
    }
}

impl PlusPlayer {
    /// The choices with how good they look, best first.
    fn looked_at(&mut self, view: &MahjongView, legal: &[Move]) -> Vec<(Move, f64)> {
        alternatives(legal, &mut self.moves);
        self.evaluation.scores(view, &self.moves, &mut self.rows, &mut self.scores);
        let scores = self.scores.iter().map(|&score| f64::from(score));
        let mut ranked: Vec<(Move, f64)> = self.moves.iter().copied().zip(scores).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        // Rules, not evaluations, say when a hand is broken off.
        if legal.contains(&Move::NineTerminals) && shanten_after(view, Move::Pass) >= 4 {
            let best = ranked.first().map_or(0.0, |first| first.1);
            ranked.insert(0, (Move::NineTerminals, best + 1.0));
        }
        ranked
    }
}

impl PlusPlayer {
    /// Evaluation and playouts together, best first.
    fn believed(&self, ranked: &[(Move, f64)], found: &Choice<Move>) -> Vec<Alternative<Move>> {
        let tried = |mv: Move| found.alternatives.iter().find(|a| a.mv == mv);
        let look = |value: f64| self.params.unit * value;
        // Both are compared with their means over the moves that were tried.
        let (mut tries, mut means, mut looks) = (0.0, 0.0, 0.0);
        for &(mv, value) in ranked {
            if let Some(a) = tried(mv) {
                tries += 1.0;
                means += a.value;
                looks += look(value);
            }
        }
        let (mean, middle) = (means / f64::max(tries, 1.0), looks / f64::max(tries, 1.0));
        let mut all: Vec<Alternative<Move>> = ranked
            .iter()
            .map(|&(mv, value)| {
                let belief = mean + look(value) - middle;
                match tried(mv) {
                    Some(a) => {
                        let weight = a.effort as f64 / (a.effort as f64 + self.params.trust);
                        let value = belief + weight * (a.value - belief);
                        Alternative { mv, value, effort: a.effort }
                    }
                    None => Alternative { mv, value: belief, effort: 0 },
                }
            })
            .collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }
}
