//! Cross-validation: every row is scored by a model that has not seen it.

use crate::metrics::Metrics;
use crate::model::Learner;
use crate::rows::Sample;
use crate::{LearnError, Model};
use fuda_core::{Purpose, Seed};
use serde::Serialize;

/// What cross-validation found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Validation {
    /// All rows, each scored by the model of the other folds.
    pub all: Metrics,
    /// Each fold on its own.
    pub folds: Vec<Metrics>,
}

/// The fold of each row of a sample: each class is dealt evenly, in an order
/// that the seed decides.
pub fn deal_folds(sample: &Sample<'_>, folds: usize, seed: Seed) -> Result<Vec<usize>, LearnError> {
    let classes = sample.classes()?;
    let rarer = classes[0].min(classes[1]);
    if folds < 2 || folds > rarer {
        return Err(LearnError::Folds { folds, rows: sample.len(), rarer });
    }
    let mut dealt = vec![0; sample.len()];
    for class in [false, true] {
        let mut rows: Vec<usize> =
            (0..sample.len()).filter(|&i| sample.get(i).1 == class).collect();
        seed.stream(Purpose::Sample, &[class.into()]).shuffle(&mut rows);
        for (at, row) in rows.into_iter().enumerate() {
            dealt[row] = at % folds;
        }
    }
    Ok(dealt)
}

/// Splits a sample into folds, learns from all but one and tests on that one,
/// for each. `done` hears of each fold finished.
pub fn cross_validate(
    learner: &dyn Learner,
    sample: &Sample<'_>,
    folds: usize,
    seed: Seed,
    mut done: impl FnMut(usize, &Model),
) -> Result<Validation, LearnError> {
    let dealt = deal_folds(sample, folds, seed)?;
    let mut scores = vec![0.0; sample.len()];
    let labels: Vec<bool> = sample.iter().map(|(_, label)| label).collect();
    let mut each = Vec::new();
    for fold in 0..folds {
        let rows = |inside: bool| -> Vec<usize> {
            (0..sample.len()).filter(|&i| (dealt[i] == fold) == inside).collect()
        };
        let picks = |rows: &[usize]| rows.iter().map(|&i| sample.picks()[i]).collect();
        let (train, test) = (rows(false), rows(true));
        let model = learner.fit(&sample.pick(picks(&train)))?;
        let test_scores = model.scores(&sample.pick(picks(&test)))?;
        let test_labels: Vec<bool> = test.iter().map(|&i| labels[i]).collect();
        each.push(Metrics::of(&test_scores, &test_labels));
        for (&i, score) in test.iter().zip(test_scores) {
            scores[i] = score;
        }
        done(fold, &model);
    }
    Ok(Validation { all: Metrics::of(&scores, &labels), folds: each })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NaiveBayesParams, Rows};

    #[test]
    fn folds_are_even_and_every_row_is_tested_once() {
        let rows: Vec<Vec<u32>> = (0..103u32).map(|row| vec![row % 2]).collect();
        let labels: Vec<bool> = (0..103).map(|row| row % 2 == 0).collect();
        let rows = Rows::ones(2, rows.iter().map(Vec::as_slice)).unwrap();
        let sample = Sample::new(&rows, &labels).unwrap();
        let dealt = deal_folds(&sample, 5, Seed(3)).unwrap();
        assert_eq!(dealt, deal_folds(&sample, 5, Seed(3)).unwrap());
        assert_ne!(dealt, deal_folds(&sample, 5, Seed(4)).unwrap());
        for fold in 0..5 {
            let many = dealt.iter().filter(|&&other| other == fold).count();
            assert!((20..=22).contains(&many));
        }
        let learner = NaiveBayesParams::default().check().unwrap();
        let validation = cross_validate(&learner, &sample, 5, Seed(3), |_, _| {}).unwrap();
        assert_eq!(validation.all.rows, 103);
        assert_eq!(validation.folds.iter().map(|fold| fold.rows).sum::<u64>(), 103);
        assert_eq!(validation.all.accuracy.value, 1.0);
    }

    #[test]
    fn labels_by_chance_are_not_learnt() {
        let mut rng = fuda_core::Rng::new(Seed(1));
        let rows: Vec<Vec<u32>> =
            (0..2000).map(|_| (0..40).filter(|_| rng.below(2) == 0).collect()).collect();
        let labels: Vec<bool> = (0..2000).map(|_| rng.below(2) == 0).collect();
        let rows = Rows::ones(40, rows.iter().map(Vec::as_slice)).unwrap();
        let sample = Sample::new(&rows, &labels).unwrap();
        let learner = NaiveBayesParams::default().check().unwrap();
        let all = cross_validate(&learner, &sample, 5, Seed(0), |_, _| {}).unwrap().all;
        assert!((all.accuracy.value - 0.5).abs() < 0.05 && (all.auc.value - 0.5).abs() < 0.05);
    }

    #[test]
    fn impossible_folds_are_refused() {
        let rows = Rows::ones(1, [[0].as_slice(), &[], &[]]).unwrap();
        let sample = Sample::new(&rows, &[true, false, false]).unwrap();
        for folds in [0, 1, 2] {
            assert!(matches!(deal_folds(&sample, folds, Seed(0)), Err(LearnError::Folds { .. })));
        }
    }
}
