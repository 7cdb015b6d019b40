//! Programs of the UECda contest as players of daihinmin.
//!
//! A contest program is a client: it connects to a server and plays there.
//! So a port of its own is opened on loopback for every game, the program is
//! started with `-h 127.0.0.1 -p PORT` (or with these in the places of
//! `{host}` and `{port}`), and sent what the contest's server would send; see
//! [`fuda_daihinmin::wire`]. It speaks whatever version it introduces itself
//! with. A play that is not legal is a pass, as in the contest; a program that
//! leaves, hangs, never comes or answers before it is asked loses the game.

use crate::{CommandLine, LAST_ERRORS, Process, ProcessError, ProcessLimits, player_error};
use fuda_core::{Ask, Choice, Player, PlayerError, Seat};
use fuda_daihinmin::wire::{Host, HostOptions, Visitor, WireError};
use fuda_daihinmin::{Daihinmin, Move};
use std::time::Instant;

const HOST: &str = "127.0.0.1";

/// A player that is a program of the contest; every game has its own.
#[derive(Debug)]
pub struct UecdaPlayer {
    command: CommandLine,
    limits: ProcessLimits,
    game: Option<Table>,
}

/// A program at its port.
#[derive(Debug)]
struct Table {
    visitor: Visitor,
    process: Process,
}

impl UecdaPlayer {
    /// A player; its program is started at the first question of a game.
    pub fn new(command: CommandLine, limits: ProcessLimits) -> UecdaPlayer {
        UecdaPlayer { command, limits, game: None }
    }

    fn sit_down(&self) -> Result<Table, PlayerError> {
        let wire = |e: WireError| player_error(e, &[]);
        let host = Host::bind(HostOptions {
            address: HOST.into(),
            port: 0,
            time_limit: self.limits.answer,
            ..HostOptions::default()
        });
        let host = host.map_err(wire)?;
        let command = invited(&self.command, host.address().map_err(wire)?.port());
        let process = Process::start(&command, self.limits);
        let mut process = process.map_err(|e| player_error(e, &[]))?;
        process.ignore_output().map_err(|e| player_error(e, &[]))?;
        let deadline = process.start_up_deadline();
        let mut ended = None;
        let visitor = host.visitor(&mut || {
            ended = process.ended();
            ended.is_none() && Instant::now() < deadline
        });
        match (visitor, ended) {
            (Ok(visitor), _) => Ok(Table { visitor, process }),
            (Err(_), Some(how)) => {
                Err(player_error(ProcessError::Ended(how), &process.last_errors(LAST_ERRORS)))
            }
            (Err(e), None) => Err(player_error(e, &process.last_errors(LAST_ERRORS))),
        }
    }
}

/// The command line with the port where the program wants it.
fn invited(command: &CommandLine, port: u16) -> CommandLine {
    let port = port.to_string();
    let mut invited = command.clone();
    if !invited.fill(&[("{host}", HOST), ("{port}", &port)]) {
        invited.arguments.extend(["-h", HOST, "-p", &port].map(str::to_owned));
    }
    invited
}

impl Player<Daihinmin> for UecdaPlayer {
    /// The program of the last game is ended.
    fn begin(&mut self, _seat: Seat) {
        self.game = None;
    }

    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        let mut table = match self.game.take() {
            Some(table) => table,
            None => self.sit_down()?,
        };
        match table.visitor.choose(ask.view, ask.legal) {
            Ok(mv) => {
                self.game = Some(table);
                Ok(mv.into())
            }
            Err(e) => Err(player_error(e, &table.process.last_errors(LAST_ERRORS))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_the_port_in_their_own_way() {
        let words = |text: &str| invited(&text.parse().unwrap(), 7).arguments.join(" ");
        assert_eq!(words("./client -n me"), "-n me -h 127.0.0.1 -p 7");
        assert_eq!(words("./client at={host}:{port}"), "at=127.0.0.1:7");
        let by_environment = invited(&"PORT={port} ./client".parse().unwrap(), 7);
        assert_eq!(by_environment.environment, [("PORT".into(), "7".into())]);
        assert!(by_environment.arguments.is_empty());
    }
}
