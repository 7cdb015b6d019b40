//! Learning from records and self-play, in the same way for every game.
//!
//! **What.** Four methods, each a function or type that works on any game with
//! encoders: [`rank`] imitates the players of records, [`PolicyLearner`]
//! learns a policy from games against itself and others, [`value`] learns what
//! a view is worth, [`patterns`] mines conjunctions of features and weighs
//! them. Each gives a [`ModelFile`](fuda_learn::ModelFile) that the player
//! `learned` plays with.
//!
//! **Why.** Decisions, encoders, splits and model files are the same for every
//! game, so what is learned from them is written once. A new game gets every
//! method by implementing the encoder traits of `fuda_core`.
//!
//! **The types in one look.**
//!
//! | item | what it is |
//! |---|---|
//! | [`Split`] | games to learn from and to test on; games of one deal stay together |
//! | [`choices`] | decisions as groups of encoded alternatives |
//! | [`rank`], [`RankParams`], [`RankResult`] | imitation by SVM, softmax, perceptron or network |
//! | [`AuxiliaryExamples`], [`AuxiliaryParams`], [`AuxiliaryResult`] | imitation with the help of auxiliary problems |
//! | [`PolicyLearner`], [`PolicyParams`] | policy gradient from self-play, with checkpoints |
//! | [`linear_policy`], [`LinearPolicyParams`] | the same for a linear policy |
//! | [`value`], [`ValueParams`], [`ValueResult`] | a value network |
//! | [`patterns`], [`PatternParams`], [`PatternResult`] | mined patterns |
//! | [`koikoi`] | what paper 5 learns |
//! | [`learn_evaluation`] | Othello's evaluation by game stage, for alpha-beta |
//! | [`mine_and_choose`] | closed patterns, the most informative chosen |
//! | [`positions`] | decisions as rows: sets of items to mine, numpy arrays to train from |
//!
//! **How it works.** Records become [`Decision`](fuda_core::Decision)s, an
//! encoder makes numbers of each view, and the split keeps whole games apart,
//! so that a test never sees a position of a game that was learned from.
//! Results do not depend on the number of threads.
//!
//! **Sources.** Schulman et al., *Proximal policy optimization algorithms*
//! (2017) and *High-dimensional continuous control using generalized advantage
//! estimation* (2016); Fleuret, *Fast binary feature selection with
//! conditional mutual information* (2004).

mod auxiliary;
mod choices;
mod error;
pub mod koikoi;
mod mined;
mod othello_evaluation;
mod patterns;
mod policy_gradient;
pub mod positions;
mod rank;
mod split;
mod value;

pub use auxiliary::{
    Aux, AuxiliaryExamples, AuxiliaryParams, AuxiliaryResult, FoldsOf, ProblemReport,
};
pub use choices::choices;
pub use error::TrainError;
pub use mined::{MinedPatterns, mine_and_choose};
pub use othello_evaluation::{EvaluationParams, StageReport, learn_evaluation};
pub use patterns::{PatternParams, PatternResult, patterns};
pub use policy_gradient::{
    CurvePoint, LinearPolicyParams, Opponent, OpponentResult, OtherMoves, PolicyLearner,
    PolicyParams, RewardPoint, linear_policy,
};
pub use rank::{RankParams, RankResult, Ranker, rank};
pub use split::Split;
pub use value::{ValueParams, ValueResult, value};
