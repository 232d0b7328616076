//! The limits of connections, and their counters.

use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::Duration;

/// How long a connection may stay in each of its states, and how many connections may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// From the start of the connection to its first byte.
    pub first_byte: Duration,
    /// From the first byte of a request's head to its last. On HTTP/2 from the first byte of the connection to its first
    /// request.
    pub head: Duration,
    /// From the end of a response to the first byte of the next request. On HTTP/2 the time without any request.
    pub idle: Duration,
    /// From the first byte of a request until the kernel has taken the last byte of its response: receiving the body,
    /// the work, and writing. It closes connections whose clients never read. On HTTP/2 it resets only the one stream.
    pub answer: Duration,
    /// From the start of the shutdown until connections that still have a request, or part of one, are cut.
    pub drain: Duration,
    /// From the start of the shutdown until connections between two requests are closed, since a request may be on its
    /// way. It counts from the start of the wait if that is later.
    pub linger: Duration,
    /// Connections open at the same time. One more closes those that have waited longest for their clients; if none
    /// waits, the new one is refused.
    pub max_connections: usize,
    /// Bytes of memory that all connections may hold, as estimated from measured figures. Beyond that, those that have
    /// waited longest for their clients are closed, and a connection with a request in flight gets no further one
    /// answered.
    pub max_held: usize,
}

impl ConnectionLimits {
    /// Bytes that a connection over HTTP/1 holds once it has sent a byte: mostly hyper's two buffers. Measured.
    pub const HELD_BY_ACTIVE: usize = 24 * 1024;
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            first_byte: Duration::from_secs(10),
            head: Duration::from_secs(10),
            idle: Duration::from_mins(1),
            answer: Duration::from_secs(30),
            drain: Duration::from_secs(20),
            linger: Duration::from_secs(1),
            max_connections: 10_000,
            max_held: 10_000 * Self::HELD_BY_ACTIVE,
        }
    }
}

/// Counters of connections since the start. The metrics read them at each scrape.
#[derive(Debug, Default)]
pub struct ConnectionStats {
    /// Connections open now.
    pub open: AtomicUsize,
    /// Connections accepted and served.
    pub accepted: AtomicU64,
    /// Connections refused because no other one waited for its client.
    pub refused: AtomicU64,
    /// Connections that waited for their clients and were closed to make room for new ones.
    pub evicted: AtomicU64,
    /// Connections closed because they outlived a deadline, including those of a shutdown.
    pub timed_out: AtomicU64,
}

/// File descriptors for the log, the listener, the runtime, and the refusals being written.
const SPARE_FILES: usize = 128;

/// Raises the process's limit of open files as far as the system permits, and returns how many connections that allows.
///
/// Container runtimes and shells often start a process with a soft limit of 1,024 and a far higher hard limit.
pub fn raise_open_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // On failure the limit stays as it was, so it is read again.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    match getrlimit(Resource::Nofile).current {
        Some(files) => usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(SPARE_FILES).max(1),
        None => usize::MAX,
    }
}
