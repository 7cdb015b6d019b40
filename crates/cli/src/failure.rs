//! How a command ends: well, with a failed check, or not at all.

use crate::screen;
use fuda_players::DescriptionError;
use miette::{LabeledSpan, MietteDiagnostic, NamedSource, Report};
use std::process::ExitCode;

/// How a command that ran to its end came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All is well: exit code 0.
    Good,
    /// The check failed, or a game was lost to an error: exit code 1.
    Failed,
    /// Stopped in good order by Ctrl-C: exit code 130.
    Interrupted,
}

/// Why a command could not do its work: wrong usage or unreadable input.
#[derive(Debug)]
pub struct Failure(Report);

/// What every command gives back.
pub type Outcome = Result<Verdict, Failure>;

impl Failure {
    /// A failure in one sentence.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(MietteDiagnostic::new(screen::tame(&message.into())).into())
    }

    /// A failure in one sentence, with another on what to do.
    pub fn with_help(message: impl Into<String>, help: impl Into<String>) -> Failure {
        let message = screen::tame(&message.into());
        Failure(MietteDiagnostic::new(message).with_help(help.into()).into())
    }

    /// Prints the failure and gives the exit code.
    pub fn tell(self) -> ExitCode {
        screen::remark(&format!("{:?}", self.0));
        ExitCode::from(2)
    }
}

impl From<DescriptionError> for Failure {
    fn from(e: DescriptionError) -> Failure {
        // Only plain texts can be pointed into: others are written in another way.
        if screen::tame(&e.text) != e.text {
            return Failure::with_help(e.message, e.help);
        }
        let mut diagnostic = MietteDiagnostic::new(e.message)
            .with_label(LabeledSpan::new_with_span(Some("here".into()), e.at));
        if !e.help.is_empty() {
            diagnostic = diagnostic.with_help(e.help);
        }
        let report: Report = diagnostic.into();
        Failure(report.with_source_code(NamedSource::new("player", e.text)))
    }
}
