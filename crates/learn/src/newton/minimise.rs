use super::Objective;
use crate::LearnError;
use crate::error::check;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `tolerance` | the end: a step is expected to take off less than this share of the value | 1e-6 |
/// | `steps` | the most steps | 100 |
/// | `products` | the most products with second derivatives, in all steps together | 5000 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NewtonParams {
    /// The end: a step is expected to take off less than this share of the
    /// value.
    pub tolerance: f64,
    /// The most steps.
    pub steps: usize,
    /// The most products with second derivatives, in all steps together.
    pub products: usize,
}

impl Default for NewtonParams {
    fn default() -> Self {
        NewtonParams { tolerance: 1e-6, steps: 100, products: 5000 }
    }
}

/// Newton's method with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Newton(NewtonParams);

impl NewtonParams {
    /// The method, if the parameters make sense.
    pub fn check(self) -> Result<Newton, LearnError> {
        check("tolerance", self.tolerance, "above 0", |value| value > 0.0)?;
        check("steps", self.steps as f64, "at least 1", |value| value >= 1.0)?;
        check("products", self.products as f64, "at least 1", |value| value >= 1.0)?;
        Ok(Newton(self))
    }
}

/// What a step came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NewtonStep {
    /// How many steps there were.
    pub step: usize,
    /// How many products with second derivatives, in all steps together.
    pub products: usize,
    /// The value after the step.
    pub value: f64,
    /// How much the step was expected to take off, as a share of the value
    /// before it.
    pub expected: f64,
}

/// Brings weights to where the objective is least, from where they are.
/// `done` hears of each step. Gives the last one.
pub fn minimise(
    objective: &mut impl Objective,
    weights: &mut [f64],
    newton: &Newton,
    mut done: impl FnMut(NewtonStep),
) -> NewtonStep {
    let many = weights.len();
    let mut value = objective.value(weights);
    let mut last = NewtonStep { step: 0, products: 0, value, expected: 0.0 };
    let (mut gradient, mut trial) = (vec![0.0; many], vec![0.0; many]);
    let mut search = Search::new(many);
    while last.step < newton.0.steps && last.products < newton.0.products {
        objective.gradient(weights, &mut gradient);
        objective.diagonal(&mut search.diagonal);
        let most = newton.0.products - last.products;
        let (expected, products) = search.direction(objective, &gradient, most);
        last.products += products;
        last.expected = expected / value.abs().max(f64::MIN_POSITIVE);
        let along = dot(&gradient, &search.direction);
        if along >= 0.0 {
            break;
        }
        let Some(found) = walk(objective, weights, &search.direction, value, along, &mut trial)
        else {
            objective.value(weights);
            break;
        };
        weights.copy_from_slice(&trial);
        value = found;
        last = NewtonStep { step: last.step + 1, value, ..last };
        done(last);
        if last.expected <= newton.0.tolerance {
            break;
        }
    }
    last
}

/// The sum of products, in eight lanes so that no addition waits for the last.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (eights, rest) = a.as_chunks::<8>();
    let (others, other_rest) = b.as_chunks::<8>();
    let mut lanes = [0.0f64; 8];
    for (a, b) in eights.iter().zip(others) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    let sum: f64 = lanes.iter().sum();
    rest.iter().zip(other_rest).fold(sum, |sum, (a, b)| sum + a * b)
}

/// Goes along a direction to where the value is low enough for the slope at
/// its begin, and as low as a parabola through what is known says; gives the
/// value there, and moves the objective there.
fn walk(
    objective: &mut impl Objective,
    weights: &[f64],
    direction: &[f64],
    value: f64,
    along: f64,
    trial: &mut [f64],
) -> Option<f64> {
    let mut go = |step: f64| {
        for ((trial, from), direction) in trial.iter_mut().zip(weights).zip(direction) {
            *trial = from + step * direction;
        }
        objective.value(trial)
    };
    let mut step = 1.0;
    loop {
        let found = go(step);
        let lowest = -0.5 * along * step * step / (found - value - along * step);
        let enough = found <= value + 1e-2 * step * along;
        let beyond = lowest > 0.7 * step;
        if enough && beyond {
            return Some(found);
        }
        let shorter = if lowest > 0.1 * step { lowest.min(0.7 * step) } else { 0.1 * step };
        if enough {
            let other = go(shorter);
            return Some(if other <= found { other } else { go(step) });
        }
        step = shorter;
        if step < 1e-6 {
            return None;
        }
    }
}

/// The search for a direction, with its vectors.
struct Search {
    direction: Vec<f64>,
    diagonal: Vec<f64>,
    rest: Vec<f64>,
    scaled: Vec<f64>,
    along: Vec<f64>,
    curved: Vec<f64>,
}

/// Conjugate gradients end when a product takes off less than this share of
/// what products have taken off on average.
const SHARE: f64 = 0.3;

impl Search {
    fn new(many: usize) -> Search {
        let zeros = || vec![0.0; many];
        Search {
            direction: zeros(),
            diagonal: zeros(),
            rest: zeros(),
            scaled: zeros(),
            along: zeros(),
            curved: zeros(),
        }
    }

    fn scale(&mut self) {
        let both = self.rest.iter().zip(&self.diagonal);
        self.scaled.iter_mut().zip(both).for_each(|(scaled, (x, diagonal))| *scaled = x / diagonal);
    }

    /// Looks for the direction in which Newton's method goes, by conjugate
    /// gradients scaled by the diagonal; gives how much the value is expected
    /// to fall along it, and how many products it took.
    fn direction(
        &mut self,
        objective: &mut impl Objective,
        gradient: &[f64],
        most: usize,
    ) -> (f64, usize) {
        self.direction.fill(0.0);
        self.rest.iter_mut().zip(gradient).for_each(|(rest, slope)| *rest = -slope);
        self.scale();
        self.along.copy_from_slice(&self.scaled);
        let mut size = dot(&self.rest, &self.scaled);
        let (mut fall, mut products) = (0.0, 0);
        while products < most && size > 0.0 {
            objective.curve(&self.along, &mut self.curved);
            products += 1;
            let curvature = dot(&self.along, &self.curved);
            if curvature <= 0.0 {
                break;
            }
            let step = size / curvature;
            let taken = 0.5 * step * size;
            fall += taken;
            let vectors = self.direction.iter_mut().zip(&mut self.rest);
            for ((direction, rest), (along, curved)) in
                vectors.zip(self.along.iter().zip(&self.curved))
            {
                *direction += step * along;
                *rest -= step * curved;
            }
            if products as f64 * taken <= SHARE * fall {
                break;
            }
            self.scale();
            let new = dot(&self.rest, &self.scaled);
            let turn = new / size;
            size = new;
            for (along, scaled) in self.along.iter_mut().zip(&self.scaled) {
                *along = scaled + turn * *along;
            }
        }
        (fall, products)
    }
}
