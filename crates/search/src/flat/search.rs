//! The search: bandits over the root moves.

use super::params::{Allocation, FlatMonteCarlo, Halving};
use crate::parallel::{for_each, piece, share};
use crate::question::{Clock, tighter};
use crate::report::{Arm, ranked_from};
use crate::{Belief, FinalChoice, Horizon, Parts, PreparedOf, Question, Report, Search, Stop};
use fuda_core::{Ask, Game, MoveOf, Position, PositionOf, Purpose, Rng, Seat, Seed, View, ViewOf};

impl Search for FlatMonteCarlo {
    fn search<G: Game, H: Parts<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
    ) -> Report<MoveOf<G>> {
        let params = self.params();
        let clock = Clock::start(tighter(params.time, question.budget.time), CLOCK_EVERY);
        let loops = tighter(params.loops, question.budget.effort);
        let bandit = || Bandit::new(question.view, question.legal, &[]);
        let (count, threads) = (params.bandits as usize, params.threads as usize);
        let mut bandits: Vec<_> = (0..count).map(|_| (guide.clone(), bandit())).collect();
        for_each(&mut bandits, threads, |number, (guide, bandit)| {
            let mut rng = question.seed.stream(Purpose::Playout, &[number as u64]);
            let clock = clock.for_piece(piece(number, count, threads));
            let mine = loops.map(|all| share(all, count as u64, number as u64));
            bandit.run(params.allocation, mine, clock, guide, &mut rng);
        });
        let mut bandits = bandits.into_iter().map(|(_, bandit)| bandit);
        let mut all = bandits.next().unwrap_or_else(bandit);
        bandits.for_each(|bandit| all.merge(&bandit));
        self.report(all, &clock)
    }
}

impl FlatMonteCarlo {
    /// Answers as one bandit that draws from the random numbers of the seat
    /// asked, in the memory of a guide that is kept. `bonus` is added to the
    /// mean of each move; an empty list adds nothing.
    pub fn answer<G: Game, H: Parts<G>>(
        &self,
        ask: Ask<'_, G>,
        guide: &mut H,
        bonus: &[f64],
    ) -> Report<MoveOf<G>> {
        let params = self.params();
        let clock = Clock::start(tighter(params.time, ask.budget.time), CLOCK_EVERY);
        let loops = tighter(params.loops, ask.budget.effort);
        let mut bandit = Bandit::new(ask.view, ask.legal, bonus);
        bandit.run(params.allocation, loops, clock.clone(), guide, ask.rng);
        self.report(bandit, &clock)
    }

    fn report<G: Game>(&self, bandit: Bandit<'_, G>, clock: &Clock) -> Report<MoveOf<G>> {
        let Bandit { seat, legal, bonus, arms, order, pulls, timed_out, .. } = bandit;
        let choice = match self.params().allocation {
            // Moves that came further are better.
            Allocation::Halving(_) => FinalChoice::MostVisits,
            _ => self.params().choice,
        };
        Report {
            seat,
            moves: ranked_from(order, legal, &arms, seat, choice, bonus),
            playouts: pulls,
            nodes: arms.len() as u64 + 1,
            depth: 1,
            time: clock.elapsed(),
            stop: if timed_out { Stop::Time } else { Stop::Loops },
        }
    }
}

/// The clock is looked at once in so many playouts.
const CLOCK_EVERY: u32 = 8;

/// One bandit: a question and what was found out about it.
struct Bandit<'a, G: Game> {
    view: &'a ViewOf<G>,
    seat: Seat,
    legal: &'a [MoveOf<G>],
    bonus: &'a [f64],
    arms: Vec<Arm>,
    /// Pulls of each arm and the rewards of the seat asked: what the next arm
    /// is chosen by, side by side.
    own: Vec<(f64, f64)>,
    /// The arms, those that came furthest first.
    order: Vec<usize>,
    pulls: u64,
    timed_out: bool,
    moves: Vec<MoveOf<G>>,
}

