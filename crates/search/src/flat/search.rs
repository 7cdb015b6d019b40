//! The search: bandits over the root moves.

use super::params::FlatMonteCarlo;
use crate::parallel::{for_each, piece, share};
use crate::question::{Clock, tighter};
use crate::report::{Arm, ranked};
use crate::{Belief, Horizon, Parts, PreparedOf, Question, Report, Stop};
use fuda_core::{Game, MoveOf, Position, Purpose, Rng, Seat, View};

/// One bandit and the memory of its playouts.
struct Bandit<G: Game, H> {
    guide: H,
    arms: Vec<Arm>,
    pulls: u64,
    timed_out: bool,
    scratch: Vec<MoveOf<G>>,
}

impl FlatMonteCarlo {
    /// Searches and reports.
    pub fn search<G: Game, H: Parts<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
    ) -> Report<MoveOf<G>> {
        let params = self.params();
        let seat = question.view.seat();
        let clock = Clock::start(tighter(params.time, question.budget.time), CLOCK_EVERY);
        let loops = tighter(params.loops, question.budget.effort);
        let mut bandits: Vec<Bandit<G, H>> = Vec::new();
        bandits.resize_with(params.bandits as usize, || Bandit {
            guide: guide.clone(),
            arms: vec![Arm::default(); question.legal.len()],
            pulls: 0,
            timed_out: false,
            scratch: Vec::new(),
        });
        let weight = params.allocation.weight();
        for_each(&mut bandits, params.threads as usize, |number, bandit| {
            if question.legal.is_empty() {
                return;
            }
            let mut rng = question.seed.stream(Purpose::Playout, &[number as u64]);
            let place = piece(number, params.bandits as usize, params.threads as usize);
            let mut clock = clock.for_piece(place);
            let mine = loops.map(|all| share(all, params.bandits.into(), number as u64));
            let most = mine.unwrap_or(u64::MAX);
            let mut prepared = bandit.guide.belief().prepare(question.view, most, &mut rng);
            while bandit.pulls < most {
                let arm = bandit.next(seat, weight);
                bandit.pull(arm, question, &mut prepared, &mut rng);
                if clock.is_over() {
                    bandit.timed_out = true;
                    break;
                }
            }
        });
        let mut arms = vec![Arm::default(); question.legal.len()];
        for bandit in &bandits {
            for (arm, more) in arms.iter_mut().zip(&bandit.arms) {
                arm.merge(more);
            }
        }
        Report {
            seat,
            moves: ranked(question.legal, &arms, seat, params.choice),
            playouts: bandits.iter().map(|b| b.pulls).sum(),
            nodes: arms.len() as u64 + 1,
            depth: 1,
            time: clock.elapsed(),
            stop: if bandits.iter().any(|b| b.timed_out) { Stop::Time } else { Stop::Loops },
        }
    }
}

/// The clock is looked at once in so many playouts.
const CLOCK_EVERY: u32 = 8;

impl<G: Game, H: Parts<G>> Bandit<G, H> {
    /// The arm to pull next.
    fn next(&self, seat: Seat, weight: Option<f64>) -> usize {
        let fewest = || (0..self.arms.len()).min_by_key(|&i| self.arms[i].visits).unwrap_or(0);
        let Some(weight) = weight else {
            return fewest();
        };
        let log = (self.pulls.max(1) as f64).ln();
        let mut best = 0;
        let mut best_bound = f64::NEG_INFINITY;
        for (i, arm) in self.arms.iter().enumerate() {
            let Some(mean) = arm.mean(seat) else {
                return fewest();
            };
            let bound = mean + weight * (log / arm.visits as f64).sqrt();
            if bound > best_bound {
                (best, best_bound) = (i, bound);
            }
        }
        best
    }

    fn pull(
        &mut self,
        arm: usize,
        question: &Question<'_, G>,
        prepared: &mut PreparedOf<G, H>,
        rng: &mut Rng,
    ) {
        let seat = question.view.seat();
        let mut position = self.guide.belief().sample(question.view, prepared, rng);
        let mark = self.guide.horizon().mark(&position, seat);
        position.play_unchecked(seat, question.legal[arm]);
        let rewards = self.guide.play_out(&mark, &mut position, rng, &mut self.scratch);
        self.arms[arm].add(&rewards);
        self.pulls += 1;
    }
}
