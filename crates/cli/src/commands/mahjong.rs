use crate::args::MahjongCommand;
use crate::failure::{Outcome, Verdict};
pub fn run(_c: &MahjongCommand) -> Outcome {
    Ok(Verdict::Good)
}
