//! The client's byte stream as hyper sees it; it reports to the tracker.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::tracker::Tracker;

/// Bytes that hyper's read buffer has at first.
const READ_BUFFER: usize = 8 * 1024;
/// Reads discarded in one poll; more would let a fast sender monopolize the thread.
const MAX_DISCARDS: usize = 16;

/// A TCP stream whose first bytes were read before hyper took over.
#[derive(Debug)]
pub(super) struct ClientStream {
    tcp: TcpStream,
    /// The bytes already read, which hyper gets first.
    first: Bytes,
    tracker: Arc<Tracker>,
    at_eof: bool,
    /// Bytes that wait for room in the kernel's send buffer.
    unsent: usize,
    /// The largest read so far, which shows how far hyper's read buffer has grown.
    read_buffer: usize,
}

impl ClientStream {
    pub(super) fn new(tcp: TcpStream, first: Bytes, tracker: Arc<Tracker>) -> Self {
        Self { tcp, first, tracker, at_eof: false, unsent: 0, read_buffer: READ_BUFFER }
    }

    /// Reports whether a write of this many bytes has to wait.
    fn note_write<T>(&mut self, length: usize, result: Poll<T>) -> Poll<T> {
        let unsent = if result.is_pending() { length.max(1) } else { 0 };
        if self.unsent != unsent {
            self.unsent = unsent;
            self.tracker.set_unsent(unsent);
        }
        result
    }

    fn note_read_buffer(&mut self, length: usize) {
        if length > self.read_buffer {
            self.tracker.set_read_buffer(length - READ_BUFFER);
            self.read_buffer = length;
        }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.first.is_empty() {
            let length = this.first.len().min(buf.remaining());
            buf.put_slice(&this.first[..length]);
            this.first.advance(length);
            if this.first.is_empty() {
                // Frees the buffer.
                this.first = Bytes::new();
            }
            return Poll::Ready(Ok(()));
        }
        if !this.at_eof {
            let before = buf.filled().len();
            this.note_read_buffer(buf.capacity());
            ready!(Pin::new(&mut this.tcp).poll_read(cx, buf))?;
            this.at_eof = buf.filled().len() == before;
            if !this.at_eof {
                this.tracker.bytes_read();
                return Poll::Ready(Ok(()));
            }
        }
        if this.tracker.withhold_eof(cx.waker()) { Poll::Pending } else { Poll::Ready(Ok(())) }
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.tcp).poll_write(cx, buf);
        self.note_write(buf.len(), result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.tcp).poll_write_vectored(cx, bufs);
        self.note_write(bufs.iter().map(|buf| buf.len()).sum(), result)
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(cx)
    }

    /// Half-closes the connection, then reads until the client has closed its side too; the supervisor bounds the wait.
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.tcp).poll_shutdown(cx))?;
        self.tracker.closing();
        let mut scratch = [0; 8192];
        for _ in 0..MAX_DISCARDS {
            if self.at_eof {
                return Poll::Ready(Ok(()));
            }
            let mut buf = ReadBuf::new(&mut scratch);
            self.at_eof = match ready!(Pin::new(&mut self.tcp).poll_read(cx, &mut buf)) {
                Ok(()) => buf.filled().is_empty(),
                Err(_reset) => true,
            };
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
