//! A server for the contest's clients.

use super::door::Door;
use super::guest::Guest;
use super::room::Room;
use super::table::Version;
use super::visitor::Visitor;
use super::{PORT, WireError};
use crate::Daihinmin;
use fuda_core::{Player, Seed};
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

/// How a host plays.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The address to listen at.
    pub address: String,
    /// The port to listen at; 0 for any free one.
    pub port: u16,
    /// How many games to play.
    pub games: u32,
    /// Where deals and seats come from.
    pub seed: Seed,
    /// Classes are reset every so many games.
    pub reset_every: u32,
    /// Seats change every so many games.
    pub reseat_every: u32,
    /// How long a client may take for an answer.
    pub time_limit: Duration,
    /// How long a new client may say nothing before it is taken for one of
    /// version 20060.
    pub hello_limit: Duration,
}

impl Default for HostOptions {
    fn default() -> HostOptions {
        HostOptions {
            address: "127.0.0.1".into(),
            port: PORT,
            games: 1_000,
            seed: Seed(0),
            reset_every: 100,
            reseat_every: 3,
            time_limit: Duration::from_secs(60),
            hello_limit: Duration::from_secs(2),
        }
    }
}

/// A player of the house, who takes a seat that no client will take.
pub struct HouseGuest {
    /// The name in the log.
    pub name: String,
    /// Who plays.
    pub player: Box<dyn Player<Daihinmin>>,
}

/// What happens at a host's table.
#[derive(Clone, PartialEq, Debug)]
pub enum HostEvent {
    /// A client took a seat.
    Seated {
        /// Its player number.
        player: u8,
        /// The name it gave.
        name: String,
        /// The version it speaks.
        version: Version,
    },
    /// Somebody connected and was sent away.
    TurnedAway {
        /// Why.
        reason: String,
    },
    /// A client left before the series began; its seat is free again.
    LeftEarly {
        /// The player number it had.
        player: u8,
        /// Why.
        reason: String,
    },
    /// A client is gone; it passes from now on.
    Gone {
        /// Its player number.
        player: u8,
        /// Why.
        reason: String,
    },
    /// An answer was refused: a play counts as a pass, a gift is chosen anew.
    Refused {
        /// The game, counted from 0.
        game: u32,
        /// Whose answer.
        player: u8,
        /// What was wrong with it.
        reason: String,
    },
    /// A game ended.
    GameOver {
        /// The game, counted from 0.
        game: u32,
        /// The players in the order of finishing.
        order: [u8; 5],
    },
}

/// A client that left, or was given up, before the end of the series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Its player number.
    pub player: u8,
    /// The game in which it left, counted from 0.
    pub game: u32,
    /// Why.
    pub reason: String,
}

/// How it went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HostReport {
    /// Games played to their end: fewer than asked for when every client left.
    pub games: u32,
    /// Turns played.
    pub turns: u64,
    /// Answers refused, by player number.
    pub refused: [u64; 5],
    /// Who left, in order.
    pub left: Vec<Departure>,
    /// Connections that got no seat.
    pub turned_away: u64,
    /// The names by player number.
    pub names: Vec<String>,
    /// Points by player number, 5 for the first down to 1 for the last.
    pub points: [u64; 5],
}

/// A server waiting for its clients.
#[derive(Debug)]
pub struct Host {
    listener: TcpListener,
    options: HostOptions,
}

impl Host {
    /// Opens the port.
    pub fn bind(options: HostOptions) -> Result<Host, WireError> {
        if options.reset_every == 0 || options.reseat_every == 0 {
            let what = "classes and seats must change every 1 or more games";
            return Err(WireError::Options(what.into()));
        }
        let listener = TcpListener::bind((options.address.as_str(), options.port))
            .map_err(|source| WireError::Io { doing: "opening the port", source })?;
        Ok(Host { listener, options })
    }

    /// Where clients find it.
    pub fn address(&self) -> Result<SocketAddr, WireError> {
        let doing = "looking at the port";
        self.listener.local_addr().map_err(|source| WireError::Io { doing, source })
    }

    /// Waits for a single client, as long as `worth_it`, that is to play one
    /// game of those that are played elsewhere.
    pub fn visitor(self, worth_it: &mut dyn FnMut() -> bool) -> Result<Visitor, WireError> {
        let mut door = Door::open(self.listener, &self.options)?;
        let clients = door.seat(1, &mut |_| {}, worth_it)?;
        let client = clients.into_iter().next().ok_or(WireError::Nobody)?;
        Ok(Visitor::new(client.0))
    }

    /// Waits until the seats that the house leaves free are taken, plays all
    /// games, and reports. Whoever comes later finds the port closed. Once
    /// every client has left, the series ends with the games played so far.
    pub fn run(
        self,
        house: Vec<HouseGuest>,
        mut log: Option<&mut dyn Write>,
        progress: &mut dyn FnMut(HostEvent),
    ) -> Result<HostReport, WireError> {
        let free = 5usize
            .checked_sub(house.len())
            .ok_or_else(|| WireError::Options(format!("{} players for five seats", house.len())))?;
        let mut door = Door::open(self.listener, &self.options)?;
        let clients = door.seat(free, progress, &mut || true)?;
        let turned_away = door.turned_away();
        drop(door);
        let (mut names, mut guests) = (Vec::new(), Vec::new());
        for (connection, name) in clients {
            guests.push(Guest::Client(connection));
            names.push(name);
        }
        for guest in house {
            guests.push(Guest::Local(guest.player));
            names.push(guest.name);
        }
        let mut room = Room::new(&self.options, guests, names, progress);
        room.report.turned_away = turned_away;
        for game in 0..self.options.games {
            let goes_on = room.game(game)?;
            if let Some(out) = &mut log {
                let text = room.log.take();
                out.write_all(text.as_bytes())
                    .and_then(|()| out.flush())
                    .map_err(|source| WireError::Io { doing: "writing the log", source })?;
            }
            if !goes_on {
                break;
            }
        }
        Ok(room.report)
    }
}
