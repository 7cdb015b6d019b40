//! Connections: a bounded number, a part of them for each address, and none
//! that says nothing for ever.

use axum::serve::IncomingStream;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// A connection from which nothing comes for so long is closed. Pages answer
/// a ping every [`super::live::PING`].
const LONGEST_SILENCE: Duration = Duration::from_secs(75);

/// A listener that takes at most so many connections at once; the others wait.
pub struct Limited {
    listener: TcpListener,
    free: Arc<Semaphore>,
    addresses: Arc<Addresses>,
    patience: Duration,
}

/// How many connections each address has.
struct Addresses {
    most: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

impl Addresses {
    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more connection of this address, if it has not too many.
    fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut open = self.open();
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        drop(open);
        Some(Place { addresses: Arc::clone(self), address })
    }
}

/// A connection that is counted for its address.
struct Place {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.addresses.open();
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

impl Limited {
    /// Takes at most so many connections, three quarters of them from one
    /// address. The head of a request must arrive within `patience`.
    pub fn new(listener: TcpListener, most: usize, patience: Duration) -> Limited {
        let most = most.max(4);
        let addresses = Addresses { most: most - most / 4, open: Mutex::default() };
        let free = Arc::new(Semaphore::new(most));
        Limited { listener, free, addresses: Arc::new(addresses), patience }
    }
}

impl axum::serve::Listener for Limited {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let Ok(permit) = Arc::clone(&self.free).acquire_owned().await else { continue };
            match self.listener.accept().await {
                Ok((stream, addr)) => {
                    let Some(place) = self.addresses.enter(addr.ip()) else { continue };
                    let _ = stream.set_nodelay(true);
                    let connection = Connection {
                        stream,
                        line: Line::default(),
                        heads: 0,
                        head_since: Some(Instant::now()),
                        heard: Instant::now(),
                        patience: self.patience,
                        clock: Box::pin(sleep(self.patience)),
                        _place: place,
                        _permit: permit,
                    };
                    return (connection, addr);
                }
                // Out of file descriptors, or the peer is gone already.
                Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// What a connection and those who answer its requests know of each other.
#[derive(Clone, Debug, Default)]
pub struct Line(Arc<Answering>);

#[derive(Debug, Default)]
struct Answering {
    /// How many requests have arrived, as far as their heads.
    heads: AtomicU64,
    /// Whether one of them is being answered.
    now: AtomicBool,
}

impl Line {
    /// The head of a request has arrived.
    pub fn begin(&self) {
        self.0.now.store(true, Ordering::Release);
        self.0.heads.fetch_add(1, Ordering::AcqRel);
    }

    /// The request is answered; the next may come.
    pub fn end(&self) {
        self.0.now.store(false, Ordering::Release);
    }
}

impl axum::extract::connect_info::Connected<IncomingStream<'_, Limited>> for Line {
    fn connect_info(stream: IncomingStream<'_, Limited>) -> Line {
        stream.io().line.clone()
    }
}

/// A connection that counts while it lives.
pub struct Connection {
    stream: TcpStream,
    line: Line,
    /// How many heads had arrived when it was last looked at.
    heads: u64,
    /// Since when the next one is arriving.
    head_since: Option<Instant>,
    /// When something came last.
    heard: Instant,
    patience: Duration,
    /// When to look whether anything happens.
    clock: Pin<Box<Sleep>>,
    _place: Place,
    _permit: OwnedSemaphorePermit,
}

impl Connection {
    /// Until when something must come.
    fn patience_ends(&mut self) -> Instant {
        let heads = self.line.0.heads.load(Ordering::Acquire);
        if heads != self.heads {
            (self.heads, self.head_since) = (heads, None);
        }
        match self.head_since {
            Some(since) => since + self.patience,
            None => self.heard + LONGEST_SILENCE,
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let slow = || Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                let now = Instant::now();
                self.heard = now;
                self.patience_ends();
                if !self.line.0.now.load(Ordering::Acquire) {
                    self.head_since.get_or_insert(now);
                }
                let ends = self.patience_ends();
                if ends <= now {
                    return slow();
                }
                self.clock.as_mut().reset(ends);
                Poll::Ready(read)
            }
            Poll::Pending => {
                while self.clock.as_mut().poll(context).is_ready() {
                    // The head may have arrived since the clock was set.
                    let ends = self.patience_ends();
                    if ends <= Instant::now() {
                        return slow();
                    }
                    self.clock.as_mut().reset(ends);
                }
                Poll::Pending
            }
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
