use super::*;
use crate::Row;
use fuda_core::{Purpose, Seed};

/// Rows of ones at random, with a target that no linear model finds.
fn sample(many: usize) -> (Rows, Vec<f64>) {
    let mut rng = Seed(1).stream(Purpose::Sample, &[]);
    let rows: Vec<Vec<u32>> =
        (0..many).map(|_| (0..6).filter(|_| rng.below(2) == 1).collect()).collect();
    let has = |row: &Vec<u32>, column: u32| row.contains(&column);
    let targets = rows
        .iter()
        .map(|row| if has(row, 0) != has(row, 1) { 2.0 } else { -1.0 } + f64::from(has(row, 4)))
        .collect();
    let rows = Rows::ones(6, rows.iter().map(Vec::as_slice)).expect("rows");
    (rows, targets)
}

#[test]
fn a_step_goes_along_the_gradient() {
    let mut rng = Seed(2).stream(Purpose::Sample, &[]);
    let network = Network::random(5, 4, &mut rng);
    let (columns, numbers) = ([0u32, 2, 3], [1.0, -0.5, 2.0]);
    for row in [Row::Sparse(&columns, &numbers), Row::Ones(&[1, 4])] {
        let target = 0.7;
        let loss = |network: &Network| 0.5 * (network.value(row) - target).powi(2);
        let mut units = vec![0.0; 4];
        let error = network.clone().forward(row, &mut units) - target;
        let mut stepped = network.clone();
        stepped.step(row, error, &units, &mut [0.0; 4], 1.0);
        let many = network.input.len();
        for i in 0..many + network.output.len() {
            let moved = |by: f64| {
                let mut other = network.clone();
                match i < many {
                    true => other.input[i] += by,
                    false => other.output[i - many] += by,
                }
                loss(&other)
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            let went = match i < many {
                true => network.input[i] - stepped.input[i],
                false => network.output[i - many] - stepped.output[i - many],
            };
            assert!((slope - went).abs() < 1e-7, "weight {i}: {slope} {went}");
        }
    }
}

#[test]
fn learns_what_no_linear_model_can() {
    let (rows, targets) = sample(400);
    let params = RegressionParams { hidden: 12, epochs: 400, decay: 0.0, ..Default::default() };
    let mut told = 0;
    let network =
        params.check().expect("good").fit(&rows, &targets, |_, _| told += 1).expect("fits");
    assert_eq!(told, 400);
    let error = mean_squared_error(&network, &rows, &targets).expect("rows fit");
    assert!(error < 0.05, "mean squared error {error}");
    let again = params.check().expect("good").fit(&rows, &targets, |_, _| {}).expect("fits");
    assert_eq!(again, network);
}

#[test]
fn decay_makes_weights_small() {
    let (rows, targets) = sample(200);
    let size = |decay: f64| -> f64 {
        let params = RegressionParams { hidden: 8, epochs: 50, decay, ..Default::default() };
        let network = params.check().expect("good").fit(&rows, &targets, |_, _| {}).expect("fits");
        network.input.iter().chain(&network.output).map(|w| w * w).sum()
    };
    assert!(size(20.0) < 0.5 * size(0.0));
}

#[test]
fn bad_input_is_refused() {
    let (rows, targets) = sample(10);
    let learner = RegressionParams { hidden: 2, epochs: 1, ..Default::default() };
    let learner = learner.check().expect("good");
    assert!(learner.fit(&rows, &targets[..9], |_, _| {}).is_err());
    assert!(learner.fit(&rows, &[f64::NAN; 10], |_, _| {}).is_err());
    assert!(RegressionParams { rate: -1.0, ..Default::default() }.check().is_err());
    let network = learner.fit(&rows, &targets, |_, _| {}).expect("fits");
    assert!(network.values(&Rows::ones(7, [[0u32].as_slice()]).expect("rows")).is_err());
}
