//! The learning curve.

use super::PolicyParams;
use super::collect::GameResult;
use fuda_core::Game;
use fuda_learn::policy_gradient::Progress;
use fuda_stats::{Estimate, Moments};
use serde::{Deserialize, Serialize};

/// How the learner did against one opponent over some steps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpponentResult {
    /// Who.
    pub opponent: String,
    /// How many games.
    pub games: u64,
    /// The learner's mean points; against itself those of the first seat.
    pub points: Estimate,
}

/// A point of the learning curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Games so far.
    pub games: u64,
    /// Points since the point before. The learner draws its moves by its
    /// policy here; the finished player takes the likeliest.
    pub against: Vec<OpponentResult>,
    /// The policy's mean entropy.
    pub entropy: f32,
    /// The fraction of decisions that gave no further push.
    pub clipped: f32,
    /// The mean squared error of the policy network's own value.
    pub value_error: f32,
    /// The same of the critic's, who sees the views of all seats.
    pub critic_error: f32,
}

/// The games since the last point.
pub(super) struct Stretch {
    names: Vec<String>,
    points: Vec<Vec<f64>>,
    steps: f32,
    policy: Progress,
    critic_error: f32,
}

impl Stretch {
    pub fn new<G: Game>(params: &PolicyParams<G>) -> Stretch {
        let mut names = vec!["itself".to_owned(), "earlier versions".to_owned()];
        names.extend(params.opponents.iter().map(|other| other.name.clone()));
        let points = vec![Vec::new(); names.len()];
        Stretch { names, points, steps: 0.0, policy: Progress::default(), critic_error: 0.0 }
    }

    pub fn add(&mut self, results: &[GameResult], policy: Progress, critic: Progress) {
        for (who, points) in results {
            if let Some(list) = self.points.get_mut(*who) {
                list.push(*points);
            }
        }
        self.steps += 1.0;
        self.policy.entropy += policy.entropy;
        self.policy.clipped += policy.clipped;
        self.policy.squared_error += policy.squared_error;
        self.critic_error += critic.squared_error;
    }

    pub fn point(&self, games: u64) -> CurvePoint {
        let against = self.names.iter().zip(&self.points).filter(|(_, list)| !list.is_empty());
        let against = against.map(|(name, list)| OpponentResult {
            opponent: name.clone(),
            games: list.len() as u64,
            points: Moments::of(list).estimate(),
        });
        CurvePoint {
            games,
            against: against.collect(),
            entropy: self.policy.entropy / self.steps,
            clipped: self.policy.clipped / self.steps,
            value_error: self.policy.squared_error / self.steps,
            critic_error: self.critic_error / self.steps,
        }
    }
}
