use crate::args::OthelloCommand;
use crate::failure::{Outcome, Verdict};
pub fn run(_c: &OthelloCommand) -> Outcome {
    Ok(Verdict::Good)
}
