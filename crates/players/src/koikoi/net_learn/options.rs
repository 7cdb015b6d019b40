//! How the network player learns.

use crate::DescriptionError;
use fuda_core::{PlayerError, Seed};
use fuda_koikoi::Rules;
use fuda_learn::{LearnError, ModelError};
use thiserror::Error;

/// | option | meaning | default |
/// |---|---|---|
/// | `rules` | the rules; single rounds of them are played | paper |
/// | `hidden` | units of the two hidden layers | 192, 96 |
/// | `rate` | Adam's rate at the start; it falls to a twentieth | 0.002 |
/// | `entropy` | what trying is worth at the start; it falls to a tenth | 0.01 |
/// | `trace` | how much of what came later counts against the critic's word (GAE's λ) | 0.9 |
/// | `games_a_step` | games between two steps | 256 |
/// | `passes`, `minibatch` | passes over the decisions, decisions a minibatch | 4, 2048 |
/// | `own`, `past_share` | shares of games against itself and its past selves | 45%, 10% |
/// | `against` | other opponents with their shares | rule, pg, mc |
#[derive(Clone, PartialEq, Debug)]
pub struct NetOptions {
    /// The rules; single rounds of them are played.
    pub rules: Rules,
    /// Units of the two hidden layers.
    pub hidden: [usize; 2],
    /// Adam's rate at the start.
    pub rate: f32,
    /// What a unit of entropy is worth at the start.
    pub entropy: f32,
    /// GAE's λ: at 1 the points of the game count, at 0 the critic's word
    /// about the next decision.
    pub trace: f32,
    /// Games between two steps.
    pub games_a_step: u64,
    /// Passes over the decisions of a step.
    pub passes: usize,
    /// Decisions a minibatch.
    pub minibatch: usize,
    /// Out of 100 games, those against past selves.
    pub past_share: u32,
    /// Other opponents as the catalogue names them, each with its games out
    /// of 100. What is left is played against itself.
    pub against: Vec<(String, u32)>,
    /// How many past selves are kept.
    pub past: usize,
    /// Steps from one remembered self to the next.
    pub remember_every: u64,
    /// Steps a point of the learning curve stands for.
    pub report_every: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
    /// The seed.
    pub seed: Seed,
}

impl Default for NetOptions {
    fn default() -> NetOptions {
        let against = [("rule", 12), ("pg", 15), ("mc:playouts=300", 18)];
        NetOptions {
            rules: Rules::PAPER,
            hidden: [192, 96],
            rate: 2e-3,
            entropy: 0.01,
            trace: 0.9,
            games_a_step: 256,
            passes: 4,
            minibatch: 2_048,
            past_share: 10,
            against: against.map(|(name, share)| (name.to_owned(), share)).to_vec(),
            past: 8,
            remember_every: 50,
            report_every: 10,
            threads: 1,
            seed: Seed(1),
        }
    }
}

impl NetOptions {
    pub(super) fn check(&self) -> Result<(), NetLearnError> {
        let good = |holds: bool, expected: &'static str, got: String| match holds {
            true => Ok(()),
            false => Err(NetLearnError::Option { expected, got }),
        };
        let shares = self.past_share + self.against.iter().map(|(_, share)| share).sum::<u32>();
        good(shares <= 100, "shares of at most 100 in all", shares.to_string())?;
        good((0.0..=1.0).contains(&self.trace), "a trace from 0 to 1", self.trace.to_string())?;
        good(self.games_a_step > 0, "games a step above 0", "0".into())?;
        good(self.remember_every > 0, "steps to remember above 0", "0".into())?;
        good(self.past > 0, "past selves above 0", "0".into())?;
        good(self.report_every > 0, "steps a point above 0", "0".into())
    }

    /// The opponents in words.
    pub(super) fn against_text(&self) -> String {
        let others: Vec<String> =
            self.against.iter().map(|(name, share)| format!("{name} {share}%")).collect();
        format!("itself, past selves {}%, {}", self.past_share, others.join(", "))
    }
}

/// Why learning could not be done.
#[derive(Debug, Error)]
pub enum NetLearnError {
    /// An option is out of its range.
    #[error("expected {expected}, got {got}")]
    Option {
        /// What would have been right.
        expected: &'static str,
        /// What was given.
        got: String,
    },
    /// An opponent is not known.
    #[error(transparent)]
    Opponent(#[from] DescriptionError),
    /// An opponent failed.
    #[error("an opponent gave no move: {0}")]
    Failed(#[from] PlayerError),
    /// The networks refuse.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A checkpoint is none, or a broken one.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A checkpoint is of another run.
    #[error("expected a checkpoint of {expected}, got {got}")]
    Checkpoint {
        /// What would fit.
        expected: String,
        /// What the file says.
        got: String,
    },
}
