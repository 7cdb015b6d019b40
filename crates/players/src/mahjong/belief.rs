//! A ranking and playouts, weighed together.

use fuda_core::{Alternative, Ask, Choice, PlayerError, Seat};
use fuda_mahjong::{Mahjong, Move};
use fuda_search::{MoveReport, Parts, Report, Uct, UctPlayer};

/// A move, and what the ranking says it is worth more or less than another, in
/// the unit of the reward.
pub(super) type Ranked = (Move, f64);

/// How much playouts count beside a ranking.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trust {
    /// How many playouts of a move weigh as much as its rank.
    pub playouts: f64,
    /// Whether a search ends when what is left of it could hardly change the
    /// move.
    pub settle: bool,
}

/// Searches moves that were ranked before.
///
/// The rank is taken as a belief about a move's value, the playouts as
/// measurements of it: the more of them a move got, the more they count.
pub(super) struct Believer<H: Parts<Mahjong>> {
    uct: UctPlayer<Mahjong, H>,
    trust: Trust,
}

impl<H: Parts<Mahjong>> Believer<H> {
    /// A searcher for a game.
    pub fn new(game: &Mahjong, uct: Uct, guide: H, trust: Trust) -> Believer<H> {
        Believer { uct: UctPlayer::new(game, uct, guide), trust }
    }

    /// A new game begins.
    pub fn begin(&mut self, seat: Seat) {
        fuda_core::Player::begin(&mut self.uct, seat);
    }

    /// Chooses between the `searched` ones of the ranked moves; none are
    /// searched where there is nothing to choose.
    pub fn choose(
        &mut self,
        ask: Ask<'_, Mahjong>,
        ranked: &[Ranked],
        searched: &[Move],
    ) -> Result<Choice<Move>, PlayerError> {
        let Some(&(first, _)) = ranked.first() else {
            return Err(PlayerError("there is no legal move".into()));
        };
        let trust = self.trust;
        let settled = |report: &Report<Move>, more| trust.settled(ranked, report, more);
        let found = match searched.len() {
            0 | 1 => Choice { mv: first, effort: 0, alternatives: Vec::new() },
            _ => {
                let ask = Ask { legal: searched, ..ask };
                self.uct.report(ask, trust.settle.then_some(&settled)).choice()?
            }
        };
        let alternatives = trust.believed(ranked, &found.alternatives);
        let mv = alternatives.first().map_or(found.mv, |a| a.mv);
        Ok(Choice { mv, effort: found.effort, alternatives })
    }
}

impl Trust {
    /// How much the mean of so many playouts counts, from 0 to 1.
    fn weight(&self, playouts: u64) -> f64 {
        let playouts = playouts as f64;
        playouts / (playouts + self.playouts)
    }

    /// All moves with their values: first those that were searched, best
    /// first, then the others as they are ranked. A value is the mean of all
    /// playouts and what the ranking adds, corrected by the playouts of the
    /// move itself.
    fn believed(&self, ranked: &[Ranked], found: &[Alternative<Move>]) -> Vec<Alternative<Move>> {
        let tried = |mv: Move| found.iter().find(|a| a.mv == mv);
        let pairs: Vec<(f64, &Alternative<Move>)> =
            ranked.iter().filter_map(|&(mv, worth)| Some((worth, tried(mv)?))).collect();
        let middle = match pairs.len() {
            0 => -ranked.first().map_or(0.0, |first| first.1),
            n => pairs.iter().map(|(worth, a)| a.value - worth).sum::<f64>() / n as f64,
        };
        let mut all: Vec<Alternative<Move>> = pairs
            .into_iter()
            .map(|(worth, a)| {
                let belief = middle + worth;
                let weight = self.weight(a.effort);
                let (value, error) =
                    (belief + weight * (a.value - belief), a.error.map(|e| weight * e));
                Alternative { value, error, ..*a }
            })
            .collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        let others = ranked.iter().filter(|(mv, _)| tried(*mv).is_none());
        all.extend(others.map(|&(mv, worth)| Alternative::new(mv, middle + worth, 0)));
        all
    }

