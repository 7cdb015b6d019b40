//! What a search may ask of a game beyond its rules.

use fuda_core::{Game, MoveOf, PerSeat, Position, PositionOf, Rng, Seat, View, ViewOf};

/// What an answer means while several seats may claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The seat lets it go.
    Pass,
    /// The seat claims. Lower numbers go before higher ones; among equal
    /// numbers the lower seat goes first.
    Claim(u8),
}

/// Moves in the order they were made, each with its seat.
pub type Made<G> = Vec<(Seat, MoveOf<G>)>;

/// Everything a search asks of a game beyond its rules: how to fill in what
/// is hidden, how playouts go, where they end, what the end is worth, which
/// moves look good, and how claims go before one another.
///
/// Every method has a default that works for any game; [`Uniform`] is the
/// guide that overrides nothing of meaning. A game's own guide overrides what
/// it knows better.
pub trait Guide<G: Game>: Send + Sync {
    /// What is remembered of the root of an iteration to tell its horizon and
    /// rewards: the number of the hand, the points before it. `()` for most.
    type Mark: Copy + Default;

    /// A full position that agrees with the view. The default draws every
    /// arrangement of the hidden cards equally often.
    fn assume(&self, view: &ViewOf<G>, rng: &mut Rng) -> PositionOf<G> {
        view.assume(rng)
    }

    /// What is to be remembered of the root of an iteration.
    fn mark(&self, _root: &PositionOf<G>) -> Self::Mark {
        Self::Mark::default()
    }

    /// Whether a position lies behind the horizon: playouts stop there though
    /// the game is not over (mahjong: the hand has ended).
    fn reached(&self, _mark: &Self::Mark, _position: &PositionOf<G>) -> bool {
        false
    }

    /// The reward of each seat in a position that is over or behind the
    /// horizon. The default gives the scores.
    fn rewards(&self, _mark: &Self::Mark, position: &PositionOf<G>) -> PerSeat<f64> {
        position.scores().unwrap_or_default()
    }

    /// The move a playout makes. The default draws a legal move at random.
    fn playout_move(
        &self,
        position: &PositionOf<G>,
        seat: Seat,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<G>>,
    ) -> Option<MoveOf<G>> {
        position.random_move(seat, rng, scratch)
    }

    /// Plays to the end or the horizon and gives the rewards. What becomes of
    /// `position` is the guide's own matter.
    fn playout(
        &self,
        mark: &Self::Mark,
        position: &mut PositionOf<G>,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<G>>,
    ) -> PerSeat<f64> {
        while !self.reached(mark, position)
            && let Some(seat) = position.turn().first()
            && let Some(mv) = self.playout_move(position, seat, rng, scratch)
        {
            position.play_unchecked(seat, mv);
        }
        self.rewards(mark, position)
    }

    /// What a position that is neither over nor behind the horizon is worth
    /// to each seat; for the searches that stop at a depth. The default is
    /// the outcome of one playout, which needs no knowledge of the game.
    fn evaluate(
        &self,
        mark: &Self::Mark,
        position: &PositionOf<G>,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<G>>,
    ) -> PerSeat<f64> {
        self.playout(mark, &mut position.clone(), rng, scratch)
    }

    /// Weighs the moves of a seat before anything is tried: `prior[i]` is set
    /// to how good `moves[i]` looks, from 0 to 1. The default leaves all at 0.
    ///
    /// It is asked once for a move, when the move is first seen at a node.
    fn prior(
        &self,
        _position: &PositionOf<G>,
        _seat: Seat,
        _moves: &[MoveOf<G>],
        _prior: &mut [f32],
    ) {
    }

    /// The moves made between two views of the same seat, its own first; what
    /// was passed while claims were asked for is left out. `None` when the
    /// views do not tell. It is asked only when trees are to be used again.
    fn moves_since(&self, _before: &ViewOf<G>, _now: &ViewOf<G>) -> Option<Made<G>> {
        None
    }

