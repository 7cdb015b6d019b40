use super::*;
use crate::ModelFile;
use fuda_core::{Purpose, Rng, Seed};

const SHAPE: Shape = Shape { inputs: 12, hidden: [9, 7], outputs: 6 };

/// The loss of a decision in double precision, written another way: dense
/// matrices and the surrogate objective itself.
fn loss(weights: &[f64], row: &Decision<'_>, objective: &Objective) -> f64 {
    let Shape { inputs, hidden: [first, second], outputs } = SHAPE;
    let value = |i: usize| {
        let place = row.inputs.at.iter().position(|at| usize::from(*at) == i);
        place.map_or(0.0, |n| row.inputs.values.get(n).map_or(1.0, |value| f64::from(*value)))
    };
    let x: Vec<f64> = (0..inputs).map(value).collect();
    let mut rest = weights;
    let mut take = |n: usize| {
        let (head, tail) = rest.split_at(n);
        rest = tail;
        head.to_vec()
    };
    let (w1, b1) = (take(inputs * first), take(first));
    let (w2, b2) = (take(first * second), take(second));
    let (w3, b3) = (take(outputs * second), take(outputs));
    let a1: Vec<f64> = (0..first)
        .map(|j| (b1[j] + (0..inputs).map(|i| x[i] * w1[i * first + j]).sum::<f64>()).max(0.0))
        .collect();
    let a2: Vec<f64> = (0..second)
        .map(|j| (b2[j] + (0..first).map(|i| a1[i] * w2[i * second + j]).sum::<f64>()).max(0.0))
        .collect();
    let out: Vec<f64> = (0..outputs)
        .map(|k| b3[k] + (0..second).map(|j| a2[j] * w3[k * second + j]).sum::<f64>())
        .collect();
    let exps: Vec<f64> = row.outputs.iter().map(|k| libm::exp(out[usize::from(*k)])).collect();
    let total: f64 = exps.iter().sum();
    let p: Vec<f64> = exps.iter().map(|e| e / total).collect();
    let ratio = libm::exp(libm::log(p[row.chosen]) - f64::from(row.log_probability));
    let (clip, advantage) = (f64::from(objective.clip), f64::from(row.advantage));
    let surrogate = (ratio * advantage).min(ratio.clamp(1.0 - clip, 1.0 + clip) * advantage);
    let entropy: f64 = -p.iter().map(|p| p * libm::log(*p)).sum::<f64>();
    let error = objective.value_output.map_or(0.0, |k| out[usize::from(k)] - f64::from(row.target));
    -surrogate - f64::from(objective.entropy) * entropy
        + 0.5 * f64::from(objective.value) * error * error
}

fn any_decisions(network: &SparseNetwork, count: usize, rng: &mut Rng) -> Decisions {
    let mut decisions = Decisions::default();
    let mut units = network.units();
    for number in 0..count {
        let at: Vec<u16> = (0..12).filter(|_| rng.below(2) == 0).collect();
        // Every other row is of ones.
        let graded = if number % 2 == 0 { at.len() } else { 0 };
        let values: Vec<f32> = (0..graded).map(|_| 2.0 * rng.unit() as f32).collect();
        let inputs = SparseRow { at: &at, values: &values };
        let mut outputs: Vec<u16> = (0..5).filter(|_| rng.below(2) == 0).collect();
        if outputs.is_empty() {
            outputs.push(2);
        }
        let chosen = rng.below(outputs.len() as u32) as usize;
        network.see(inputs, &mut units);
        let mut p = vec![0.0; outputs.len()];
        network.policy(&units, &outputs, &mut p);
        let shift = 0.8 * rng.unit() as f32 - 0.4;
        decisions.push(Decision {
            inputs,
            outputs: &outputs,
            chosen,
            log_probability: libm::logf(p[chosen]) + shift,
            advantage: 4.0 * rng.unit() as f32 - 2.0,
            target: rng.unit() as f32,
        });
    }
    decisions
}

/// A step of plain descent along the gradient shows the gradient.
#[test]
fn gradients_agree_with_differences() {
    let mut rng = Seed(1).stream(Purpose::Sample, &[]);
    let objective =
        Objective { value_output: Some(5), entropy: 0.3, value: 0.7, ..Objective::default() };
    let mut clipped = 0;
    for number in 0..12 {
        let mut network = SparseNetwork::random(SHAPE, Seed(number)).unwrap();
        network.weights.iter_mut().for_each(|w| *w += 0.4 * rng.unit() as f32 - 0.2);
        let decisions = any_decisions(&network, 1, &mut rng);
        let row = decisions.get(0);
        let weights: Vec<f64> = network.weights().iter().map(|w| f64::from(*w)).collect();
        let mut part = super::gradient::tests_gradient(&network, &decisions, &objective);
        for (i, got) in part.drain(..).enumerate() {
            let shifted = |by: f64| {
                let mut other = weights.clone();
                other[i] += by;
                loss(&other, &row, &objective)
            };
            let slope = (shifted(1e-6) - shifted(-1e-6)) / 2e-6;
            assert!((slope - f64::from(got)).abs() < 2e-4 * (1.0 + slope.abs()), "{slope} {got}");
        }
        clipped += usize::from(row.log_probability.abs() > 0.0);
    }
    assert!(clipped > 0);
}

