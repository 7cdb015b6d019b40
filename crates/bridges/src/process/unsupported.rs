//! Systems without the means to supervise a program.

use super::{ProcessError, ProcessLimits};
use crate::CommandLine;
use std::convert::Infallible;
use std::io;
use std::process::ExitStatus;
use std::time::Instant;

/// A running program; there is none on this system.
#[derive(Debug)]
pub struct Process(Infallible);

impl Process {
    /// Refuses to start a program.
    pub fn start(line: &CommandLine, _limits: ProcessLimits) -> Result<Process, ProcessError> {
        let source = io::Error::new(io::ErrorKind::Unsupported, "this needs a Unix system");
        Err(ProcessError::Start { program: line.program.clone(), source })
    }

    /// The number the system knows the program by.
    pub fn id(&self) -> u32 {
        match self.0 {}
    }

    /// What it may use.
    pub fn limits(&self) -> &ProcessLimits {
        match self.0 {}
    }

    /// Until when a program that was just started has to be ready.
    pub fn start_up_deadline(&self) -> Instant {
        match self.0 {}
    }

    /// Until when a question that is asked now has to be answered.
    pub fn answer_deadline(&self) -> Instant {
        match self.0 {}
    }

    /// Sends bytes.
    pub fn send(&mut self, _bytes: &[u8], _deadline: Instant) -> Result<(), ProcessError> {
        match self.0 {}
    }

    /// The next line of the program's output.
    pub fn line(&mut self, _deadline: Instant) -> Result<&[u8], ProcessError> {
        match self.0 {}
    }

    /// What it has printed and nobody has taken.
    pub fn untaken(&self) -> &[u8] {
        match self.0 {}
    }

    /// From now on its output is thrown away.
    pub fn ignore_output(&mut self) -> Result<(), ProcessError> {
        match self.0 {}
    }

    /// The last lines of its standard error.
    pub fn last_errors(&mut self, _count: usize) -> Vec<String> {
        match self.0 {}
    }

    /// How the program ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        match self.0 {}
    }
}
