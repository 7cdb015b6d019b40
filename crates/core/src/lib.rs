//! The words every part of fuda speaks.
pub mod conformance;
pub mod formats;
mod game;
pub mod kuhn;
mod player;
mod record;
mod seat;
mod seed;

pub use game::{
    BadText, DealOf, Game, IllegalMove, MoveOf, Position, PositionOf, Style, View, ViewOf,
};
pub use player::{
    Alternative, Ask, Budget, CheatingPlayer, Choice, Player, PlayerError, RandomPlayer,
};
pub use record::{Record, ReplayError};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet, Turn};
pub use seed::{Purpose, Rng, Seed};
