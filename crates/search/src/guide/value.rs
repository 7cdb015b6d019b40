//! What the end of a playout is worth.

use super::Horizon;
use fuda_core::{Game, PerSeat, Position, PositionOf, Seat};

/// Judges positions for every seat. Each tree or bandit of a search has a
/// clone of its own.
pub trait Value<G: Game, Z: Horizon<G>>: Clone + Send + Sync {
    /// The reward of each seat in a position that is over or behind the
    /// horizon.
    fn rewards(&mut self, mark: &Z::Mark, position: &PositionOf<G>) -> PerSeat<f64>;

    /// What a position that is neither is worth to each seat, for the searches
    /// that stop at a depth; `None` where only a playout can decide.
    fn estimate(&mut self, _mark: &Z::Mark, _position: &PositionOf<G>) -> Option<PerSeat<f64>> {
        None
    }
}

/// The scores of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scores;

impl<G: Game, Z: Horizon<G>> Value<G, Z> for Scores {
    #[inline]
    fn rewards(&mut self, _mark: &Z::Mark, position: &PositionOf<G>) -> PerSeat<f64> {
        position.scores().unwrap_or_default()
    }
}

/// A function of the scores: it gets those of all seats and the seat whose
/// reward it is to make.
///
/// ```
/// use fuda_core::{PerSeat, Seat};
/// use fuda_search::OfScores;
///
/// let sigmoid = OfScores(|scores: &PerSeat<f64>, seat: Seat| {
///     1.0 / (1.0 + libm::exp(-0.0003 * scores[seat.index()]))
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OfScores<F>(pub F);

impl<G, Z, F> Value<G, Z> for OfScores<F>
where
    G: Game,
    Z: Horizon<G>,
    F: Fn(&PerSeat<f64>, Seat) -> f64 + Clone + Send + Sync,
{
    #[inline]
    fn rewards(&mut self, _mark: &Z::Mark, position: &PositionOf<G>) -> PerSeat<f64> {
        let scores = position.scores().unwrap_or_default();
        Seat::all(scores.len()).map(|seat| (self.0)(&scores, seat)).collect()
    }
}

/// The reward that asks only who is ahead: 1 for the highest score, shared
/// evenly when several seats have it, 0 for everybody else.
pub fn win_share(scores: &PerSeat<f64>, seat: Seat) -> f64 {
    let Some(&own) = scores.get(seat.index()) else {
        return 0.0;
    };
    if scores.iter().any(|s| *s > own) {
        return 0.0;
    }
    1.0 / scores.iter().filter(|s| **s == own).count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_win_is_shared_by_all_who_are_ahead() {
        let scores: PerSeat<f64> = [3.0, 1.0, 3.0].into_iter().collect();
        let shares: Vec<f64> = Seat::all(3).map(|s| win_share(&scores, s)).collect();
        assert_eq!(shares, [0.5, 0.0, 0.5]);
        assert_eq!(win_share(&scores, Seat(7)), 0.0);
    }
}
