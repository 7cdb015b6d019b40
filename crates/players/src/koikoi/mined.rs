//! A value of Koi-Koi's after-states that is a sum over mined patterns, and
//! how it is learned.
//!
//! After-states are described by the 252 inputs of the value network: which
//! card is in which of five places, and the months that the other seat passed
//! over. Closed patterns of them that occur often enough are mined, those that
//! tell most about who wins chosen, and weights learned by ridge regression on
//! the points of the round.

pub use crate::mined::PatternError;
use crate::mined::mine_and_choose;
use fuda_koikoi::Rules;
use fuda_koikoi::encode::VALUE_INPUTS;
use fuda_koikoi::players::{ValueFunction, ValueOptions, ValueSample, value_samples};
use fuda_learn::{LearnError, Linear, RidgeParams, Rows};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The format of [`MinedValue`].
const FORMAT: &str = "fuda-koikoi-patterns 1";

/// The models that come with fuda, for `paper` rules.
const MINED: &[u8] = include_bytes!("../../../../models/koikoi-mined-paper.json");
const RAW: &[u8] = include_bytes!("../../../../models/koikoi-raw-paper.json");

/// A value as it is kept in a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MinedValue {
    /// The name of the format and its version.
    pub format: String,
    /// How it was made.
    pub made: String,
    /// The rules of the rounds it was learned from.
    pub rules: String,
    /// What every after-state is worth, in points.
    pub bias: f64,
    /// Inputs that must all be 1, and what they are worth together.
    pub patterns: Vec<(Vec<u32>, f64)>,
}

impl MinedValue {
    /// The model that comes with fuda: of mined patterns, or of single inputs.
    pub fn shipped(raw: bool) -> Result<MinedValue, String> {
        MinedValue::read(if raw { RAW } else { MINED })
    }

    /// Reads a model from the bytes of its file; says what is wrong with one
    /// that does not fit.
    pub fn read(bytes: &[u8]) -> Result<MinedValue, String> {
        let model: MinedValue = serde_json::from_slice(bytes)
            .map_err(|error| format!("this is no pattern model: {error}"))?;
        if model.format != FORMAT {
            return Err(format!("its format is `{}`, expected `{FORMAT}`", model.format));
        }
        let beyond = |items: &[u32]| items.iter().any(|&item| item as usize >= VALUE_INPUTS);
        if let Some(at) = model.patterns.iter().position(|(items, _)| beyond(items)) {
            return Err(format!("pattern {at}: its inputs must be below {VALUE_INPUTS}"));
        }
        Ok(model)
    }

    /// Refuses rules whose rounds are not the ones it was learned from.
    pub fn fits(&self, rules: &Rules) -> Result<(), String> {
        match self.rules.parse::<Rules>() {
            Ok(own) if own.single_round() == rules.single_round() => Ok(()),
            _ => Err(format!("expected a model for the rules `{rules}`, got `{}`", self.rules)),
        }
    }

    /// The values as a function of the inputs that are 1.
    pub fn function(&self) -> ValueFunction {
        let bias = self.bias;
        let patterns: Vec<(Mask, f64)> =
            self.patterns.iter().map(|(items, worth)| (mask(items), *worth)).collect();
        Arc::new(move |ones: &[u32]| {
            let has = mask(ones);
            let held = patterns.iter().filter(|(pattern, _)| is_in(pattern, &has));
            bias + held.map(|(_, worth)| worth).sum::<f64>()
        })
    }
}

/// A bit for each input.
type Mask = [u64; VALUE_INPUTS.div_ceil(64)];

fn mask(items: &[u32]) -> Mask {
    let mut mask = Mask::default();
    for &item in items {
        mask[item as usize / 64] |= 1 << (item % 64);
    }
    mask
}

fn is_in(pattern: &Mask, has: &Mask) -> bool {
    pattern.iter().zip(has).all(|(pattern, has)| pattern & !has == 0)
}

