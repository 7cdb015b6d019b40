use super::NaiveBayesParams;
use crate::{LearnError, Learner, Model, Rows, Sample};

#[test]
fn log_odds_are_those_of_bayes_theorem() {
    let rows: [&[u32]; 6] = [&[0], &[0, 1], &[0], &[1], &[], &[1]];
    let labels = [true, true, true, true, false, false];
    let rows = Rows::ones(2, rows).unwrap();
    let sample = Sample::new(&rows, &labels).unwrap();
    let params = NaiveBayesParams { smoothing: 1.0, fit_threshold: false };
    let model = params.check().unwrap().fit(&sample).unwrap();
    // Smoothed shares of ones: column 0 is 4/6 and 1/4, column 1 is 3/6 and 2/4.
    let by_hand = |x0: bool, x1: bool| {
        let of = |p: f64, x: bool| if x { p } else { 1.0 - p };
        let positive = 4.0 / 6.0 * of(4.0 / 6.0, x0) * of(3.0 / 6.0, x1);
        let negative = 2.0 / 6.0 * of(1.0 / 4.0, x0) * of(2.0 / 4.0, x1);
        libm::log(positive / negative)
    };
    for (row, x) in [(1, (true, true)), (2, (true, false)), (3, (false, true)), (4, (false, false))]
    {
        assert!((model.score(rows.row(row)) - by_hand(x.0, x.1)).abs() < 1e-12);
    }
}

#[test]
fn the_fitted_threshold_errs_least() {
    // Three copies of one hint outvote the others without a fitted threshold.
    let rows: Vec<Vec<u32>> = (0..60u32)
        .map(|row| if row % 3 == 0 { vec![0, 1, 2] } else { vec![3 + row % 2] })
        .collect();
    let labels: Vec<bool> =
        (0..60).map(|row| row % 3 == 0 && row % 4 == 0 || row % 5 == 0).collect();
    let rows = Rows::ones(5, rows.iter().map(Vec::as_slice)).unwrap();
    let sample = Sample::new(&rows, &labels).unwrap();
    let errors = |model: &Model| {
        sample.iter().filter(|&(row, label)| (model.score(row) > 0.0) != label).count()
    };
    let fit = |fit_threshold| {
        let params = NaiveBayesParams { fit_threshold, ..NaiveBayesParams::default() };
        errors(&params.check().unwrap().fit(&sample).unwrap())
    };
    assert!(fit(true) <= fit(false));
    let positives = labels.iter().filter(|&&label| label).count();
    assert!(fit(true) <= positives.min(60 - positives));
}

#[test]
fn other_numbers_and_parameters_are_refused() {
    let rows = Rows::dense(1, vec![1.0, 0.5]).unwrap();
    let sample = Sample::new(&rows, &[true, false]).unwrap();
    let learner = NaiveBayesParams::default().check().unwrap();
    assert!(matches!(learner.fit(&sample), Err(LearnError::NotBinary { row: 1, column: 0, .. })));
    let params = NaiveBayesParams { smoothing: 0.0, ..NaiveBayesParams::default() };
    assert_eq!(params.check().unwrap_err().to_string(), "smoothing is 0; it must be above 0");
}
