//! Luck, subtracted from the points of a match.
//!
//! Two things happen by chance while a game is played: chance shows a card or
//! tile, and players that play by probabilities draw their moves. In both what
//! the position is worth after what really happened, minus what it is worth on
//! average over what could have happened, is luck. Given all that was played
//! before, what happened is drawn from exactly these alternatives, so luck has
//! expectation zero, whatever players do that see only their views, and however
//! good the valuation is: points minus luck have the same mean as points, and less spread where
//! the valuation is good.
//!
//! Luck is multiplied by a weight before it is subtracted: the slope of
//! points over luck in the *other* deals, so that a poor valuation does no
//! harm and a deal never chooses its own weight.
//!
//! **Sources.** Burch, Schmid, Moravcik and Bowling, *AIVAT: a new variance
//! reduction technique for agent evaluation in imperfect information games*
//! (2018). The corrections for players need their probabilities, which most
//! players cannot report; those of a player's private cards are left out.

mod meter;
mod totals;

pub(crate) use meter::Chairs;
pub use meter::{
    Drawers, LuckMeter, MOST_DRAWS, MakeValuation, MeasuredMove, Valuation, luck_of_move,
};
pub use totals::LuckTotals;