impl<'a, G: Game> Bandit<'a, G> {
    fn new(view: &'a ViewOf<G>, legal: &'a [MoveOf<G>], bonus: &'a [f64]) -> Bandit<'a, G> {
        Bandit {
            view,
            seat: view.seat(),
            legal,
            bonus,
            arms: vec![Arm::default(); legal.len()],
            own: vec![(0.0, 0.0); legal.len()],
            order: (0..legal.len()).collect(),
            pulls: 0,
            timed_out: false,
            moves: Vec::new(),
        }
    }

    fn merge(&mut self, other: &Bandit<'_, G>) {
        for (arm, more) in self.arms.iter_mut().zip(&other.arms) {
            arm.merge(more);
        }
        self.pulls += other.pulls;
        self.timed_out |= other.timed_out;
    }

    fn run<H: Parts<G>>(
        &mut self,
        allocation: Allocation,
        loops: Option<u64>,
        mut clock: Clock,
        guide: &mut H,
        rng: &mut Rng,
    ) {
        if self.legal.is_empty() {
            return;
        }
        let halving = matches!(allocation, Allocation::Halving(_));
        let loops = loops.filter(|_| !(halving && clock.is_limited()));
        let most = loops.unwrap_or(u64::MAX);
        let mut prepared = guide.belief().prepare(self.view, most, rng);
        if let Allocation::Halving(halving) = allocation {
            return self.halve(halving, loops, &clock, guide, &mut prepared, rng);
        }
        let weight = allocation.weight();
        while self.pulls < most {
            let arm = self.next(weight);
            let position = guide.belief().sample(self.view, &mut prepared, rng);
            self.pull(arm, position, guide, rng);
            if clock.is_over() {
                self.timed_out = true;
                break;
            }
        }
    }

    /// The mean of an arm and its bonus; `None` before the first pull.
    fn value(&self, arm: usize) -> Option<f64> {
        let (pulls, sum) = self.own[arm];
        let mean = sum / pulls;
        (pulls > 0.0).then(|| self.bonus.get(arm).map_or(mean, |bonus| mean + bonus))
    }

    /// The arm to pull next.
    fn next(&self, weight: Option<f64>) -> usize {
        let fewest = || {
            let pulls = |&a: &usize, &b: &usize| self.own[a].0.total_cmp(&self.own[b].0);
            (0..self.own.len()).min_by(pulls).unwrap_or(0)
        };
        let Some(weight) = weight else {
            return fewest();
        };
        let log = libm::log(self.pulls.max(1) as f64);
        let mut best = 0;
        let mut best_bound = f64::NEG_INFINITY;
        for (i, (pulls, _)) in self.own.iter().enumerate() {
            let Some(value) = self.value(i) else {
                return fewest();
            };
            let bound = value + weight * (log / pulls).sqrt();
            if bound > best_bound {
                (best, best_bound) = (i, bound);
            }
        }
        best
    }

    /// Plays the move of an arm in a sampled position, and plays out.
    fn pull<H: Parts<G>>(
        &mut self,
        arm: usize,
        mut position: PositionOf<G>,
        guide: &mut H,
        rng: &mut Rng,
    ) {
        let mark = guide.horizon().mark(&position, self.seat);
        position.play_unchecked(self.seat, self.legal[arm]);
        let rewards = guide.play_out(&mark, &mut position, rng, &mut self.moves);
        self.arms[arm].add(&rewards);
        self.own[arm].0 += 1.0;
        self.own[arm].1 += rewards.get(self.seat.index()).copied().unwrap_or(0.0);
        self.pulls += 1;
    }

    /// Sequential halving.
    fn halve<H: Parts<G>>(
        &mut self,
        halving: Halving,
        loops: Option<u64>,
        clock: &Clock,
        guide: &mut H,
        prepared: &mut PreparedOf<G, H>,
        rng: &mut Rng,
    ) {
        let mut left = self.arms.len();
        let stages = left.max(2).next_power_of_two().ilog2();
        for stage in 0..stages {
            let enough = loops.map(|all| {
                let upto = |stages_done: u32| {
                    (u128::from(all) * u128::from(stages_done) / u128::from(stages)) as u64
                };
                match halving.overrun {
                    true => upto(stage + 1),
                    false => self.pulls + upto(1) / left as u64 * left as u64,
                }
            });
            let clock = clock.for_piece((stage as usize, stages as usize));
            loop {
                let position = guide.belief().sample(self.view, prepared, rng);
                let luck = halving.same_luck.then(|| Rng::new(Seed(rng.bits())));
                for place in 0..left {
                    let (arm, position) = (self.order[place], position.clone());
                    match &luck {
                        Some(luck) => self.pull(arm, position, guide, &mut luck.clone()),
                        None => self.pull(arm, position, guide, rng),
                    }
                }
                self.timed_out = clock.has_ended();
                if self.timed_out || enough.is_some_and(|enough| self.pulls >= enough) {
                    break;
                }
            }
            let mut order = std::mem::take(&mut self.order);
            let value = |arm: usize| self.value(arm).unwrap_or(f64::NEG_INFINITY);
            // A stable sort: among equals the earlier stages decide.
            order[..left].sort_by(|&a, &b| value(b).total_cmp(&value(a)));
            self.order = order;
            left = left.div_ceil(2);
        }
    }
}
