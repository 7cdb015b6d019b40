use super::Ranking;
use crate::{Group, GroupSample, LearnError, NewtonStep, Penalty, Solver, SvmLoss};
use fuda_core::Purpose;

impl Ranking {
    /// Learns one weight per column. `done` hears of each pass of coordinate
    /// descent and each step of Newton's method: how many there were, and how
    /// far it was from the end, in the measure of `tolerance`.
    pub fn fit(
        &self,
        sample: &GroupSample<'_>,
        mut done: impl FnMut(usize, f64),
    ) -> Result<Vec<f64>, LearnError> {
        sample.check()?;
        match self.0.solver {
            Solver::Dual => Ok(self.descend(sample, done)),
            Solver::Newton => {
                let start = vec![0.0; sample.columns()];
                let told = |step: NewtonStep| done(step.step, step.expected);
                Ok(self.newton(sample, &Penalty::plain(), start, told)?.0)
            }
        }
    }

    fn descend(&self, sample: &GroupSample<'_>, mut done: impl FnMut(usize, f64)) -> Vec<f64> {
        let mut dual = Dual::new(self, sample);
        let mut rng = self.0.seed.stream(Purpose::Training, &[]);
        let all: Vec<u32> =
            (0..sample.len() as u32).filter(|&i| !dual.pairs_of(i).is_empty()).collect();
        let mut active = all.clone();
        let mut bounds = Bounds::OPEN;
        // Pairs that look settled are left out; at the end all are looked at
        // again, and the run goes on if one was not.
        for pass in 1..=self.0.epochs {
            rng.shuffle(&mut active);
            let whole = active.len() == all.len() && dual.resting == 0;
            let mut seen = Bounds { low: f64::INFINITY, high: f64::NEG_INFINITY };
            active.retain(|&i| dual.update(sample.get(i as usize), i, bounds, &mut seen));
            let violation = (seen.high - seen.low).max(0.0);
            done(pass, violation);
            if violation <= self.0.tolerance {
                if whole {
                    break;
                }
                active.clone_from(&all);
                dual.wake();
                bounds = Bounds::OPEN;
                continue;
            }
            bounds = Bounds {
                low: if seen.low < 0.0 { seen.low } else { f64::NEG_INFINITY },
                high: if seen.high > 0.0 { seen.high } else { f64::INFINITY },
            };
        }
        dual.weights
    }
}

/// The least and the greatest slope of a pass over the pairs.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    const OPEN: Bounds = Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY };
}

/// A pair of a chosen alternative and a rival.
#[derive(Clone, Copy)]
struct Pair {
    /// Which alternative the rival is.
    rival: u32,
    /// Whether it looks settled at an end of its range.
    resting: bool,
    multiplier: f64,
    /// The rows of the chosen alternative and of the rival, multiplied.
    product: f64,
    /// The rival's row, squared.
    squared: f64,
}

/// The dual problem: one multiplier per pair, and the weights they make.
struct Dual {
    weights: Vec<f64>,
    pairs: Vec<Pair>,
    /// The first pair of each group, and one past the last of all.
    bounds: Vec<usize>,
    /// The row of each group's chosen alternative, squared.
    squared: Vec<f64>,
    upper: f64,
    diagonal: f64,
    resting: usize,
}

impl Dual {
    fn new(ranking: &Ranking, sample: &GroupSample<'_>) -> Dual {
        let (upper, diagonal) = match ranking.0.loss {
            SvmLoss::L1 => (ranking.0.c, 0.0),
            SvmLoss::L2 => (f64::INFINITY, 0.5 / ranking.0.c),
        };
        let (mut pairs, mut bounds, mut squared) = (Vec::new(), vec![0], Vec::new());
        for group in sample.iter() {
            let chosen = group.alternative(group.chosen());
            squared.push(chosen.squared());
            pairs.extend(group.rivals().map(|rival| {
                let row = group.alternative(rival);
                let (product, squared) = (chosen.product(row), row.squared());
                Pair { rival: rival as u32, resting: false, multiplier: 0.0, product, squared }
            }));
            bounds.push(pairs.len());
        }
        let weights = vec![0.0; sample.columns()];
        Dual { weights, pairs, bounds, squared, upper, diagonal, resting: 0 }
    }

    fn pairs_of(&self, group: u32) -> std::ops::Range<usize> {
        self.bounds[group as usize]..self.bounds[group as usize + 1]
    }

    /// Looks at all pairs again.
    fn wake(&mut self) {
        self.resting = 0;
        for pair in &mut self.pairs {
            pair.resting = false;
        }
    }

    /// Brings the multiplier of each pair of a group to its best value, all
    /// others held. False when all of them look settled.
    ///
    /// What the chosen alternative's row adds to the weights is held back in
    /// `held` until the end: the products of rows give what it does to scores.
    fn update(&mut self, group: Group<'_>, i: u32, bounds: Bounds, seen: &mut Bounds) -> bool {
        let range = self.pairs_of(i);
        let chosen = group.alternative(group.chosen());
        let squared = self.squared[i as usize];
        let (mut score, mut held, mut awake) = (chosen.dot(&self.weights), 0.0, false);
        for pair in &mut self.pairs[range] {
            if pair.resting {
                continue;
            }
            let row = group.alternative(pair.rival as usize);
            let rivals = row.dot(&self.weights) + held * pair.product;
            let old = pair.multiplier;
            let slope = score - rivals - 1.0 + old * self.diagonal;
            let projected = if old == 0.0 {
                pair.resting = slope > bounds.high;
                slope.min(0.0)
            } else if old >= self.upper {
                pair.resting = slope < bounds.low;
                slope.max(0.0)
            } else {
                slope
            };
            if pair.resting {
                self.resting += 1;
                continue;
            }
            awake = true;
            seen.low = seen.low.min(projected);
            seen.high = seen.high.max(projected);
            let curvature = squared + pair.squared - 2.0 * pair.product + self.diagonal;
            if projected.abs() > 1e-12 && curvature > 0.0 {
                pair.multiplier = (old - slope / curvature).clamp(0.0, self.upper);
                let change = pair.multiplier - old;
                row.add_to(-change, &mut self.weights);
                held += change;
                score += change * (squared - pair.product);
            }
        }
        if held != 0.0 {
            chosen.add_to(held, &mut self.weights);
        }
        awake
    }
}
