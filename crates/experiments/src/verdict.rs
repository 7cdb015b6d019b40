//! What is said of an entry in the end: of the finding, of the figure, and
//! what a reader has to know about how both were measured.

use crate::claim::{Judged, Standing};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The verdict over an entry, in two parts, with labels.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// Whether the directions the paper concludes from came out.
    pub finding: Finding,
    /// Whether the values agree with the published ones.
    pub figure: Figure,
    /// What both parts are to be read with.
    pub labels: Vec<Label>,
}

/// Why an entry came out differently, and what shows that this is why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// Why.
    pub because: String,
    /// The experiment that tests it: a command or an entry.
    pub tested: String,
}

/// What became of a paper's finding: all directions it concludes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Every direction holds.
    Reproduced,
    /// A direction is broken, and an experiment shows why.
    Differs(Reason),
    /// A direction is broken.
    NotReproduced,
    /// No direction is broken, but not all are decided; or one is broken at a
    /// smaller size, at which the paper claims nothing.
    Undecided,
    /// The experiment did not do what it is about.
    Void,
    /// It was not run.
    NotRun,
}

/// Whether our values agree with the published ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// All that are compared do.
    Agrees,
    /// One does not.
    Disagrees,
    /// Ours are not measured, or not precisely enough.
    Undecided,
    /// Ours were measured at a size, or against an opponent, that gives
    /// another value.
    NotComparable,
    /// The paper prints no value that we measure.
    NothingPrinted,
    /// It was not run.
    NotRun,
}

/// What a verdict is to be read with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "label", content = "says")]
pub enum Label {
    /// Smaller than the paper: in which settings, and what full size costs.
    Reduced(String),
    /// Another opponent or data set than the paper's.
    StandIn(String),
    /// The experiment did not do what it is about.
    Void(String),
}

impl Finding {
    /// All words, in the order of a summary.
    pub const WORDS: [&str; 6] =
        ["reproduced", "differs", "not reproduced", "undecided", "void", "not run"];

    /// The finding over what became of its directions. `smaller`: a setting
    /// that moves values is smaller than the paper's, so that a broken
    /// direction does not contradict the paper.
    pub fn of(judged: &[&Judged], reason: Option<&Reason>, smaller: bool) -> Finding {
        let any = |standing| judged.iter().any(|judged| judged.standing == standing);
        match reason {
            _ if any(Standing::Broken) && smaller => Finding::Undecided,
            Some(reason) if any(Standing::Broken) => Finding::Differs(reason.clone()),
            None if any(Standing::Broken) => Finding::NotReproduced,
            _ if any(Standing::Open) || any(Standing::Missing) || judged.is_empty() => {
                Finding::Undecided
            }
            _ => Finding::Reproduced,
        }
    }

    /// A word for lists and for style sheets.
    pub fn word(&self) -> &'static str {
        match self {
            Finding::Reproduced => "reproduced",
            Finding::Differs(_) => "differs",
            Finding::NotReproduced => "not reproduced",
            Finding::Undecided => "undecided",
            Finding::Void => "void",
            Finding::NotRun => "not run",
        }
    }
}

impl Figure {
    /// All words, in the order of a summary.
    pub const WORDS: [&str; 6] =
        ["agrees", "disagrees", "undecided", "not comparable", "nothing printed", "not run"];

    /// The figure over what became of its comparisons.
    pub fn of(judged: &[&Judged], comparable: bool) -> Figure {
        let any = |standing| judged.iter().any(|judged| judged.standing == standing);
        if judged.is_empty() {
            return Figure::NothingPrinted;
        }
        match comparable {
            false => Figure::NotComparable,
            _ if any(Standing::Broken) => Figure::Disagrees,
            _ if any(Standing::Open) || any(Standing::Missing) => Figure::Undecided,
            _ => Figure::Agrees,
        }
    }

