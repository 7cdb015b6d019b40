//! Learning written down, to be taken up again.

use super::super::net::file;
use super::{NetCurvePoint, NetLearnError, NetLearner, NetOptions};
use fuda_core::Game;
use fuda_koikoi::KoiKoi;
use fuda_koikoi::encode::ViewInputs;
use fuda_learn::policy_gradient::SparseNetwork;
use fuda_learn::{Kind, ModelFault, ModelFile, Needs, Numbers, Tensor};
use std::sync::Arc;

impl NetLearner {
    /// A checkpoint: taken up again, learning goes on as if it had not been
    /// interrupted.
    pub fn checkpoint(&self) -> ModelFile {
        let (actor_steps, actor_mean, actor_squares) = self.actor_adam.memory();
        let (critic_steps, critic_mean, critic_squares) = self.critic_adam.memory();
        let settings = [
            ("steps", self.steps.to_string()),
            ("seed", self.options.seed.0.to_string()),
            ("adam", format!("{actor_steps} {critic_steps}")),
            // Numbers and texts can always be written.
            ("curve", serde_json::to_string(&self.curve).unwrap_or_default()),
            ("against", self.options.against_text()),
        ];
        let mut checkpoint = file(&self.actor, &self.options.rules).with_settings(settings);
        let mut keep = |name: String, list: &[f32]| {
            let tensor = Tensor::new([list.len()], Numbers::F32(list.to_vec()));
            checkpoint.tensors.insert(name, tensor);
        };
        keep("mean".into(), &self.mean);
        keep("critic".into(), self.critic.weights());
        keep("actor_adam_mean".into(), actor_mean);
        keep("actor_adam_squares".into(), actor_squares);
        keep("critic_adam_mean".into(), critic_mean);
        keep("critic_adam_squares".into(), critic_squares);
        for (number, network) in self.past.iter().enumerate() {
            keep(format!("past{number}"), network.weights());
        }
        checkpoint
    }

    /// Takes up a checkpoint. The options must be those of the run: rules,
    /// seed, layers and opponents.
    pub fn resume(
        options: NetOptions,
        checkpoint: &ModelFile,
    ) -> Result<NetLearner, NetLearnError> {
        let mut learner = NetLearner::new(options)?;
        checkpoint.fits(&Needs {
            by: "learn",
            kind: Kind::PolicyNetwork,
            game: KoiKoi::NAME,
            encoders: &[ViewInputs::NAME],
            rules: Some(&learner.options.rules.single_round().to_string()),
        })?;
        let network = SparseNetwork::from_file(checkpoint)?;
        if !checkpoint.settings.contains_key("steps") {
            let (expected, got) = ("a run".into(), "a finished model".into());
            return Err(NetLearnError::Checkpoint { expected, got });
        }
        let note = |key: &str| checkpoint.settings.get(key).cloned().unwrap_or_default();
        let same = |expected: String, got: String| match expected == got {
            true => Ok(()),
            false => Err(NetLearnError::Checkpoint { expected, got }),
        };
        same(format!("seed {}", learner.options.seed.0), format!("seed {}", note("seed")))?;
        same(learner.options.against_text(), note("against"))?;
        same(format!("{:?}", learner.actor.shape()), format!("{:?}", network.shape()))?;
        learner.actor = network;
        let (weights, critic_weights) = (learner.mean.len(), learner.critic.weights().len());
        let list = |name: &str, length: usize| -> Result<Vec<f32>, NetLearnError> {
            Ok(checkpoint.f32s(name, &[length])?.to_vec())
        };
        learner.mean = list("mean", weights)?;
        learner.critic =
            SparseNetwork::from_weights(learner.critic.shape(), list("critic", critic_weights)?)?;
        let steps: Vec<u64> = note("adam").split(' ').filter_map(|n| n.parse().ok()).collect();
        let (Ok(done), &[actor_steps, critic_steps]) =
            (note("steps").parse::<u64>(), steps.as_slice())
        else {
            let expected = "so many steps".to_owned();
            return Err(NetLearnError::Checkpoint { expected, got: note("steps") });
        };
        learner.steps = done;
        let (mean, squares) =
            (list("actor_adam_mean", weights)?, list("actor_adam_squares", weights)?);
        learner.actor_adam.restore(actor_steps, &mean, &squares)?;
        let mean = list("critic_adam_mean", critic_weights)?;
        let squares = list("critic_adam_squares", critic_weights)?;
        learner.critic_adam.restore(critic_steps, &mean, &squares)?;
        while checkpoint.tensors.contains_key(&format!("past{}", learner.past.len())) {
            let list = list(&format!("past{}", learner.past.len()), weights)?;
            let network = SparseNetwork::from_weights(learner.actor.shape(), list)?;
            learner.past.push(Arc::new(network));
        }
        let curve: Result<Vec<NetCurvePoint>, _> = serde_json::from_str(&note("curve"));
        let broken = |e: serde_json::Error| ModelFault::Broken(format!("the curve: {e}"));
        learner.curve = curve.map_err(|e| checkpoint.fault(broken(e)))?;
        Ok(learner)
    }
}
