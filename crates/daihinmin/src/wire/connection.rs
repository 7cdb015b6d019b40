//! A socket that sends and takes tables and integers, with time limits.

use super::WireError;
use super::table::{BadTable, Table, Version};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// So many bytes nobody asked for, and a connection is given up.
const MOST_UNASKED: usize = 1 << 16;

/// One side of a connection. What is sent waits until [`Connection::flush`],
/// so that a turn goes out in one piece.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    pub version: Version,
    /// How long a read or a write may take; `None` for ever.
    limit: Option<Duration>,
    /// The read limit the socket has now, so that it is set only to change it.
    set: Option<Duration>,
    outgoing: Vec<u8>,
    /// What has come and was not asked for yet, from `taken` on.
    incoming: Vec<u8>,
    taken: usize,
    /// The other side has sent nonsense before, so that what it sends unasked
    /// is looked for each time. That costs three system calls a turn.
    pub suspect: bool,
}

fn io(doing: &'static str) -> impl Fn(std::io::Error) -> WireError {
    move |source| WireError::Io { doing, source }
}

impl Connection {
    pub fn new(
        stream: TcpStream,
        version: Version,
        limit: Option<Duration>,
    ) -> Result<Connection, WireError> {
        stream.set_nodelay(true).map_err(io("setting up the connection"))?;
        stream.set_write_timeout(limit).map_err(io("setting up the connection"))?;
        Ok(Connection {
            stream,
            version,
            limit,
            set: None,
            outgoing: Vec::with_capacity(2048),
            incoming: Vec::with_capacity(2048),
            taken: 0,
            suspect: false,
        })
    }

    pub fn send_table(&mut self, table: &Table) {
        self.outgoing.extend(table.encode(self.version));
    }

    pub fn send_number(&mut self, number: i32) {
        self.outgoing.extend(self.version.encode_number(number));
    }

    pub fn flush(&mut self, doing: &'static str) -> Result<(), WireError> {
        let result = self.stream.write_all(&self.outgoing);
        self.outgoing.clear();
        result.map_err(io(doing))
    }

    pub fn read_number(&mut self, doing: &'static str) -> Result<i32, WireError> {
        let mut bytes = [0; 4];
        self.read_all(&mut bytes, self.limit, doing)?;
        Ok(self.version.decode_number(bytes))
    }

    pub fn read_table(&mut self, doing: &'static str) -> Result<Table, WireError> {
        let mut bytes = [0; 480];
        let wanted = &mut bytes[..self.version.table_bytes()];
        self.read_all(wanted, self.limit, doing)?;
        Table::decode(wanted, self.version).map_err(|bad| WireError::Garbage { doing, bad })
    }

    /// The first table of a client, always in the long form; `None` when it
    /// says nothing at all before the limit.
    pub fn read_hello(&mut self, limit: Duration) -> Result<Option<Table>, WireError> {
        let doing = "waiting for the client's first table";
        let mut bytes = [0; 480];
        match self.read_all(&mut bytes, Some(limit), doing) {
            Err(WireError::TimedOut { got: 0, .. }) => Ok(None),
            Err(e) => Err(e),
            Ok(()) => Table::decode(&bytes, Version::V20070)
                .map(Some)
                .map_err(|bad| WireError::Garbage { doing, bad }),
        }
    }

    fn read_all(
        &mut self,
        bytes: &mut [u8],
        limit: Option<Duration>,
        doing: &'static str,
    ) -> Result<(), WireError> {
        let until = limit.map(|limit| Instant::now() + limit);
        let wanted = bytes.len();
        let mut left = limit;
        loop {
            let waiting = &self.incoming[self.taken..];
            if let Some(ready) = waiting.get(..wanted) {
                bytes.copy_from_slice(ready);
                self.taken += wanted;
                return Ok(());
            }
            let got = waiting.len();
            if left == Some(Duration::ZERO) {
                return Err(WireError::TimedOut { doing, got, wanted });
            }
            if self.set != left {
                self.stream.set_read_timeout(left).map_err(io(doing))?;
                self.set = left;
            }
            self.incoming.drain(..self.taken);
            self.taken = 0;
            let mut more = [0; 2048];
            match self.stream.read(&mut more) {
                Ok(0) => return Err(WireError::Closed { doing, got, wanted }),
                Ok(count) => self.incoming.extend_from_slice(&more[..count]),
                Err(e) => match e.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
                        return Err(WireError::Closed { doing, got, wanted });
                    }
                    _ => return Err(io(doing)(e)),
                },
            }
            if self.incoming.len() < wanted {
                left = until.map(|until| until.saturating_duration_since(Instant::now()));
            }
        }
    }

    /// Throws away what came without being asked for.
    pub fn discard_unasked(&mut self) -> Result<usize, WireError> {
        let doing = "before asking for a move";
        let mut bytes = [0; 4096];
        let mut thrown = self.incoming.len() - self.taken;
        self.incoming.clear();
        self.taken = 0;
        self.suspect |= thrown > 0;
        if !self.suspect {
            return Ok(0);
        }
        self.stream.set_nonblocking(true).map_err(io(doing))?;
        let result = loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => break Err(WireError::Closed { doing, got: 0, wanted: 1 }),
                Ok(more) => thrown += more,
                Err(e) if e.kind() == ErrorKind::WouldBlock => break Ok(thrown),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => break Err(io(doing)(e)),
            }
            if thrown > MOST_UNASKED {
                let bad = BadTable::new("silence until a move is asked for", "a flood of bytes");
                break Err(WireError::Garbage { doing, bad });
            }
        };
        self.stream.set_nonblocking(false).map_err(io(doing))?;
        result
    }
}
