//! What a search asks of a game beyond its rules, in four parts.
//!
//! | part | question | default |
//! |---|---|---|
//! | [`Belief`] | which full positions agree with a view? | [`Evenly`]: all that do, equally often |
//! | [`Policy`] | how do playouts go on, and which moves look good? | [`Random`] |
//! | [`Horizon`] | where do playouts end? | [`EndOfGame`] |
//! | [`Value`] | what is the end worth to each seat? | [`Scores`] |
//!
//! A [`Guide`] is one of each, and every search takes any.

mod belief;
mod horizon;
mod policy;
mod value;

pub use belief::{Belief, Evenly, Made};
pub use horizon::{EndOfGame, Horizon};
pub use policy::{Policy, Random};
pub use value::{OfScores, Scores, Value, win_share};

use fuda_core::{Game, MoveOf, PerSeat, PositionOf, Rng};

/// A belief, a policy, a horizon and a value. The default guides any game.
///
/// ```
/// use fuda_search::{Guide, OfScores, win_share};
///
/// let who_wins = Guide::valued(OfScores(win_share));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guide<B = Evenly, P = Random, Z = EndOfGame, V = Scores> {
    /// What is thought of what is hidden.
    pub belief: B,
    /// How playouts go on.
    pub policy: P,
    /// Where they end.
    pub horizon: Z,
    /// What that is worth.
    pub value: V,
}

impl Guide {
    /// Hidden cards and moves drawn evenly to the end of the game, rewards
    /// equal to the scores: needs no knowledge of the game.
    pub const UNIFORM: Guide =
        Guide { belief: Evenly, policy: Random, horizon: EndOfGame, value: Scores };
}

impl<V> Guide<Evenly, Random, EndOfGame, V> {
    /// [`Guide::UNIFORM`] with another value.
    pub fn valued(value: V) -> Guide<Evenly, Random, EndOfGame, V> {
        Guide { belief: Evenly, policy: Random, horizon: EndOfGame, value }
    }
}

/// The parts of a guide as types, so that a search has one parameter for all
/// four. [`Guide`] implements it; nobody else needs to.
pub trait Parts<G: Game>: Clone + Send + Sync {
    /// Its belief.
    type Belief: Belief<G>;
    /// Its policy.
    type Policy: Policy<G, Self::Horizon>;
    /// Its horizon.
    type Horizon: Horizon<G>;
    /// Its value.
    type Value: Value<G, Self::Horizon>;

    /// The belief.
    fn belief(&self) -> &Self::Belief;

    /// The horizon.
    fn horizon(&self) -> &Self::Horizon;

    /// The policy.
    fn policy(&mut self) -> &mut Self::Policy;

    /// The value.
    fn value(&mut self) -> &mut Self::Value;

    /// Plays to the end or the horizon and gives the rewards.
    fn play_out(
        &mut self,
        mark: &MarkOf<G, Self>,
        position: &mut PositionOf<G>,
        rng: &mut Rng,
        moves: &mut Vec<MoveOf<G>>,
    ) -> PerSeat<f64>;

    /// What a position that is neither over nor behind the horizon is worth;
    /// where the value is unknown, the outcome of one playout.
    fn evaluate(
        &mut self,
        mark: &MarkOf<G, Self>,
        position: &PositionOf<G>,
        rng: &mut Rng,
        moves: &mut Vec<MoveOf<G>>,
    ) -> PerSeat<f64> {
        match self.value().estimate(mark, position) {
            Some(value) => value,
            None => self.play_out(mark, &mut position.clone(), rng, moves),
        }
    }
}

/// What the horizon of a guide remembers of the root.
pub type MarkOf<G, H> = <<H as Parts<G>>::Horizon as Horizon<G>>::Mark;
/// What the belief of a guide prepares for a question.
pub type PreparedOf<G, H> = <<H as Parts<G>>::Belief as Belief<G>>::Prepared;

impl<G, B, P, Z, V> Parts<G> for Guide<B, P, Z, V>
where
    G: Game,
    B: Belief<G>,
    P: Policy<G, Z>,
    Z: Horizon<G>,
    V: Value<G, Z>,
{
    type Belief = B;
    type Policy = P;
    type Horizon = Z;
    type Value = V;

    fn belief(&self) -> &B {
        &self.belief
    }

    fn horizon(&self) -> &Z {
        &self.horizon
    }

    fn policy(&mut self) -> &mut P {
        &mut self.policy
    }

    fn value(&mut self) -> &mut V {
        &mut self.value
    }

    #[inline]
    fn play_out(
        &mut self,
        mark: &Z::Mark,
        position: &mut PositionOf<G>,
        rng: &mut Rng,
        moves: &mut Vec<MoveOf<G>>,
    ) -> PerSeat<f64> {
        self.policy.play_out(&self.horizon, mark, position, rng, moves);
        self.value.rewards(mark, position)
    }
}
