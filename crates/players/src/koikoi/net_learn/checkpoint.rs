//! Learning written down, to be taken up again.

use super::{NetCurvePoint, NetLearnError, NetLearner, NetOptions};
use crate::koikoi::net_model::NET_INPUTS_NAME;
use fuda_learn::LearnError;
use fuda_learn::policy_gradient::{Adam, NetworkFile, SparseNetwork};
use std::collections::HashMap;
use std::sync::Arc;

const KIND: &str = "koikoi-pg-net checkpoint";

impl NetLearner {
    /// The bytes of a checkpoint: taken up again, learning goes on as if it
    /// had not been interrupted.
    pub fn checkpoint(&self) -> Result<Vec<u8>, NetLearnError> {
        let rules = self.options.rules.to_string();
        let (steps, seed) = (self.steps.to_string(), self.options.seed.0.to_string());
        let (actor_steps, actor_mean, actor_squares) = self.actor_adam.memory();
        let (critic_steps, critic_mean, critic_squares) = self.critic_adam.memory();
        let adam = format!("{actor_steps} {critic_steps}");
        // Numbers and texts can always be written.
        let curve = serde_json::to_string(&self.curve).unwrap_or_default();
        let against = self.options.against_text();
        let notes = [
            ("features", NET_INPUTS_NAME),
            ("learner", KIND),
            ("rules", rules.as_str()),
            ("steps", steps.as_str()),
            ("seed", seed.as_str()),
            ("adam", adam.as_str()),
            ("curve", curve.as_str()),
            ("against", against.as_str()),
        ];
        let names: Vec<String> = (0..self.past.len()).map(|n| format!("past{n}")).collect();
        let mut more: Vec<(&str, &[f32])> = vec![
            ("mean", &self.mean),
            ("critic", self.critic.weights()),
            ("actor_adam_mean", actor_mean),
            ("actor_adam_squares", actor_squares),
            ("critic_adam_mean", critic_mean),
            ("critic_adam_squares", critic_squares),
        ];
        let past = names.iter().zip(&self.past);
        more.extend(past.map(|(name, network)| (name.as_str(), network.weights())));
        Ok(self.actor.to_bytes(&notes, &more)?)
    }

    /// Takes up a checkpoint. The options must be those of the run: rules,
    /// seed, layers and opponents.
    pub fn resume(options: NetOptions, bytes: &[u8]) -> Result<NetLearner, NetLearnError> {
        let NetworkFile { network, metadata, mut more } = SparseNetwork::from_bytes(bytes)?;
        let mut learner = NetLearner::new(options)?;
        let note = |key: &str| metadata.get(key).cloned().unwrap_or_default();
        let same = |expected: String, got: String| match expected == got {
            true => Ok(()),
            false => Err(NetLearnError::Checkpoint { expected, got }),
        };
        same(KIND.into(), note("learner"))?;
        same(NET_INPUTS_NAME.into(), note("features"))?;
        same(learner.options.rules.to_string(), note("rules"))?;
        same(format!("seed {}", learner.options.seed.0), format!("seed {}", note("seed")))?;
        same(learner.options.against_text(), note("against"))?;
        same(format!("{:?}", learner.actor.shape()), format!("{:?}", network.shape()))?;
        learner.actor = network;
        let mut list = |name: &str| -> Result<Vec<f32>, NetLearnError> {
            let missing = || LearnError::NotAModel(format!("`{name}` is missing"));
            Ok(more.remove(name).ok_or_else(missing)?)
        };
        learner.mean = list("mean")?;
        SparseNetwork::from_weights(learner.actor.shape(), learner.mean.clone())?;
        learner.critic = SparseNetwork::from_weights(learner.critic.shape(), list("critic")?)?;
        let steps: Vec<u64> = note("adam").split(' ').filter_map(|n| n.parse().ok()).collect();
        let (Ok(done), &[actor_steps, critic_steps]) =
            (note("steps").parse::<u64>(), steps.as_slice())
        else {
            let expected = "so many steps".to_owned();
            return Err(NetLearnError::Checkpoint { expected, got: note("steps") });
        };
        learner.steps = done;
        let restore = |adam: &mut Adam, steps, mean: Vec<f32>, squares: Vec<f32>| {
            adam.restore(steps, &mean, &squares)
        };
        let (mean, squares) = (list("actor_adam_mean")?, list("actor_adam_squares")?);
        restore(&mut learner.actor_adam, actor_steps, mean, squares)?;
        let (mean, squares) = (list("critic_adam_mean")?, list("critic_adam_squares")?);
        restore(&mut learner.critic_adam, critic_steps, mean, squares)?;
        learner.past = past(&mut more, &learner.actor)?;
        let curve: Result<Vec<NetCurvePoint>, _> = serde_json::from_str(&note("curve"));
        learner.curve = curve.map_err(|e| LearnError::NotAModel(e.to_string()))?;
        Ok(learner)
    }
}

/// The past selves, in order.
fn past(
    more: &mut HashMap<String, Vec<f32>>,
    like: &SparseNetwork,
) -> Result<Vec<Arc<SparseNetwork>>, NetLearnError> {
    let mut past = Vec::new();
    while let Some(weights) = more.remove(&format!("past{}", past.len())) {
        past.push(Arc::new(SparseNetwork::from_weights(like.shape(), weights)?));
    }
    Ok(past)
}
