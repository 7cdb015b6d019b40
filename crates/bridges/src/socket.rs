//! Lines over TCP, each with a deadline.

use crate::ProcessError;
use crate::lines::Lines;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// One side of a connection: bytes out, lines in.
#[derive(Debug)]
pub(crate) struct LineSocket {
    stream: TcpStream,
    lines: Lines,
    /// The most bytes of a line.
    most: usize,
    /// How long the system waits for bytes at the most, so that it hears
    /// only to wait less.
    patience: Option<Duration>,
}

/// What the system's refusal means.
fn failed(e: io::Error) -> ProcessError {
    match e.kind() {
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
            ProcessError::Disconnected
        }
        _ => ProcessError::Socket(e),
    }
}

impl LineSocket {
    pub fn new(stream: TcpStream, most: usize) -> Result<LineSocket, ProcessError> {
        stream.set_nodelay(true).map_err(ProcessError::Socket)?;
        stream.set_nonblocking(false).map_err(ProcessError::Socket)?;
        Ok(LineSocket { stream, lines: Lines::default(), most, patience: None })
    }

    /// Sends bytes; gives up when they are not taken in time.
    pub fn send(&mut self, mut bytes: &[u8], deadline: Instant) -> Result<(), ProcessError> {
        let begun = Instant::now();
        while !bytes.is_empty() {
            let rest = deadline.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Err(ProcessError::Deaf(begun.elapsed()));
            }
            self.stream.set_write_timeout(Some(rest)).map_err(ProcessError::Socket)?;
            match self.stream.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(e) if waits(&e) => {}
                Err(e) => return Err(failed(e)),
            }
        }
        Ok(())
    }

    /// The next line, without its end.
    pub fn line(&mut self, deadline: Instant) -> Result<&[u8], ProcessError> {
        let begun = Instant::now();
        loop {
            if let Some(line) = self.lines.next(self.most)? {
                return Ok(self.lines.get(line));
            }
            let rest = deadline.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Err(ProcessError::Time(begun.elapsed()));
            }
            if self.patience.is_none_or(|patience| patience > rest) {
                self.stream.set_read_timeout(Some(rest)).map_err(ProcessError::Socket)?;
                self.patience = Some(rest);
            }
            self.read()?;
        }
    }

    /// The next line if it has come, without waiting for it.
    pub fn line_if_there(&mut self) -> Result<Option<&[u8]>, ProcessError> {
        self.stream.set_nonblocking(true).map_err(ProcessError::Socket)?;
        let read = self.read();
        self.stream.set_nonblocking(false).map_err(ProcessError::Socket)?;
        let line = self.lines.next(self.most)?;
        match line {
            Some(line) => Ok(Some(self.lines.get(line))),
            None => read.map(|()| None),
        }
    }

    /// What has come and nobody has taken.
    pub fn untaken(&self) -> &[u8] {
        self.lines.rest()
    }

    fn read(&mut self) -> Result<(), ProcessError> {
        match self.stream.read(self.lines.room()) {
            Ok(0) => Err(ProcessError::Disconnected),
            Ok(count) => {
                self.lines.filled(count);
                Ok(())
            }
            Err(e) if waits(&e) => Ok(()),
            Err(e) => Err(failed(e)),
        }
    }
}

/// Whether the system only asks to try again.
fn waits(e: &io::Error) -> bool {
    matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn pair() -> (LineSocket, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (LineSocket::new(listener.accept().unwrap().0, 100).unwrap(), other)
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn lines_come_whole_and_in_order() {
        let (mut socket, mut other) = pair();
        other.write_all(b"on").unwrap();
        assert!(socket.line_if_there().unwrap().is_none());
        other.write_all(b"e\r\ntwo\n\0th").unwrap();
        assert_eq!(socket.line(soon()).unwrap(), b"one");
        assert_eq!(socket.line(soon()).unwrap(), b"two");
        assert_eq!(socket.untaken(), b"\0th");
        let short = Instant::now() + Duration::from_millis(50);
        assert!(matches!(socket.line(short), Err(ProcessError::Time(_))));
        drop(other);
        assert!(matches!(socket.line(soon()), Err(ProcessError::Disconnected)));
    }

    #[test]
    fn a_line_without_an_end_is_refused_long_before_the_memory_is_full() {
        let (mut socket, mut other) = pair();
        let flood = std::thread::spawn(move || while other.write_all(&[b'x'; 4096]).is_ok() {});
        let error = socket.line(soon()).unwrap_err();
        assert!(matches!(error, ProcessError::LongLine { most: 100, .. }), "{error}");
        drop(socket);
        flood.join().unwrap();
    }

    #[test]
    fn who_does_not_read_is_given_up() {
        let (mut socket, _other) = pair();
        let short = Instant::now() + Duration::from_millis(100);
        let much = vec![b'x'; 64 << 20];
        assert!(matches!(socket.send(&much, short), Err(ProcessError::Deaf(_))));
    }
}
