//! Learners over rows and over groups of alternatives, and one model file.
//!
//! **What.** Over labelled rows: naive Bayes, linear discriminant analysis, a
//! three-layer network, a linear support vector machine, logistic and ridge
//! regression, with cross-validation and measures with intervals. Over groups
//! of alternatives, of which one was chosen: ranking by support vectors,
//! softmax, perceptron or network, also with auxiliary problems. Policy
//! gradient through sparse networks. Every model is the same kind of file.
//!
//! **Why.** A decision of a game is a handful of legal moves with the one that
//! was chosen, and what is known of each is a long sparse row. Small learners
//! that take such rows as they are answer in microseconds and learn in seconds.
//!
//! **The types in one look.**
//!
//! | type | what it is |
//! |---|---|
//! | [`Rows`], [`Row`] | numbers to learn from, dense or sparse |
//! | [`Sample`] | labelled rows, all or some |
//! | [`Groups`], [`GroupSample`] | alternatives of which one was chosen, all groups or some |
//! | [`Learner`] | learns a model from a sample |
//! | [`NaiveBayesParams`], [`DiscriminantParams`], [`NetworkParams`], [`SvmParams`], [`LogisticParams`], [`RidgeParams`] | parameters; `check()` makes them a learner |
//! | [`RankingParams`], [`Ranking`] | a linear support vector machine that ranks the alternatives of groups |
//! | [`Solver`], [`NewtonParams`] | coordinate descent or Newton's method |
//! | [`SoftmaxParams`], [`Softmax`] | the same by the likelihood of the choices |
//! | [`PerceptronParams`], [`Perceptron`] | the averaged perceptron over groups of alternatives |
//! | [`ChoiceParams`], [`ChoiceTrainer`] | a network that learns which alternative is chosen |
//! | [`RegressionParams`] | a network that predicts a number |
//! | [`policy_gradient`] | policy gradient through a network: [`policy_gradient::SparseNetwork`], [`policy_gradient::Adam`], [`policy_gradient::improve`] |
//! | [`TokenNetwork`] | a policy over kinds of things, trained elsewhere, evaluated here |
//! | [`Model`], [`Linear`], [`Network`], [`Patterns`] | what scores rows |
//! | [`ModelFile`], [`Needs`], [`ModelError`] | a model of any kind as a file, and what is expected of it |
//! | [`Extension`], [`select_by_f`] | features made by auxiliary problems |
//! | [`RankMetrics`] | how well scores rank the chosen alternatives |
//! | [`Metrics`] | how good scores are |
//! | [`cross_validate`] | every row scored by a model that has not seen it |
//!
//! ```
//! use fuda_learn::{Learner, Metrics, NaiveBayesParams, Rows, Sample};
//! let rows = Rows::ones(3, [[0, 1].as_slice(), &[0], &[2], &[1, 2]])?;
//! let labels = [true, true, false, false];
//! let sample = Sample::new(&rows, &labels)?;
//! let model = NaiveBayesParams::default().check()?.fit(&sample)?;
//! let metrics = Metrics::of(&model.scores(&sample)?, &labels, None);
//! assert_eq!(metrics.accuracy.mean, 1.0);
//! # Ok::<(), fuda_learn::LearnError>(())
//! ```
//!
//! **How it works.** Every learner is a folder of the same shape: `params`
//! (what can be set, checked once into a type that only checked parameters
//! can be), `fit` (the algorithm), `tests` (by hand, and against an
//! independent solver where there is one). To add a learner, copy the shape,
//! implement [`Learner`], and return one of the kinds of [`Model`].
//!
//! **Sources.** Hsieh et al., *A dual coordinate descent method for
//! large-scale linear SVM* (2008); Igel and Hüsken, *Improving the Rprop
//! learning algorithm* (2000); DeLong et al., *Comparing the areas under two
//! or more correlated ROC curves* (1988); Schulman et al., *Proximal policy
//! optimization algorithms* (2017); Kingma and Ba, *Adam* (2015); Wilson, *Probable inference* (1927).

mod choice;
mod discriminant;
mod error;
mod extension;
mod groups;
mod logistic;
mod metrics;
mod model;
mod model_file;
mod naive_bayes;
mod network;
mod newton;
mod patterns;
mod perceptron;
mod policy;
pub mod policy_gradient;
mod ranked;
mod ranking;
mod regression;
mod ridge;
mod rows;
mod softmax;
mod svm;
#[cfg(test)]
mod testing;
mod threshold;
mod validation;

pub use choice::{ChoiceLearner, ChoiceLoss, ChoiceParams, ChoiceTrainer};
pub use discriminant::{Discriminant, DiscriminantParams};
pub use error::LearnError;
pub use extension::{Extension, Folds, Keep, Selected, select_by_f};
pub use groups::{Cells, Group, GroupSample, Groups};
pub use logistic::{Logistic, LogisticParams};
pub use metrics::Metrics;
pub use model::{Learner, Linear, Model};
pub use model_file::{
    Kind, MODEL_VERSION, ModelError, ModelFault, ModelFile, Needs, Numbers, Tensor,
    read_safetensors,
};
pub use naive_bayes::{NaiveBayes, NaiveBayesParams};
pub use network::{Activation, Network, NetworkLearner, NetworkParams};
pub(crate) use newton::minimise;
pub use newton::{Newton, NewtonParams, NewtonStep, Penalty};
pub use patterns::{PatternStage, Patterns};
pub use perceptron::{AveragedPerceptron, Perceptron, PerceptronParams};
pub use policy::{PolicyLayout, PolicyScratch, TokenNetwork};
pub use ranked::RankMetrics;
pub use ranking::{Ranking, RankingParams};
pub use regression::{RegressionLearner, RegressionParams, mean_squared_error};
pub use ridge::{Ridge, RidgeParams};
pub use rows::{EachCell, Row, Rows, Sample};
pub use softmax::{Softmax, SoftmaxParams, softmax};
pub use svm::{Solver, Svm, SvmLoss, SvmParams};
pub use validation::{Validation, cross_validate, deal_folds, deal_groups};
