//! Models of the network player as files.

use super::net::NET_OUTPUTS;
use fuda_koikoi::Rules;
use fuda_koikoi::encode::ViewInputs;
use fuda_learn::LearnError;
use fuda_learn::policy_gradient::{NetworkFile, SparseNetwork};
use std::collections::HashMap;
use std::sync::Arc;
use thiserror::Error;

/// What the inputs are called in model files.
pub(super) const NET_INPUTS_NAME: &str = "koikoi-view-v1";

/// A policy network with the rules it was trained under.
#[derive(Clone, PartialEq, Debug)]
pub struct NetModel {
    /// The network.
    pub network: Arc<SparseNetwork>,
    /// The rules of the rounds it was trained on.
    pub rules: Rules,
    /// Whatever else the file says: how it was made.
    pub notes: HashMap<String, String>,
}

/// Why a model cannot be used.
#[derive(Debug, Error)]
pub enum NetModelError {
    /// It is no model file, or a broken one.
    #[error(transparent)]
    Unreadable(#[from] LearnError),
    /// It is a model for something else.
    #[error("expected {what} `{expected}`, got `{got}`")]
    Other {
        /// Which property.
        what: &'static str,
        /// What would fit.
        expected: String,
        /// What the file says.
        got: String,
    },
    /// It was trained under other rules.
    #[error("expected a model for the rules `{asked}`, got one for `{model}`")]
    Rules {
        /// The rules that are played.
        asked: String,
        /// The rules of the model.
        model: String,
    },
    /// No model comes with fuda for these rules.
    #[error(
        "no model comes with fuda for the rules `{0}`; train one with `fuda learn koikoi-pg-net --rules {0}`"
    )]
    NoneShipped(String),
}

/// The models that come with fuda.
const SHIPPED: [&[u8]; 3] = [
    include_bytes!("../../../../models/koikoi-pg-net-paper.safetensors"),
    include_bytes!("../../../../models/koikoi-pg-net-guan.safetensors"),
    include_bytes!("../../../../models/koikoi-pg-net-nintendo.safetensors"),
];

impl NetModel {
    /// The model that comes with fuda for these rules.
    pub fn shipped(rules: &Rules) -> Result<NetModel, NetModelError> {
        for bytes in SHIPPED {
            let model = NetModel::read(bytes)?;
            if model.fits(rules).is_ok() {
                return Ok(model);
            }
        }
        Err(NetModelError::NoneShipped(rules.to_string()))
    }

    /// Reads a model from the bytes of its file.
    pub fn read(bytes: &[u8]) -> Result<NetModel, NetModelError> {
        NetModel::from_file(SparseNetwork::from_bytes(bytes)?)
    }

    /// Checks what a model file says of itself.
    pub fn from_file(file: NetworkFile) -> Result<NetModel, NetModelError> {
        let other =
            |what, expected: String, got: String| Err(NetModelError::Other { what, expected, got });
        let note = |key: &str| file.metadata.get(key).cloned().unwrap_or_default();
        if note("features") != NET_INPUTS_NAME {
            return other("features", NET_INPUTS_NAME.into(), note("features"));
        }
        let shape = file.network.shape();
        if (shape.inputs, shape.outputs) != (ViewInputs::LEN, NET_OUTPUTS) {
            let expected = format!("{} inputs and {NET_OUTPUTS} outputs", ViewInputs::LEN);
            let got = format!("{} and {}", shape.inputs, shape.outputs);
            return other("layers of", expected, got);
        }
        match note("rules").parse() {
            Ok(rules) => {
                Ok(NetModel { network: Arc::new(file.network), rules, notes: file.metadata })
            }
            Err(_) => other("rules", "a rule set of koi-koi".into(), note("rules")),
        }
    }

    /// The bytes of its file.
    pub fn write(&self) -> Result<Vec<u8>, NetModelError> {
        let rules = self.rules.to_string();
        let mut notes: Vec<(&str, &str)> =
            self.notes.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        notes.retain(|(key, _)| !matches!(*key, "rules" | "features"));
        notes.extend([("rules", rules.as_str()), ("features", NET_INPUTS_NAME)]);
        Ok(self.network.to_bytes(&notes, &[])?)
    }

    /// Refuses rules whose rounds are not the ones it was trained on.
    pub fn fits(&self, rules: &Rules) -> Result<(), NetModelError> {
        match self.rules.single_round() == rules.single_round() {
            true => Ok(()),
            false => Err(NetModelError::Rules {
                asked: rules.to_string(),
                model: self.rules.to_string(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_shipped_for_every_rule_set() {
        for (name, _, rules) in Rules::PRESETS {
            let model = NetModel::shipped(&rules).expect(name);
            assert_eq!(model.notes["learner"], "koikoi-pg-net");
            assert_eq!(NetModel::read(&model.write().expect("bytes")).expect("a model"), model);
        }
        let other: Rules = "paper+months=4+hand=2+field=2".parse().expect("rules");
        let message = NetModel::shipped(&other).expect_err("none").to_string();
        assert!(message.contains("fuda learn koikoi-pg-net --rules"), "{message}");
    }

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        let model = NetModel::shipped(&Rules::PAPER).expect("a model");
        let refused = |notes: &[(&str, &str)]| {
            let bytes = model.network.to_bytes(notes, &[]).expect("bytes");
            NetModel::read(&bytes).expect_err("refused").to_string()
        };
        assert!(refused(&[("rules", "paper")]).contains("expected features"));
        let features = ("features", NET_INPUTS_NAME);
        assert!(refused(&[features, ("rules", "poker")]).contains("expected rules"));
        assert!(NetModel::read(b"{}").is_err());
        assert!(model.fits(&Rules::GUAN).expect_err("other").to_string().contains("guan"));
    }
}
