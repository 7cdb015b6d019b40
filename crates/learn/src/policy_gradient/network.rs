//! The network: inputs that are mostly 0, two hidden layers, any outputs asked for.

use super::{SparseRow, kernel};
use crate::error::check;
use crate::model_file::{Kind, ModelFault, ModelFile, Numbers, Tensor};
use crate::{LearnError, ModelError};
use fuda_core::{Purpose, Seed};

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs.
    pub inputs: usize,
    /// Units of the two hidden layers.
    pub hidden: [usize; 2],
    /// Outputs.
    pub outputs: usize,
}

/// The weights of each layer.
#[derive(Clone, Copy)]
pub(super) struct Layers<T> {
    /// A row of first hidden units for each input.
    pub first: T,
    pub first_bias: T,
    /// A row of second hidden units for each of the first.
    pub second: T,
    pub second_bias: T,
    /// A row of second hidden units for each output.
    pub output: T,
    pub output_bias: T,
}

impl Shape {
    /// The most units a layer may have.
    pub const MOST: usize = 65_535;

    /// The lengths of the layers, in the order of [`Layers`].
    fn lengths(self) -> [usize; 6] {
        let [first, second] = self.hidden;
        [self.inputs * first, first, first * second, second, self.outputs * second, self.outputs]
    }

    /// How many weights there are, biases included.
    pub fn weights(self) -> usize {
        self.lengths().iter().sum()
    }

    /// The bytes that learning a network of this shape takes: its weights, both means of
    /// [`Adam`](super::Adam), the gradients of the parts of a minibatch and their sum.
    pub fn memory(self) -> Result<u64, LearnError> {
        self.check()?;
        let copies = 4 + super::gradient::PARTS as u64;
        Ok(copies * size_of::<f32>() as u64 * self.weights() as u64)
    }

    fn check(self) -> Result<(), LearnError> {
        let wanted = "from 1 to 65535";
        let sizes = [
            ("inputs", self.inputs),
            ("first hidden units", self.hidden[0]),
            ("second hidden units", self.hidden[1]),
            ("outputs", self.outputs),
        ];
        let fits = |size: f64| (1.0..=Shape::MOST as f64).contains(&size);
        sizes.iter().try_for_each(|(name, size)| check(name, *size as f64, wanted, fits))
    }

    pub(super) fn layers(self, weights: &[f32]) -> Layers<&[f32]> {
        let [a, b, c, d, e, _] = self.lengths();
        let (first, rest) = weights.split_at(a);
        let (first_bias, rest) = rest.split_at(b);
        let (second, rest) = rest.split_at(c);
        let (second_bias, rest) = rest.split_at(d);
        let (output, output_bias) = rest.split_at(e);
        Layers { first, first_bias, second, second_bias, output, output_bias }
    }

    pub(super) fn layers_mut(self, weights: &mut [f32]) -> Layers<&mut [f32]> {
        let [a, b, c, d, e, _] = self.lengths();
        let (first, rest) = weights.split_at_mut(a);
        let (first_bias, rest) = rest.split_at_mut(b);
        let (second, rest) = rest.split_at_mut(c);
        let (second_bias, rest) = rest.split_at_mut(d);
        let (output, output_bias) = rest.split_at_mut(e);
        Layers { first, first_bias, second, second_bias, output, output_bias }
    }
}

/// Inputs that are mostly 0, two hidden layers (ReLU), linear outputs.
#[derive(Clone, PartialEq, Debug)]
pub struct SparseNetwork {
    shape: Shape,
    pub(super) weights: Vec<f32>,
}

/// The memory of one pass through a network: made once, used for every row.
#[derive(Clone, PartialEq, Debug)]
pub struct Units {
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    pub(super) back_first: Vec<f32>,
    pub(super) back_second: Vec<f32>,
}

impl SparseNetwork {
    /// Random weights; the outputs start near 0, so that a policy starts even.
    /// One input in eight is taken to be 1.
    pub fn random(shape: Shape, seed: Seed) -> Result<SparseNetwork, LearnError> {
        shape.check()?;
        let mut rng = seed.stream(Purpose::Training, &[]);
        let mut weights = vec![0.0; shape.weights()];
        let layers = shape.layers_mut(&mut weights);
        let ones = (shape.inputs as f32 / 8.0).max(1.0);
        let mut fill = |layer: &mut [f32], fan: f32, scale: f32| {
            // An even spread of the variance 2 / fan (He et al. 2015).
            let size = scale * (6.0 / fan).sqrt();
            layer.iter_mut().for_each(|w| *w = size * (2.0 * rng.unit() as f32 - 1.0));
        };
        fill(layers.first, ones, 1.0);
        fill(layers.second, shape.hidden[0] as f32, 1.0);
        fill(layers.output, shape.hidden[1] as f32, 0.05);
        Ok(SparseNetwork { shape, weights })
    }

