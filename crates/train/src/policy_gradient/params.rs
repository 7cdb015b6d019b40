//! How a policy is learned.

use crate::TrainError;
use crate::error::check;
use fuda_core::{Game, Player, Seed};
use std::sync::Arc;

/// A player to learn against.
#[derive(Clone)]
pub struct Opponent<G: Game> {
    /// Its name.
    pub name: String,
    /// Out of 100 games, those against it.
    pub percent: u32,
    /// Makes it.
    pub make: Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>,
}

/// How a policy is learned.
///
/// | setting | meaning | default |
/// |---|---|---|
/// | `hidden` | units of the two hidden layers | 192, 96 |
/// | `rate` | Adam's rate at the start; it falls to a twentieth | 0.002 |
/// | `entropy` | what trying is worth at the start; it falls to a tenth | 0.05 |
/// | `trace` | how much of what came later counts against the critic's value (GAE's λ) | 0.9 |
/// | `games_per_step` | games between two steps | 256, or fewer where they have more than 65,536 decisions |
/// | `passes`, `minibatch` | passes over the decisions, decisions per minibatch | 4, 2048 |
/// | `past_percent` | games out of 100 against earlier versions of itself | 10 |
/// | `opponents` | other opponents; the rest of the games is against itself | none |
/// | `past` | earlier versions that are kept | 8 |
/// | `remember_every` | steps from one kept version to the next | 50 |
/// | `report_every` | steps per point of the learning curve | 10 |
#[derive(Clone)]
pub struct PolicyParams<G: Game> {
    /// Units of the two hidden layers.
    pub hidden: [usize; 2],
    /// Adam's rate at the start.
    pub rate: f32,
    /// What a unit of entropy is worth at the start.
    pub entropy: f32,
    /// GAE's λ.
    pub trace: f32,
    /// Games between two steps; by the length of random games when left out.
    pub games_per_step: Option<u64>,
    /// Passes over the decisions of a step.
    pub passes: usize,
    /// Decisions per minibatch.
    pub minibatch: usize,
    /// Games out of 100 against earlier versions of itself.
    pub past_percent: u32,
    /// Other opponents.
    pub opponents: Vec<Opponent<G>>,
    /// Earlier versions that are kept.
    pub past: usize,
    /// Steps from one kept version to the next.
    pub remember_every: u64,
    /// Steps per point of the learning curve.
    pub report_every: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
    /// The seed.
    pub seed: Seed,
}

impl<G: Game> Default for PolicyParams<G> {
    fn default() -> PolicyParams<G> {
        PolicyParams {
            hidden: [192, 96],
            rate: 2e-3,
            entropy: 0.05,
            trace: 0.9,
            games_per_step: None,
            passes: 4,
            minibatch: 2_048,
            past_percent: 10,
            opponents: Vec::new(),
            past: 8,
            remember_every: 50,
            report_every: 10,
            threads: 1,
            seed: Seed(1),
        }
    }
}

impl<G: Game> PolicyParams<G> {
    pub(super) fn check(&self) -> Result<(), TrainError> {
        let percent =
            self.past_percent + self.opponents.iter().map(|other| other.percent).sum::<u32>();
        check(percent <= 100, "opponents", "at most 100 percent in all", percent)?;
        check((0.0..=1.0).contains(&self.trace), "trace", "from 0 to 1", self.trace)?;
        let games = self.games_per_step.unwrap_or(1);
        check(games > 0, "games per step", "above 0", games)?;
        check(self.remember_every > 0, "remember every", "above 0", self.remember_every)?;
        check(self.past > 0, "past", "above 0", self.past)?;
        check(self.report_every > 0, "report every", "above 0", self.report_every)
    }

    /// The opponents in words.
    pub(super) fn against(&self) -> String {
        let mut text = format!("itself, earlier versions {}%", self.past_percent);
        for other in &self.opponents {
            text += &format!(", {} {}%", other.name, other.percent);
        }
        text
    }
}
