//! The contest's wire protocol: a client, a server, and the tables they send.
//!
//! Every message is a [`Table`] of 8 by 15 numbers or a lone integer. Three
//! versions of the protocol write them differently ([`Version`]). [`join`]
//! sits a player down at a server; [`Host`] is a server for five clients; a
//! [`Visitor`] is a client that plays in a game of ours.

mod client;
mod connection;
mod door;
mod follower;
mod guest;
mod room;
mod server;
mod table;
mod tables;
mod visitor;

pub use client::{JoinEvent, JoinOptions, JoinReport, join};
pub use follower::Follower;
pub use server::{Departure, Host, HostEvent, HostOptions, HostReport, HouseGuest};
pub use table::{BadTable, Table, Version};
pub use visitor::Visitor;

use thiserror::Error;

/// The port of the contest's server.
pub const PORT: u16 = 42485;

/// Why a connection came to an end.
#[derive(Debug, Error)]
pub enum WireError {
    /// The system refuses.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// The other side closed the connection.
    #[error("{doing}: the other side closed the connection after {got} of {wanted} bytes")]
    Closed {
        /// What was being done.
        doing: &'static str,
        /// How much had come.
        got: usize,
        /// How much was wanted.
        wanted: usize,
    },
    /// The other side said nothing, or not enough, in time.
    #[error("{doing}: only {got} of {wanted} bytes came in time")]
    TimedOut {
        /// What was being done.
        doing: &'static str,
        /// How much had come.
        got: usize,
        /// How much was wanted.
        wanted: usize,
    },
    /// The other side did not take what was sent in time.
    #[error("{doing}: only {sent} of {wanted} bytes were taken in time")]
    Slow {
        /// What was being done.
        doing: &'static str,
        /// How much was taken.
        sent: usize,
        /// How much was to be sent.
        wanted: usize,
    },
    /// What came is not what the protocol says.
    #[error("{doing}: {bad}")]
    Garbage {
        /// What was being done.
        doing: &'static str,
        /// What is wrong with it.
        bad: BadTable,
    },
    /// It is not worth waiting any longer.
    #[error("no client came")]
    Nobody,
    /// The player gave no move.
    #[error("the player gave no move: {0}")]
    Player(#[from] fuda_core::PlayerError),
    /// The options make no sense together.
    #[error("{0}")]
    Options(String),
}
