//! Auxiliary problems worth keeping.

use crate::validation::deal_groups;
use crate::{LearnError, Metrics, Sample, Svm};
use fuda_core::Seed;
use fuda_stats::Estimate;
use serde::{Deserialize, Serialize};

/// What cross-validation says of an auxiliary problem.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selected {
    /// The F-measure; `None` for a problem that cannot be validated for want
    /// of rows of one class.
    pub f: Option<Estimate>,
    /// Whether it reaches the mark.
    pub kept: bool,
}

/// Which problems are kept.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// Those whose F-measure reaches a mark.
    Mark(f64),
    /// So many: those with the highest F-measures, of equals the first.
    Best(usize),
}

impl Keep {
    fn choose(self, found: &mut [Selected]) {
        let mean = |found: &Selected| found.f.map(|f| f.mean);
        let mut order: Vec<usize> = (0..found.len()).filter(|&i| found[i].f.is_some()).collect();
        order.sort_by(|&a, &b| {
            mean(&found[b]).unwrap_or(0.0).total_cmp(&mean(&found[a]).unwrap_or(0.0))
        });
        for (place, i) in order.into_iter().enumerate() {
            found[i].kept = match self {
                Keep::Mark(mark) => mean(&found[i]).is_some_and(|f| f >= mark),
                Keep::Best(many) => place < many,
            };
        }
    }
}

/// How problems are cross-validated.
#[derive(Clone, Copy)]
pub struct Folds<'a> {
    /// How many folds.
    pub many: usize,
    /// The group of each row of the table; rows of a group stay together.
    pub group_of: &'a dyn Fn(u32) -> u32,
    /// What the folds are dealt by.
    pub seed: Seed,
}

/// Cross-validates problems over one table, many side by side, and says which
/// are kept. `done` hears how many models are
/// learned, out of how many.
pub fn select_by_f(
    svm: &Svm,
    samples: &[Sample<'_>],
    Folds { many: folds, group_of, seed }: Folds<'_>,
    keep: Keep,
    threads: usize,
    done: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Selected>, LearnError> {
    let mut dealt = Vec::with_capacity(samples.len());
    let mut parts: Vec<Sample<'_>> = Vec::new();
    for sample in samples {
        match deal_groups(sample, group_of, folds, seed) {
            Ok(fold_of) => {
                parts.extend((0..folds).map(|fold| part(sample, &fold_of, |of| of != fold)));
                dealt.push(Some(fold_of));
            }
            Err(LearnError::OneClass { .. } | LearnError::Folds { .. }) => dealt.push(None),
            Err(other) => return Err(other),
        }
    }
    let models = svm.fit_many(&parts, threads, &|learned| done(learned, parts.len()))?;
    let mut models = models.iter();
    let validated = samples.iter().zip(dealt).map(|(sample, fold_of)| {
        let Some(fold_of) = fold_of else { return Selected { f: None, kept: false } };
        let mut scores = vec![0.0; sample.len()];
        for (fold, model) in models.by_ref().take(folds).enumerate() {
            for (i, score) in scores.iter_mut().enumerate().filter(|(i, _)| fold_of[*i] == fold) {
                *score = sample.get(i).0.dot(&model.weights) + model.bias;
            }
        }
        let labels: Vec<bool> = sample.iter().map(|(_, label)| label).collect();
        let groups: Vec<u32> = sample.picks().iter().map(|&row| group_of(row)).collect();
        let f = Metrics::of(&scores, &labels, Some(&groups)).f1;
        Selected { f: Some(f), kept: false }
    });
    let mut found: Vec<Selected> = validated.collect();
    keep.choose(&mut found);
    Ok(found)
}

fn part<'a>(sample: &Sample<'a>, fold_of: &[usize], wanted: impl Fn(usize) -> bool) -> Sample<'a> {
    let rows = sample.picks().iter().zip(fold_of);
    sample.pick(rows.filter(|(_, fold)| wanted(**fold)).map(|(&row, _)| row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_sample;
    use crate::{Learner, Rows, Sample, SvmParams};

    #[test]
    fn problems_that_can_be_learned_are_kept() {
        let (rows, labels) = random_sample(300, 12, 4);
        let svm = SvmParams::default().check().unwrap();
        // Labels that depend on nothing, one in ten positive, and one class.
        let noise: Vec<bool> = (0..300).map(|row| row * 7 % 10 == 0).collect();
        let same = vec![true; 300];
        let samples = [&same, &labels, &noise].map(|l| Sample::new(&rows, l).unwrap());
        let folds = Folds { many: 4, group_of: &|row| row / 3, seed: Seed(0) };
        let keep = |keep| select_by_f(&svm, &samples, folds, keep, 2, &|_, _| {}).unwrap();
        let kept = |found: &[Selected]| found.iter().map(|one| one.kept).collect::<Vec<_>>();
        assert_eq!(kept(&keep(Keep::Best(1))), [false, true, false]);
        assert_eq!(kept(&keep(Keep::Best(9))), [false, true, true], "as many as there are");
        assert_eq!(kept(&keep(Keep::Best(0))), [false; 3]);
        let found = keep(Keep::Mark(0.4));
        assert_eq!(found[0], Selected { f: None, kept: false });
        assert!(found[1].kept && found[1].f.unwrap().mean > 0.8);
        assert!(!found[2].kept);
        for (found, sample) in found[1..].iter().zip(&samples[1..]) {
            let dealt = deal_groups(sample, folds.group_of, folds.many, folds.seed).unwrap();
            let (mut scores, mut labels, mut groups) = (Vec::new(), Vec::new(), Vec::new());
            for fold in 0..folds.many {
                let model = svm.fit(&part(sample, &dealt, |of| of != fold)).unwrap();
                let tested = part(sample, &dealt, |of| of == fold);
                scores.extend(model.scores(&tested).unwrap());
                labels.extend(tested.iter().map(|(_, label)| label));
                groups.extend(tested.picks().iter().map(|&row| row / 3));
            }
            let wanted = Metrics::of(&scores, &labels, Some(&groups)).f1;
            assert_eq!(found.f.unwrap(), wanted, "as one by one");
        }
    }

    #[test]
    fn what_rows_of_a_group_share_does_not_count() {
        // Ten rows a group with a column of its own; the label is the group's
        // and depends on nothing else.
        let cells: Vec<Vec<u32>> = (0..400u32).map(|row| vec![row / 10]).collect();
        let rows = Rows::ones(40, cells.iter().map(Vec::as_slice)).unwrap();
        let labels: Vec<bool> = (0..400).map(|row| row / 10 % 2 == 0).collect();
        let sample = [Sample::new(&rows, &labels).unwrap()];
        let svm = SvmParams::default().check().unwrap();
        let f = |group_of: &dyn Fn(u32) -> u32| {
            let folds = Folds { many: 4, group_of, seed: Seed(0) };
            let found = select_by_f(&svm, &sample, folds, Keep::Mark(0.4), 1, &|_, _| {}).unwrap();
            found[0].f.unwrap().mean
        };
        assert_eq!(f(&|row| row), 1.0, "row by row everything is known");
        assert!(f(&|row| row / 10) < 0.8, "group by group nothing is");
    }
}
