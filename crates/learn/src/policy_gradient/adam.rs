//! Adam (Kingma and Ba 2015): steps scaled by the gradient's own size.

use crate::LearnError;
use crate::error::check;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `rate` | how far a step goes | 0.001 |
/// | `keep` | how much of the mean gradient is kept from step to step | 0.9 |
/// | `keep_squares` | the same for the mean squared gradient | 0.999 |
/// | `longest` | a gradient longer than this is shortened to it | 1 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdamParams {
    /// How far a step goes.
    pub rate: f32,
    /// How much of the mean gradient is kept.
    pub keep: f32,
    /// How much of the mean squared gradient is kept.
    pub keep_squares: f32,
    /// The longest gradient.
    pub longest: f32,
}

impl Default for AdamParams {
    fn default() -> AdamParams {
        AdamParams { rate: 1e-3, keep: 0.9, keep_squares: 0.999, longest: 1.0 }
    }
}

/// The memory of the steps so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    params: AdamParams,
    steps: u64,
    mean: Vec<f32>,
    squares: Vec<f32>,
}

impl Adam {
    /// For so many weights.
    pub fn new(params: AdamParams, weights: usize) -> Result<Adam, LearnError> {
        let share = |x: f64| (0.0..1.0).contains(&x);
        check("rate", params.rate.into(), "above 0", |x| x > 0.0)?;
        check("keep", params.keep.into(), "from 0 to below 1", share)?;
        check("keep_squares", params.keep_squares.into(), "from 0 to below 1", share)?;
        check("longest", params.longest.into(), "above 0", |x| x > 0.0)?;
        Ok(Adam { params, steps: 0, mean: vec![0.0; weights], squares: vec![0.0; weights] })
    }

    /// Sets how far the next steps go.
    pub fn set_rate(&mut self, rate: f32) {
        self.params.rate = rate;
    }

    /// Its whole memory as numbers: both means. See [`Adam::restore`].
    pub fn memory(&self) -> (u64, &[f32], &[f32]) {
        (self.steps, &self.mean, &self.squares)
    }

    /// Puts back what [`Adam::memory`] gave.
    pub fn restore(&mut self, steps: u64, mean: &[f32], squares: &[f32]) -> Result<(), LearnError> {
        if mean.len() != self.mean.len() || squares.len() != self.squares.len() {
            let (expected, got) = (self.mean.len(), mean.len().min(squares.len()));
            return Err(LearnError::Weights { expected, got });
        }
        self.steps = steps;
        self.mean.copy_from_slice(mean);
        self.squares.copy_from_slice(squares);
        Ok(())
    }

    /// A step against a gradient.
    pub fn step(&mut self, weights: &mut [f32], gradient: &mut [f32]) {
        let AdamParams { rate, keep, keep_squares, longest } = self.params;
        let length = gradient.iter().map(|g| f64::from(*g).powi(2)).sum::<f64>().sqrt() as f32;
        if length > longest {
            let factor = longest / length;
            gradient.iter_mut().for_each(|g| *g *= factor);
        }
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        // Both means start at 0 and are too small by these factors at first.
        let (young, young_squares) = (1.0 - keep.powi(steps), 1.0 - keep_squares.powi(steps));
        let pace = rate / young;
        let memory = self.mean.iter_mut().zip(&mut self.squares);
        for ((weight, g), (mean, squares)) in weights.iter_mut().zip(gradient).zip(memory) {
            *mean = keep * *mean + (1.0 - keep) * *g;
            *squares = keep_squares * *squares + (1.0 - keep_squares) * *g * *g;
            *weight -= pace * *mean / ((*squares / young_squares).sqrt() + 1e-8);
        }
    }
}
