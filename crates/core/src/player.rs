//! Players: they see a view and the legal moves, and answer a choice.

use crate::{EventOf, Game, MoveOf, PerSeat, PositionOf, Rng, Seat, ViewOf};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use thiserror::Error;

/// How much a player may spend on one move. Both limits may be open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Playouts, nodes, loops: the player's own unit of effort.
    pub effort: Option<u64>,
}

/// What a player is asked: everything it may know, and nothing else.
#[derive(Debug)]
pub struct Ask<'a, G: Game> {
    /// What the seat knows.
    pub view: &'a ViewOf<G>,
    /// The legal moves; never empty.
    pub legal: &'a [MoveOf<G>],
    /// What the move may cost.
    pub budget: Budget,
    /// The player's own random numbers.
    pub rng: &'a mut Rng,
}

/// A move a player thought about.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Alternative<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player, in the player's own unit; higher is better.
    pub value: f64,
    /// What was spent on it (visits, playouts, nodes).
    pub effort: u64,
    /// The standard error of the value, where it is a mean of samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

impl<M> Alternative<M> {
    /// A value that is no mean of samples.
    pub fn new(mv: M, value: f64, effort: u64) -> Alternative<M> {
        Alternative { mv, value, effort, error: None }
    }
}

/// A player's answer: the move and, when it has them, its thoughts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice<M> {
    /// The move to play.
    pub mv: M,
    /// What was spent in all.
    pub effort: u64,
    /// The alternatives the player weighed, best first; may be empty.
    pub alternatives: Vec<Alternative<M>>,
}

impl<M> From<M> for Choice<M> {
    /// A choice without a word about why.
    fn from(mv: M) -> Choice<M> {
        Choice { mv, effort: 0, alternatives: Vec::new() }
    }
}

/// Something that speaks for a move, or against it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// What it is.
    pub words: String,
    /// How much it adds to the move's value, against the other moves.
    pub worth: f64,
}

/// Why a player gave no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PlayerError(pub String);

/// Somebody who plays fairly.
///
/// A player is used for one game after another; [`Player::begin`] is called
/// before each, and after it nothing may depend on earlier games.
pub trait Player<G: Game>: Send {
    /// A new game starts; the player sits at `seat`.
    fn begin(&mut self, _seat: Seat) {}

    /// Whether the player must hear what happens at the table. Events are
    /// made for those players only.
    fn hears(&self) -> bool {
        false
    }

    /// What the seat has heard since the last time, for players that ask for
    /// it by [`Player::hears`]: before every question, and when the game is over.
    fn observe(&mut self, _events: &[EventOf<G>]) {}

    /// Chooses one of the legal moves.
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError>;

    /// The game is over: the points of each seat, or nothing when somebody
    /// lost it by rule before its end. Whoever failed is not informed, and nobody
    /// is when a game is broken off.
    fn end(&mut self, _scores: Option<&PerSeat<f64>>) {}

    /// How likely the player is to choose each of the legal moves, where it
    /// plays by probabilities that it knows.
    fn probabilities(&mut self, _view: &ViewOf<G>, _legal: &[MoveOf<G>]) -> Option<Vec<f64>> {
        None
    }

    /// What speaks for and against each of some moves, the weightiest first;
    /// nothing at all from players that cannot say.
    fn reasons(&self, _view: &ViewOf<G>, _moves: &[MoveOf<G>]) -> Vec<Vec<Reason>> {
        Vec::new()
    }
}

/// A player that sees the whole truth: for tests and upper bounds only.
///
/// It is a trait of its own so that it can never be mistaken for a
/// [`Player`]; the arena marks such players wherever it names them.
pub trait CheatingPlayer<G: Game>: Send {
    /// A new game starts; the player sits at `seat`.
    fn begin(&mut self, _seat: Seat) {}

    /// Chooses one of the legal moves, hidden cards in full view.
    fn choose_seeing(
        &mut self,
        truth: &PositionOf<G>,
        seat: Seat,
        legal: &[MoveOf<G>],
        rng: &mut Rng,
    ) -> Result<Choice<MoveOf<G>>, PlayerError>;
}

/// Plays any legal move, each equally likely. Every game has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        match ask.rng.pick(ask.legal) {
            Some(mv) => Ok(Choice::from(*mv)),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }

    fn probabilities(&mut self, _view: &ViewOf<G>, legal: &[MoveOf<G>]) -> Option<Vec<f64>> {
        Some(vec![1.0 / legal.len() as f64; legal.len()])
    }
}
