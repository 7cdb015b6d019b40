//! Whether an entry came out as published.

use crate::claim::{Finding, Standing};
use serde::Serialize;
use std::fmt;

/// What is said of an entry in the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every claim holds.
    Reproduced,
    /// A claim is broken, and the entry knows why.
    Differs {
        /// Why.
        because: String,
    },
    /// A claim is broken.
    NotReproduced,
    /// No claim is broken, but not all are decided.
    Undecided,
    /// It was not run.
    NotRun,
}

impl Verdict {
    /// The verdict over the findings of an entry that was run; `reason` is
    /// what the entry knows about a difference from the paper.
    pub fn of(findings: &[Finding], reason: Option<&str>) -> Verdict {
        let any = |standing| findings.iter().any(|finding| finding.standing == standing);
        match reason {
            Some(because) if any(Standing::Broken) => {
                Verdict::Differs { because: because.to_owned() }
            }
            None if any(Standing::Broken) => Verdict::NotReproduced,
            _ if any(Standing::Open) || any(Standing::Missing) || findings.is_empty() => {
                Verdict::Undecided
            }
            _ => Verdict::Reproduced,
        }
    }

    /// A word for lists and for style sheets.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Differs { .. } => "differs",
            Verdict::NotReproduced => "not reproduced",
            Verdict::Undecided => "undecided",
            Verdict::NotRun => "not run",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Differs { because } => write!(f, "differs because {because}"),
            Verdict::Undecided => f.write_str("undecided: too little was measured to decide"),
            other => f.write_str(other.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(standings: &[Standing], reason: Option<&str>) -> Verdict {
        let finding = |&standing| Finding { says: String::new(), standing, because: String::new() };
        Verdict::of(&standings.iter().map(finding).collect::<Vec<_>>(), reason)
    }

    #[test]
    fn all_must_hold_and_none_may_break() {
        use Standing::{Broken, Holds, Missing, Open};
        assert_eq!(verdict(&[Holds, Holds], None), Verdict::Reproduced);
        assert_eq!(verdict(&[Holds, Open], None), Verdict::Undecided);
        assert_eq!(verdict(&[Holds, Missing], None), Verdict::Undecided);
        assert_eq!(verdict(&[Holds, Open, Broken], None), Verdict::NotReproduced);
        assert_eq!(verdict(&[], None), Verdict::Undecided, "nothing claimed, nothing shown");
    }

    #[test]
    fn a_known_reason_explains_a_break_and_nothing_else() {
        use Standing::{Broken, Holds, Open};
        let reason = Some("the records are others");
        let differs = Verdict::Differs { because: "the records are others".into() };
        assert_eq!(verdict(&[Holds, Broken], reason), differs);
        assert_eq!(verdict(&[Holds, Open], reason), Verdict::Undecided);
        assert_eq!(verdict(&[Holds], reason), Verdict::Reproduced);
        assert_eq!(differs.to_string(), "differs because the records are others");
    }
}
