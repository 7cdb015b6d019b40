//! One file for every model: safetensors whose metadata says what the model
//! is, which game and encoder it is for, and how it was made.
//!
//! | metadata | meaning |
//! |---|---|
//! | `fuda-model` | the version of this form: `2` |
//! | `kind` | what the tensors are: see [`Kind`] |
//! | `game` | whose positions it judges; absent for a model of no game |
//! | `rules` | the rules it was made under; absent where they do not matter |
//! | `encoder` | what turns a view into its inputs, with a version: `uecda-moves-1` |
//! | `made_by` | the command, or how else it was made |
//! | anything else | settings: of the model (`temperature`) or notes on how it was made (`seed`) |

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{ModelError, ModelFault};
pub use read::read_safetensors;

use std::collections::BTreeMap;
use std::fmt;

/// The version of the form that is written and read.
pub const MODEL_VERSION: &str = "2";

/// What the tensors of a model are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One weight per column: [`Linear`](crate::Linear).
    Linear,
    /// One hidden layer and one output: [`Network`](crate::Network).
    Network,
    /// Two hidden layers, one output per action:
    /// [`SparseNetwork`](crate::policy_gradient::SparseNetwork).
    PolicyNetwork,
    /// A transformer over kinds of tiles: [`TokenNetwork`](crate::TokenNetwork).
    TileTransformer,
    /// Weights of sets of inputs: [`Patterns`](crate::Patterns).
    Patterns,
    /// A policy network in the middle of its training, with what is needed to
    /// go on.
    Checkpoint,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [
        Kind::Linear,
        Kind::Network,
        Kind::PolicyNetwork,
        Kind::TileTransformer,
        Kind::Patterns,
        Kind::Checkpoint,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Linear => "linear",
            Kind::Network => "network",
            Kind::PolicyNetwork => "policy-network",
            Kind::TileTransformer => "tile-transformer",
            Kind::Patterns => "patterns",
            Kind::Checkpoint => "checkpoint",
        }
    }

    /// Its name in sentences.
    fn words(self) -> &'static str {
        match self {
            Kind::Linear => "linear model",
            Kind::Network => "network",
            Kind::PolicyNetwork => "policy network",
            Kind::TileTransformer => "tile transformer",
            Kind::Patterns => "pattern model",
            Kind::Checkpoint => "training checkpoint",
        }
    }
}

/// The numbers of a tensor.
#[derive(Clone, PartialEq, Debug)]
pub enum Numbers {
    /// Single precision.
    F32(Vec<f32>),
    /// Double precision.
    F64(Vec<f64>),
    /// Bits or counts.
    U64(Vec<u64>),
}

impl Numbers {
    /// How many there are.
    fn len(&self) -> usize {
        match self {
            Numbers::F32(list) => list.len(),
            Numbers::F64(list) => list.len(),
            Numbers::U64(list) => list.len(),
        }
    }

    /// Their type's name in files.
    pub fn dtype(&self) -> &'static str {
        match self {
            Numbers::F32(_) => "F32",
            Numbers::F64(_) => "F64",
            Numbers::U64(_) => "U64",
        }
    }
}

/// Numbers with a shape.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensor {
    shape: Vec<usize>,
    numbers: Numbers,
}

impl Tensor {
    /// Numbers of this shape.
    ///
    /// # Panics
    /// When the shape has another number of places.
    pub fn new(shape: impl Into<Vec<usize>>, numbers: Numbers) -> Tensor {
        let shape = shape.into();
        assert_eq!(shape.iter().product::<usize>(), numbers.len(), "{shape:?}");
        Tensor { shape, numbers }
    }

    /// Its shape.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Its numbers.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }
}

/// A model with everything that is said about it.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelFile {
    /// What messages call it: the path it was read from. Not written.
    pub name: String,
    /// What the tensors are.
    pub kind: Kind,
    /// Whose positions it judges; empty for a model of no game.
    pub game: String,
    /// The rules it was made under; empty where they do not matter.
    pub rules: String,
    /// What turns a view into its inputs, with a version.
    pub encoder: String,
    /// The command, or how else it was made.
    pub made_by: String,
    /// Settings of the model and notes on how it was made.
    pub settings: BTreeMap<String, String>,
    /// The numbers.
    pub tensors: BTreeMap<String, Tensor>,
}

/// What whoever uses a model expects of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs<'a> {
    /// Who uses it, as users know it: the player's name.
    pub by: &'a str,
    /// What the tensors must be.
    pub kind: Kind,
    /// The game.
    pub game: &'a str,
    /// The encoders that will do.
    pub encoders: &'a [&'a str],
    /// The rules, where they matter.
    pub rules: Option<&'a str>,
}

