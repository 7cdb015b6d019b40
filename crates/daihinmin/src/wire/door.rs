//! Where clients come in: they connect, introduce themselves and are seated.
//!
//! All connections are looked at in turn and none is waited for, so that
//! whoever connects and says nothing, or half of something, holds up nobody.

use super::WireError;
use super::connection::Connection;
use super::server::{HostEvent, HostOptions};
use super::table::{BadTable, Table, Version};
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// So many connections may be about to introduce themselves at a time.
const MOST_ARRIVING: usize = 64;
/// How long to wait when nothing happens.
const NAP: Duration = Duration::from_millis(5);

/// A port, and who came to it.
pub(super) struct Door<'a> {
    listener: TcpListener,
    options: &'a HostOptions,
    arriving: Vec<Arrival>,
    turned_away: u64,
}

/// A connection that has not introduced itself yet.
struct Arrival {
    connection: Connection,
    until: Instant,
}

/// A client with its name.
type Client = (Connection, String);

impl<'a> Door<'a> {
    pub fn open(listener: TcpListener, options: &'a HostOptions) -> Result<Door<'a>, WireError> {
        listener
            .set_nonblocking(true)
            .map_err(|source| WireError::Io { doing: "opening the port", source })?;
        Ok(Door { listener, options, arriving: Vec::new(), turned_away: 0 })
    }

    /// How many connections got no seat.
    pub fn turned_away(&self) -> u64 {
        self.turned_away
    }

    /// Waits until so many seats are taken by clients that are still there,
    /// as long as somebody thinks that it is worth it.
    pub fn seat(
        &mut self,
        seats: usize,
        progress: &mut dyn FnMut(HostEvent),
        worth_it: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Client>, WireError> {
        let mut seated: Vec<Option<Client>> = (0..seats).map(|_| None).collect();
        while seated.iter().any(Option::is_none) {
            if !worth_it() {
                return Err(WireError::Nobody);
            }
            let came = self.accept(progress)?;
            let introduced = self.introductions(progress);
            let idle = !came && introduced.is_empty();
            for client in introduced {
                self.take_seat(client, &mut seated, progress);
            }
            for (player, slot) in seated.iter_mut().enumerate() {
                let Some((connection, _)) = slot else { continue };
                if let Err(e) = connection.poll("waiting for the other clients") {
                    *slot = None;
                    let (player, reason) = (player as u8, e.to_string());
                    progress(HostEvent::LeftEarly { player, reason });
                }
            }
            if idle {
                std::thread::sleep(NAP);
            }
        }
        let left_over = std::mem::take(&mut self.arriving);
        self.turned_away += left_over.len() as u64;
        Ok(seated.into_iter().flatten().collect())
    }

    fn turn_away(&mut self, reason: String, progress: &mut dyn FnMut(HostEvent)) {
        self.turned_away += 1;
        progress(HostEvent::TurnedAway { reason });
    }

    /// Takes the connections that wait at the port; gives whether any did.
    fn accept(&mut self, progress: &mut dyn FnMut(HostEvent)) -> Result<bool, WireError> {
        let mut came = false;
        // Once round the queue of a port, so that those who are in are served.
        for _ in 0..MOST_ARRIVING {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(e) => match e.kind() {
                    ErrorKind::WouldBlock => break,
                    ErrorKind::ConnectionAborted
                    | ErrorKind::ConnectionReset
                    | ErrorKind::Interrupted => continue,
                    _ => return Err(WireError::Io { doing: "waiting for clients", source: e }),
                },
            };
            came = true;
            if self.arriving.len() >= MOST_ARRIVING {
                let reason = format!("{MOST_ARRIVING} others have not introduced themselves yet");
                self.turn_away(reason, progress);
                continue;
            }
            match self.arrival(stream) {
                Ok(arrival) => self.arriving.push(arrival),
                Err(e) => self.turn_away(e.to_string(), progress),
            }
        }
        Ok(came)
    }

    fn arrival(&self, stream: TcpStream) -> Result<Arrival, WireError> {
        let limit = Some(self.options.time_limit);
        let connection = Connection::new(stream, Version::V20070, limit)?;
        Ok(Arrival { connection, until: Instant::now() + self.options.hello_limit })
    }

    /// Those who have introduced themselves by now, in the order they came.
    fn introductions(&mut self, progress: &mut dyn FnMut(HostEvent)) -> Vec<Client> {
        let mut clients = Vec::new();
        for mut arrival in std::mem::take(&mut self.arriving) {
            match arrival.introduction() {
                Ok(Some(name)) => clients.push((arrival.connection, name)),
                Ok(None) => self.arriving.push(arrival),
                Err(e) => self.turn_away(e.to_string(), progress),
            }
        }
        clients
    }

    /// Gives a client the first free seat and sends it the number.
    fn take_seat(
        &mut self,
        (mut connection, name): Client,
        seated: &mut [Option<Client>],
        progress: &mut dyn FnMut(HostEvent),
    ) {
        let Some(player) = seated.iter().position(Option::is_none) else {
            return self.turn_away(format!("{name}: no seat is free"), progress);
        };
        connection.send_number(player as i32);
        match connection.flush("sending the player number") {
            Ok(()) => {
                let (version, player_number) = (connection.version, player as u8);
                progress(HostEvent::Seated { player: player_number, name: name.clone(), version });
                seated[player] = Some((connection, name));
            }
            Err(e) => self.turn_away(e.to_string(), progress),
        }
    }
}

impl Arrival {
    /// The client's name and version, once it has said them; who says nothing
    /// at all until its time is up speaks the oldest version.
    fn introduction(&mut self) -> Result<Option<String>, WireError> {
        let doing = "waiting for the client's first table";
        let wanted = Version::V20070.table_bytes();
        let got = self.connection.poll(doing)?;
        if got < wanted {
            return match Instant::now() < self.until {
                true => Ok(None),
                false if got == 0 => {
                    self.connection.version = Version::V20060;
                    Ok(Some("old".into()))
                }
                false => Err(WireError::TimedOut { doing, got, wanted }),
            };
        }
        // The first table is long in every version.
        let hello: Table = self.connection.read_table(doing)?;
        self.connection.version = Version::from_number(hello.0[0][0]).ok_or_else(|| {
            let expected = "the protocol 20070, 20060 or 20140";
            let bad = BadTable::new(expected, hello.0[0][0].to_string());
            WireError::Garbage { doing, bad }
        })?;
        let name = hello.name();
        Ok(Some(if name.is_empty() { "client".into() } else { name }))
    }
}
