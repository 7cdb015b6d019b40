//! The learning curve.

use super::NetOptions;
use super::collect::GameResult;
use fuda_learn::policy_gradient::Progress;
use fuda_stats::{Estimate, Running};
use serde::{Deserialize, Serialize};

/// How the learner did against one opponent over a stretch of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Against {
    /// Who.
    pub opponent: String,
    /// How many games.
    pub games: u64,
    /// The learner's mean points; against itself those of the first player.
    pub points: Estimate,
}

/// A point of the learning curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NetCurvePoint {
    /// Games so far.
    pub games: u64,
    /// Points since the point before. The learner draws its moves by its
    /// policy here; the finished player takes the likeliest.
    pub against: Vec<Against>,
    /// The policy's mean entropy.
    pub entropy: f32,
    /// The share of decisions that gave no further push.
    pub clipped: f32,
    /// The mean squared error of what the policy's network says a round is worth.
    pub value_error: f32,
    /// The same of the critic, who knows the hidden cards.
    pub critic_error: f32,
}

/// The games since the last point.
pub(super) struct Stretch {
    names: Vec<String>,
    /// Points by opponent.
    points: Vec<Running>,
    steps: f32,
    entropy: f32,
    clipped: f32,
    value_error: f32,
    critic_error: f32,
}

impl Stretch {
    pub fn new(options: &NetOptions) -> Stretch {
        let mut names = vec!["itself".to_owned(), "past selves".to_owned()];
        names.extend(options.against.iter().map(|(name, _)| name.clone()));
        let points = vec![Running::default(); names.len()];
        let (entropy, clipped, value_error, critic_error) = (0.0, 0.0, 0.0, 0.0);
        Stretch { names, points, steps: 0.0, entropy, clipped, value_error, critic_error }
    }

    pub fn add(&mut self, results: &[GameResult], own: Progress, judge: Progress) {
        for (who, points) in results {
            if let Some(of) = self.points.get_mut(*who) {
                of.add(*points);
            }
        }
        self.steps += 1.0;
        self.entropy += own.entropy;
        self.clipped += own.clipped;
        self.value_error += own.squared_error;
        self.critic_error += judge.squared_error;
    }

    pub fn point(&self, games: u64) -> NetCurvePoint {
        let against = self.names.iter().zip(&self.points).filter(|(_, points)| points.count() > 0);
        let against = against.map(|(name, points)| Against {
            opponent: name.clone(),
            games: points.count(),
            // Short enough to be the same again when read from a checkpoint.
            points: points.moments().estimate().map(|x| (x * 1e6).round() / 1e6),
        });
        NetCurvePoint {
            games,
            against: against.collect(),
            entropy: self.entropy / self.steps,
            clipped: self.clipped / self.steps,
            value_error: self.value_error / self.steps,
            critic_error: self.critic_error / self.steps,
        }
    }
}
