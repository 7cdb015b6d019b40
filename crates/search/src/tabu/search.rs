//! Runs of tabu search.

use super::params::Tabu;
use crate::Stop;
use crate::question::{Clock, tighter};
use fuda_core::{Budget, Rng};
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::time::Duration;

/// What tabu search needs to know of the problem.
pub trait Neighbourhood {
    /// A solution, such as a hand of tiles.
    type Solution: Clone;
    /// What a solution is worth; often several things, compared in order.
    type Value: Clone;
    /// What is remembered of a step and must not come again soon.
    type Attribute: PartialEq;

    /// What a solution is worth.
    fn evaluate(&mut self, solution: &Self::Solution) -> Self::Value;

    /// What a solution is worth when that is better than `than`; `None` when it
    /// is not. Whoever knows without the whole value saves the rest.
    fn better(&mut self, solution: &Self::Solution, than: &Self::Value) -> Option<Self::Value> {
        let value = self.evaluate(solution);
        (self.compare(&value, than) == Ordering::Greater).then_some(value)
    }

    /// Compares two values; `Greater` when `a` is the better one.
    fn compare(&self, a: &Self::Value, b: &Self::Value) -> Ordering;

    /// A random neighbour; `None` when there is none.
    fn neighbour(&mut self, from: &Self::Solution, rng: &mut Rng) -> Option<Self::Solution>;

    /// What is tabu after a step from one solution to another, and what makes
    /// such a step tabu: the pair itself, or the pair without its order, or
    /// what was exchanged.
    fn attribute(&self, from: &Self::Solution, to: &Self::Solution) -> Self::Attribute;
}

/// Why a run stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunStop {
    /// All steps were made.
    Iterations,
    /// No neighbour was found that is not tabu.
    NoNeighbour,
    /// The time was used up.
    Time,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run<S, V> {
    /// The solutions after each step, with their values; the first of them is
    /// the run's first transition.
    pub steps: Vec<(S, V)>,
    /// Which step led to the best solution; `None` when nothing was better
    /// than the start.
    pub best: Option<usize>,
    /// How many neighbours were evaluated.
    pub evaluated: u64,
    /// Why it stopped.
    pub stop: RunStop,
}

impl<S, V> Run<S, V> {
    /// The best solution of the run with its value; `None` when nothing was
    /// better than the start.
    pub fn best(&self) -> Option<&(S, V)> {
        self.best.and_then(|i| self.steps.get(i))
    }
}

/// What all runs together came to.
#[derive(Clone, Debug)]
pub struct TabuReport<S, V> {
    /// The best solution of all, which may be the start.
    pub best: S,
    /// Its value.
    pub value: V,
    /// How many runs there were.
    pub runs: u64,
    /// How many neighbours were evaluated.
    pub evaluated: u64,
    /// How long it took.
    pub time: Duration,
    /// Why it stopped.
    pub stop: Stop,
}

/// Draws that may turn out tabu before a step does with fewer neighbours, for
/// each neighbour wanted.
const DRAWS: u32 = 10;

impl Tabu {
    /// Repeats runs from `start` until the parameters or the budget (whose
    /// effort counts runs) say stop; `each` gets every run.
    pub fn search<N: Neighbourhood>(
        &self,
        hood: &mut N,
        start: &N::Solution,
        budget: Budget,
        rng: &mut Rng,
        mut each: impl FnMut(&Run<N::Solution, N::Value>),
    ) -> TabuReport<N::Solution, N::Value> {
        let params = self.params();
        let mut clock = Clock::start(tighter(params.time, budget.time), 1);
        let runs = tighter(params.runs, budget.effort);
        let start_value = hood.evaluate(start);
        let mut report = TabuReport {
            best: start.clone(),
            value: start_value.clone(),
            runs: 0,
            evaluated: 0,
            time: Duration::ZERO,
            stop: Stop::Loops,
        };
        let mut search = TabuRun { tabu: self, list: VecDeque::new() };
        while runs.is_none_or(|n| report.runs < n) {
            let run = search.run(hood, start, &start_value, rng, &mut clock);
            report.runs += 1;
            report.evaluated += run.evaluated;
            if let Some((best, value)) = run.best()
                && hood.compare(value, &report.value) == Ordering::Greater
            {
                (report.best, report.value) = (best.clone(), value.clone());
            }
            each(&run);
            if run.stop == RunStop::Time || clock.is_over() {
                report.stop = Stop::Time;
                break;
            }
        }
        report.time = clock.elapsed();
        report
    }

    /// One run from `start`, whose length only the parameters limit.
    pub fn run<N: Neighbourhood>(
        &self,
        hood: &mut N,
        start: &N::Solution,
        rng: &mut Rng,
    ) -> Run<N::Solution, N::Value> {
        let value = hood.evaluate(start);
        let mut search = TabuRun { tabu: self, list: VecDeque::new() };
        search.run(hood, start, &value, rng, &mut Clock::start(None, 1))
    }
}

/// The tabu list, kept from run to run only for its memory.
struct TabuRun<'t, A> {
    tabu: &'t Tabu,
    list: VecDeque<A>,
}

impl<A: PartialEq> TabuRun<'_, A> {
    fn run<N: Neighbourhood<Attribute = A>>(
        &mut self,
        hood: &mut N,
        start: &N::Solution,
        start_value: &N::Value,
        rng: &mut Rng,
        clock: &mut Clock,
    ) -> Run<N::Solution, N::Value> {
        self.list.clear();
        let params = self.tabu.params();
        let mut run = Run {
            steps: Vec::with_capacity(params.iterations.min(64) as usize),
            best: None,
            evaluated: 0,
            stop: RunStop::Iterations,
        };
        for _ in 0..params.iterations {
            if clock.is_over() {
                run.stop = RunStop::Time;
                break;
            }
            let from = run.steps.last().map_or(start, |(solution, _)| solution);
            let Some((to, value, evaluated)) = self.step(hood, from, rng) else {
                run.stop = RunStop::NoNeighbour;
                break;
            };
            run.evaluated += evaluated;
            if params.list > 0 {
                if self.list.len() >= params.list as usize {
                    self.list.pop_front();
                }
                self.list.push_back(hood.attribute(from, &to));
            }
            let best_so_far = run.best().map_or(start_value, |(_, value)| value);
            if hood.compare(&value, best_so_far) == Ordering::Greater {
                run.best = Some(run.steps.len());
            }
            run.steps.push((to, value));
        }
        run
    }

    /// The best of the neighbours drawn, its value, and how many there were.
    fn step<N: Neighbourhood<Attribute = A>>(
        &self,
        hood: &mut N,
        from: &N::Solution,
        rng: &mut Rng,
    ) -> Option<(N::Solution, N::Value, u64)> {
        let wanted = u64::from(self.tabu.params().neighbours);
        let mut best: Option<(N::Solution, N::Value)> = None;
        let mut found = 0;
        for _ in 0..wanted * u64::from(DRAWS) {
            let Some(to) = hood.neighbour(from, rng) else {
                break;
            };
            if self.list.contains(&hood.attribute(from, &to)) {
                continue;
            }
            found += 1;
            let value = match &best {
                Some((_, than)) => hood.better(&to, than),
                None => Some(hood.evaluate(&to)),
            };
            if let Some(value) = value {
                best = Some((to, value));
            }
            if found == wanted {
                break;
            }
        }
        best.map(|(to, value)| (to, value, found))
    }
}
