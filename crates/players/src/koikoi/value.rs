//! Value networks of Koi-Koi: their files, and how one is learned.

use fuda_core::{BadText, Purpose};
use fuda_koikoi::Rules;
use fuda_koikoi::encode::VALUE_INPUTS;
use fuda_koikoi::players::{ValueFunction, ValueOptions, ValueSample, value_samples};
use fuda_learn::{LearnError, RegressionNetwork, RegressionParams, Row, Rows};
use fuda_stats::{Estimate, Moments, correlation};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// What the inputs are called in model files; changes when any of them does.
const FEATURES_NAME: &str = "koikoi-after-state-252-v1";

/// The model that comes with fuda, for `paper` rules.
const SHIPPED: &[u8] = include_bytes!("../../../../models/koikoi-value-paper.safetensors");

/// A network that values after-states, and the rules it learned them under.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueModel {
    /// The network, over the 252 inputs.
    pub network: RegressionNetwork,
    /// The rules.
    pub rules: Rules,
}

/// Why a value network cannot be learned or used.
#[derive(Debug, Error)]
pub enum ValueError {
    /// The network refuses, or the file is none.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The samples cannot be made.
    #[error(transparent)]
    Samples(#[from] BadText),
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
}

impl ValueModel {
    /// The model that comes with fuda: `paper` rules, after-states of every turn.
    pub fn shipped() -> Result<ValueModel, ValueError> {
        ValueModel::read(SHIPPED)
    }

    /// Reads a model from the bytes of its file.
    pub fn read(bytes: &[u8]) -> Result<ValueModel, ValueError> {
        let (network, notes) = RegressionNetwork::from_bytes(bytes)?;
        let note = |key: &str| notes.get(key).cloned().unwrap_or_default();
        let other = |what, expected: &str, got: String| {
            Err(ValueError::Other { what, expected: expected.to_owned(), got })
        };
        if note("features") != FEATURES_NAME {
            return other("features", FEATURES_NAME, note("features"));
        }
        if network.columns() != VALUE_INPUTS {
            return other("inputs", "252", network.columns().to_string());
        }
        match note("rules").parse() {
            Ok(rules) => Ok(ValueModel { network, rules }),
            Err(_) => other("rules", "a rule set of koi-koi", note("rules")),
        }
    }

    /// The bytes of its file, with a line on how it was made.
    pub fn write(&self, made: &str) -> Result<Vec<u8>, ValueError> {
        let rules = self.rules.to_string();
        let notes = [("features", FEATURES_NAME), ("rules", rules.as_str()), ("made", made)];
        Ok(self.network.to_bytes(&notes)?)
    }

    /// Refuses rules whose rounds are not the ones it was trained on.
    pub fn fits(&self, rules: &Rules) -> Result<(), ValueError> {
        match self.rules.single_round() == rules.single_round() {
            true => Ok(()),
            false => Err(ValueError::Other {
                what: "a model for the rules",
                expected: rules.to_string(),
                got: self.rules.to_string(),
            }),
        }
    }

    /// The values as a function of the inputs that are 1.
    pub fn function(self) -> ValueFunction {
        Arc::new(move |ones: &[u32]| self.network.value(Row::Ones(ones)))
    }
}

/// How a value network is learned; the defaults are the paper's.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueLearning {
    /// The after-states and what they are worth.
    pub samples: ValueOptions,
    /// How many of the samples are kept for the test.
    pub test: usize,
    /// Passes over the samples to learn from.
    pub passes: usize,
}

impl Default for ValueLearning {
    fn default() -> ValueLearning {
        ValueLearning { samples: ValueOptions::default(), test: 300, passes: 30 }
    }
}

/// Mean squared errors after a pass.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ErrorPoint {
    /// Passes so far.
    pub pass: usize,
    /// On the samples learned from.
    pub training: f64,
    /// On the test.
    pub test: Estimate,
}

/// How learning a value network went: a figure of errors and one of dots.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ValueReport {
    /// The turn, or none for all turns.
    pub turn: Option<usize>,
    /// Samples learned from.
    pub samples: usize,
    /// The constant that fits the samples best: their mean.
    pub constant: f64,
    /// The squared error of that constant on the test.
    pub constant_error: Estimate,
    /// The error curve.
    pub curve: Vec<ErrorPoint>,
    /// What each test sample is worth, and what the network says.
    pub scatter: Vec<(f64, f64)>,
    /// The correlation of the two.
    pub correlation: Estimate,
}

