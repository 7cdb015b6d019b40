use super::fit::Slopes;
use super::{Softmax, SoftmaxParams, softmax};
use crate::testing::random_groups;
use crate::{Groups, LearnError};
use proptest::prelude::*;

#[test]
fn slopes_are_those_of_finite_differences() {
    let groups = random_groups(30, 8, 3);
    let weights: Vec<f64> = (0..8).map(|i| f64::from(i) * 0.2 - 0.7).collect();
    let single: Vec<f32> = weights.iter().map(|&w| w as f32).collect();
    let mut slopes = Slopes::new(8);
    let loss: f64 = groups.all().iter().map(|group| slopes.of(group, &single)).sum();
    assert!((loss / 30.0 - Softmax::loss(&groups.all(), &weights)).abs() < 1e-5);
    let mut found = [0.0; 8];
    slopes.take(|column, slope| found[column] = f64::from(slope));
    for column in 0..8 {
        let shifted = |by: f64| {
            let mut weights = weights.clone();
            weights[column] += by;
            30.0 * Softmax::loss(&groups.all(), &weights)
        };
        let wanted = (shifted(0.05) - shifted(-0.05)) / 0.1;
        assert!((found[column] - wanted).abs() < 0.02, "{column}: {} {wanted}", found[column]);
    }
}

#[test]
fn the_loss_comes_close_to_what_plain_descent_finds() {
    let groups = random_groups(80, 6, 4);
    let mut weights = vec![0.0f32; 6];
    let mut slopes = Slopes::new(6);
    for _ in 0..4_000 {
        for group in groups.all().iter() {
            slopes.of(group, &weights);
        }
        slopes.take(|column, slope| weights[column] -= 0.02 * slope);
    }
    let best: Vec<f64> = weights.into_iter().map(f64::from).collect();
    let best = Softmax::loss(&groups.all(), &best);
    let params = SoftmaxParams { epochs: 300, rate: 0.5, decay: 0.0, ..SoftmaxParams::default() };
    let found = params.check().unwrap().fit(&groups.all(), |_, _| {}).unwrap();
    let found = Softmax::loss(&groups.all(), &found);
    assert!(found < best * 1.005 + 1e-4, "{found} {best}");
}

#[test]
fn nothing_to_learn_and_bad_parameters_are_refused() {
    let learner = SoftmaxParams::default().check().unwrap();
    let empty = learner.fit(&Groups::new(2).all(), |_, _| {});
    assert!(matches!(empty, Err(LearnError::NoChoice { groups: 0 })));
    for params in [
        SoftmaxParams { rate: 0.0, ..SoftmaxParams::default() },
        SoftmaxParams { decay: f32::NAN, ..SoftmaxParams::default() },
        SoftmaxParams { epochs: 0, ..SoftmaxParams::default() },
    ] {
        assert!(params.check().is_err());
    }
}

proptest! {
    #[test]
    fn probabilities_add_up(mut scores in prop::collection::vec(-200.0f32..200.0, 1..20)) {
        let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
        softmax(&mut scores);
        prop_assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        prop_assert!(scores.iter().all(|&chance| chance <= scores[best]));
    }
}