    /// A network of these weights, in the order inputs to first layer (a row
    /// an input), its biases, first to second (a row per unit), biases, outputs
    /// (a row an output), biases.
    pub fn from_weights(shape: Shape, weights: Vec<f32>) -> Result<SparseNetwork, LearnError> {
        shape.check()?;
        let (expected, got) = (shape.weights(), weights.iter().filter(|w| w.is_finite()).count());
        match weights.len() == expected && got == expected {
            true => Ok(SparseNetwork { shape, weights }),
            false => Err(LearnError::Weights { expected, got }),
        }
    }

    /// Its file, without what it is for.
    pub fn to_file(&self) -> ModelFile {
        let Shape { inputs, hidden: [first, second], outputs } = self.shape;
        let layers = self.layers();
        let tensors = [
            ("first", vec![inputs, first], layers.first),
            ("first_bias", vec![first], layers.first_bias),
            ("second", vec![first, second], layers.second),
            ("second_bias", vec![second], layers.second_bias),
            ("output", vec![outputs, second], layers.output),
            ("output_bias", vec![outputs], layers.output_bias),
        ];
        let tensors = tensors
            .map(|(name, shape, list)| (name, Tensor::new(shape, Numbers::F32(list.to_vec()))));
        ModelFile::new(Kind::PolicyNetwork, tensors)
    }

    /// The network of a file: of a policy network, or of a checkpoint.
    pub fn from_file(file: &ModelFile) -> Result<SparseNetwork, ModelError> {
        if file.kind != Kind::Checkpoint {
            file.expect_kind(Kind::PolicyNetwork)?;
        }
        let ([inputs, first], [_, second]) = (file.matrix("first")?, file.matrix("second")?);
        let [outputs, _] = file.matrix("output")?;
        let shape = Shape { inputs, hidden: [first, second], outputs };
        let layers = [
            file.f32s("first", &[inputs, first])?,
            file.f32s("first_bias", &[first])?,
            file.f32s("second", &[first, second])?,
            file.f32s("second_bias", &[second])?,
            file.f32s("output", &[outputs, second])?,
            file.f32s("output_bias", &[outputs])?,
        ];
        SparseNetwork::from_weights(shape, layers.concat())
            .map_err(|e| file.fault(ModelFault::Broken(e.to_string())))
    }

    /// The sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All weights, in the order of [`SparseNetwork::from_weights`].
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(super) fn layers(&self) -> Layers<&[f32]> {
        self.shape.layers(&self.weights)
    }

    /// Memory for passes through this network.
    pub fn units(&self) -> Units {
        let [first, second] = self.shape.hidden;
        Units {
            first: vec![0.0; first],
            second: vec![0.0; second],
            back_first: vec![0.0; first],
            back_second: vec![0.0; second],
        }
    }

    /// Reads a row. Inputs the network has not are left out. Allocates
    /// nothing; the units must be this network's.
    #[inline]
    pub fn see<'a>(&self, row: impl Into<SparseRow<'a>>, units: &mut Units) {
        kernel::hidden(self.layers(), row.into(), units);
    }

    /// An output for the row last seen.
    ///
    /// # Panics
    /// When there is no such output.
    #[inline]
    pub fn output(&self, units: &Units, output: u16) -> f32 {
        kernel::output(self.layers(), units, output)
    }

    /// The probabilities of these outputs for the row last seen: their softmax.
    /// `probabilities` is as long as `outputs`.
    pub fn policy(&self, units: &Units, outputs: &[u16], probabilities: &mut [f32]) {
        let mut most = f32::NEG_INFINITY;
        for (p, &output) in probabilities.iter_mut().zip(outputs) {
            *p = self.output(units, output);
            most = most.max(*p);
        }
        let mut sum = 0.0;
        for p in probabilities.iter_mut() {
            *p = libm::expf(*p - most);
            sum += *p;
        }
        probabilities.iter_mut().for_each(|p| *p /= sum);
    }
}