#[test]
fn threads_change_nothing() {
    let shape = Shape { inputs: 12, hidden: [9, 7], outputs: 6 };
    let network = SparseNetwork::random(shape, Seed(8)).unwrap();
    let decisions = any_decisions(&network, 500, &mut Seed(2).stream(Purpose::Sample, &[]));
    let run = |threads: usize| {
        let mut network = network.clone();
        let mut adam = Adam::new(AdamParams::default(), shape.weights()).unwrap();
        let objective =
            Objective { threads, minibatch: 64, value_output: Some(5), ..Objective::default() };
        let mut rng = Seed(3).stream(Purpose::Training, &[]);
        let progress = improve(&mut network, &mut adam, &decisions, &objective, &mut rng).unwrap();
        (network, adam, progress)
    };
    assert_eq!(run(1), run(3));
    assert_eq!(run(1), run(16));
}

/// Three actions whose rewards depend on two inputs: the policy finds the best.
#[test]
fn a_bandit_is_learned() {
    let shape = Shape { inputs: 2, hidden: [16, 16], outputs: 4 };
    let mut network = SparseNetwork::random(shape, Seed(1)).unwrap();
    let params = AdamParams { rate: 3e-3, ..AdamParams::default() };
    let mut adam = Adam::new(params, shape.weights()).unwrap();
    let objective = Objective { value_output: Some(3), minibatch: 128, ..Objective::default() };
    let mut rng = Seed(5).stream(Purpose::Training, &[]);
    let mut units = network.units();
    let reward = |state: u32, action: usize| f32::from(u8::from(action as u32 == state));
    let mut p = [0.0; 3];
    for _ in 0..60 {
        let mut decisions = Decisions::default();
        for _ in 0..256 {
            let state = rng.below(3);
            let ones: Vec<u16> = (0..2).filter(|i| state >> i & 1 == 1).collect();
            network.see(&ones[..], &mut units);
            network.policy(&units, &[0, 1, 2], &mut p);
            let draw = rng.unit() as f32;
            let chosen = usize::from(draw > p[0]) + usize::from(draw > p[0] + p[1]);
            let target = reward(state, chosen);
            decisions.push(Decision {
                inputs: ones[..].into(),
                outputs: &[0, 1, 2],
                chosen,
                log_probability: libm::logf(p[chosen]),
                advantage: target - network.output(&units, 3),
                target,
            });
        }
        improve(&mut network, &mut adam, &decisions, &objective, &mut rng).unwrap();
    }
    for state in 0..3u32 {
        let ones: Vec<u16> = (0..2).filter(|i| state >> i & 1 == 1).collect();
        network.see(&ones[..], &mut units);
        network.policy(&units, &[0, 1, 2], &mut p);
        assert!(p[state as usize] > 0.9, "{state}: {p:?}");
        assert!((network.output(&units, 3) - 1.0).abs() < 0.2);
    }
}

#[test]
fn what_is_written_is_read() {
    let network = SparseNetwork::random(SHAPE, Seed(4)).unwrap();
    let bytes = network.to_file().to_bytes();
    let mut file = ModelFile::from_bytes("a file", &bytes).unwrap();
    assert_eq!(SparseNetwork::from_file(&file).unwrap(), network);
    let short = SparseNetwork::from_weights(SHAPE, vec![0.0; 3]).unwrap_err().to_string();
    assert_eq!(short, format!("expected {} finite weights, got 3", SHAPE.weights()));
    file.tensors.remove("second_bias");
    let message = SparseNetwork::from_file(&file).unwrap_err().to_string();
    assert_eq!(message, "a file: a broken model file: the tensor `second_bias` is missing");
    let other = crate::Linear { weights: vec![1.0], bias: 0.0 }.to_file();
    let message = SparseNetwork::from_file(&other).unwrap_err().to_string();
    assert_eq!(message, "the model: a linear model, expected a policy network");
}

#[test]
fn parameters_out_of_range_are_refused() {
    assert!(SparseNetwork::random(Shape { outputs: 0, ..SHAPE }, Seed(1)).is_err());
    assert!(Adam::new(AdamParams { rate: f32::NAN, ..AdamParams::default() }, 3).is_err());
    let mut network = SparseNetwork::random(SHAPE, Seed(1)).unwrap();
    let mut adam = Adam::new(AdamParams::default(), SHAPE.weights()).unwrap();
    let mut rng = Seed(3).stream(Purpose::Training, &[]);
    let objective = Objective { clip: 0.0, ..Objective::default() };
    let none = Decisions::default();
    assert!(improve(&mut network, &mut adam, &none, &objective, &mut rng).is_err());
    assert!(adam.restore(1, &[0.0], &[0.0]).is_err());
}
