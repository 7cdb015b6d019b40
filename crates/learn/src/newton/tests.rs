use super::{NewtonParams, Objective, Penalty, minimise};
use crate::testing::random_groups;
use crate::{Extension, RankingParams, Solver};
use fuda_core::{Rng, Seed};

/// Checks that gradient, product and diagonal are those of the value.
pub(crate) fn check_derivatives(objective: &mut impl Objective, weights: &[f64]) {
    let many = objective.len();
    let (mut gradient, mut product, mut diagonal) =
        (vec![0.0; many], vec![0.0; many], vec![0.0; many]);
    objective.value(weights);
    objective.gradient(weights, &mut gradient);
    objective.diagonal(&mut diagonal);
    let h = 1e-5;
    for column in 0..many {
        let mut unit = vec![0.0; many];
        unit[column] = 1.0;
        objective.value(weights);
        objective.curve(&unit, &mut product);
        assert!((product[column] - diagonal[column]).abs() < 1e-5 * (1.0 + diagonal[column]));
        let mut at = |step: f64| {
            let moved: Vec<f64> = weights.iter().zip(&unit).map(|(w, u)| w + step * u).collect();
            let mut slope = vec![0.0; many];
            let value = objective.value(&moved);
            objective.gradient(&moved, &mut slope);
            (value, slope)
        };
        let ((low, below), (high, above)) = (at(-h), at(h));
        let slope = (high - low) / (2.0 * h);
        assert!((slope - gradient[column]).abs() < 1e-3 * (1.0 + slope.abs()), "column {column}");
        for ((below, above), product) in below.iter().zip(&above).zip(&product) {
            let curved = (above - below) / (2.0 * h);
            assert!((curved - product).abs() < 1e-3 * (1.0 + curved.abs()), "{curved} {product}");
        }
    }
}

/// `½ (x − 1)ᵀ A (x − 1)` with `A` tridiagonal.
struct Quadratic(Vec<f64>);

impl Quadratic {
    fn times(x: &[f64], into: &mut [f64]) {
        for i in 0..x.len() {
            let left = if i > 0 { x[i - 1] } else { 0.0 };
            let right = x.get(i + 1).copied().unwrap_or(0.0);
            into[i] = 3.0 * x[i] - left - right;
        }
    }
}

impl Objective for Quadratic {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn value(&mut self, weights: &[f64]) -> f64 {
        self.0 = weights.iter().map(|w| w - 1.0).collect();
        let mut curved = vec![0.0; self.len()];
        Quadratic::times(&self.0, &mut curved);
        0.5 * self.0.iter().zip(&curved).map(|(a, b)| a * b).sum::<f64>()
    }

    fn gradient(&mut self, _: &[f64], gradient: &mut [f64]) {
        Quadratic::times(&self.0, gradient);
    }

    fn curve(&mut self, direction: &[f64], product: &mut [f64]) {
        Quadratic::times(direction, product);
    }

    fn diagonal(&mut self, diagonal: &mut [f64]) {
        diagonal.fill(3.0);
    }
}

#[test]
fn a_quadratic_is_solved() {
    let mut quadratic = Quadratic(vec![0.0; 40]);
    check_derivatives(&mut quadratic, &[0.3; 40]);
    let mut weights = vec![0.0; 40];
    let newton = NewtonParams { tolerance: 1e-14, ..NewtonParams::default() }.check().unwrap();
    let last = minimise(&mut quadratic, &mut weights, &newton, |_| {});
    assert!(weights.iter().all(|w| (w - 1.0).abs() < 1e-6), "{last:?} {weights:?}");
    assert!(last.products < 60, "{last:?}");
}

#[test]
fn limits_are_kept_and_checked() {
    let newton = NewtonParams { products: 2, ..NewtonParams::default() }.check().unwrap();
    let mut weights = vec![0.0; 40];
    let last = minimise(&mut Quadratic(vec![0.0; 40]), &mut weights, &newton, |_| {});
    assert_eq!(last.products, 2);
    for params in [
        NewtonParams { tolerance: 0.0, ..NewtonParams::default() },
        NewtonParams { steps: 0, ..NewtonParams::default() },
        NewtonParams { products: 0, ..NewtonParams::default() },
    ] {
        assert!(params.check().is_err());
    }
}

/// Learning over extended features and folding is learning over the plain
/// ones with the extension's penalty.
#[test]
fn a_penalty_stands_for_further_columns() {
    let groups = random_groups(150, 20, 3);
    let mut rng = Rng::new(Seed(4));
    let problems: Vec<Vec<f64>> =
        (0..4).map(|_| (0..20).map(|_| 3.0 * (rng.unit() - 0.5)).collect()).collect();
    let newton = NewtonParams { tolerance: 1e-13, ..NewtonParams::default() };
    let params = RankingParams { solver: Solver::Newton, newton, ..RankingParams::default() };
    let ranking = params.check().unwrap();
    for (rank, predictions) in [(3, false), (0, true), (4, true)] {
        let extension = Extension::of_problems(&problems, rank, predictions, Seed(0));
        let extended = extension.extend(&groups, |_| true).unwrap();
        let weights = ranking.fit(&extended.all(), |_, _| {}).unwrap();
        let folded = extension.fold(&weights).unwrap();
        let penalty = Penalty::of(&extension);
        let (direct, last) =
            ranking.newton(&groups.all(), &penalty, vec![0.0; 20], |_| {}).unwrap();
        for (a, b) in folded.iter().zip(&direct) {
            assert!((a - b).abs() < 1e-4, "{a} {b}");
        }
        let long = ranking.objective(&extended.all(), &weights);
        assert!((long / last.value - 1.0).abs() < 1e-5, "{long} {last:?}");
        // The plain penalty gives other weights: the test notices.
        let plain = ranking.fit(&groups.all(), |_, _| {}).unwrap();
        assert!(plain.iter().zip(&direct).any(|(a, b)| (a - b).abs() > 1e-2));
    }
}
