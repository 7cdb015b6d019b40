use super::AveragedPerceptron;
use crate::groups::{Cells, Group, GroupSample};
use crate::{LearnError, Linear};
use fuda_core::Purpose;

/// A perceptron that is learning. Groups may be shown to it as they come, so
/// that not all of them need to be kept.
///
/// ```
/// use fuda_learn::{Groups, Perceptron};
/// let mut groups = Groups::new(2);
/// groups.push(0, 0, [[(0, 1.0)].as_slice(), &[(1, 1.0)]])?;
/// let mut perceptron = Perceptron::new(2);
/// perceptron.learn(groups.group(0));
/// assert_eq!(perceptron.average().weights, [1.0, -1.0]);
/// # Ok::<(), fuda_learn::LearnError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Perceptron {
    weights: Vec<f64>,
    /// Every change of the weights times the number of pairs before it: what
    /// the change was not yet there for.
    missed: Vec<f64>,
    pairs: u64,
}

impl Perceptron {
    /// Weights of 0 for so many columns.
    pub fn new(columns: usize) -> Perceptron {
        Perceptron { weights: vec![0.0; columns], missed: vec![0.0; columns], pairs: 0 }
    }

    /// Learns from the pairs of the chosen alternative with each other one.
    ///
    /// # Panics
    /// When a row has a column that the perceptron has not.
    pub fn learn(&mut self, group: Group<'_>) {
        let chosen = group.alternative(group.chosen());
        for rival in group.rivals() {
            self.learn_pair(chosen, group.alternative(rival));
        }
    }

    fn learn_pair(&mut self, chosen: Cells<'_>, rival: Cells<'_>) {
        if chosen.dot(&self.weights) <= rival.dot(&self.weights) {
            let before = self.pairs as f64;
            for (row, sign) in [(chosen, 1.0), (rival, -1.0)] {
                row.add_to(sign, &mut self.weights);
                row.add_to(sign * before, &mut self.missed);
            }
        }
        self.pairs += 1;
    }

    /// How many pairs were seen.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The mean of the weights after each pair.
    pub fn average(&self) -> Linear {
        let pairs = self.pairs.max(1) as f64;
        let mean = |(weight, missed): (&f64, &f64)| weight - missed / pairs;
        Linear { weights: self.weights.iter().zip(&self.missed).map(mean).collect(), bias: 0.0 }
    }
}

impl AveragedPerceptron {
    /// Learns to put the chosen alternative first. `progress` sees the number
    /// of each pass, from 1, when it is done.
    pub fn fit(
        &self,
        sample: &GroupSample<'_>,
        mut progress: impl FnMut(usize, &Perceptron),
    ) -> Result<Linear, LearnError> {
        sample.check()?;
        let mut perceptron = Perceptron::new(sample.columns());
        let mut order: Vec<usize> = (0..sample.len()).collect();
        let mut rng = self.0.seed.stream(Purpose::Training, &[]);
        for epoch in 1..=self.0.epochs {
            rng.shuffle(&mut order);
            order.iter().for_each(|&group| perceptron.learn(sample.get(group)));
            progress(epoch, &perceptron);
        }
        Ok(perceptron.average())
    }
}
