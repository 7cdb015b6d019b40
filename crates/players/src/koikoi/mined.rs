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
use fuda_core::Game;
use fuda_koikoi::encode::{VALUE_INPUTS, VALUE_INPUTS_NAME};
use fuda_koikoi::players::{ValueFunction, ValueOptions, ValueSample, value_samples};
use fuda_koikoi::{KoiKoi, Rules};
use fuda_learn::{
    LearnError, Linear, ModelError, ModelFault, ModelFile, PatternStage, Patterns, RidgeParams,
    Rows,
};
use serde::Serialize;
use std::sync::Arc;

/// The file of a value that was learned under these rules.
pub fn file(patterns: &Patterns, rules: &Rules) -> ModelFile {
    ModelFile {
        game: KoiKoi::NAME.into(),
        rules: rules.single_round().to_string(),
        encoder: VALUE_INPUTS_NAME.into(),
        ..patterns.to_file()
    }
}

/// The values as a function of the inputs that are 1, from the file of a sum
/// over patterns.
pub(super) fn function(file: &ModelFile) -> Result<ValueFunction, ModelError> {
    let patterns = Patterns::from_file(file, VALUE_INPUTS)?;
    let [PatternStage { bias, patterns, .. }] = patterns.stages.as_slice() else {
        let why = format!("expected one stage, got {}", patterns.stages.len());
        return Err(file.fault(ModelFault::Broken(why)));
    };
    let bias = *bias;
    let patterns: Vec<(Mask, f64)> =
        patterns.iter().map(|(items, worth)| (mask(items), *worth)).collect();
    Ok(Arc::new(move |ones: &[u32]| {
        let has = mask(ones);
        let held = patterns.iter().filter(|(pattern, _)| is_in(pattern, &has));
        bias + held.map(|(_, worth)| worth).sum::<f64>()
    }))
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
) -> Result<(ModelFile, MinedReport), PatternError> {
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
    // Four digits are enough for points.
    let rounded = |worth: f64| (worth * 1e4).round() / 1e4;
    let weighed = patterns.into_iter().zip(all.weights.iter().map(|&worth| rounded(worth)));
    let stage = PatternStage {
        most: 0,
        bias: rounded(all.bias),
        patterns: weighed.filter(|(_, worth)| *worth != 0.0).collect(),
    };
    let patterns = Patterns { columns: VALUE_INPUTS, stages: vec![stage] };
    Ok((file(&patterns, &options.rules).with_settings([("learned_from", made)]), report))
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
        let patterns = Patterns::from_file(&model, VALUE_INPUTS).unwrap();
        let stage = &patterns.stages[0];
        let value = function(&model).unwrap();
        for sample in value_samples(&small().samples).unwrap() {
            let holds = |items: &[u32]| items.iter().all(|item| sample.ones.contains(item));
            let held = stage.patterns.iter().filter(|(items, _)| holds(items));
            let expected = stage.bias + held.map(|(_, worth)| worth).sum::<f64>();
            assert!((value(&sample.ones) - expected).abs() < 1e-9);
        }
        let twice = Patterns {
            stages: vec![stage.clone(), PatternStage { most: 1, ..stage.clone() }],
            ..patterns
        };
        let message = function(&twice.to_file()).err().unwrap().to_string();
        assert!(message.ends_with("expected one stage, got 2"), "{message}");
    }

    #[test]
    fn without_samples_there_is_nothing_to_learn() {
        let none =
            MinedLearning { samples: ValueOptions { samples: 0, ..small().samples }, ..small() };
        assert!(matches!(learn_mined(&none, || {}), Err(PatternError::Nothing(_))));
    }
}
