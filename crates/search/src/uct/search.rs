//! The search: a fixed number of trees, shared by any number of threads.

use super::params::Uct;
use super::worker::Worker;
use crate::parallel::{for_each, piece, share};
use crate::question::{Clock, tighter};
use crate::report::{Arm, ranked};
use crate::{Belief, Parts, Question, Report, Stop};
use fuda_core::{Game, MoveOf, Purpose, Seat, View};
use std::time::Duration;

impl Uct {
    /// Searches and reports.
    pub fn search<G: Game, H: Parts<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
    ) -> Report<MoveOf<G>> {
        self.search_with(question, guide, &mut Vec::new(), None, None)
    }

    /// Searches in trees whose memory is kept for the next time, and whose
    /// contents are kept where the moves made since are known; ends before its
    /// time where `settled` says that the answer is.
    pub(super) fn search_with<G: Game, H: Parts<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
        workers: &mut Vec<Worker<G, H>>,
        made: Option<&[(Seat, MoveOf<G>)]>,
        settled: Option<Settled<'_, MoveOf<G>>>,
    ) -> Report<MoveOf<G>> {
        let params = self.params();
        let clock = Clock::start(tighter(params.time, question.budget.time), CLOCK_EVERY);
        let (trees, threads) = (params.trees as usize, params.threads as usize);
        workers.resize_with(trees, || Worker::new(guide.clone()));
        let loops = tighter(params.loops, question.budget.effort);
        let mut crew: Vec<_> = workers
            .iter_mut()
            .enumerate()
            .map(|(number, worker)| {
                let mut rng = question.seed.stream(Purpose::Playout, &[number as u64]);
                let most = share(loops.unwrap_or(u64::MAX), trees as u64, number as u64);
                let prepared = guide.belief().prepare(question.view, most, &mut rng);
                (worker, rng, prepared)
            })
            .collect();
        for_each(&mut crew, threads, |_, (worker, rng, prepared)| match made {
            Some(made) => worker.resume(question, params, made, prepared, rng.clone()),
            None => worker.reset(question, params),
        });
        if question.legal.is_empty() {
            return self.report(question, &*workers, clock.elapsed());
        }
        let whole = settled.is_some();
        let mut until = settled.map_or(u64::MAX, |_| STRETCH * trees as u64);
        loop {
            let aim = loops.unwrap_or(u64::MAX).min(until);
            for_each(&mut crew, threads, |number, (worker, stream, prepared)| {
                let piece = piece(number, trees, threads);
                let mut clock = clock.for_piece(if whole { (0, 1) } else { piece });
                let mine = share(aim, trees as u64, number as u64);
                // On the stack: streams side by side would share cache lines.
                let mut rng = stream.clone();
                while worker.playouts < mine {
                    worker.iterate(question, params, prepared, &mut rng);
                    if clock.is_over() {
                        worker.timed_out = true;
                        break;
                    }
                }
                *stream = rng;
            });
            let done: u64 = crew.iter().map(|(worker, ..)| worker.playouts).sum();
            let ended = crew.iter().any(|(worker, ..)| worker.timed_out);
            let Some(settled) = settled.filter(|_| !ended && loops.is_none_or(|all| done < all))
            else {
                return self.report(question, &*workers, clock.elapsed());
            };
            let more = tighter(loops.map(|all| all - done), clock.as_much_again(done));
            let report = self.report(question, crew.iter().map(|one| &*one.0), clock.elapsed());
            if settled(&report, more.unwrap_or(u64::MAX)) {
                return Report { stop: Stop::Settled, ..report };
            }
            until += STRETCH * trees as u64;
        }
    }

    fn report<'w, G: Game, H: Parts<G> + 'w>(
        &self,
        question: &Question<'_, G>,
        workers: impl IntoIterator<Item = &'w Worker<G, H>>,
        time: Duration,
    ) -> Report<MoveOf<G>> {
        let seat = question.view.seat();
        let mut arms = vec![Arm::default(); question.legal.len()];
        let (mut playouts, mut nodes, mut depth, mut stop) = (0, 0, 0, Stop::Loops);
        for worker in workers {
            for (arm, more) in arms.iter_mut().zip(&worker.arms) {
                arm.merge(more);
            }
            playouts += worker.playouts;
            nodes += worker.tree.len() as u64;
            depth = depth.max(worker.depth);
            stop = if worker.timed_out { Stop::Time } else { stop };
        }
        let moves = ranked(question.legal, &arms, seat, self.params().choice);
        Report { seat, moves, playouts, nodes, depth, time, stop }
    }
}

/// Says whether a search may end: from what it has found out so far, and the
/// most iterations it could still make.
pub type Settled<'a, M> = &'a dyn Fn(&Report<M>, u64) -> bool;

/// A tree makes so many iterations before it is asked whether all is settled.
const STRETCH: u64 = 250;

/// The clock is looked at once in so many iterations.
const CLOCK_EVERY: u32 = 8;
