use super::LogisticParams;
use super::fit::Problem;
use crate::newton::check_derivatives;
use crate::testing::{liblinear_objective, random_sample};
use crate::{Learner, Linear, Model, NewtonParams, Rows, Sample};
use liblinear::SolverType;

fn tight() -> NewtonParams {
    NewtonParams { tolerance: 1e-12, ..NewtonParams::default() }
}

#[test]
fn the_objective_has_the_derivatives_it_gives() {
    let (rows, labels) = random_sample(60, 9, 5);
    let sample = Sample::new(&rows, &labels).unwrap();
    for bias in [0.0, 0.5] {
        let weights: Vec<f64> = (0..10).map(|i| 0.3 - 0.07 * f64::from(i)).collect();
        check_derivatives(&mut Problem::new(&sample, 0.7, bias), &weights);
    }
}

#[test]
fn the_objective_is_liblinears() {
    let (rows, labels) = random_sample(400, 30, 11);
    let sample = Sample::new(&rows, &labels).unwrap();
    for c in [0.05, 1.0, 20.0] {
        let params = LogisticParams { c, newton: tight(), ..LogisticParams::default() };
        let logistic = params.check().unwrap();
        let Model::Linear(ours) = logistic.fit(&sample).unwrap() else { panic!("a linear model") };
        let ours = logistic.objective(&sample, &ours);
        let theirs =
            liblinear_objective(&rows, &labels, SolverType::L2R_LR, c, |linear: &Linear| {
                logistic.objective(&sample, linear)
            });
        assert!((ours - theirs).abs() < 1e-6 * theirs, "{c}: {ours} {theirs}");
    }
}

#[test]
fn without_columns_that_tell_only_the_share_is_learned() {
    let rows: [&[u32]; 4] = [&[], &[], &[], &[]];
    let rows = Rows::ones(1, rows).unwrap();
    let labels = [true, true, true, false];
    let sample = Sample::new(&rows, &labels).unwrap();
    let params = LogisticParams { c: 1e6, newton: tight(), ..LogisticParams::default() };
    let Model::Linear(linear) = params.check().unwrap().fit(&sample).unwrap() else {
        panic!("a linear model")
    };
    assert!((linear.bias - libm::log(3.0)).abs() < 1e-4);
}

#[test]
fn parameters_are_checked() {
    assert!(LogisticParams { c: -1.0, ..LogisticParams::default() }.check().is_err());
    let newton = NewtonParams { steps: 0, ..NewtonParams::default() };
    assert!(LogisticParams { newton, ..LogisticParams::default() }.check().is_err());
}
