//! Statistics of hands and rounds, with intervals over deals.

use crate::observer::{ChosenMove, GameStart, Observer};
use crate::remote::{Found, Watch};
use crate::report::{MatchReport, RoundCount, RoundValue};
use fuda_core::{Game, Position, PositionOf};
use fuda_stats::{Cluster, proportion, ratio};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Counts what each entrant does in every round of the games it watches: the
/// numbers of [`Game::round_stats`].
///
/// A round that ends with the deal, without a move, is not counted, and
/// neither is the one before it.
#[derive(Clone, Debug)]
pub struct RoundCounter<G: Game> {
    /// Rounds that were counted.
    pub rounds: u64,
    /// For each entrant and number the sum of values, and how many there are.
    sums: Vec<Cluster>,
    entrants: Vec<u8>,
    /// The first position of the round, and the one before the last move.
    first: Option<PositionOf<G>>,
    last: Option<PositionOf<G>>,
}

impl<G: Game> Default for RoundCounter<G> {
    fn default() -> Self {
        RoundCounter { rounds: 0, sums: Vec::new(), entrants: Vec::new(), first: None, last: None }
    }
}

impl<G: Game> RoundCounter<G> {
    /// What was counted of an entrant, in the order of [`Game::round_stats`].
    pub fn sums(&self, entrant: usize) -> &[Cluster] {
        let width = G::round_stats().len();
        self.sums.get(entrant * width..(entrant + 1) * width).unwrap_or_default()
    }

    /// What was counted, to travel.
    pub(crate) fn counts(self) -> (u64, Vec<Cluster>) {
        (self.rounds, self.sums)
    }

    fn count(&mut self, first: &PositionOf<G>, last: &PositionOf<G>, after: &PositionOf<G>) {
        self.rounds += 1;
        let width = G::round_stats().len();
        let mut values = vec![None; width];
        for (&entrant, seat) in self.entrants.iter().zip(0..) {
            values.fill(None);
            after.round_values(first, last, fuda_core::Seat(seat), &mut values);
            let sums = &mut self.sums[usize::from(entrant) * width..][..width];
            for (sum, value) in sums.iter_mut().zip(&values) {
                value.iter().for_each(|value| sum.add(*value));
            }
        }
    }
}

impl<G: Game> Observer<G> for RoundCounter<G> {
    fn start(&mut self, start: &GameStart<'_, G>) {
        self.entrants = start.entrants.to_vec();
        let entrants = start.entrants.iter().map(|&entrant| usize::from(entrant) + 1).max();
        let size = entrants.unwrap_or(0) * G::round_stats().len();
        if self.sums.len() < size {
            self.sums.resize(size, Cluster::default());
        }
        self.first = Some(start.position.clone());
    }

    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        match &mut self.last {
            Some(last) => last.clone_from(decision.position),
            None => self.last = Some(decision.position.clone()),
        }
    }

    fn moved(&mut self, position: &PositionOf<G>) -> ControlFlow<()> {
        let ended = self.last.as_ref().map_or(0, |last| position.round() - last.round());
        if ended > 0
            && let (Some(first), Some(last)) = (self.first.take(), self.last.take())
        {
            if ended == 1 {
                self.count(&first, &last, position);
            }
            self.first = Some(position.clone());
        }
        ControlFlow::Continue(())
    }

    fn ask_workers(&self, wanted: &mut Watch) -> bool {
        wanted.rounds = true;
        true
    }

    fn take_over(&mut self, found: &mut Found<G>) {
        (self.rounds, self.sums) = std::mem::take(&mut found.rounds);
    }
}

/// Collects the counts of a match, block by block.
#[derive(Clone, Debug, Default)]
pub struct RoundTotals {
    /// For each block its rounds, and what every entrant did in them.
    blocks: BTreeMap<u64, (u64, Vec<Cluster>)>,
}

impl RoundTotals {
    /// Takes in what was counted of a block.
    pub fn add<G: Game>(&mut self, block: u64, counter: RoundCounter<G>) {
        self.blocks.insert(block, (counter.rounds, counter.sums));
    }

    /// Writes the statistics into the report of the match: every value with
    /// its interval over the deals that were counted.
    pub fn report<G: Game>(&self, report: &mut MatchReport) {
        let counted = || self.blocks.range(..report.deals).map(|(_, counts)| counts);
        let rounds = counted().map(|(rounds, _)| rounds).sum();
        let deals = counted().count() as u64;
        let stats = G::round_stats();
        let values = |entrant: usize| {
            let value = |(at, stat): (usize, &fuda_core::RoundStat)| {
                let at = entrant * stats.len() + at;
                let clusters: Vec<Cluster> =
                    counted().filter_map(|(_, sums)| sums.get(at).copied()).collect();
                let value = if stat.share { proportion(&clusters) } else { ratio(&clusters) };
                RoundValue { name: stat.name, about: stat.about, share: stat.share, value }
            };
            stats.iter().enumerate().map(value).collect::<Vec<_>>()
        };
        let players: Vec<_> = (0..report.players.len()).map(values).collect();
        report.players.iter_mut().zip(players).for_each(|(player, rounds)| player.rounds = rounds);
        report.rounds = Some(RoundCount { rounds, deals });
    }
}
