//! The learning curve.

use super::NetOptions;
use super::collect::GameResult;
use fuda_learn::policy_gradient::Progress;
use serde::{Deserialize, Serialize};

/// How the learner did against one opponent over a stretch of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Against {
    /// Who.
    pub opponent: String,
    /// How many games.
    pub games: u64,
    /// The learner's mean points; against itself those of the first player.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
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
    /// Games, sum and sum of squares by opponent.
    sums: Vec<[f64; 3]>,
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
        let sums = vec![[0.0; 3]; names.len()];
        let (entropy, clipped, value_error, critic_error) = (0.0, 0.0, 0.0, 0.0);
        Stretch { names, sums, steps: 0.0, entropy, clipped, value_error, critic_error }
    }

    pub fn add(&mut self, results: &[GameResult], own: Progress, judge: Progress) {
        for (who, points) in results {
            if let Some(sums) = self.sums.get_mut(*who) {
                sums.iter_mut().zip([1.0, *points, points * points]).for_each(|(s, x)| *s += x);
            }
        }
        self.steps += 1.0;
        self.entropy += own.entropy;
        self.clipped += own.clipped;
        self.value_error += own.squared_error;
        self.critic_error += judge.squared_error;
    }

    pub fn point(&self, games: u64) -> NetCurvePoint {
        let against = self.names.iter().zip(&self.sums).filter(|(_, [n, ..])| *n > 0.0);
        let against = against.map(|(name, [n, sum, squares])| {
            let mean = sum / n;
            let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
            // Short enough to be the same again when read from a checkpoint.
            let [mean, error] = [mean, error].map(|x| (x * 1e6).round() / 1e6);
            Against { opponent: name.clone(), games: *n as u64, mean, error }
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