/// Learns a value network. `progress` hears of each pass.
pub fn learn_value(
    learning: &ValueLearning,
    mut progress: impl FnMut(&ErrorPoint),
) -> Result<(ValueModel, ValueReport), ValueError> {
    let options = &learning.samples;
    if learning.test < 2 || options.samples <= learning.test {
        let expected = "more samples than the test takes, and at least 2 for the test";
        let got = format!("{} samples, {} for the test", options.samples, learning.test);
        return Err(BadText::new(expected, got).into());
    }
    let samples = value_samples(options)?;
    let (train, test) = samples.split_at(samples.len() - learning.test);
    let ((train, targets), (test, truth)) = (rows(train)?, rows(test)?);
    let constant = targets.iter().sum::<f64>() / targets.len() as f64;
    let squares: Vec<f64> = truth.iter().map(|t| (t - constant).powi(2)).collect();
    let constant_error = Moments::of(&squares).estimate();
    let params = RegressionParams {
        epochs: learning.passes,
        seed: options.seed.derive(Purpose::Training, &[]),
        ..RegressionParams::default()
    };
    let mut curve = Vec::new();
    let network = params.check()?.fit(&train, &targets, |pass, network| {
        let said = network.values(&test).unwrap_or_default();
        let squares: Vec<f64> = said.iter().zip(&truth).map(|(s, t)| (s - t).powi(2)).collect();
        let training = network.mean_squared_error(&train, &targets).unwrap_or(f64::NAN);
        let point = ErrorPoint { pass, training, test: Moments::of(&squares).estimate() };
        progress(&point);
        curve.push(point);
    })?;
    let said = network.values(&test)?;
    let scatter: Vec<(f64, f64)> = truth.iter().copied().zip(said).collect();
    let report = ValueReport {
        turn: options.turn,
        samples: targets.len(),
        constant,
        constant_error,
        curve,
        correlation: correlation(&scatter),
        scatter,
    };
    Ok((ValueModel { network, rules: options.rules }, report))
}

fn rows(samples: &[ValueSample]) -> Result<(Rows, Vec<f64>), LearnError> {
    let rows = Rows::ones(VALUE_INPUTS, samples.iter().map(|s| s.ones.as_slice()))?;
    Ok((rows, samples.iter().map(|s| s.value).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learning() -> ValueLearning {
        let samples = ValueOptions {
            samples: 260,
            completions: 8,
            call_playouts: 5,
            turn: Some(11),
            ..ValueOptions::default()
        };
        ValueLearning { samples, test: 60, passes: 4 }
    }

    #[test]
    fn learns_under_the_constant_and_reads_back() {
        let mut heard = Vec::new();
        let (model, report) = learn_value(&learning(), |p| heard.push(*p)).expect("it learns");
        assert_eq!(heard, report.curve);
        assert_eq!((report.curve.len(), report.scatter.len(), report.samples), (4, 60, 200));
        assert!(report.curve[3].test.mean < report.constant_error.mean, "{report:?}");
        assert!(
            report.correlation.low.unwrap() > 0.0 && report.correlation.high.unwrap() <= 1.0,
            "{report:?}"
        );
        let last: f64 = report.scatter.iter().map(|(t, s)| (t - s).powi(2)).sum::<f64>() / 60.0;
        assert!((last - report.curve[3].test.mean).abs() < 1e-9);
        let bytes = model.write("a test").expect("bytes");
        assert_eq!(ValueModel::read(&bytes).expect("a model"), model);
        assert!(model.fits(&Rules::GUAN).is_err());
        assert!(ValueModel::read(&bytes[..100]).is_err());
        let other = model.network.to_bytes(&[("rules", "paper")]).expect("bytes");
        let message = ValueModel::read(&other).expect_err("no features").to_string();
        assert!(message.contains("expected features"), "{message}");
    }

    #[test]
    fn too_few_samples_are_refused() {
        assert!(learn_value(&ValueLearning { test: 260, ..learning() }, |_| {}).is_err());
        assert!(learn_value(&ValueLearning { passes: 0, ..learning() }, |_| {}).is_err());
    }
}
