//! What is thought of what is hidden.

use fuda_core::{Game, MoveOf, PositionOf, Rng, Seat, View, ViewOf};

/// Moves in the order they were made, each with its seat.
pub type Made<G> = Vec<(Seat, MoveOf<G>)>;

/// Samples full positions that agree with a view.
pub trait Belief<G: Game>: Clone + Send + Sync {
    /// What is worked out once for a question, and the memory of sampling.
    /// Each tree or bandit of a search has its own.
    type Prepared: Send;

    /// Works out what every sample needs. At most `most` will be asked for.
    fn prepare(&self, view: &ViewOf<G>, most: u64, rng: &mut Rng) -> Self::Prepared;

    /// A full position that agrees with the view.
    fn sample(
        &self,
        view: &ViewOf<G>,
        prepared: &mut Self::Prepared,
        rng: &mut Rng,
    ) -> PositionOf<G>;

    /// The moves made between two views of the same seat, its own first; what
    /// was passed while claims were asked for is left out. `None` when the
    /// views do not show. It is asked only when trees are to be used again.
    fn moves_since(&self, _before: &ViewOf<G>, _now: &ViewOf<G>) -> Option<Made<G>> {
        None
    }
}

/// Every arrangement of the hidden cards that the view leaves possible is
/// equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evenly;

impl<G: Game> Belief<G> for Evenly {
    type Prepared = ();

    fn prepare(&self, _view: &ViewOf<G>, _most: u64, _rng: &mut Rng) {}

    #[inline]
    fn sample(&self, view: &ViewOf<G>, _prepared: &mut (), rng: &mut Rng) -> PositionOf<G> {
        view.assume(rng)
    }
}
