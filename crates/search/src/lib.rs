//! Search for games with hidden information.
mod claims;
mod guide;
mod parallel;
mod question;
mod report;
pub mod uct;

pub use guide::{Answer, Guide, Uniform, WithReward, win_share};
pub use question::{BadParameter, Question};
pub use report::{Estimate, FinalChoice, MoveReport, Report, Stop};
pub use uct::{Uct, UctParams, UctPlayer};
