//! A port at which mjai clients join: each is greeted, introduces itself and
//! waits for a game.
//!
//! All connections are looked at in turn and none is waited for, so that
//! whoever connects and says nothing, or half of something, holds up nobody.

use crate::process::later;
use crate::socket::LineSocket;
use crate::{ProcessError, excerpt};
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many connections may be about to introduce themselves at a time, and so
/// many clients may wait for a game.
const MOST_ARRIVING: usize = 64;
/// The longest name a client may have.
const LONGEST_NAME: usize = 60;
/// How long a greeting may take to be sent.
const GREETING: Duration = Duration::from_millis(200);

/// What happens at a door.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DoorEvent {
    /// A client has joined.
    Joined(String),
    /// A connection was refused, with the reason.
    TurnedAway(String),
    /// A client has left while it waited.
    Left(String),
}

/// A client that has joined.
#[derive(Debug)]
pub struct MjaiGuest {
    /// What it calls itself.
    pub name: String,
    pub(super) socket: LineSocket,
}

/// A connection that has not introduced itself yet.
#[derive(Debug)]
struct Arrival {
    socket: LineSocket,
    until: Instant,
}

/// How clients are let in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoorOptions {
    /// The room clients must ask for; `None` takes any.
    pub room: Option<String>,
    /// How long a client may take to introduce itself.
    pub introduction: Duration,
    /// The most bytes of a line.
    pub line: usize,
}

impl Default for DoorOptions {
    fn default() -> DoorOptions {
        DoorOptions { room: None, introduction: Duration::from_secs(10), line: 1 << 20 }
    }
}

/// A port, and who came to it.
#[derive(Debug)]
pub struct MjaiDoor {
    listener: TcpListener,
    options: DoorOptions,
    /// Whose names may come in, once that is settled.
    expected: Option<Vec<String>>,
    arriving: Vec<Arrival>,
    waiting: Vec<MjaiGuest>,
    events: Vec<DoorEvent>,
}

/// A door that several players wait at.
pub type SharedDoor = Arc<Mutex<MjaiDoor>>;

