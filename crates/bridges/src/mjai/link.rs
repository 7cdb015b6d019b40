//! The way to a program that speaks mjai: its pipes, or a connection.

use super::door::{DoorOptions, MjaiDoor, MjaiGuest, SharedDoor, lock};
use crate::process::later;
use crate::{CommandLine, CommandLineError, LAST_ERRORS, Process, ProcessError, ProcessLimits};
use fuda_core::Seat;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use thiserror::Error;

const HOST: &str = "127.0.0.1";
/// The room of our own ports, as gimite's server names it.
const ROOM: &str = "default";
/// How long to wait when nothing happens at a door.
const NAP: Duration = Duration::from_millis(2);

/// A program to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MjaiProgram {
    /// What is started; `{seat}` stands for the seat's number.
    pub command: String,
    /// Variables of the environment that are passed on.
    pub inherit: Vec<String>,
}

/// Where a program is found.
#[derive(Clone, Debug)]
pub enum MjaiSource {
    /// It is started, and spoken to over its pipes. One without `{seat}` in
    /// its command line is kept over games.
    Pipes(MjaiProgram),
    /// It is started for every game and connects: to the door, or to a port of
    /// its own. `{host}`, `{port}` and `{url}` in its command line say where;
    /// without any of these the URL is its last argument.
    Tcp(MjaiProgram, Option<SharedDoor>),
    /// Somebody else starts it; every game takes the next that joins.
    Door(SharedDoor),
    /// A client of this name, kept over games.
    Guest(SharedDoor, String),
}

/// Why there is no way to a program.
#[derive(Debug, Error)]
pub(super) enum LinkError {
    #[error(transparent)]
    Command(#[from] CommandLineError),
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A program was started but is not there, with its last words.
    #[error("{0}")]
    Absent(ProcessError, Vec<String>),
}

impl LinkError {
    /// The last lines of the program's standard error.
    pub fn last_errors(&self) -> &[String] {
        match self {
            LinkError::Absent(_, last) => last,
            _ => &[],
        }
    }
}

/// A program that can be spoken to.
pub(super) enum Link {
    Pipes(Process),
    Tcp { guest: MjaiGuest, process: Option<Process> },
}

impl MjaiSource {
    /// Whether the program is kept when a game is over.
    fn keeps(&self) -> bool {
        match self {
            MjaiSource::Pipes(program) => !program.command.contains("{seat}"),
            MjaiSource::Tcp(..) | MjaiSource::Door(_) => false,
            MjaiSource::Guest(..) => true,
        }
    }

    /// The way to the program, which is started or waited for.
    pub(super) fn open(&self, seat: Seat, limits: ProcessLimits) -> Result<Link, LinkError> {
        let deadline = later(limits.start_up);
        match self {
            MjaiSource::Pipes(program) => {
                Ok(Link::Pipes(Process::start(&program.line(seat)?, limits)?))
            }
            MjaiSource::Tcp(program, door) => {
                let door = match door {
                    Some(door) => Arc::clone(door),
                    None => {
                        let options = DoorOptions { line: limits.line, ..DoorOptions::default() };
                        Arc::new(Mutex::new(MjaiDoor::bind(HOST, 0, options)?))
                    }
                };
                let mut command = program.line(seat)?;
                let port = lock(&door).address()?.port().to_string();
                let url = format!("mjsonp://{HOST}:{port}/{ROOM}");
                if !command.fill(&[("{host}", HOST), ("{port}", &port), ("{url}", &url)]) {
                    command.arguments.push(url);
                }
                let mut process = Process::start(&command, limits)?;
                process.ignore_output()?;
                let guest = wait(&door, None, Some(&mut process), deadline)
                    .map_err(|e| LinkError::Absent(e, process.last_errors(LAST_ERRORS)))?;
                Ok(Link::Tcp { guest, process: Some(process) })
            }
            MjaiSource::Door(door) => {
                Ok(Link::Tcp { guest: wait(door, None, None, deadline)?, process: None })
            }
            MjaiSource::Guest(door, name) => {
                Ok(Link::Tcp { guest: wait(door, Some(name), None, deadline)?, process: None })
            }
        }
    }

    /// What remains of the way when a game is over.
    pub(super) fn after_game(&self, link: Link) -> Option<Link> {
        match (self, link) {
            (MjaiSource::Guest(door, _), Link::Tcp { guest, .. }) => {
                lock(door).put_back(guest);
                None
            }
            (source, link) => source.keeps().then_some(link),
        }
    }
}

impl MjaiProgram {
    fn line(&self, seat: Seat) -> Result<CommandLine, CommandLineError> {
        let mut command: CommandLine = self.command.replace("{seat}", &seat.to_string()).parse()?;
        self.inherit.iter().for_each(|name| command.inherit(name));
        Ok(command)
    }
}

/// Waits for a client, as long as its program runs and there is time.
fn wait(
    door: &SharedDoor,
    name: Option<&str>,
    mut process: Option<&mut Process>,
    deadline: Instant,
) -> Result<MjaiGuest, ProcessError> {
    let begun = Instant::now();
    loop {
        let mut open = lock(door);
        open.step()?;
        if let Some(guest) = open.take(name) {
            return Ok(guest);
        }
        drop(open);
        if let Some(how) = process.as_mut().and_then(|process| process.ended()) {
            return Err(ProcessError::Ended(how));
        }
        if Instant::now() >= deadline {
            return Err(ProcessError::NobodyCame(begun.elapsed()));
        }
        std::thread::sleep(NAP);
    }
}

impl Link {
    pub fn is_tcp(&self) -> bool {
        matches!(self, Link::Tcp { .. })
    }

    /// Sends a line; nothing may have come that was not asked for.
    pub fn send(&mut self, line: &[u8], deadline: Instant) -> Result<(), ProcessError> {
        let untaken = match self {
            Link::Pipes(process) => process.untaken(),
            Link::Tcp { guest, .. } => guest.socket.untaken(),
        };
        if !untaken.is_empty() {
            return Err(ProcessError::Unasked(crate::excerpt(untaken)));
        }
        match self {
            Link::Pipes(process) => process.send(line, deadline),
            Link::Tcp { guest, .. } => guest.socket.send(line, deadline),
        }
    }

    /// The next line.
    pub fn line(&mut self, deadline: Instant) -> Result<&[u8], ProcessError> {
        match self {
            Link::Pipes(process) => process.line(deadline),
            Link::Tcp { guest, .. } => guest.socket.line(deadline),
        }
    }

    /// The last lines of the program's standard error.
    pub fn last_errors(&mut self, count: usize) -> Vec<String> {
        match self {
            Link::Pipes(process) | Link::Tcp { process: Some(process), .. } => {
                process.last_errors(count)
            }
            Link::Tcp { process: None, .. } => Vec::new(),
        }
    }
}
