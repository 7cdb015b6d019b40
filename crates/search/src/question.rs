//! What is asked of a search, and how much it may cost.

use fuda_core::{Ask, Budget, Game, MoveOf, Seed, ViewOf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What a search is asked: the view, the legal moves, the seats at the table,
/// the budget, and the seed everything random is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, G: Game> {
    /// What the seat knows.
    pub view: &'a ViewOf<G>,
    /// Its legal moves; the answer is one of them.
    pub legal: &'a [MoveOf<G>],
    /// How many sit at the table.
    pub seats: usize,
    /// What the answer may cost, on top of the limits among the parameters.
    pub budget: Budget,
    /// The root of all random numbers of the search.
    pub seed: Seed,
}

impl<'a, G: Game> Question<'a, G> {
    /// The question a player is asked; the seed is drawn from its own stream.
    pub fn new(ask: Ask<'a, G>, seats: usize) -> Question<'a, G> {
        Question {
            view: ask.view,
            legal: ask.legal,
            seats,
            budget: ask.budget,
            seed: Seed(ask.rng.bits()),
        }
    }
}

/// The most independent trees or bandits, and the most threads.
pub(crate) const MOST_WORKERS: u32 = 4096;
/// The most positions a search may assume at once.
pub(crate) const MOST_ASSUMPTIONS: u32 = 1_000_000;

/// A search whose parameters have been checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked<P> {
    params: P,
}

impl<P> Checked<P> {
    pub(crate) fn new(params: P) -> Checked<P> {
        Checked { params }
    }

    /// The parameters.
    pub fn params(&self) -> &P {
        &self.params
    }
}

/// A parameter that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("parameter `{name}`: expected {expected}, got {got}")]
pub struct BadParameter {
    /// The parameter.
    pub name: &'static str,
    /// What would have been right.
    pub expected: &'static str,
    /// What was given.
    pub got: String,
}

impl BadParameter {
    /// Refuses a value unless it is as expected.
    pub(crate) fn unless(
        right: bool,
        name: &'static str,
        expected: &'static str,
        got: impl ToString,
    ) -> Result<(), BadParameter> {
        if right { Ok(()) } else { Err(BadParameter { name, expected, got: got.to_string() }) }
    }
}

/// The tighter of two limits, each of which may be open.
pub(crate) fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Notices when the time is over, without looking at the clock every time.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    start: Instant,
    limit: Option<Duration>,
    every: u32,
    asked: u32,
}

impl Clock {
    /// Starts now; looks at the time once in `every` questions.
    pub fn start(limit: Option<Duration>, every: u32) -> Clock {
        Clock { start: Instant::now(), limit, every, asked: 0 }
    }

    #[inline]
    pub fn is_over(&mut self) -> bool {
        let Some(limit) = self.limit else {
            return false;
        };
        self.asked = self.asked.wrapping_add(1);
        self.asked.is_multiple_of(self.every) && self.start.elapsed() >= limit
    }

    /// The clock of one of several pieces of work that a thread does one after
    /// the other: it stops when this piece and those before have had their
    /// share of the time.
    pub fn for_piece(&self, (nth, of): (usize, usize)) -> Clock {
        let share = (nth + 1) as f64 / of as f64;
        Clock { limit: self.limit.map(|limit| limit.mul_f64(share)), ..self.clone() }
    }

    /// How much more can be done in the time that is left, by what was done so
    /// far; `None` when the time is open.
    pub fn as_much_again(&self, done: u64) -> Option<u64> {
        let (limit, past) = (self.limit?, self.start.elapsed());
        let left = limit.saturating_sub(past).as_secs_f64() / past.as_secs_f64().max(1e-9);
        Some((left * done as f64).ceil() as u64)
    }

    /// Whether there is a limit at all.
    pub fn is_limited(&self) -> bool {
        self.limit.is_some()
    }

    /// Looks at the time at once.
    pub fn has_ended(&self) -> bool {
        self.limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_share_the_time() {
        let clock = Clock::start(Some(Duration::from_secs(8)), 1);
        let limits: Vec<_> = (0..4).map(|nth| clock.for_piece((nth, 4)).limit).collect();
        assert_eq!(limits, [2, 4, 6, 8].map(|s| Some(Duration::from_secs(s))));
        assert!(Clock::start(None, 1).for_piece((0, 4)).limit.is_none());
    }

    #[test]
    fn the_tighter_limit_holds() {
        assert_eq!(tighter(Some(3), Some(2)), Some(2));
        assert_eq!(tighter(None, Some(2)), Some(2));
        assert_eq!(tighter(Some(3), None), Some(3));
        assert_eq!(tighter::<u64>(None, None), None);
    }
}
