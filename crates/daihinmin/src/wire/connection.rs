//! A socket that sends and takes tables and integers, with time limits.

use super::WireError;
use super::table::{BadTable, Table, Version};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// So many bytes nobody asked for, and a connection is given up.
const MOST_UNASKED: usize = 1 << 16;
/// So many bytes are kept of a client that is not asked anything yet.
const MOST_WAITING: usize = 1 << 12;

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
    /// The write limit of the socket is shorter than `limit` for now.
    hurried: bool,
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
            hurried: false,
        })
    }

    pub fn send_table(&mut self, table: &Table) {
        self.outgoing.extend(table.encode(self.version));
    }

    pub fn send_number(&mut self, number: i32) {
        self.outgoing.extend(self.version.encode_number(number));
    }

    /// Sends everything. The limit is for all of it, so that a reader cannot
    /// hold up the others by taking a byte at a time.
    pub fn flush(&mut self, doing: &'static str) -> Result<(), WireError> {
        let outgoing = std::mem::take(&mut self.outgoing);
        let result = self.send(&outgoing, doing);
        self.outgoing = outgoing;
        self.outgoing.clear();
        result
    }

    fn send(&mut self, bytes: &[u8], doing: &'static str) -> Result<(), WireError> {
        let until = self.limit.map(|limit| Instant::now() + limit);
        let (mut sent, wanted) = (0, bytes.len());
        while sent < wanted {
            match self.stream.write(&bytes[sent..]) {
                Ok(0) => return Err(WireError::Slow { doing, sent, wanted }),
                Ok(count) => sent += count,
                Err(e) => match e.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                        return Err(WireError::Slow { doing, sent, wanted });
                    }
                    ErrorKind::Interrupted => {}
                    _ => return Err(io(doing)(e)),
                },
            }
            if let Some(until) = until.filter(|_| sent < wanted) {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(WireError::Slow { doing, sent, wanted });
                }
                self.stream.set_write_timeout(Some(left)).map_err(io(doing))?;
                self.hurried = true;
            }
        }
        if std::mem::take(&mut self.hurried) {
            self.stream.set_write_timeout(self.limit).map_err(io(doing))?;
        }
        Ok(())
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

    /// Takes what has come, without waiting, up to [`MOST_WAITING`] bytes;
    /// gives how many bytes wait to be read.
    pub fn poll(&mut self, doing: &'static str) -> Result<usize, WireError> {
        self.stream.set_nonblocking(true).map_err(io(doing))?;
        let mut bytes = [0; 2048];
        let result = loop {
            let got = self.incoming.len() - self.taken;
            if got >= MOST_WAITING {
                break Ok(got);
            }
            match self.stream.read(&mut bytes) {
                Ok(0) => break Err(WireError::Closed { doing, got, wanted: got + 1 }),
                Ok(count) => self.incoming.extend_from_slice(&bytes[..count]),
                Err(e) if e.kind() == ErrorKind::WouldBlock => break Ok(got),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => break Err(io(doing)(e)),
            }
        };
        self.stream.set_nonblocking(false).map_err(io(doing))?;
        result
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// Two ends of a connection over loopback.
    fn ends(limit: Duration) -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        (Connection::new(stream, Version::V20070, Some(limit)).unwrap(), other)
    }

    /// Sends tables until the other side is too slow for them.
    fn until_slow(connection: &mut Connection) -> WireError {
        for _ in 0..10_000 {
            for _ in 0..100 {
                connection.send_table(&Table::default());
            }
            if let Err(e) = connection.flush("sending tables") {
                return e;
            }
        }
        panic!("480 MB went to somebody who does not read");
    }

    #[test]
    fn who_never_reads_is_given_up() {
        let (mut connection, _other) = ends(Duration::from_millis(100));
        assert!(matches!(until_slow(&mut connection), WireError::Slow { .. }));
    }

    #[test]
    fn who_reads_a_byte_at_a_time_is_given_up() {
        let (mut connection, mut other) = ends(Duration::from_millis(200));
        std::thread::spawn(move || {
            while matches!(other.read(&mut [0; 1]), Ok(1)) {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        assert!(matches!(until_slow(&mut connection), WireError::Slow { .. }));
    }

    #[test]
    fn little_is_kept_of_what_comes_unasked() {
        let (mut connection, mut other) = ends(Duration::from_secs(1));
        let sender = std::thread::spawn(move || {
            let _ = other.write_all(&vec![7; 1 << 22]);
        });
        while connection.poll("waiting").unwrap() < MOST_WAITING {}
        assert!(connection.incoming.len() <= MOST_WAITING + 2048);
        let thrown = (0..10_000).find_map(|_| connection.discard_unasked().err());
        assert!(matches!(thrown, Some(WireError::Garbage { .. })), "{thrown:?}");
        drop(connection);
        sender.join().unwrap();
    }
}