/// The door, whatever happened to others that had it.
pub(super) fn lock(door: &SharedDoor) -> MutexGuard<'_, MjaiDoor> {
    door.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MjaiDoor {
    /// Opens a port; 0 is any free one.
    pub fn bind(address: &str, port: u16, options: DoorOptions) -> Result<MjaiDoor, ProcessError> {
        let listener = TcpListener::bind((address, port)).map_err(ProcessError::Socket)?;
        listener.set_nonblocking(true).map_err(ProcessError::Socket)?;
        Ok(MjaiDoor {
            listener,
            options,
            expected: None,
            arriving: Vec::new(),
            waiting: Vec::new(),
            events: Vec::new(),
        })
    }

    /// Where it is.
    pub fn address(&self) -> Result<SocketAddr, ProcessError> {
        self.listener.local_addr().map_err(ProcessError::Socket)
    }

    /// The names of the clients that wait.
    pub fn waiting(&self) -> impl Iterator<Item = &str> {
        self.waiting.iter().map(|guest| guest.name.as_str())
    }

    /// From now on only clients of these names are let in; those that wait
    /// under another are turned away.
    pub fn expect(&mut self, names: Vec<String>) {
        for guest in std::mem::take(&mut self.waiting) {
            match names.contains(&guest.name) {
                true => self.waiting.push(guest),
                false => self.refuse(guest.socket, format!("{}: no seat is free", guest.name)),
            }
        }
        self.expected = Some(names);
    }

    /// Takes in whoever comes, without waiting for anybody.
    pub fn step(&mut self) -> Result<(), ProcessError> {
        self.accept()?;
        for mut arrival in std::mem::take(&mut self.arriving) {
            match arrival.socket.line_if_there() {
                Ok(Some(line)) => {
                    let joined = self.introduced(line);
                    match joined {
                        Ok(name) => self.seat(arrival.socket, name),
                        Err(reason) => self.refuse(arrival.socket, reason),
                    }
                }
                Ok(None) if Instant::now() < arrival.until => self.arriving.push(arrival),
                Ok(None) => self.refuse(arrival.socket, "no join came in time".into()),
                Err(e) => self.events.push(DoorEvent::TurnedAway(e.to_string())),
            }
        }
        for mut guest in std::mem::take(&mut self.waiting) {
            match guest.socket.line_if_there() {
                Ok(None) => self.waiting.push(guest),
                Ok(Some(line)) => {
                    let reason = ProcessError::Unasked(excerpt(line)).to_string();
                    self.refuse(guest.socket, format!("{}: {reason}", guest.name));
                }
                Err(_) => self.events.push(DoorEvent::Left(guest.name)),
            }
        }
        Ok(())
    }

    /// The next client that waits, or the next of a name.
    pub fn take(&mut self, name: Option<&str>) -> Option<MjaiGuest> {
        let fits = |guest: &MjaiGuest| name.is_none_or(|name| guest.name == name);
        let at = self.waiting.iter().position(fits)?;
        Some(self.waiting.remove(at))
    }

    /// A client waits for its next game.
    pub fn put_back(&mut self, guest: MjaiGuest) {
        self.waiting.push(guest);
    }

    /// What has happened since the last time this was asked.
    pub fn events(&mut self) -> Vec<DoorEvent> {
        std::mem::take(&mut self.events)
    }

    fn accept(&mut self) -> Result<(), ProcessError> {
        // Once round the queue of a port, so that those who are in are served.
        for _ in 0..MOST_ARRIVING {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(e) => match e.kind() {
                    ErrorKind::WouldBlock => break,
                    ErrorKind::ConnectionAborted
                    | ErrorKind::ConnectionReset
                    | ErrorKind::Interrupted => continue,
                    _ => return Err(ProcessError::Socket(e)),
                },
            };
            match self.greet(stream) {
                Ok(arrival) if self.arriving.len() < MOST_ARRIVING => self.arriving.push(arrival),
                Ok(arrival) => self.refuse(arrival.socket, "too many others are joining".into()),
                Err(e) => self.events.push(DoorEvent::TurnedAway(e.to_string())),
            }
        }
        Ok(())
    }

    fn greet(&self, stream: TcpStream) -> Result<Arrival, ProcessError> {
        let mut socket = LineSocket::new(stream, self.options.line)?;
        let hello = json!({"type": "hello", "protocol": "mjsonp", "protocol_version": 3});
        socket.send(format!("{hello}\n").as_bytes(), later(GREETING))?;
        Ok(Arrival { socket, until: later(self.options.introduction) })
    }

    /// The name of a client that has said this, or why it cannot come in.
    fn introduced(&self, line: &[u8]) -> Result<String, String> {
        let expected = "expected {\"type\":\"join\",\"name\":\"…\",\"room\":\"…\"}";
        let wrong = || format!("{expected}, got `{}`", excerpt(line));
        let said: Value = serde_json::from_slice(line).map_err(|_| wrong())?;
        let text = |name: &str| said.get(name).and_then(Value::as_str);
        let (Some("join"), Some(name)) = (text("type"), text("name")) else {
            return Err(wrong());
        };
        if name.is_empty() || name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(wrong());
        }
        if let Some(room) = &self.options.room
            && text("room") != Some(room)
        {
            return Err(format!("{name}: there is no such room; the room is `{room}`"));
        }
        if self.expected.as_ref().is_some_and(|names| !names.iter().any(|known| known == name)) {
            return Err(format!("{name}: no seat is free"));
        }
        Ok(name.to_owned())
    }

    fn seat(&mut self, socket: LineSocket, name: String) {
        if self.waiting.len() >= MOST_ARRIVING {
            return self.refuse(socket, format!("{name}: too many others wait"));
        }
        self.events.push(DoorEvent::Joined(name.clone()));
        self.waiting.push(MjaiGuest { name, socket });
    }

    /// Sends a client away with a word on why.
    fn refuse(&mut self, mut socket: LineSocket, reason: String) {
        let error = json!({"type": "error", "message": reason});
        // Whoever does not take it is gone all the same.
        let _ = socket.send(format!("{error}\n").as_bytes(), later(GREETING));
        self.events.push(DoorEvent::TurnedAway(reason));
    }
}