    /// A word for lists and for style sheets.
    pub fn word(&self) -> &'static str {
        match self {
            Figure::Agrees => "agrees",
            Figure::Disagrees => "disagrees",
            Figure::Undecided => "undecided",
            Figure::NotComparable => "not comparable",
            Figure::NothingPrinted => "nothing printed",
            Figure::NotRun => "not run",
        }
    }
}

impl Label {
    /// The label itself.
    pub fn word(&self) -> &'static str {
        match self {
            Label::Reduced(_) => "reduced",
            Label::StandIn(_) => "stand-in",
            Label::Void(_) => "void",
        }
    }

    /// What it says.
    pub fn says(&self) -> &str {
        match self {
            Label::Reduced(says) | Label::StandIn(says) | Label::Void(says) => says,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.word(), self.says())
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Differs(Reason { because, tested }) => {
                write!(f, "differs because {because} (tested by {tested})")
            }
            other => f.write_str(other.word()),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Figure::Agrees => "agrees with the published values",
            Figure::Disagrees => "disagrees with the published values",
            Figure::Undecided => {
                "undecided: ours are not measured, or not precisely enough to compare"
            }
            Figure::NotComparable => {
                "not comparable: at this size, or with this stand-in, another value is to be \
                 expected"
            }
            Figure::NothingPrinted => "the paper prints no value to compare",
            Figure::NotRun => "not run",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(standings: &[Standing]) -> Vec<Judged> {
        let one = |&standing| Judged {
            says: String::new(),
            figure: false,
            standing,
            because: String::new(),
        };
        standings.iter().map(one).collect()
    }

    fn finding(standings: &[Standing], reason: Option<&Reason>, smaller: bool) -> Finding {
        Finding::of(&judged(standings).iter().collect::<Vec<_>>(), reason, smaller)
    }

    #[test]
    fn all_directions_must_hold_and_none_may_break() {
        use Standing::{Broken, Holds, Missing, Open};
        assert_eq!(finding(&[Holds, Holds], None, false), Finding::Reproduced);
        assert_eq!(finding(&[Holds, Open], None, false), Finding::Undecided);
        assert_eq!(finding(&[Holds, Missing], None, false), Finding::Undecided);
        assert_eq!(finding(&[Holds, Open, Broken], None, false), Finding::NotReproduced);
        assert_eq!(finding(&[], None, false), Finding::Undecided, "nothing claimed");
        assert_eq!(finding(&[Broken], None, true), Finding::Undecided, "at a smaller size");
        assert_eq!(finding(&[Holds], None, true), Finding::Reproduced);
    }

    #[test]
    fn a_tested_reason_explains_a_break_and_nothing_else() {
        use Standing::{Broken, Holds, Open};
        let reason = Reason { because: "the records are others".into(), tested: "a run".into() };
        let differs = Finding::Differs(reason.clone());
        assert_eq!(finding(&[Holds, Broken], Some(&reason), false), differs);
        assert_eq!(finding(&[Holds, Open], Some(&reason), false), Finding::Undecided);
        assert_eq!(finding(&[Holds], Some(&reason), false), Finding::Reproduced);
        let said = "differs because the records are others (tested by a run)";
        assert_eq!(differs.to_string(), said);
    }

    #[test]
    fn a_figure_agrees_only_where_it_can_be_compared() {
        use Standing::{Broken, Holds, Open};
        let figure = |standings: &[Standing], comparable| {
            Figure::of(&judged(standings).iter().collect::<Vec<_>>(), comparable)
        };
        assert_eq!(figure(&[Holds, Holds], true), Figure::Agrees);
        assert_eq!(figure(&[Holds, Broken, Open], true), Figure::Disagrees);
        assert_eq!(figure(&[Holds, Open], true), Figure::Undecided);
        assert_eq!(figure(&[Holds], false), Figure::NotComparable);
        assert_eq!(figure(&[Broken], false), Figure::NotComparable);
        assert_eq!(figure(&[], true), Figure::NothingPrinted);
        assert_eq!(figure(&[], false), Figure::NothingPrinted);
    }
}
