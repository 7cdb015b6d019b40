//! Learned evaluations of moves as files.
//!
//! A network is one of sigmoid units on the 182 features, an averaged
//! perceptron a linear model on the 5,110 products.

use crate::models::{self, NamedModel};
use fuda_core::Game;
use fuda_daihinmin::encode::{ALL, PRODUCTS, UecdaMoves, UecdaProducts};
use fuda_daihinmin::{Daihinmin, Evaluation};
use fuda_learn::{Activation, Kind, Linear, ModelError, ModelFault, ModelFile, Needs, Network};

/// What kind of evaluation is learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learner {
    /// A network of three layers.
    Network,
    /// An averaged perceptron on products of features.
    Perceptron,
}

impl Learner {
    /// The short name: `nn` or `ap`.
    pub fn name(self) -> &'static str {
        match self {
            Learner::Network => "nn",
            Learner::Perceptron => "ap",
        }
    }

    /// What a player of its models needs.
    fn needs(self, by: &str) -> Needs<'_> {
        let (kind, encoders): (_, &[&str]) = match self {
            Learner::Network => (Kind::Network, &[UecdaMoves::NAME]),
            Learner::Perceptron => (Kind::Linear, &[UecdaProducts::NAME]),
        };
        Needs { by, kind, game: Daihinmin::NAME, encoders, rules: None }
    }

    /// The model that comes with the program.
    fn shipped(self) -> &'static [u8] {
        match self {
            Learner::Network => fuda_models::DAIHINMIN_NN,
            Learner::Perceptron => fuda_models::DAIHINMIN_AP,
        }
    }
}

/// What was learned.
#[derive(Clone, PartialEq, Debug)]
pub enum Learned {
    /// A network on the 182 features.
    Network(Network),
    /// One weight for each of the 5,110 products.
    Perceptron(Linear),
}

impl Learned {
    /// Which learner it is from.
    pub fn learner(&self) -> Learner {
        match self {
            Learned::Network(_) => Learner::Network,
            Learned::Perceptron(_) => Learner::Perceptron,
        }
    }

    /// The evaluation that players ask.
    pub fn evaluation(&self) -> Result<Evaluation, String> {
        match self {
            Learned::Network(net) => {
                Evaluation::network(net.hidden(), net.input_weights(), net.output_weights())
            }
            Learned::Perceptron(linear) => Evaluation::products(&linear.weights),
        }
        .map_err(|e| e.to_string())
    }

    /// Its file.
    pub fn to_file(&self) -> ModelFile {
        let file = match self {
            Learned::Network(network) => network.to_file(),
            Learned::Perceptron(linear) => linear.to_file(),
        };
        let encoder = self.learner().needs("").encoders[0].into();
        ModelFile { game: Daihinmin::NAME.into(), encoder, ..file }
    }

    /// What a file has that fits a learner.
    pub fn from_file(learner: Learner, file: &ModelFile) -> Result<Learned, ModelError> {
        let broken = |why: String| Err(file.fault(ModelFault::Broken(why)));
        match learner {
            Learner::Network => {
                let network = Network::from_file(file)?;
                match (network.columns(), network.activation()) {
                    (ALL, Activation::Sigmoid) => Ok(Learned::Network(network)),
                    (ALL, _) => broken("expected sigmoid units".into()),
                    (got, _) => broken(format!("expected {ALL} columns, got {got}")),
                }
            }
            Learner::Perceptron => Ok(Learned::Perceptron(Linear::of_columns(file, PRODUCTS)?)),
        }
    }
}

/// The evaluation that a player uses: of a file, or the one that comes with
/// the program.
pub fn evaluation(
    by: &str,
    learner: Learner,
    model: Option<&NamedModel>,
) -> Result<Evaluation, String> {
    let file = models::model(model, learner.shipped(), &learner.needs(by));
    let file = file.map_err(|e| e.to_string())?;
    Learned::from_file(learner, &file).map_err(|e| e.to_string())?.evaluation()
}
