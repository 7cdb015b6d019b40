//! How playouts go on.

use super::Horizon;
use fuda_core::{Game, MoveOf, Position, PositionOf, Rng, Seat};

/// Makes the moves of playouts, and may weigh moves before they are tried.
///
/// Each tree or bandit of a search has a clone of its own: what a policy needs
/// again and again it keeps in itself. It is generic over the horizon `Z` so
/// that a game can play to a horizon of its own faster than move by move.
pub trait Policy<G: Game, Z: Horizon<G>>: Clone + Send + Sync {
    /// The move of a seat in a playout; `moves` is room for a list.
    fn choose(
        &mut self,
        position: &PositionOf<G>,
        seat: Seat,
        rng: &mut Rng,
        moves: &mut Vec<MoveOf<G>>,
    ) -> Option<MoveOf<G>>;

    /// Plays until the game is over or the horizon reached.
    #[inline]
    fn play_out(
        &mut self,
        horizon: &Z,
        mark: &Z::Mark,
        position: &mut PositionOf<G>,
        rng: &mut Rng,
        moves: &mut Vec<MoveOf<G>>,
    ) {
        move_by_move(self, horizon, mark, position, rng, moves);
    }

    /// Weighs the moves of a seat before anything is tried: `prior[i]` is set
    /// to how good `moves[i]` looks, from 0 to 1. The default leaves all at 0.
    ///
    /// It is asked once for a move, when the move is first seen at a node.
    fn prior(
        &mut self,
        _position: &PositionOf<G>,
        _seat: Seat,
        _moves: &[MoveOf<G>],
        _prior: &mut [f32],
    ) {
    }
}

#[inline]
fn move_by_move<G: Game, Z: Horizon<G>, P: Policy<G, Z>>(
    policy: &mut P,
    horizon: &Z,
    mark: &Z::Mark,
    position: &mut PositionOf<G>,
    rng: &mut Rng,
    moves: &mut Vec<MoveOf<G>>,
) {
    while !horizon.reached(mark, position)
        && let Some(seat) = position.turn().first()
        && let Some(mv) = policy.choose(position, seat, rng, moves)
    {
        position.play_unchecked(seat, mv);
    }
}

/// Any legal move, each equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl<G: Game, Z: Horizon<G>> Policy<G, Z> for Random {
    #[inline]
    fn choose(
        &mut self,
        position: &PositionOf<G>,
        seat: Seat,
        rng: &mut Rng,
        moves: &mut Vec<MoveOf<G>>,
    ) -> Option<MoveOf<G>> {
        position.random_move(seat, rng, moves)
    }

    #[inline]
    fn play_out(
        &mut self,
        horizon: &Z,
        mark: &Z::Mark,
        position: &mut PositionOf<G>,
        rng: &mut Rng,
        moves: &mut Vec<MoveOf<G>>,
    ) {
        if Z::BEFORE_END {
            move_by_move(self, horizon, mark, position, rng, moves);
        } else {
            position.random_playout(rng, moves);
        }
    }
}
