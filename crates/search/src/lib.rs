//! Search for games with hidden information.
mod claims;
pub mod flat;
mod guide;
pub mod maxn;
mod parallel;
mod question;
mod report;
pub mod star;
pub mod tabu;
pub mod uct;

pub use flat::{Allocation, FlatMonteCarlo, FlatMonteCarloPlayer, FlatParams};
pub use guide::{Answer, Guide, Uniform, WithReward, win_share};
pub use maxn::{Bounds, MaxN, MaxNParams, MaxNPlayer};
pub use question::{BadParameter, Question};
pub use report::{Estimate, FinalChoice, MoveReport, Report, Stop};
pub use star::{Pruning, Star, StarMinimax, StarParams, StarPlayer, StarTree};
pub use tabu::{Neighbourhood, Tabu, TabuParams};
pub use uct::{Uct, UctParams, UctPlayer};
