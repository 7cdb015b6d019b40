//! The policy's weights as a file.

use crate::Rules;
use crate::encode::FEATURES;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a model file says it is.
const FORMAT: &str = "fuda-koikoi-pg";
/// The version of the file's shape.
const VERSION: u32 = 1;
/// The features the weights belong to; changes when any of them does.
const FEATURES_NAME: &str = "koikoi-pg-36-v1";

/// A linear softmax policy over the cards of the hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PgModel {
    format: String,
    version: u32,
    features: String,
    /// The rules it was trained under.
    pub rules: Rules,
    /// The policy's temperature.
    pub temperature: f64,
    /// The weight of each feature.
    pub weights: Vec<f64>,
    /// How it was made.
    pub training: Option<Training>,
}

/// How a model was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Training {
    /// Who it played against.
    pub against: String,
    /// How many games.
    pub episodes: u64,
    /// The learning rate at the start.
    pub rate: f64,
    /// After so many episodes the rate has halved.
    pub rate_halves_after: f64,
    /// The seed.
    pub seed: u64,
}

/// Why a model cannot be used.
#[derive(Debug, Error)]
pub enum ModelError {
    /// It is no JSON, or has not the fields of a model.
    #[error("line {line}, column {column}: expected a koi-koi policy model, got {got}")]
    Unreadable {
        /// Where reading stopped.
        line: usize,
        /// Where in the line.
        column: usize,
        /// What the reader said.
        got: String,
    },
    /// It is another kind of model.
    #[error("expected {what} `{expected}`, got `{got}`")]
    Other {
        /// Which field.
        what: &'static str,
        /// What would fit.
        expected: String,
        /// What the file says.
        got: String,
    },
    /// The weights are not what the features need.
    #[error("expected {FEATURES} finite weights and a temperature above 0, got {got}")]
    Weights {
        /// What was there.
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
}

impl PgModel {
    /// A policy with these weights.
    pub fn new(rules: Rules, temperature: f64, weights: [f64; FEATURES]) -> PgModel {
        PgModel {
            format: FORMAT.into(),
            version: VERSION,
            features: FEATURES_NAME.into(),
            rules,
            temperature,
            weights: weights.to_vec(),
            training: None,
        }
    }

    /// The model that comes with the crate: `paper` rules, 30,000 games
    /// against the rule player, the defaults of
    /// [`PgOptions`](super::PgOptions) with seed 2.
    pub fn shipped() -> Result<PgModel, ModelError> {
        PgModel::read(include_bytes!("../../../../models/koikoi-pg-paper.json"))
    }

    /// Reads a model from the bytes of its file.
    pub fn read(bytes: &[u8]) -> Result<PgModel, ModelError> {
        let model: PgModel = serde_json::from_slice(bytes).map_err(|e| ModelError::Unreadable {
            line: e.line(),
            column: e.column(),
            got: e.to_string(),
        })?;
        let other = |what, expected: &str, got: &str| {
            Err(ModelError::Other { what, expected: expected.into(), got: got.into() })
        };
        if model.format != FORMAT {
            return other("format", FORMAT, &model.format);
        }
        if model.version != VERSION {
            return other("version", &VERSION.to_string(), &model.version.to_string());
        }
        if model.features != FEATURES_NAME {
            return other("features", FEATURES_NAME, &model.features);
        }
        let sound = model.weights.len() == FEATURES
            && model.weights.iter().all(|w| w.is_finite())
            && model.temperature.is_finite()
            && model.temperature > 0.0;
        match sound {
            true => Ok(model),
            false => Err(ModelError::Weights {
                got: format!("{} weights, temperature {}", model.weights.len(), model.temperature),
            }),
        }
    }

    /// The bytes of its file.
    pub fn write(&self) -> Vec<u8> {
        // Plain numbers and texts can always be written.
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// Refuses rules whose rounds are not the ones it was trained on.
    pub fn fits(&self, rules: &Rules) -> Result<(), ModelError> {
        match self.rules.single_round() == rules.single_round() {
            true => Ok(()),
            false => {
                Err(ModelError::Rules { asked: rules.to_string(), model: self.rules.to_string() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(from: &str, to: &str) -> String {
        let text = String::from_utf8(PgModel::new(Rules::PAPER, 1.0, [0.5; FEATURES]).write())
            .expect("text");
        assert!(text.contains(from), "{text}");
        match PgModel::read(text.replace(from, to).as_bytes()) {
            Ok(_) => panic!("{to} was read"),
            Err(e) => e.to_string(),
        }
    }

    #[test]
    fn is_read_back() {
        let mut model = PgModel::new(Rules::GUAN, 0.7, [0.1; FEATURES]);
        model.weights[3] = -1.0 / 3.0;
        assert_eq!(PgModel::read(&model.write()).expect("a model"), model);
        assert!(model.fits(&Rules { rounds: 3, ..Rules::GUAN }).is_ok());
        assert!(model.fits(&Rules::PAPER).is_err());
    }

    #[test]
    fn a_model_is_shipped() {
        let model = PgModel::shipped().expect("a model");
        assert!(model.fits(&Rules::PAPER).is_ok());
        let training = model.training.expect("told");
        assert_eq!((training.against.as_str(), training.episodes), ("rule", 30_000));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        assert!(changed("fuda-koikoi-pg", "other").contains("expected format"));
        assert!(changed("\"version\": 1", "\"version\": 9").contains("expected version `1`"));
        assert!(changed("36-v1", "36-v0").contains("expected features"));
        assert!(changed("\"paper\"", "\"poker\"").contains("a rule set"));
        assert!(changed("\"temperature\": 1.0", "\"temperature\": 0.0").contains("temperature"));
        assert!(changed("0.5,", "").contains("expected 36 finite weights"));
        assert!(PgModel::read(b"").expect_err("nothing").to_string().contains("line 1"));
    }
}
