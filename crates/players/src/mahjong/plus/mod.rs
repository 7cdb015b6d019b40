//! `uct+`: UCT with playouts that win, moves weighed beforehand, and claims
//! that must leave a yaku.

mod assume;
mod glance;
mod guide;
mod sense;

pub(super) use guide::PlusGuide;

use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Seat};
use fuda_mahjong::players::shanten_after;
use fuda_mahjong::{Counts, Mahjong, MahjongView, Move};
use fuda_search::{Uct, UctPlayer};
use sense::Sense;

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
    /// How many playouts weigh as much as the glance.
    pub trust: f64,
    /// What a unit of the glance is worth, in the unit of the reward.
    pub unit: f64,
    /// How much more a claim must promise than passing.
    pub margin: f64,
}

/// Plays what UCT and a glance at the hand together say.
///
/// The glance is taken as a belief about each move's value, the playouts as
/// measurements of it: the more playouts a move got, the more its mean counts.
pub(super) struct PlusPlayer {
    uct: UctPlayer<Mahjong, PlusGuide>,
    params: PlusParams,
}

impl PlusPlayer {
    /// A player for a game.
    pub fn new(game: &Mahjong, uct: Uct, guide: PlusGuide, params: PlusParams) -> PlusPlayer {
        PlusPlayer { uct: UctPlayer::new(game, uct, guide), params }
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
        if ask.legal.contains(&Move::Pass) {
            return self.answer(ask);
        }
        let ranked = glanced(ask.view, ask.legal);
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

/// Moves with how good they look, best first; of equal tiles one is enough.
fn glanced(view: &MahjongView, legal: &[Move]) -> Vec<(Move, f64)> {
    let sense = Sense { table: &view.table, hand: &view.hand, seat: view.seat };
    let looks = glance::looks(&sense, &view.seen());
    let best = looks.iter().map(|l| l.value()).fold(f64::NEG_INFINITY, f64::max);
    let shanten = looks.iter().map(|l| l.shanten).min().unwrap_or(0);
    let mut ranked: Vec<(Move, f64)> = Vec::new();
    for &mv in legal {
        let value = match mv {
            Move::ConcealedKan(_) if shanten_after(view, mv) <= shanten => best - 0.5,
            Move::NineTerminals if shanten >= 4 => best + 1.0,
            Move::Discard { tile, .. } | Move::Riichi { tile, .. } => {
                let twin = |(other, _): &(Move, f64)| {
                    other.discarded().is_some_and(|t| t.kind == tile.kind)
                        && matches!(other, Move::Riichi { .. }) == matches!(mv, Move::Riichi { .. })
                };
                if ranked.iter().any(twin) {
                    continue;
                }
                let look = looks.iter().find(|l| l.kind == tile.kind);
                let riichi = if matches!(mv, Move::Riichi { .. }) { 1.0 } else { 0.0 };
                look.map_or(best - 20.0, |l| l.value() + riichi)
            }
            _ => best - 10.0,
        };
        ranked.push((mv, value));
    }
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

impl PlusPlayer {
    /// Glance and playouts together, best first.
    fn believed(&self, ranked: &[(Move, f64)], found: &Choice<Move>) -> Vec<Alternative<Move>> {
        let tried = |mv: Move| found.alternatives.iter().find(|a| a.mv == mv);
        let glance = |value: f64| self.params.unit * value;
        // Both are compared with their means over the moves that were tried.
        let (mut tries, mut means, mut glances) = (0.0, 0.0, 0.0);
        for &(mv, value) in ranked {
            if let Some(a) = tried(mv) {
                tries += 1.0;
                means += a.value;
                glances += glance(value);
            }
        }
        let (mean, middle) = (means / f64::max(tries, 1.0), glances / f64::max(tries, 1.0));
        let mut all: Vec<Alternative<Move>> = ranked
            .iter()
            .map(|&(mv, value)| {
                let belief = mean + glance(value) - middle;
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

    /// Answers a tile that may be claimed: claims without a yaku in sight, or
    /// against riichi, are not looked at.
    fn answer(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let view = ask.view;
        let sense = Sense { table: &view.table, hand: &view.hand, seat: view.seat };
        let good: Vec<Move> =
            ask.legal.iter().copied().filter(|&mv| sense.is_good_call(mv)).collect();
        if good.is_empty() || sense.threats().next().is_some() {
            return Ok(Choice::from(Move::Pass));
        }
        let mut choice = self.uct.choose(ask)?;
        let passing = choice.alternatives.iter().find(|a| a.mv == Move::Pass).map(|a| a.value);
        choice.alternatives.retain(|a| a.mv == Move::Pass || good.contains(&a.mv));
        let best = choice.alternatives.iter().find(|a| a.mv != Move::Pass).copied();
        choice.mv = match (best, passing) {
            (Some(claim), Some(passing)) if claim.value > passing + self.params.margin => claim.mv,
            (Some(claim), None) => claim.mv,
            _ => Move::Pass,
        };
        choice.alternatives.sort_by_key(|a| a.mv != choice.mv);
        Ok(choice)
    }
}
