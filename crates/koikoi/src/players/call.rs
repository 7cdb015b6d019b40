//! Koi-koi or stop, by random completions.

use crate::{KoiKoi, Move, Phase, View};
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Rng, Seat, View as _};

/// What going on is worth: the mean points of random completions of the round
/// after koi-koi is called, in which nobody calls again.
///
/// The hidden cards are shuffled anew for each. The view must be of a seat
/// that has to say koi-koi or stop.
pub fn going_on(view: &View, playouts: u32, rng: &mut Rng) -> f64 {
    let round = view.single_round();
    let mut position = round.assume(rng);
    let mut sum = 0i64;
    for _ in 0..playouts {
        round.assume_into(&mut position, rng);
        position.do_move(Move::KoiKoi);
        sum += i64::from(position.random_round_points(view.seat, rng));
    }
    sum as f64 / f64::from(playouts.max(1))
}

/// Decides koi-koi as in the paper: go on when the mean of random completions
/// beats what stopping scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallBySimulation {
    /// How many completions; the paper uses 300.
    pub playouts: u32,
}

impl Default for CallBySimulation {
    fn default() -> CallBySimulation {
        CallBySimulation { playouts: 300 }
    }
}

impl CallBySimulation {
    /// Koi-koi or stop, with the value of both; `None` when that is not asked.
    pub fn decide(&self, view: &View, rng: &mut Rng) -> Option<Choice<Move>> {
        if view.table.phase != Phase::Call {
            return None;
        }
        let stop = f64::from(view.table.stop_points(view.seat));
        let effort = u64::from(self.playouts);
        let on = going_on(view, self.playouts, rng);
        let mut alternatives =
            vec![Alternative::new(Move::Stop, stop, 0), Alternative::new(Move::KoiKoi, on, effort)];
        if on > stop {
            alternatives.reverse();
        }
        Some(Choice { mv: alternatives[0].mv, effort, alternatives })
    }
}

/// A player whose koi-koi decisions are made by simulation.
///
/// In the paper everybody's are: its random player is
/// `WithCalls::new(RandomPlayer)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithCalls<P> {
    inner: P,
    call: CallBySimulation,
}

impl<P> WithCalls<P> {
    /// The player with the paper's 300 completions.
    pub fn new(inner: P) -> WithCalls<P> {
        WithCalls { inner, call: CallBySimulation::default() }
    }

    /// The player with another number of completions.
    pub fn with_playouts(inner: P, playouts: u32) -> WithCalls<P> {
        WithCalls { inner, call: CallBySimulation { playouts } }
    }
}

impl<P: Player<KoiKoi>> Player<KoiKoi> for WithCalls<P> {
    fn begin(&mut self, seat: Seat) {
        self.inner.begin(seat);
    }

    fn choose(&mut self, ask: Ask<'_, KoiKoi>) -> Result<Choice<Move>, PlayerError> {
        match self.call.decide(ask.view, ask.rng) {
            Some(choice) => Ok(choice),
            None => self.inner.choose(ask),
        }
    }
}