    /// Whether one move will stay the first, however `more` playouts are
    /// shared out, as long as no mean moves by more than three of its standard
    /// errors.
    fn settled(&self, ranked: &[Ranked], report: &Report<Move>, more: u64) -> bool {
        let worth = |m: &MoveReport<Move>| ranked.iter().find(|(mv, _)| *mv == m.mv).map(|r| r.1);
        let known: Option<Vec<(f64, f64, f64, u64)>> = report
            .moves
            .iter()
            .map(|m| {
                let own = m.own?;
                Some((worth(m)?, own.mean, own.error?, m.visits))
            })
            .collect();
        let Some(known) = known else {
            return false;
        };
        let middle =
            known.iter().map(|(worth, mean, ..)| mean - worth).sum::<f64>() / known.len() as f64;
        // The lowest and the highest value each move may come to.
        let mut reach = known.iter().map(|&(worth, mean, error, visits)| {
            let ends = [visits, visits.saturating_add(more)].map(|n| self.weight(n));
            let value =
                |weight: f64, off: f64| (1.0 - weight) * worth + weight * (mean - middle + off);
            let low = ends.map(|w| value(w, -3.0 * error));
            let high = ends.map(|w| value(w, 3.0 * error));
            (low[0].min(low[1]), high[0].max(high[1]))
        });
        let Some((mut surest, mut rival)) = reach.next() else {
            return true;
        };
        // The surest move, and the most any other may reach.
        let mut other = f64::NEG_INFINITY;
        for (low, high) in reach {
            if low > surest {
                (surest, rival, other) = (low, high, other.max(rival));
            } else {
                other = other.max(high);
            }
        }
        surest > other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::PerSeat;
    use fuda_mahjong::{Face, Kind};
    use fuda_search::{MeanError, Stop};
    use proptest::prelude::*;
    use std::time::Duration;

    fn discard(number: usize) -> Move {
        let kind = Kind::new(number as u8).expect("fewer moves than kinds");
        Move::Discard { tile: Face { kind, red: false }, drawn: false }
    }

    /// A search that found (mean, error, visits) of the first discards.
    fn report(found: &[(f64, f64, u64)]) -> Report<Move> {
        let moves = found.iter().enumerate().map(|(i, &(mean, error, visits))| MoveReport {
            mv: discard(i),
            visits,
            own: Some(MeanError { mean, error: Some(error) }),
            seats: PerSeat::default(),
            bound: false,
        });
        Report {
            seat: Seat(0),
            moves: moves.collect(),
            playouts: found.iter().map(|f| f.2).sum(),
            nodes: 0,
            depth: 1,
            time: Duration::ZERO,
            stop: Stop::Loops,
        }
    }

    fn first(trust: &Trust, worths: &[f64], found: &[(f64, f64, u64)]) -> Move {
        let ranked: Vec<Ranked> =
            worths.iter().enumerate().map(|(i, &worth)| (discard(i), worth)).collect();
        let found: Vec<Alternative<Move>> = found
            .iter()
            .enumerate()
            .map(|(i, &(value, _, effort))| Alternative::new(discard(i), value, effort))
            .collect();
        trust.believed(&ranked, &found)[0].mv
    }

    const TRUST: Trust = Trust { playouts: 40_000.0, settle: true };

    #[test]
    fn clear_ranks_are_settled_early_and_close_ones_late() {
        let settled = |gap: f64, more| {
            let ranked = [(discard(0), gap), (discard(1), 0.0)];
            TRUST.settled(&ranked, &report(&[(0.0, 300.0, 150), (100.0, 300.0, 100)]), more)
        };
        assert!(settled(1_500.0, 15_000), "hundreds of points cannot outweigh thousands");
        assert!(!settled(100.0, 15_000));
        assert!(settled(100.0, 50), "too few playouts are left to weigh anything");
        assert!(!settled(1_500.0, u64::MAX), "with no end in sight playouts decide alone");
        assert!(settled(-1_500.0, 15_000), "whichever is the first");
    }

    #[test]
    fn what_was_never_tried_is_not_settled() {
        let ranked = [(discard(0), 9_000.0), (discard(1), 0.0)];
        let mut found = report(&[(0.0, 300.0, 150), (100.0, 300.0, 100)]);
        found.moves[1].own = None;
        assert!(!TRUST.settled(&ranked, &found, 100));
    }

    proptest! {
        /// What is called settled stays so for any later means and visits that
        /// lie within three errors and the loops left. The middle of all means
        /// moves along; it is held fast here by moving two means against each
        /// other.
        #[test]
        fn a_settled_move_stays_first(
            worths in prop::collection::vec(-2_000.0..2_000.0f64, 2),
            found in prop::collection::vec((-3_000.0..3_000.0f64, 10.0..400.0f64, 20u64..900), 2),
            more in 1u64..20_000,
            share in 0.0..1.0f64,
            off in -3.0..3.0f64,
        ) {
            let ranked: Vec<Ranked> =
                worths.iter().enumerate().map(|(i, &worth)| (discard(i), worth)).collect();
            if TRUST.settled(&ranked, &report(&found), more) {
                let error = found[0].1.min(found[1].1);
                let to_first = (share * more as f64) as u64;
                let later = [
                    (found[0].0 + off * error, 0.0, found[0].2 + to_first),
                    (found[1].0 - off * error, 0.0, found[1].2 + (more - to_first)),
                ];
                let now = first(&TRUST, &worths, &found);
                prop_assert_eq!(first(&TRUST, &worths, &later), now);
            }
        }
    }
}
