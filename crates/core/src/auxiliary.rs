//! Auxiliary problems: yes-or-no questions about what came after a decision.
//!
//! A learner that has answered them describes moves by what they lead to; the
//! main problem, which move was chosen, is then learned with that help.

use crate::{Game, Record};

/// A set of auxiliary problems of a game.
pub trait AuxiliaryProblems<G: Game>: Send + Sync {
    /// A short name.
    fn name(&self) -> &str;

    /// One line about it.
    fn about(&self) -> &str;

    /// The encoder of moves they are meant for.
    fn encoder(&self) -> &str;

    /// The kinds of decisions they are meant for, as a
    /// [`DecisionFilter`](crate::DecisionFilter) reads them.
    fn only(&self) -> &str;

    /// Finds out what came after every decision of some records; a record
    /// that the rules refuse is an error, with its number and why.
    fn watch(&self, records: &[Record<G>]) -> Result<Box<dyn AuxiliaryOutcomes>, (usize, String)>;
}

/// What came after the decisions of some records.
pub trait AuxiliaryOutcomes: Send + Sync {
    /// The problems to ask when these records (by number) are learned from.
    fn problems(&self, train: &dyn Fn(usize) -> bool) -> Vec<AuxiliaryProblem<'_>>;
}

/// One auxiliary problem.
pub struct AuxiliaryProblem<'a> {
    /// What is asked, in words.
    pub words: String,
    /// The answer for a record and one of its decisions, both by number;
    /// `None` where it is not asked.
    pub answer: Box<dyn Fn(usize, usize) -> Option<bool> + 'a>,
}
