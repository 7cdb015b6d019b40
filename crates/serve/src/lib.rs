//! Games, reviews and matches in a browser.
//!
//! **What.** [`Server`] answers on one address with pages of its own: play
//! against the players of the catalogue, see what they think, have a record
//! reviewed, watch a match. [`review_page`] writes a review as one HTML file.
//!
//! **Why.** Boards are easier to look at than to read about; programs find the
//! same as JSON under `/api/v1`.
//!
//! **The types in one look.** [`AnyGame`] and [`AnyTable`] are a game and a
//! table behind objects: everything else is written once for all games. A
//! table shows its person what the seat's [`View`](fuda_core::View) and
//! events hold and nothing else. [`Tables`] has all tables; [`Reviews`] the
//! uploads and reviews; [`Matches`] what runs in the background; [`Store`] what survives a restart; players think on
//! the threads of a [`Pool`], never on those that answer requests.
//!
//! **How it works.** A request that needs thinking takes the table's mark and
//! queues one job. Computers then move one decision per job, so that tables
//! take turns, and what the person's seat sees is sent after every move of
//! the game in which it may see anything.

mod allowed;
mod any_game;
mod belief;
mod contest;
mod error;
mod http;
mod id;
mod matches;
mod page;
mod pool;
mod reports;
mod review;
mod reviews;
mod store;
mod table;
mod tables;

pub use any_game::{
    AnyGame, FileInfo, GameInfo, OnProgress, RecordInfo, RulesInfo, TypedGame, games, page_game,
};
pub use belief::{Belief, Effort, SeatBelief};
pub use contest::{Played, Watch};
pub use error::ServeError;
pub use http::{Config, Server};
pub use matches::{Form, MatchRequest, MatchState, Matches, Rated, Stage};
pub use page::review_page;
pub use pool::Pool;
pub use reports::Reports;
pub use review::{Review, ReviewRequest, Reviewed};
pub use reviews::{Reviews, Unfinished};
pub use store::Store;
pub use table::{AnyTable, Due, GameTable, Setup};
pub use tables::{Asked, Message, Slot, Tables};
