use super::DiscriminantParams;
use super::cholesky::solve;
use crate::{LearnError, Learner, Model, Rows, Sample};

#[test]
fn systems_are_solved() {
    let mut matrix = [4.0, 0.0, 0.0, 2.0, 5.0, 0.0, -2.0, 1.0, 6.0];
    // The whole matrix is [[4, 2, −2], [2, 5, 1], [−2, 1, 6]]; x = (1, 2, 3).
    let mut right = [2.0, 15.0, 18.0];
    solve(&mut matrix, &mut right).unwrap();
    for (found, wanted) in right.iter().zip([1.0, 2.0, 3.0]) {
        assert!((found - wanted).abs() < 1e-12);
    }
    assert_eq!(solve(&mut [1.0, 0.0, 1.0, 1.0], &mut [1.0, 1.0]), None);
}

#[test]
fn two_columns_by_hand() {
    // Positive rows around (2, 0), negative around (0, 0); variance 1 and 4,
    // no covariance: weights (2, 0), the middle at 1.
    let mut numbers = Vec::new();
    let mut labels = Vec::new();
    for (label, centre) in [(true, 2.0), (false, 0.0)] {
        for (x, y) in [(1.0, 2.0), (1.0, -2.0), (-1.0, 2.0), (-1.0, -2.0)] {
            numbers.extend([centre + x, y]);
            labels.push(label);
        }
    }
    let rows = Rows::dense(2, numbers).unwrap();
    let sample = Sample::new(&rows, &labels).unwrap();
    // Without covariance the diagonal is all there is.
    for diagonal in [false, true] {
        let params = DiscriminantParams { ridge: 0.0, diagonal };
        let model = params.check().unwrap().fit(&sample).unwrap();
        let Model::Linear(linear) = model else { panic!("a linear model") };
        assert!((linear.weights[0] - 2.0).abs() < 1e-12);
        assert!(linear.weights[1].abs() < 1e-12);
        assert!((linear.bias + 2.0).abs() < 1e-12);
    }
    assert_eq!(DiscriminantParams::default().memory(114_535), 104_946_129_800);
    assert_eq!(DiscriminantParams { ridge: 0.0, diagonal: true }.memory(1000), 8000);
}

#[test]
fn columns_that_never_change_need_a_ridge() {
    let rows: [&[u32]; 4] = [&[0], &[], &[0], &[]];
    let rows = Rows::ones(2, rows).unwrap();
    let labels = [true, false, false, false];
    let sample = Sample::new(&rows, &labels).unwrap();
    for diagonal in [false, true] {
        let fit = |ridge| DiscriminantParams { ridge, diagonal }.check().unwrap().fit(&sample);
        assert!(fit(1e-6).is_ok());
        assert!(matches!(fit(0.0), Err(LearnError::Singular { .. })));
    }
}
