use super::*;
use crate::{Group, Groups};
use fuda_core::{Purpose, Rng, Seed};
use proptest::prelude::*;

/// Groups whose chosen alternative scores highest by hidden weights; with
/// `noise`, only that often.
fn groups(many: u32, noise: f64, rng: &mut Rng) -> Groups {
    let hidden = [2.0, -1.0, 0.5, 3.0, -2.0, 1.0];
    let mut groups = Groups::new(hidden.len());
    for id in 0..many {
        let rows: Vec<Vec<(u32, f32)>> = (0..3 + rng.below(4))
            .map(|_| {
                let on = (0..hidden.len() as u32).filter(|_| rng.below(2) == 1);
                on.map(|column| (column, 1.0)).collect()
            })
            .collect();
        let score = |row: &Vec<(u32, f32)>| -> f64 {
            row.iter().map(|&(column, _)| hidden[column as usize]).sum()
        };
        let best = (0..rows.len()).max_by(|&a, &b| score(&rows[a]).total_cmp(&score(&rows[b])));
        let wrong = rng.unit() < noise;
        let chosen = if wrong { rng.below(rows.len() as u32) as usize } else { best.unwrap() };
        groups.push(id, chosen, rows.iter().map(Vec::as_slice)).unwrap();
    }
    groups
}

/// The same, in as few words as possible: every weight vector is kept.
fn plainly(groups: &Groups) -> Vec<f64> {
    let columns = groups.columns();
    let mut weights = vec![0.0; columns];
    let mut all: Vec<Vec<f64>> = Vec::new();
    for group in groups.all().iter() {
        let dense = |at: usize| {
            let mut row = vec![0.0; columns];
            group.alternative(at).for_each(|column, value| row[column] = value);
            row
        };
        let chosen = dense(group.chosen());
        for rival in group.rivals() {
            let other = dense(rival);
            let gap: f64 = (0..columns).map(|i| weights[i] * (chosen[i] - other[i])).sum();
            if gap <= 0.0 {
                (0..columns).for_each(|i| weights[i] += chosen[i] - other[i]);
            }
            all.push(weights.clone());
        }
    }
    (0..columns).map(|i| all.iter().map(|w| w[i]).sum::<f64>() / all.len() as f64).collect()
}

proptest! {
    #[test]
    fn the_mean_is_that_of_all_weights(seed in any::<u64>(), many in 1u32..30) {
        let groups = groups(many, 0.3, &mut Seed(seed).stream(Purpose::Sample, &[]));
        let mut perceptron = Perceptron::new(groups.columns());
        groups.all().iter().for_each(|group| perceptron.learn(group));
        for (mean, wanted) in perceptron.average().weights.iter().zip(plainly(&groups)) {
            prop_assert!((mean - wanted).abs() < 1e-9, "{mean} {wanted}");
        }
    }
}

#[test]
fn learns_an_order_and_repeats_itself() {
    let train = groups(2_000, 0.1, &mut Seed(1).stream(Purpose::Sample, &[]));
    let test = groups(500, 0.0, &mut Seed(2).stream(Purpose::Sample, &[]));
    let learner = PerceptronParams { epochs: 2, seed: Seed(3) }.check().unwrap();
    let mut passes = Vec::new();
    let model = learner.fit(&train.all(), |pass, p| passes.push((pass, p.pairs()))).unwrap();
    let is_first = |group: &Group<'_>| {
        let scores: Vec<f64> = group.scores(&model.weights).collect();
        group.rivals().all(|rival| scores[rival] <= scores[group.chosen()])
    };
    let right = test.all().iter().filter(is_first).count();
    assert!(right > 480, "{right} of 500");
    let pairs = (train.alternatives() - train.len()) as u64;
    assert_eq!(passes, [(1, pairs), (2, 2 * pairs)]);
    assert_eq!(learner.fit(&train.all(), |_, _| {}).unwrap(), model);
}

#[test]
fn nothing_to_choose_from_is_refused() {
    let learner = PerceptronParams::default().check().unwrap();
    assert!(learner.fit(&Groups::new(3).all(), |_, _| {}).is_err());
    assert!(PerceptronParams { epochs: 0, ..Default::default() }.check().is_err());
}
