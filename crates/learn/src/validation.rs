//! Cross-validation: every row is scored by a model that has not seen it.

use crate::metrics::Metrics;
use crate::model::Learner;
use crate::rows::Sample;
use crate::{LearnError, Model};
use fuda_core::{Purpose, Seed};
use serde::Serialize;
use std::collections::HashMap;

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

/// The fold of each row of a sample whose rows come in groups, such as the
/// positions of one game: `group_of` gives the group of a row of the table.
/// Whole groups are dealt, in an order that the seed decides, so that what
/// rows of a group share cannot be learned from one fold for another.
pub fn deal_groups(
    sample: &Sample<'_>,
    group_of: impl Fn(u32) -> u32,
    folds: usize,
    seed: Seed,
) -> Result<Vec<usize>, LearnError> {
    let classes = sample.classes()?;
    let of: Vec<u32> = sample.picks().iter().map(|&row| group_of(row)).collect();
    let mut groups = of.clone();
    groups.sort_unstable();
    groups.dedup();
    seed.stream(Purpose::Sample, &[]).shuffle(&mut groups);
    let fold_of: HashMap<u32, usize> =
        groups.iter().enumerate().map(|(at, &group)| (group, at % folds.max(1))).collect();
    let dealt: Vec<usize> = of.iter().map(|group| fold_of[group]).collect();
    // Whatever fold is left out, the others must have rows of both classes.
    let everywhere = |class: bool| {
        let first = (0..dealt.len()).find(|&i| sample.get(i).1 == class).map(|i| dealt[i]);
        (0..dealt.len()).any(|i| sample.get(i).1 == class && Some(dealt[i]) != first)
    };
    if folds < 2 || folds > groups.len() || !everywhere(false) || !everywhere(true) {
        let rarer = classes[0].min(classes[1]);
        return Err(LearnError::Folds { folds, rows: sample.len(), rarer });
    }
    Ok(dealt)
}

/// Learns from all folds but one and tests on that one, for each; `dealt` has
/// the fold of each row of the sample ([`deal_folds`], [`deal_groups`]),
/// `groups` the group of each, over which intervals are ([`Metrics::of`]).
/// `done` hears of each fold finished.
pub fn cross_validate(
    learner: &dyn Learner,
    sample: &Sample<'_>,
    dealt: &[usize],
    groups: Option<&[u32]>,
    mut done: impl FnMut(usize, &Model),
) -> Result<Validation, LearnError> {
    let folds = dealt.iter().max().map_or(0, |last| last + 1);
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
        let test_groups: Option<Vec<u32>> =
            groups.map(|groups| test.iter().map(|&i| groups[i]).collect());
        each.push(Metrics::of(&test_scores, &test_labels, test_groups.as_deref()));
        for (&i, score) in test.iter().zip(test_scores) {
            scores[i] = score;
        }
        done(fold, &model);
    }
    Ok(Validation { all: Metrics::of(&scores, &labels, groups), folds: each })
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
        let validation = cross_validate(&learner, &sample, &dealt, None, |_, _| {}).unwrap();
        assert_eq!(validation.all.rows, 103);
        assert_eq!(validation.folds.iter().map(|fold| fold.rows).sum::<u64>(), 103);
        assert_eq!(validation.all.accuracy.mean, 1.0);
    }

    #[test]
    fn labels_by_chance_are_not_learned() {
        let mut rng = fuda_core::Rng::new(Seed(1));
        let rows: Vec<Vec<u32>> =
            (0..2000).map(|_| (0..40).filter(|_| rng.below(2) == 0).collect()).collect();
        let labels: Vec<bool> = (0..2000).map(|_| rng.below(2) == 0).collect();
        let rows = Rows::ones(40, rows.iter().map(Vec::as_slice)).unwrap();
        let sample = Sample::new(&rows, &labels).unwrap();
        let learner = NaiveBayesParams::default().check().unwrap();
        let dealt = deal_folds(&sample, 5, Seed(0)).unwrap();
        let all = cross_validate(&learner, &sample, &dealt, None, |_, _| {}).unwrap().all;
        assert!((all.accuracy.mean - 0.5).abs() < 0.05 && (all.auc.mean - 0.5).abs() < 0.05);
    }

    #[test]
    fn groups_stay_together() {
        let rows: Vec<Vec<u32>> = (0..120u32).map(|_| vec![0]).collect();
        let labels: Vec<bool> = (0..120).map(|row| row % 3 == 0).collect();
        let rows = Rows::ones(1, rows.iter().map(Vec::as_slice)).unwrap();
        let sample = Sample::new(&rows, &labels).unwrap().pick((10..110).collect());
        let dealt = deal_groups(&sample, |row| row / 7, 4, Seed(1)).unwrap();
        assert_ne!(dealt, deal_groups(&sample, |row| row / 7, 4, Seed(2)).unwrap());
        for (i, row) in (10..110u32).enumerate() {
            for (j, other) in (10..110u32).enumerate().filter(|(_, other)| other / 7 == row / 7) {
                assert_eq!(dealt[i], dealt[j], "rows {row} and {other}");
            }
        }
        for fold in 0..4 {
            let groups: std::collections::BTreeSet<usize> =
                (0..100).filter(|&i| dealt[i] == fold).map(|i| (i + 10) / 7).collect();
            assert!((3..=4).contains(&groups.len()), "{groups:?}");
        }
        // All positives in one group: without its fold there are none.
        let lonely = |row: u32| u32::from(!row.is_multiple_of(3)) * (1 + row / 7);
        assert!(matches!(deal_groups(&sample, lonely, 4, Seed(1)), Err(LearnError::Folds { .. })));
        assert!(deal_groups(&sample, |row| row / 60, 4, Seed(1)).is_err(), "two groups");
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
