use super::RidgeParams;
use crate::{LearnError, Rows};

#[test]
fn a_linear_law_is_found() {
    let law = |x: f64, y: f64| 3.0 * x - 2.0 * y + 5.0;
    let points = [(0.0, 1.0), (1.0, 4.0), (2.0, 0.0), (3.0, 2.0), (5.0, 7.0)];
    let rows = Rows::dense(2, points.iter().flat_map(|&(x, y)| [x, y]).collect()).unwrap();
    let targets: Vec<f64> = points.iter().map(|&(x, y)| law(x, y)).collect();
    let fit = |penalty| RidgeParams { penalty }.check().unwrap().fit(&rows, &targets).unwrap();
    let exact = fit(1e-9);
    assert!((exact.weights[0] - 3.0).abs() < 1e-6 && (exact.weights[1] + 2.0).abs() < 1e-6);
    assert!((exact.bias - 5.0).abs() < 1e-6);
    // A heavy penalty leaves nothing but the mean.
    let held = fit(1e9);
    let mean = targets.iter().sum::<f64>() / 5.0;
    assert!(
        held.weights.iter().all(|weight| weight.abs() < 1e-6) && (held.bias - mean).abs() < 1e-6
    );
}

#[test]
fn one_column_by_hand() {
    // Centred: x is −1 and 1, y is −2 and 2: weight 4 / (2 + penalty).
    let rows = Rows::dense(1, vec![0.0, 2.0]).unwrap();
    let model = RidgeParams { penalty: 2.0 }.check().unwrap().fit(&rows, &[0.0, 4.0]).unwrap();
    assert!((model.weights[0] - 1.0).abs() < 1e-12 && (model.bias - 1.0).abs() < 1e-12);
}

#[test]
fn what_cannot_be_is_refused() {
    assert!(RidgeParams { penalty: 0.0 }.check().is_err());
    let rows = Rows::dense(1, vec![0.0, 2.0]).unwrap();
    let outcome = RidgeParams::default().check().unwrap().fit(&rows, &[1.0]);
    assert!(matches!(outcome, Err(LearnError::LabelCount { labels: 1, rows: 2 })));
}
