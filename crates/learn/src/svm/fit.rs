use super::compact::{Compact, Number};
use super::{Solver, Svm, SvmLoss};
use crate::LearnError;
use crate::model::{Learner, Linear, Model};
use crate::rows::Sample;
use fuda_core::Purpose;

impl Learner for Svm {
    fn name(&self) -> &'static str {
        "svm"
    }

    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError> {
        sample.classes()?;
        // Most features are small counts: half as many bytes to walk over.
        let linear = match Compact::<f32>::of(sample) {
            Some(rows) => self.solve(sample, &rows),
            None => self.solve(sample, &Compact::<f64>::of(sample).expect("any number is itself")),
        };
        Ok(Model::Linear(linear))
    }
}

impl Svm {
    fn solve<V: Number>(&self, sample: &Sample<'_>, rows: &Compact<V>) -> Linear {
        match self.0.solver {
            Solver::Dual => self.descend(sample, rows),
            Solver::Newton => self.newton(sample.columns(), rows),
        }
    }

    fn descend<V: Number>(&self, sample: &Sample<'_>, rows: &Compact<V>) -> Linear {
        let (upper, diagonal) = match self.0.loss {
            SvmLoss::L1 => (self.0.c, 0.0),
            SvmLoss::L2 => (f64::INFINITY, 0.5 / self.0.c),
        };
        let mut dual = Dual::new(sample.columns(), rows, self.0.bias, upper, diagonal);
        let mut rng = self.0.seed.stream(Purpose::Training, &[]);
        let mut active: Vec<u32> = (0..rows.len() as u32).collect();
        let mut bounds = Bounds::OPEN;
        let mut epochs = 0;
        // Rows that look settled are left out; at the end all are looked at
        // again, and the run goes on if one was not.
        while epochs < self.0.epochs {
            epochs += 1;
            rng.shuffle(&mut active);
            let mut seen = Bounds { low: f64::INFINITY, high: f64::NEG_INFINITY };
            active.retain(|&i| dual.update(rows, i as usize, bounds, &mut seen));
            if active.is_empty() || seen.high - seen.low <= self.0.tolerance {
                if active.len() == rows.len() {
                    break;
                }
                active = (0..rows.len() as u32).collect();
                bounds = Bounds::OPEN;
                continue;
            }
            bounds = Bounds {
                low: if seen.low < 0.0 { seen.low } else { f64::NEG_INFINITY },
                high: if seen.high > 0.0 { seen.high } else { f64::INFINITY },
            };
        }
        Linear { weights: dual.weights, bias: dual.constant * self.0.bias }
    }
}

/// The least and the greatest slope of a pass over the rows.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    const OPEN: Bounds = Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY };
}

/// The dual problem: one multiplier per row, and the weights they make.
struct Dual {
    multipliers: Vec<f64>,
    /// The curvature along each multiplier.
    curvatures: Vec<f64>,
    weights: Vec<f64>,
    /// The weight of the constant column.
    constant: f64,
    bias: f64,
    upper: f64,
    diagonal: f64,
}

impl Dual {
    fn new<V: Number>(
        columns: usize,
        rows: &Compact<V>,
        bias: f64,
        upper: f64,
        diagonal: f64,
    ) -> Dual {
        let curvature = |i| rows.squared(i) + bias * bias + diagonal;
        Dual {
            multipliers: vec![0.0; rows.len()],
            curvatures: (0..rows.len()).map(curvature).collect(),
            weights: vec![0.0; columns],
            constant: 0.0,
            bias,
            upper,
            diagonal,
        }
    }

    /// Brings the multiplier of a row to its best value, all others held.
    /// False when the row looks settled at an end of its range.
    fn update<V: Number>(
        &mut self,
        rows: &Compact<V>,
        i: usize,
        bounds: Bounds,
        seen: &mut Bounds,
    ) -> bool {
        let sign = rows.sign(i);
        let old = self.multipliers[i];
        let score = rows.dot(i, &self.weights) + self.constant * self.bias;
        let slope = sign * score - 1.0 + old * self.diagonal;
        let projected = if old == 0.0 {
            if slope > bounds.high {
                return false;
            }
            slope.min(0.0)
        } else if old >= self.upper {
            if slope < bounds.low {
                return false;
            }
            slope.max(0.0)
        } else {
            slope
        };
        seen.low = seen.low.min(projected);
        seen.high = seen.high.max(projected);
        if projected.abs() > 1e-12 && self.curvatures[i] > 0.0 {
            let new = (old - slope / self.curvatures[i]).clamp(0.0, self.upper);
            self.multipliers[i] = new;
            let change = (new - old) * sign;
            rows.add_to(i, change, &mut self.weights);
            self.constant += change * self.bias;
        }
        true
    }
}
