use super::NaiveBayes;
use crate::model::{Learner, Linear, Model};
use crate::rows::Sample;
use crate::threshold::best_threshold;
use crate::{LearnError, Row};

impl Learner for NaiveBayes {
    fn name(&self) -> &'static str {
        "nb"
    }

    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError> {
        let classes = sample.classes()?.map(|rows| rows as f64);
        let mut ones = [vec![0.0f64; sample.columns()], vec![0.0f64; sample.columns()]];
        for (at, (row, label)) in sample.iter().enumerate() {
            count(at, row, &mut ones[usize::from(label)])?;
        }
        let smoothing = self.0.smoothing;
        let share = |class: usize, column: usize| {
            (ones[class][column] + smoothing) / (classes[class] + 2.0 * smoothing)
        };
        let mut bias = libm::log(classes[1] / classes[0]);
        let weights = (0..sample.columns())
            .map(|column| {
                let [negative, positive] = [0, 1].map(|class| share(class, column));
                let absent = libm::log((1.0 - positive) / (1.0 - negative));
                bias += absent;
                libm::log(positive / negative) - absent
            })
            .collect();
        let mut linear = Linear { weights, bias };
        if self.0.fit_threshold {
            let scored = sample.iter().map(|(row, label)| (row.dot(&linear.weights), label));
            linear.bias = -best_threshold(scored.collect());
        }
        Ok(Model::Linear(linear))
    }
}

fn count(at: usize, row: Row<'_>, ones: &mut [f64]) -> Result<(), LearnError> {
    let mut other = None;
    row.for_each(|column, value| {
        if value == 1.0 {
            ones[column] += 1.0;
        } else if value != 0.0 {
            other = Some((column, value));
        }
    });
    other.map_or(Ok(()), |(column, value)| Err(LearnError::NotBinary { row: at, column, value }))
}