impl ModelFile {
    /// A model of no game yet.
    pub fn new<'a>(kind: Kind, tensors: impl IntoIterator<Item = (&'a str, Tensor)>) -> ModelFile {
        ModelFile {
            name: "the model".into(),
            kind,
            game: String::new(),
            rules: String::new(),
            encoder: String::new(),
            made_by: String::new(),
            settings: BTreeMap::new(),
            tensors: tensors.into_iter().map(|(name, tensor)| (name.to_owned(), tensor)).collect(),
        }
    }

    /// Adds settings.
    pub fn with_settings<'a, V: ToString>(
        mut self,
        settings: impl IntoIterator<Item = (&'a str, V)>,
    ) -> ModelFile {
        let texts = settings.into_iter().map(|(key, value)| (key.to_owned(), value.to_string()));
        self.settings.extend(texts);
        self
    }

    /// How many numbers it has.
    pub fn parameters(&self) -> usize {
        self.tensors.values().map(|tensor| tensor.numbers.len()).sum()
    }

    /// Refuses a model that was made for something else.
    pub fn fits(&self, needs: &Needs<'_>) -> Result<(), ModelError> {
        let rules = needs.rules.unwrap_or(&self.rules);
        let encoder = needs.encoders.contains(&self.encoder.as_str());
        if self.kind == needs.kind && self.game == needs.game && encoder && self.rules == rules {
            return Ok(());
        }
        let found = Description {
            game: &self.game,
            kind: self.kind,
            encoders: &[&self.encoder],
            rules: if needs.rules.is_some() { &self.rules } else { "" },
        };
        let needed = Description {
            game: needs.game,
            kind: needs.kind,
            encoders: needs.encoders,
            rules: needs.rules.unwrap_or_default(),
        };
        Err(self.fault(ModelFault::Misfit(format!("{found}; `{}` needs {needed}", needs.by))))
    }

    /// Says what is wrong with this file.
    pub fn fault(&self, fault: ModelFault) -> ModelError {
        ModelError { name: self.name.clone(), fault }
    }

    fn broken(&self, why: impl fmt::Display) -> ModelError {
        self.fault(ModelFault::Broken(why.to_string()))
    }

    /// A number among the settings.
    pub fn number(&self, key: &str) -> Result<f64, ModelError> {
        let text = self.settings.get(key).map(String::as_str);
        let number = text.and_then(|text| text.parse().ok()).filter(|n: &f64| n.is_finite());
        let got = text.unwrap_or("nothing");
        number.ok_or_else(|| self.broken(format!("expected a number as `{key}`, got `{got}`")))
    }

    /// The shape of a tensor of two dimensions.
    pub fn matrix(&self, name: &str) -> Result<[usize; 2], ModelError> {
        let shape = &self.tensor(name)?.shape;
        match shape.as_slice() {
            &[rows, columns] if rows > 0 && columns > 0 => Ok([rows, columns]),
            _ => Err(self.broken(format!("`{name}` is {shape:?}, expected a matrix"))),
        }
    }

    /// A tensor.
    pub fn tensor(&self, name: &str) -> Result<&Tensor, ModelError> {
        let missing = || self.broken(format!("the tensor `{name}` is missing"));
        self.tensors.get(name).ok_or_else(missing)
    }

    /// The numbers of a tensor in single precision that must have this shape.
    pub fn f32s(&self, name: &str, shape: &[usize]) -> Result<&[f32], ModelError> {
        match self.shaped(name, shape)? {
            Numbers::F32(list) => Ok(list),
            other => Err(self.mistyped(name, other, "F32")),
        }
    }

    /// The numbers of a tensor in double precision that must have this shape.
    pub fn f64s(&self, name: &str, shape: &[usize]) -> Result<&[f64], ModelError> {
        match self.shaped(name, shape)? {
            Numbers::F64(list) => Ok(list),
            other => Err(self.mistyped(name, other, "F64")),
        }
    }

    /// The whole numbers of a tensor that must have this shape.
    pub fn u64s(&self, name: &str, shape: &[usize]) -> Result<&[u64], ModelError> {
        match self.shaped(name, shape)? {
            Numbers::U64(list) => Ok(list),
            other => Err(self.mistyped(name, other, "U64")),
        }
    }

    fn shaped(&self, name: &str, shape: &[usize]) -> Result<&Numbers, ModelError> {
        let tensor = self.tensor(name)?;
        match tensor.shape == shape {
            true => Ok(&tensor.numbers),
            false => {
                Err(self.broken(format!("`{name}` is {:?}, expected {shape:?}", tensor.shape)))
            }
        }
    }

    fn mistyped(&self, name: &str, got: &Numbers, expected: &str) -> ModelError {
        self.broken(format!("`{name}` is of {}, expected {expected}", got.dtype()))
    }

    /// Refuses any other kind.
    pub fn expect_kind(&self, kind: Kind) -> Result<(), ModelError> {
        match self.kind == kind {
            true => Ok(()),
            false => {
                let (got, expected) = (self.kind.words(), kind.words());
                Err(self.fault(ModelFault::Misfit(format!("a {got}, expected a {expected}"))))
            }
        }
    }
}

/// A model in a few words: `a daihinmin network over uecda-moves-1`.
struct Description<'a> {
    game: &'a str,
    kind: Kind,
    encoders: &'a [&'a str],
    rules: &'a str,
}

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vowel = self.game.starts_with(['a', 'e', 'i', 'o', 'u']);
        f.write_str(if vowel { "an " } else { "a " })?;
        if !self.game.is_empty() {
            write!(f, "{} ", self.game)?;
        }
        write!(f, "{} over {}", self.kind.words(), self.encoders.join(" or "))?;
        match self.rules {
            "" => Ok(()),
            rules => write!(f, " for the rules `{rules}`"),
        }
    }
}
