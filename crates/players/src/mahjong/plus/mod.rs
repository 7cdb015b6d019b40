//! `uct+`: UCT with playouts that win, moves weighed beforehand, and claims
//! that must leave a yaku.

mod assume;
mod guide;
mod sense;

pub(super) use guide::PlusGuide;

use fuda_core::{Alternative, Ask, Choice, Player, PlayerError};
use fuda_mahjong::{Counts, Mahjong, Move};
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

/// Plays what UCT says of the moves that look good at a glance.
pub(super) struct PlusPlayer {
    uct: UctPlayer<Mahjong, PlusGuide>,
    /// How many moves are searched.
    width: usize,
    /// How much more a claim must promise than passing.
    margin: f64,
}

impl PlusPlayer {
    /// A player that looks at the best `width` moves.
    pub fn new(
        game: &Mahjong,
        uct: Uct,
        guide: PlusGuide,
        width: usize,
        margin: f64,
    ) -> PlusPlayer {
        PlusPlayer { uct: UctPlayer::new(game, uct, guide), width, margin }
    }
}

impl Player<Mahjong> for PlusPlayer {
    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let view = ask.view;
        if let Some(win) = ask.legal.iter().find(|mv| matches!(mv, Move::Tsumo | Move::Ron)) {
            return Ok(Choice::from(*win));
        }
        let sense = Sense { table: &view.table, hand: &view.hand, seat: view.seat };
        if ask.legal.contains(&Move::Pass) {
            return self.answer(ask);
        }
        let mut weights = vec![0.0; ask.legal.len()];
        prior(&sense, ask.legal, &view.seen(), &mut weights);
        let mut order: Vec<usize> = (0..ask.legal.len()).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        let mut seen_kinds = Vec::new();
        let mut chosen: Vec<Move> = Vec::new();
        let mut behind: Vec<Alternative<Move>> = Vec::new();
        for i in order {
            let mv = ask.legal[i];
            // Of equal tiles one is enough to search.
            let key = (mv.discarded().map(|tile| tile.kind), matches!(mv, Move::Riichi { .. }));
            let twin = key.0.is_some() && seen_kinds.contains(&key);
            seen_kinds.push(key);
            if chosen.len() < self.width && !twin {
                chosen.push(mv);
            } else {
                behind.push(Alternative { mv, value: f64::NEG_INFINITY, effort: 0 });
            }
        }
        let mut choice = match chosen[..] {
            [only] => Choice::from(only),
            _ => self.uct.choose(Ask { legal: &chosen, ..ask })?,
        };
        if choice.alternatives.is_empty() {
            choice.alternatives.push(Alternative { mv: choice.mv, value: 0.0, effort: 0 });
        }
        // Moves that were not searched follow in the order of the glance, a
        // little worse than the worst that was.
        let worst = choice.alternatives.iter().map(|a| a.value).fold(f64::INFINITY, f64::min);
        for (i, alternative) in behind.iter_mut().enumerate() {
            alternative.value = worst - (i as f64 + 1.0);
        }
        choice.alternatives.extend(behind);
        Ok(choice)
    }
}

impl PlusPlayer {
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
            (Some(claim), Some(passing)) if claim.value > passing + self.margin => claim.mv,
            (Some(claim), None) => claim.mv,
            _ => Move::Pass,
        };
        choice.alternatives.sort_by_key(|a| a.mv != choice.mv);
        Ok(choice)
    }
}
