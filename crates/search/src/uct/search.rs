//! The search: a fixed number of trees, shared by any number of threads.

use super::params::Uct;
use super::worker::Worker;
use crate::parallel::{for_each, piece, share};
use crate::question::{Clock, tighter};
use crate::report::{Arm, ranked};
use crate::{Guide, Question, Report, Stop};
use fuda_core::{Game, MoveOf, Purpose, Seat, View};
use std::time::Duration;

impl Uct {
    /// Searches and reports.
    pub fn search<G: Game, H: Guide<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
    ) -> Report<MoveOf<G>> {
        self.search_with(question, guide, &mut Vec::new(), None)
    }

    /// Searches in trees whose memory is kept for the next time, and whose
    /// contents are kept where the moves made since are known.
    pub(super) fn search_with<G: Game, H: Guide<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
        workers: &mut Vec<Worker<G>>,
        made: Option<&[(Seat, MoveOf<G>)]>,
    ) -> Report<MoveOf<G>> {
        let params = self.params();
        let clock = Clock::start(tighter(params.time, question.budget.time), CLOCK_EVERY);
        let trees = params.trees as usize;
        workers.resize_with(trees, Worker::new);
        let loops = tighter(params.loops, question.budget.effort);
        for_each(workers, params.threads as usize, |number, worker| {
            let mut rng = question.seed.stream(Purpose::Playout, &[number as u64]);
            match made {
                Some(made) => worker.resume(question, params, guide, made, rng.clone()),
                None => worker.reset(question, params),
            }
            if question.legal.is_empty() {
                return;
            }
            let mut clock = clock.for_piece(piece(number, trees, params.threads as usize));
            let mine = loops.map(|all| share(all, trees as u64, number as u64));
            while mine.is_none_or(|n| worker.playouts < n) {
                worker.iterate(question, params, guide, &mut rng);
                if clock.is_over() {
                    worker.timed_out = true;
                    break;
                }
            }
        });
        self.report(question, workers, clock.elapsed())
    }

    fn report<G: Game>(
        &self,
        question: &Question<'_, G>,
        workers: &[Worker<G>],
        time: Duration,
    ) -> Report<MoveOf<G>> {
        let seat = question.view.seat();
        let mut arms = vec![Arm::default(); question.legal.len()];
        for worker in workers {
            for (arm, more) in arms.iter_mut().zip(&worker.arms) {
                arm.merge(more);
            }
        }
        Report {
            seat,
            moves: ranked(question.legal, &arms, seat, self.params().choice),
            playouts: workers.iter().map(|w| w.playouts).sum(),
            nodes: workers.iter().map(|w| w.tree.len() as u64).sum(),
            depth: workers.iter().map(|w| w.depth).max().unwrap_or(0),
            time,
            stop: if workers.iter().any(|w| w.timed_out) { Stop::Time } else { Stop::Loops },
        }
    }
}

/// The clock is looked at once in so many iterations.
const CLOCK_EVERY: u32 = 8;
