//! Learning written down, to be taken up again.

use super::{CurvePoint, PolicyLearner, PolicyParams};
use crate::TrainError;
use fuda_core::{Game, Observation};
use fuda_learn::policy_gradient::{Adam, SparseNetwork};
use fuda_learn::{Kind, ModelFile, Numbers, Tensor};
use std::sync::Arc;

impl<G: Game> PolicyLearner<G> {
    /// A checkpoint: taken up again, learning goes on as if it had not been
    /// interrupted.
    pub fn checkpoint(&self) -> ModelFile {
        let mut file = self.describe(self.policy.to_file());
        file.kind = Kind::Checkpoint;
        let (policy_steps, policy_mean, policy_squares) = self.policy_adam.memory();
        let (critic_steps, critic_mean, critic_squares) = self.critic_adam.memory();
        let mut add = |name: &str, list: &[f32]| {
            let tensor = Tensor::new([list.len()], Numbers::F32(list.to_vec()));
            file.tensors.insert(name.to_owned(), tensor);
        };
        add("mean", &self.mean);
        add("critic", self.critic.weights());
        add("policy_adam_mean", policy_mean);
        add("policy_adam_squares", policy_squares);
        add("critic_adam_mean", critic_mean);
        add("critic_adam_squares", critic_squares);
        for (n, network) in self.past.iter().enumerate() {
            add(&format!("past{n}"), network.weights());
        }
        // Numbers and texts can always be written.
        let curve = serde_json::to_string(&self.curve).unwrap_or_default();
        file.with_settings([
            ("steps", self.steps.to_string()),
            ("adam", format!("{policy_steps} {critic_steps}")),
            ("past", self.past.len().to_string()),
            ("curve", curve),
        ])
    }

    /// Takes up a checkpoint. The parameters must be those of the run: rules,
    /// encoder, seed, layers and opponents.
    pub fn resume(
        game: &G,
        encoder: Arc<dyn Observation<G>>,
        params: PolicyParams<G>,
        file: &ModelFile,
    ) -> Result<PolicyLearner<G>, TrainError> {
        let mut learner = PolicyLearner::new(game, encoder, params)?;
        let setting = |key: &str| file.settings.get(key).cloned().unwrap_or_default();
        let same = |what: &str, expected: String, got: String| match expected == got {
            true => Ok(()),
            false => Err(TrainError::Checkpoint {
                expected: format!("{what} {expected}"),
                got: format!("{what} {got}"),
            }),
        };
        file.expect_kind(Kind::Checkpoint)?;
        same("the game", G::NAME.into(), file.game.clone())?;
        same("the rules", game.rules(), file.rules.clone())?;
        same("the encoder", learner.inputs.encoder().name().into(), file.encoder.clone())?;
        same("the seed", learner.params.seed.0.to_string(), setting("seed"))?;
        same("a run against", learner.params.against(), setting("against"))?;
        let policy = SparseNetwork::from_file(file)?;
        let shape = |network: &SparseNetwork| format!("{:?}", network.shape());
        same("a network of", shape(&learner.policy), shape(&policy))?;
        learner.policy = policy;
        let weights = learner.mean.len();
        let critic_weights = learner.critic.weights().len();
        let list = |name: &str, length: usize| -> Result<Vec<f32>, TrainError> {
            Ok(file.f32s(name, &[length])?.to_vec())
        };
        let numbers = |key: &str| -> Vec<u64> {
            setting(key).split(' ').filter_map(|number| number.parse().ok()).collect()
        };
        let (&[steps], &[policy_steps, critic_steps], &[past]) =
            (&*numbers("steps"), &*numbers("adam"), &*numbers("past"))
        else {
            let expected = "a run with its steps".to_owned();
            return Err(TrainError::Checkpoint { expected, got: setting("steps") });
        };
        learner.steps = steps;
        learner.mean = list("mean", weights)?;
        let critic = list("critic", critic_weights)?;
        learner.critic = SparseNetwork::from_weights(learner.critic.shape(), critic)?;
        let restore = |adam: &mut Adam, steps, name: &str, length| -> Result<(), TrainError> {
            let mean = list(&format!("{name}_adam_mean"), length)?;
            let squares = list(&format!("{name}_adam_squares"), length)?;
            Ok(adam.restore(steps, &mean, &squares)?)
        };
        restore(&mut learner.policy_adam, policy_steps, "policy", weights)?;
        restore(&mut learner.critic_adam, critic_steps, "critic", critic_weights)?;
        for n in 0..past {
            let earlier = list(&format!("past{n}"), weights)?;
            let earlier = SparseNetwork::from_weights(learner.policy.shape(), earlier)?;
            learner.past.push(Arc::new(earlier));
        }
        let curve: Result<Vec<CurvePoint>, _> = serde_json::from_str(&setting("curve"));
        learner.curve = curve.map_err(|e| TrainError::Checkpoint {
            expected: "a run with its learning curve".into(),
            got: e.to_string(),
        })?;
        Ok(learner)
    }
}
