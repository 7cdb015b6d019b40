//! Value networks of Koi-Koi: their files, and how one is learned.

use fuda_core::{BadText, Game, Purpose};
use fuda_koikoi::encode::{VALUE_INPUTS, VALUE_INPUTS_NAME};
use fuda_koikoi::players::{ValueFunction, ValueOptions, ValueSample, value_samples};
use fuda_koikoi::{KoiKoi, Rules};
use fuda_learn::{
    LearnError, ModelError, ModelFault, ModelFile, Network, RegressionParams, Row, Rows,
    mean_squared_error,
};
use fuda_stats::{Estimate, Moments, correlation};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// Why a value network cannot be learned or used.
#[derive(Debug, Error)]
pub enum ValueError {
    /// The network refuses, or the file is none.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The samples cannot be made.
    #[error(transparent)]
    Samples(#[from] BadText),
}

/// The file of a value network that was learned under these rules.
pub fn file(network: &Network, rules: &Rules) -> ModelFile {
    ModelFile {
        game: KoiKoi::NAME.into(),
        rules: rules.single_round().to_string(),
        encoder: VALUE_INPUTS_NAME.into(),
        ..network.to_file()
    }
}

/// The values as a function of the inputs that are 1, from the file of a
/// network.
pub(super) fn function(file: &ModelFile) -> Result<ValueFunction, ModelError> {
    let network = Network::from_file(file)?;
    let (expected, got) = (VALUE_INPUTS, network.columns());
    if got != expected {
        let why = format!("expected {expected} inputs, got {got}");
        return Err(file.fault(ModelFault::Broken(why)));
    }
    Ok(Arc::new(move |ones: &[u32]| network.value(Row::Ones(ones))))
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

/// Learns a value network. `made` hears of each sample, `progress` of each
/// pass.
pub fn learn_value(
    learning: &ValueLearning,
    made: &(dyn Fn() + Sync),
    mut progress: impl FnMut(&ErrorPoint),
) -> Result<(Network, ValueReport), ValueError> {
    let options = &learning.samples;
    if learning.test < 2 || options.samples <= learning.test {
        let expected = "more samples than the test takes, and at least 2 for the test";
        let got = format!("{} samples, {} for the test", options.samples, learning.test);
        return Err(BadText::new(expected, got).into());
    }
    let samples = value_samples(options, made)?;
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
        let training = mean_squared_error(network, &train, &targets).unwrap_or(f64::NAN);
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
    Ok((network, report))
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
        let (network, report) =
            learn_value(&learning(), &|| {}, |p| heard.push(*p)).expect("it learns");
        assert_eq!(heard, report.curve);
        assert_eq!((report.curve.len(), report.scatter.len(), report.samples), (4, 60, 200));
        assert!(report.curve[3].test.mean < report.constant_error.mean, "{report:?}");
        assert!(
            report.correlation.low.unwrap() > 0.0 && report.correlation.high.unwrap() <= 1.0,
            "{report:?}"
        );
        let last: f64 = report.scatter.iter().map(|(t, s)| (t - s).powi(2)).sum::<f64>() / 60.0;
        assert!((last - report.curve[3].test.mean).abs() < 1e-9);
        let file = file(&network, &Rules::GUAN);
        assert_eq!(file.rules, Rules::GUAN.single_round().to_string());
        let value = function(&file).expect("a function");
        assert_eq!(value(&[3, 60]), network.value(Row::Ones(&[3, 60])));
        let other = Rows::ones(2, [[0].as_slice(), &[1]]).expect("rows");
        let small = RegressionParams { hidden: 1, epochs: 1, ..RegressionParams::default() };
        let small = small.check().expect("good").fit(&other, &[0.0, 1.0], |_, _| {});
        let message = function(&small.expect("fits").to_file()).err().expect("refused");
        assert!(message.to_string().contains("expected 252 inputs, got 2"), "{message}");
    }

    #[test]
    fn too_few_samples_are_refused() {
        assert!(learn_value(&ValueLearning { test: 260, ..learning() }, &|| {}, |_| {}).is_err());
        assert!(learn_value(&ValueLearning { passes: 0, ..learning() }, &|| {}, |_| {}).is_err());
    }
}