    /// What an answer of a seat means while several may claim. `listed` is the
    /// place of the move among the `of` legal moves of the seat.
    ///
    /// By default the last move listed passes and all others are claims of
    /// equal precedence, so that lower seats go before higher ones.
    fn answer(
        &self,
        _position: &PositionOf<G>,
        _seat: Seat,
        _mv: MoveOf<G>,
        listed: usize,
        of: usize,
    ) -> Answer {
        if listed + 1 == of { Answer::Pass } else { Answer::Claim(0) }
    }
}

/// Assumptions and playouts drawn evenly, rewards equal to the final scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl<G: Game> Guide<G> for Uniform {
    type Mark = ();

    fn playout(
        &self,
        _mark: &(),
        position: &mut PositionOf<G>,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<G>>,
    ) -> PerSeat<f64> {
        position.random_playout(rng, scratch)
    }
}

/// A guide whose rewards are transformed.
///
/// ```
/// use fuda_core::{PerSeat, Seat};
/// use fuda_search::{Uniform, WithReward, win_share};
///
/// let who_wins = WithReward::new(Uniform, win_share);
/// let sigmoid = WithReward::new(Uniform, |scores: &PerSeat<f64>, seat: Seat| {
///     1.0 / (1.0 + (-0.0003 * scores[seat.index()]).exp())
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithReward<H, F> {
    guide: H,
    reward: F,
}

impl<H, F: Fn(&PerSeat<f64>, Seat) -> f64 + Send + Sync> WithReward<H, F> {
    /// The guide with another reward: `reward` gets the rewards of all seats
    /// and the seat whose reward it is to make.
    pub fn new(guide: H, reward: F) -> WithReward<H, F> {
        WithReward { guide, reward }
    }

    fn transform(&self, rewards: &PerSeat<f64>) -> PerSeat<f64> {
        Seat::all(rewards.len()).map(|seat| (self.reward)(rewards, seat)).collect()
    }
}

impl<G, H, F> Guide<G> for WithReward<H, F>
where
    G: Game,
    H: Guide<G>,
    F: Fn(&PerSeat<f64>, Seat) -> f64 + Send + Sync,
{
    type Mark = H::Mark;

    fn assume(&self, view: &ViewOf<G>, rng: &mut Rng) -> PositionOf<G> {
        self.guide.assume(view, rng)
    }

    fn mark(&self, root: &PositionOf<G>) -> H::Mark {
        self.guide.mark(root)
    }

    fn reached(&self, mark: &H::Mark, position: &PositionOf<G>) -> bool {
        self.guide.reached(mark, position)
    }

    fn rewards(&self, mark: &H::Mark, position: &PositionOf<G>) -> PerSeat<f64> {
        self.transform(&self.guide.rewards(mark, position))
    }

    fn playout_move(
        &self,
        position: &PositionOf<G>,
        seat: Seat,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<G>>,
    ) -> Option<MoveOf<G>> {
        self.guide.playout_move(position, seat, rng, scratch)
    }

    fn playout(
        &self,
        mark: &H::Mark,
        position: &mut PositionOf<G>,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<G>>,
    ) -> PerSeat<f64> {
        self.transform(&self.guide.playout(mark, position, rng, scratch))
    }

    fn evaluate(
        &self,
        mark: &H::Mark,
        position: &PositionOf<G>,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<G>>,
    ) -> PerSeat<f64> {
        self.transform(&self.guide.evaluate(mark, position, rng, scratch))
    }

    fn moves_since(&self, before: &ViewOf<G>, now: &ViewOf<G>) -> Option<Made<G>> {
        self.guide.moves_since(before, now)
    }

    fn prior(&self, position: &PositionOf<G>, seat: Seat, moves: &[MoveOf<G>], prior: &mut [f32]) {
        self.guide.prior(position, seat, moves, prior);
    }

    fn answer(
        &self,
        position: &PositionOf<G>,
        seat: Seat,
        mv: MoveOf<G>,
        listed: usize,
        of: usize,
    ) -> Answer {
        self.guide.answer(position, seat, mv, listed, of)
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
