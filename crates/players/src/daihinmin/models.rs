//! Learned evaluations of moves as files.
//!
//! A network is a regression network on the 182 features, an averaged
//! perceptron a linear model on the 5,110 products; the metadata says which
//! features a model needs and how it was made.

use fuda_daihinmin::Evaluation;
use fuda_daihinmin::encode::{ALL, PRODUCTS};
use fuda_learn::{Linear, Model, RegressionNetwork};
use std::collections::HashMap;

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

    /// The name of the features, as it stands in model files.
    fn features(self) -> &'static str {
        match self {
            Learner::Network => "daihinmin-182",
            Learner::Perceptron => "daihinmin-35x146",
        }
    }

    /// The model that comes with the program.
    fn shipped(self) -> &'static [u8] {
        match self {
            Learner::Network => include_bytes!("../../../../models/daihinmin-nn.safetensors"),
            Learner::Perceptron => include_bytes!("../../../../models/daihinmin-ap.safetensors"),
        }
    }
}

/// What was learned.
#[derive(Clone, PartialEq, Debug)]
pub enum Learned {
    /// A network on the 182 features.
    Network(RegressionNetwork),
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

    /// The bytes of a model file, with notes on how it was made.
    pub fn to_bytes(&self, notes: &[(&str, &str)]) -> Result<Vec<u8>, String> {
        let features = ("features", self.learner().features());
        let notes: Vec<(&str, &str)> = notes.iter().copied().chain([features]).collect();
        match self {
            Learned::Network(network) => network.to_bytes(&notes).map_err(|e| e.to_string()),
            Learned::Perceptron(linear) => Ok(Model::Linear(linear.clone()).to_bytes(&notes)),
        }
    }

    /// Reads a model file of a learner, with its metadata.
    pub fn from_bytes(
        learner: Learner,
        bytes: &[u8],
    ) -> Result<(Learned, HashMap<String, String>), String> {
        let (learned, columns, notes) = match learner {
            Learner::Network => {
                let (network, notes) =
                    RegressionNetwork::from_bytes(bytes).map_err(|e| e.to_string())?;
                let columns = network.columns();
                (Learned::Network(network), columns, notes)
            }
            Learner::Perceptron => match Model::from_bytes(bytes).map_err(|e| e.to_string())? {
                (Model::Linear(linear), notes) => {
                    let columns = linear.weights.len();
                    (Learned::Perceptron(linear), columns, notes)
                }
                _ => return Err("not a model: expected one weight a column".into()),
            },
        };
        let wanted = match learner {
            Learner::Network => ALL,
            Learner::Perceptron => PRODUCTS,
        };
        match notes.get("features").map(String::as_str) {
            Some(found) if found == learner.features() && columns == wanted => Ok((learned, notes)),
            found => Err(format!(
                "the model is for other features: expected {} ({wanted} columns), got {} ({columns})",
                learner.features(),
                found.unwrap_or("none named"),
            )),
        }
    }
}

/// The evaluation in a file, or the one that comes with the program.
pub fn evaluation(learner: Learner, file: Option<&str>) -> Result<Evaluation, String> {
    let Some(path) = file else {
        return Learned::from_bytes(learner, learner.shipped())?.0.evaluation();
    };
    let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    let read = Learned::from_bytes(learner, &bytes).and_then(|(learned, _)| learned.evaluation());
    read.map_err(|e| format!("{path}: {e}"))
}
