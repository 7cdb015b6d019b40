use super::fit::Gradient;
use super::{Activation, Network, NetworkParams};
use crate::{LearnError, Learner, Model, Rows, Sample};

#[test]
fn exclusive_or_is_learned() {
    let rows = Rows::dense(2, vec![0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0]).unwrap();
    let labels = [false, true, true, false];
    let sample = Sample::new(&rows, &labels).unwrap();
    let params = NetworkParams { hidden: 6, epochs: 300, ..NetworkParams::default() };
    let model = params.check().unwrap().fit(&sample).unwrap();
    assert!(sample.iter().all(|(row, label)| (model.score(row) > 0.0) == label));
    assert_eq!(model, params.check().unwrap().fit(&sample).unwrap());
}

#[test]
fn gradients_are_slopes() {
    let rows = Rows::sparse(3, [[(0, 0.5), (2, -1.0)].as_slice(), &[(1, 2.0)], &[]]).unwrap();
    let labels = [true, false, true];
    let sample = Sample::new(&rows, &labels).unwrap();
    let network = Network {
        columns: 3,
        hidden: 2,
        activation: Activation::Tanh,
        input: vec![0.3, -0.2, 0.1, 0.4, -0.5, 0.6, 0.05, -0.1],
        output: vec![0.7, -0.3, 0.2],
    };
    let mut gradient = Gradient::new(&network);
    gradient.compute(&network, &sample, 0.01);
    let mut other = Gradient::new(&network);
    let mut loss = |input: Option<usize>, output: Option<usize>, by: f64| {
        let mut moved = network.clone();
        if let Some(at) = input {
            moved.input[at] += by;
        }
        if let Some(at) = output {
            moved.output[at] += by;
        }
        other.compute(&moved, &sample, 0.01)
    };
    let by = 1e-5;
    for (at, slope) in gradient.input.iter().enumerate() {
        let measured = (loss(Some(at), None, by) - loss(Some(at), None, -by)) / (2.0 * by);
        assert!((measured - slope).abs() < 1e-8);
    }
    for (at, slope) in gradient.output.iter().enumerate() {
        let measured = (loss(None, Some(at), by) - loss(None, Some(at), -by)) / (2.0 * by);
        assert!((measured - slope).abs() < 1e-8);
    }
}

#[test]
fn networks_are_written_and_read() {
    let (input, output) = (vec![1.0, 2.0, 3.0], vec![4.0, 5.0]);
    for activation in [Activation::Tanh, Activation::Sigmoid] {
        let (input, output) = (input.clone(), output.clone());
        let network = Network { columns: 2, hidden: 1, activation, input, output };
        let mut file = network.to_file();
        assert_eq!(Network::from_file(&file).unwrap(), network);
        assert_eq!(Model::from_file(&file).unwrap(), Model::Network(network));
        file.settings.clear();
        let message = Network::from_file(&file).unwrap_err().to_string();
        assert!(message.contains("expected tanh or sigmoid as `activation`"), "{message}");
    }
}

#[test]
fn parameters_are_checked() {
    let params = NetworkParams { hidden: 0, ..NetworkParams::default() };
    assert!(matches!(params.check(), Err(LearnError::Parameter { name: "hidden units", .. })));
}
