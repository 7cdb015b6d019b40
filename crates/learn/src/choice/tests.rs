use super::*;
use crate::{Group, Groups, Network};
use fuda_core::{Purpose, Seed};

/// Groups whose chosen alternative is the one with exactly one of the first
/// two columns: no linear score finds it.
fn groups(many: u32, seed: u64) -> Groups {
    let mut rng = Seed(seed).stream(Purpose::Sample, &[]);
    let mut groups = Groups::new(5);
    for id in 0..many {
        let chosen = rng.below(3) as usize;
        let rows: Vec<Vec<(u32, f32)>> = (0..3)
            .map(|at| {
                let first = rng.below(2);
                let second = if at == chosen { 1 - first } else { first };
                let noise = (2..5).filter(|_| rng.below(2) == 1).collect::<Vec<u32>>();
                let on = [(first == 1, 0), (second == 1, 1)].into_iter();
                let on = on.filter(|(on, _)| *on).map(|(_, column)| column);
                on.chain(noise).map(|column| (column, 1.0)).collect()
            })
            .collect();
        groups.push(id, chosen, rows.iter().map(Vec::as_slice)).unwrap();
    }
    groups
}

fn values(network: &Network, group: Group<'_>) -> Vec<f64> {
    let mut units = vec![0.0; network.hidden()];
    (0..group.len()).map(|at| network.forward(group.alternative(at), &mut units)).collect()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The losses as they are written down.
fn loss(network: &Network, group: Group<'_>, loss: ChoiceLoss) -> f64 {
    let z = values(network, group);
    let q = group.chosen();
    match loss {
        ChoiceLoss::Pairs => group.rivals().map(|p| sigmoid(sigmoid(z[p]) - sigmoid(z[q]))).sum(),
        ChoiceLoss::Softmax => libm::log(z.iter().map(|z| libm::exp(*z)).sum()) - z[q],
    }
}

#[test]
fn a_step_goes_along_the_gradient() {
    let mut groups = Groups::new(4);
    let rows = [[(0, 1.0), (2, 0.5)].as_slice(), &[(1, -1.0), (2, 2.0)], &[(3, 1.0)]];
    groups.push(0, 1, rows).unwrap();
    let group = groups.group(0);
    for kind in [ChoiceLoss::Pairs, ChoiceLoss::Softmax] {
        let params = ChoiceParams { hidden: 3, loss: kind, seed: Seed(4), ..Default::default() };
        let mut trainer = params.check().unwrap().start(4);
        let before = trainer.network().clone();
        trainer.step(group, 1.0);
        let after = trainer.network();
        let many = before.input.len();
        for i in 0..many + before.output.len() {
            let at = |network: &Network| match i < many {
                true => network.input[i],
                false => network.output[i - many],
            };
            let moved = |by: f64| {
                let mut other = before.clone();
                match i < many {
                    true => other.input[i] += by,
                    false => other.output[i - many] += by,
                }
                loss(&other, group, kind)
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            let went = at(&before) - at(after);
            assert!((slope - went).abs() < 1e-7, "{kind:?}, weight {i}: {slope} {went}");
        }
    }
}

#[test]
fn learns_what_no_linear_score_can() {
    let (train, test) = (groups(3_000, 1), groups(300, 2));
    for (kind, rate) in [(ChoiceLoss::Pairs, 10.0), (ChoiceLoss::Softmax, 0.2)] {
        let params = ChoiceParams {
            hidden: 8,
            rate,
            loss: kind,
            epochs: 25,
            cooling: Some(20_000.0),
            ..Default::default()
        };
        let learner = params.check().unwrap();
        let mut told = 0;
        let network = learner.fit(&train.all(), |_, _| told += 1).unwrap();
        assert_eq!(told, 25);
        let is_first = |group: &Group<'_>| {
            let values = values(&network, *group);
            group.rivals().all(|rival| values[rival] < values[group.chosen()])
        };
        let right = test.all().iter().filter(is_first).count();
        assert!(right > 290, "{kind:?}: {right} of 300");
        assert_eq!(learner.fit(&train.all(), |_, _| {}).unwrap(), network);
    }
}

#[test]
fn nonsense_is_refused() {
    let base = ChoiceParams::default();
    assert!(ChoiceParams { hidden: 0, ..base }.check().is_err());
    assert!(ChoiceParams { rate: f64::NAN, ..base }.check().is_err());
    assert!(ChoiceParams { cooling: Some(0.0), ..base }.check().is_err());
    assert!(base.check().unwrap().fit(&Groups::new(2).all(), |_, _| {}).is_err());
}