/// How a value is learned.
///
/// | parameter | meaning | default |
/// |---|---|---|
/// | `samples` | the after-states and what they are worth | 200,000 of every turn, 3 completions |
/// | `mined` | the most closed patterns that are mined: the support is lowered until there would be more | 200,000 |
/// | `chosen` | the most patterns chosen from them; 0 leaves single inputs alone | 1,500 |
/// | `penalty` | of the ridge regression | 100 |
#[derive(Clone, PartialEq, Debug)]
pub struct MinedLearning {
    /// The after-states and what they are worth.
    pub samples: ValueOptions,
    /// The most closed patterns that are mined.
    pub mined: u64,
    /// The most patterns chosen from them.
    pub chosen: usize,
    /// The penalty of the ridge regression.
    pub penalty: f64,
}

impl MinedLearning {
    /// After-states, patterns, and the weights without and with them.
    pub const STEPS: u64 = 4;
}

impl Default for MinedLearning {
    fn default() -> MinedLearning {
        let samples = ValueOptions {
            turn: None,
            samples: 200_000,
            completions: 3,
            call_playouts: 10,
            ..ValueOptions::default()
        };
        MinedLearning { samples, mined: 200_000, chosen: 1_500, penalty: 100.0 }
    }
}

/// What came of it, on after-states that were not learned from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MinedReport {
    /// After-states learned from.
    pub samples: usize,
    /// After-states tested on.
    pub tested: usize,
    /// The support patterns were mined at.
    pub min_support: u32,
    /// Closed patterns there were.
    pub mined: usize,
    /// Patterns chosen, beside the single inputs.
    pub chosen: usize,
    /// The share of the variance of the points that single inputs explain.
    pub raw: f64,
    /// The share that single inputs and mined patterns explain.
    pub patterns: f64,
}

/// One sample in so many is kept for the test.
const TEST_EVERY: usize = 10;

/// Learns a value; `step` is called after each of its
/// [steps](MinedLearning::STEPS).
pub fn learn_mined(
    learning: &MinedLearning,
    mut step: impl FnMut(),
) -> Result<(MinedValue, MinedReport), PatternError> {
    let nothing = |text: String| PatternError::Nothing(text);
    let samples = value_samples(&learning.samples).map_err(|error| nothing(error.to_string()))?;
    step();
    let (train, test): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(row, _)| row % TEST_EVERY != 0);
    let [train, test] =
        [train, test].map(|part| part.into_iter().map(|(_, sample)| sample).collect::<Vec<_>>());
    if train.is_empty() {
        return Err(nothing("at least two samples are needed".into()));
    }
    let raw: Vec<Vec<u32>> = (0..VALUE_INPUTS as u32).map(|item| vec![item]).collect();
    let mut patterns = raw.clone();
    let (mut min_support, mut mined) = (0, 0);
    if learning.chosen > 0 {
        let rows = train.iter().map(|sample| told(&sample.ones)).collect();
        let labels = train.iter().map(|sample| sample.value > 0.0).collect();
        let found = mine_and_choose(rows, labels, learning.mined, learning.chosen)?;
        (min_support, mined) = (found.support, found.mined);
        patterns.extend(found.chosen.into_iter().filter(|items| items.len() > 1));
    }
    step();
    let alone = fit(&train, &raw, learning.penalty)?;
    step();
    let all = fit(&train, &patterns, learning.penalty)?;
    step();
    let report = MinedReport {
        samples: train.len(),
        tested: test.len(),
        min_support,
        mined,
        chosen: patterns.len() - raw.len(),
        raw: explained(&test, &raw, &alone)?,
        patterns: explained(&test, &patterns, &all)?,
    };
    let options = &learning.samples;
    let made = format!(
        "{} after-states, {} completions of rule players, {} playouts a call, {} patterns mined, \
         {} chosen, penalty {}, seed {}",
        options.samples,
        options.completions,
        options.call_playouts,
        mined,
        report.chosen,
        learning.penalty,
        options.seed.0
    );
    // Four digits are enough for points, and make small files.
    let rounded = |worth: f64| (worth * 1e4).round() / 1e4;
    let weighed = patterns.into_iter().zip(all.weights.iter().map(|&worth| rounded(worth)));
    let model = MinedValue {
        format: FORMAT.into(),
        made,
        rules: options.rules.to_string(),
        bias: rounded(all.bias),
        patterns: weighed.filter(|(_, worth)| *worth != 0.0).collect(),
    };
    Ok((model, report))
}

/// The inputs that patterns are made of: unseen cards are those that are
/// nowhere else, and would only make patterns longer.
fn told(ones: &[u32]) -> Vec<u32> {
    ones.iter().copied().filter(|input| !UNSEEN.contains(input)).collect()
}

