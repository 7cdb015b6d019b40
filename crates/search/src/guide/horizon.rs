//! Where playouts end.

use fuda_core::{Game, PositionOf, Seat};

/// Says where a search looks no further though the game is not over (mahjong:
/// the hand has ended).
pub trait Horizon<G: Game>: Clone + Send + Sync {
    /// What is remembered of the root to find the horizon and the rewards:
    /// the number of the hand, the points before it. `()` for most.
    type Mark: Copy + Send;

    /// Whether it can be reached before the game is over.
    const BEFORE_END: bool = true;

    /// What is to be remembered of the position in which `seat` was asked.
    fn mark(&self, root: &PositionOf<G>, seat: Seat) -> Self::Mark;

    /// Whether a position lies behind the horizon.
    fn reached(&self, mark: &Self::Mark, position: &PositionOf<G>) -> bool;
}

/// Playouts go on until the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EndOfGame;

impl<G: Game> Horizon<G> for EndOfGame {
    type Mark = ();

    const BEFORE_END: bool = false;

    fn mark(&self, _root: &PositionOf<G>, _seat: Seat) {}

    #[inline]
    fn reached(&self, _mark: &(), _position: &PositionOf<G>) -> bool {
        false
    }
}
