use super::compact::Compact;
use super::primal::SvmObjective;
use super::{Solver, SvmLoss, SvmParams};
use crate::newton::check_derivatives;
use crate::testing::{liblinear_objective, random_sample};
use crate::{Learner, Linear, Model, NewtonParams, Rows, Sample};
use liblinear::SolverType;

#[test]
fn two_points_by_hand() {
    // x = 1 positive, x = −1 negative, no bias: w = 1 for a large C.
    let rows = Rows::dense(1, vec![1.0, -1.0]).unwrap();
    let sample = Sample::new(&rows, &[true, false]).unwrap();
    let params = SvmParams {
        c: 100.0,
        loss: SvmLoss::L1,
        bias: 0.0,
        tolerance: 1e-9,
        ..SvmParams::default()
    };
    let Model::Linear(linear) = params.check().unwrap().fit(&sample).unwrap() else {
        panic!("a linear model")
    };
    assert!((linear.weights[0] - 1.0).abs() < 1e-9 && linear.bias == 0.0);
}

#[test]
fn the_objective_is_liblinears() {
    let (rows, labels) = random_sample(400, 30, 7);
    let sample = Sample::new(&rows, &labels).unwrap();
    for loss in [SvmLoss::L1, SvmLoss::L2] {
        for c in [0.05, 1.0] {
            let solver = match loss {
                SvmLoss::L1 => SolverType::L2R_L1LOSS_SVC_DUAL,
                SvmLoss::L2 => SolverType::L2R_L2LOSS_SVC_DUAL,
            };
            let params =
                SvmParams { c, loss, tolerance: 1e-5, epochs: 100_000, ..SvmParams::default() };
            let svm = params.check().unwrap();
            let Model::Linear(ours) = svm.fit(&sample).unwrap() else { panic!("a linear model") };
            let ours = svm.objective(&sample, &ours);
            let theirs = liblinear_objective(&rows, &labels, solver, c, |linear: &Linear| {
                svm.objective(&sample, linear)
            });
            // It stops after 1,000 passes, so ours may come out a little lower.
            let ratio = ours / theirs;
            assert!((0.9995..1.00001).contains(&ratio), "{loss:?} {c}: {ours} {theirs}");
        }
    }
}

#[test]
fn parameters_are_checked() {
    for params in [
        SvmParams { c: 0.0, ..SvmParams::default() },
        SvmParams { tolerance: f64::NAN, ..SvmParams::default() },
        SvmParams { bias: -1.0, ..SvmParams::default() },
    ] {
        assert!(params.check().is_err());
    }
}

#[test]
fn newtons_method_is_liblinears_primal_and_our_dual() {
    let (rows, labels) = random_sample(500, 40, 3);
    let sample = Sample::new(&rows, &labels).unwrap();
    let newton = NewtonParams { tolerance: 1e-12, ..NewtonParams::default() };
    for c in [0.05, 1.0, 30.0] {
        let tight =
            SvmParams { c, newton, tolerance: 1e-7, epochs: 200_000, ..SvmParams::default() };
        let Model::Linear(dual) = tight.check().unwrap().fit(&sample).unwrap() else {
            panic!("a linear model")
        };
        let mut found = None;
        for threads in [1, 2, 5] {
            let params = SvmParams { solver: Solver::Newton, threads, ..tight };
            let svm = params.check().unwrap();
            let Model::Linear(ours) = svm.fit(&sample).unwrap() else { panic!("a linear model") };
            for (a, b) in ours.weights.iter().zip(&dual.weights) {
                assert!((a - b).abs() < 1e-4 * (1.0 + b.abs()), "{c}: {a} {b}");
            }
            assert!((ours.bias - dual.bias).abs() < 1e-4, "{} {}", ours.bias, dual.bias);
            let objective = svm.objective(&sample, &ours);
            let solver = SolverType::L2R_L2LOSS_SVC;
            let theirs = liblinear_objective(&rows, &labels, solver, c, |linear: &Linear| {
                svm.objective(&sample, linear)
            });
            assert!((objective / theirs - 1.0).abs() < 1e-6, "{c}: {objective} {theirs}");
            assert_eq!(*found.get_or_insert(ours.clone()), ours, "threads change nothing");
        }
    }
}

#[test]
fn the_objective_has_the_derivatives_it_tells() {
    let (rows, labels) = random_sample(60, 9, 5);
    let sample = Sample::new(&rows, &labels).unwrap();
    let compact = Compact::<f64>::of(&sample).unwrap();
    for bias in [0.0, 0.5] {
        let svm = SvmParams { c: 0.7, bias, ..SvmParams::default() }.check().unwrap();
        let mut objective = SvmObjective::new(9, &compact, &svm);
        let weights: Vec<f64> =
            (0..9 + usize::from(bias > 0.0)).map(|i| 0.3 - 0.07 * i as f64).collect();
        check_derivatives(&mut objective, &weights);
    }
}