/// The inputs of unseen cards.
const UNSEEN: std::ops::Range<u32> = 192..240;

/// Which patterns hold in which sample.
fn rows(samples: &[&ValueSample], patterns: &[Vec<u32>]) -> Result<Rows, LearnError> {
    let masks: Vec<Mask> = patterns.iter().map(|items| mask(items)).collect();
    let held = samples.iter().map(|sample| {
        let has = mask(&sample.ones);
        let held = (0u32..).zip(&masks).filter(|(_, pattern)| is_in(pattern, &has));
        held.map(|(number, _)| number).collect()
    });
    let held: Vec<Vec<u32>> = held.collect();
    Rows::ones(patterns.len(), held.iter().map(Vec::as_slice))
}

fn fit(
    samples: &[&ValueSample],
    patterns: &[Vec<u32>],
    penalty: f64,
) -> Result<Linear, LearnError> {
    let targets: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
    RidgeParams { penalty }.check()?.fit(&rows(samples, patterns)?, &targets)
}

/// The share of the variance of the points that is explained.
fn explained(
    samples: &[&ValueSample],
    patterns: &[Vec<u32>],
    linear: &Linear,
) -> Result<f64, LearnError> {
    let mean = samples.iter().map(|s| s.value).sum::<f64>() / samples.len().max(1) as f64;
    let rows = rows(samples, patterns)?;
    let (mut left, mut all) = (0.0, 0.0);
    for (row, sample) in samples.iter().enumerate() {
        let value = linear.bias + rows.row(row).dot(&linear.weights);
        left += (sample.value - value).powi(2);
        all += (sample.value - mean).powi(2);
    }
    Ok(1.0 - left / all.max(f64::MIN_POSITIVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> MinedLearning {
        let base = MinedLearning::default();
        let samples =
            ValueOptions { samples: 150, completions: 1, call_playouts: 2, ..base.samples };
        MinedLearning { samples, mined: 400, chosen: 12, ..base }
    }

    #[test]
    fn a_value_is_the_sum_of_the_patterns_that_hold() {
        let (model, report) = learn_mined(&small(), || {}).unwrap();
        assert_eq!((report.samples, report.tested), (135, 15));
        assert!(report.chosen > 0 && report.chosen <= 12);
        assert_eq!(learn_mined(&small(), || {}).unwrap().0, model);
        let value = model.function();
        for sample in value_samples(&small().samples).unwrap() {
            let holds = |items: &[u32]| items.iter().all(|item| sample.ones.contains(item));
            let held = model.patterns.iter().filter(|(items, _)| holds(items));
            let expected = model.bias + held.map(|(_, worth)| worth).sum::<f64>();
            assert!((value(&sample.ones) - expected).abs() < 1e-9);
        }
        let bytes = serde_json::to_vec(&model).unwrap();
        assert_eq!(MinedValue::read(&bytes).unwrap(), model);
        assert!(model.fits(&Rules::PAPER).is_ok() && model.fits(&Rules::GUAN).is_err());
    }

    #[test]
    fn shipped_models_fit_and_broken_ones_are_refused_with_a_reason() {
        for raw in [false, true] {
            MinedValue::shipped(raw).unwrap().fits(&Rules::PAPER).unwrap();
        }
        let text = std::str::from_utf8(MINED).unwrap();
        let refused = |text: &str| MinedValue::read(text.as_bytes()).unwrap_err();
        assert!(refused(&text[..text.len() / 2]).starts_with("this is no pattern model: "));
        assert!(
            refused(&text.replacen("\"bias\":", "\"bias\":NaN,\"was\":", 1)).contains("no pattern")
        );
        assert!(
            refused(&text.replacen("patterns 1", "patterns 9", 1)).starts_with("its format is")
        );
        let beyond = text.replacen("\"patterns\":[", "\"patterns\":[[[252],1.0],", 1);
        assert_eq!(refused(&beyond), "pattern 0: its inputs must be below 252");
        let none =
            MinedLearning { samples: ValueOptions { samples: 0, ..small().samples }, ..small() };
        assert!(matches!(learn_mined(&none, || {}), Err(PatternError::Nothing(_))));
    }
}
