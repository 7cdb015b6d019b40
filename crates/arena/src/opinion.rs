//! What a player thinks of one decision.

use crate::drive::{Fault, ask};
use fuda_core::{Ask, Choice, Game, MoveOf, Player, Reason};
use serde::Serialize;

/// What a player thinks of one decision.
#[derive(Clone, Debug, Serialize)]
pub struct Opinion {
    /// What it would play.
    pub choice: String,
    /// What it spent in all, in its own unit.
    pub effort: u64,
    /// The moves it weighed, best first.
    pub alternatives: Vec<Thought>,
}

/// What a player thinks of one move.
#[derive(Clone, Debug, Serialize)]
pub struct Thought {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value in the player's own unit; higher is better.
    pub value: f64,
    /// What was spent on it.
    pub effort: u64,
    /// The standard error of the value, where it is a mean of samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// What speaks for and against it, when the player can say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
}

/// Asks a player about a decision, and for its reasons.
pub fn opinion<G: Game>(
    player: &mut dyn Player<G>,
    question: Ask<'_, G>,
) -> Result<Opinion, Fault> {
    let view = question.view;
    let choice: Choice<MoveOf<G>> = ask(player, question)?;
    let moves: Vec<MoveOf<G>> = choice.alternatives.iter().map(|a| a.mv).collect();
    let mut reasons = player.reasons(view, &moves).into_iter();
    let thought = |a: &fuda_core::Alternative<MoveOf<G>>| Thought {
        mv: a.mv.to_string(),
        value: a.value,
        effort: a.effort,
        error: a.error,
        reasons: reasons.next().unwrap_or_default(),
    };
    Ok(Opinion {
        choice: choice.mv.to_string(),
        effort: choice.effort,
        alternatives: choice.alternatives.iter().map(thought).collect(),
    })
}
