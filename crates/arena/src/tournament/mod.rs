//! Tournaments: many players, every two of whom meet over the same deals.
//!
//! A tournament is a list of matches of two players each
//! ([`Form`]), all over the deals of one seed and in seatings that treat the
//! two alike ([`Scheme::even`](crate::Scheme::even)): with two seats both
//! ways round; with more, each alone against copies of the other in every
//! seat. So a cell of the cross table is a match like any other, no third
//! player's strength or place at the table is in it, and adding a player
//! changes no cell that is there.
//!
//! Because matches share their deals, results of one deal are not independent
//! across matches either: intervals of ratings and of leads are over deals,
//! each deal with all its games between all players being one observation.

mod kept;
mod page;
mod play;
mod report;
mod schedule;
mod standings;
mod text;

pub use page::tournament_html;
pub use play::{Tournament, run_tournament, run_tournament_with};
pub use report::{Meeting, Standing, TournamentReport, TournamentTimes};
pub use schedule::Form;
pub use text::tournament_table;
