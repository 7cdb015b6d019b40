//! Connections: a bounded number, and none that says nothing for ever.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
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
}

impl Limited {
    /// Takes at most so many connections.
    pub fn new(listener: TcpListener, most: usize) -> Limited {
        Limited { listener, free: Arc::new(Semaphore::new(most.max(1))) }
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
                    let _ = stream.set_nodelay(true);
                    let silence = Box::pin(sleep(LONGEST_SILENCE));
                    return (Connection { stream, silence, _permit: permit }, addr);
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

/// A connection that counts while it lives.
pub struct Connection {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
    _permit: OwnedSemaphorePermit,
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                self.silence.as_mut().reset(Instant::now() + LONGEST_SILENCE);
                Poll::Ready(read)
            }
            Poll::Pending => match self.silence.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                Poll::Pending => Poll::Pending,
            },
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
