//! A value of Koi-Koi's after-states that is a sum over mined patterns.
//!
//! After-states are described by the 252 inputs of the value network: which
//! card is in which of five places, and the months that the other seat passed
//! over.

use fuda_core::Game;
use fuda_koikoi::encode::{VALUE_INPUTS, VALUE_INPUTS_NAME};
use fuda_koikoi::players::ValueFunction;
use fuda_koikoi::{KoiKoi, Rules};
use fuda_learn::{ModelError, ModelFault, ModelFile, PatternStage, Patterns};
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_the_sum_of_the_patterns_that_hold() {
        let sets = vec![(vec![0, 70], 2.0), (vec![70], -0.5), (vec![251], 8.0)];
        let stage = PatternStage { most: u64::MAX, bias: 0.25, patterns: sets };
        let patterns = Patterns { columns: VALUE_INPUTS, stages: vec![stage.clone()] };
        let value = function(&file(&patterns, &Rules::PAPER)).unwrap();
        assert_eq!([value(&[0, 70]), value(&[3, 70]), value(&[])], [1.75, -0.25, 0.25]);
        let stages = vec![PatternStage { most: 1, ..stage.clone() }, stage];
        let message = function(&Patterns { stages, ..patterns }.to_file()).err().unwrap();
        assert!(message.to_string().ends_with("expected one stage, got 2"), "{message}");
    }
}
