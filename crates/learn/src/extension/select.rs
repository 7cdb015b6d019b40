//! Auxiliary problems worth keeping.

use crate::{Estimate, LearnError, Learner, Sample, cross_validate};
use fuda_core::Seed;

/// What cross-validation says of an auxiliary problem.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selected {
    /// The F-measure; `None` for a problem that cannot be validated for want
    /// of rows of one class.
    pub f: Option<Estimate>,
    /// Whether it reaches the mark.
    pub kept: bool,
}

/// Cross-validates a problem and keeps it if its F-measure reaches the mark.
pub fn select_by_f(
    learner: &dyn Learner,
    sample: &Sample<'_>,
    folds: usize,
    mark: f64,
    seed: Seed,
) -> Result<Selected, LearnError> {
    match cross_validate(learner, sample, folds, seed, |_, _| {}) {
        Ok(found) => {
            let f = found.all.f1;
            Ok(Selected { f: Some(f), kept: f.value >= mark })
        }
        Err(LearnError::OneClass { .. } | LearnError::Folds { .. }) => {
            Ok(Selected { f: None, kept: false })
        }
        Err(other) => Err(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_sample;
    use crate::{Sample, SvmParams};

    #[test]
    fn problems_that_can_be_learnt_are_kept() {
        let (rows, labels) = random_sample(300, 12, 4);
        let svm = SvmParams::default().check().unwrap();
        let sample = Sample::new(&rows, &labels).unwrap();
        let good = select_by_f(&svm, &sample, 4, 0.4, Seed(0)).unwrap();
        assert!(good.kept && good.f.unwrap().value > 0.8);
        // Labels that depend on nothing, one in ten positive.
        let noise: Vec<bool> = (0..300).map(|row| row * 7 % 10 == 0).collect();
        let sample = Sample::new(&rows, &noise).unwrap();
        assert!(!select_by_f(&svm, &sample, 4, 0.4, Seed(0)).unwrap().kept);
        let sample = Sample::new(&rows, &[true; 300]).unwrap();
        let one_class = select_by_f(&svm, &sample, 4, 0.4, Seed(0)).unwrap();
        assert_eq!(one_class, Selected { f: None, kept: false });
    }
}
