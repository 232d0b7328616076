//! The numbers that bound connections, and the numbers that count them.

use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::Duration;

/// How long a connection may stay in each of its states, and how many connections there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// From the connection's start to its first byte.
    pub first_byte: Duration,
    /// From the first byte of a request's head to its last. On HTTP/2 from the connection's first byte to its first
    /// request.
    pub head: Duration,
    /// Between the end of an answer and the first byte of the next request. On HTTP/2 the time without any request.
    pub idle: Duration,
    /// From a request's first byte to the last byte of its answer taken by the system: the whole of body, work and
    /// writing. It closes connections whose client never reads. On HTTP/2 it resets the one stream.
    pub answer: Duration,
    /// From the call to stop until connections that still have a request or part of one are cut.
    pub drain: Duration,
    /// From the call to stop until connections between two requests are closed: a request may be on its way.
    pub linger: Duration,
    /// Connections held at a time. One more closes the one that has waited longest for its client; if every
    /// connection has a request in flight, the new one is refused with a 503.
    pub max_connections: usize,
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
        }
    }
}

/// Counts of connections since the start; the metrics read them when asked.
#[derive(Debug, Default)]
pub struct ConnectionStats {
    /// Connections open now.
    pub open: AtomicUsize,
    /// Connections accepted and served.
    pub accepted: AtomicU64,
    /// Connections answered with a bare 503, because all others had requests in flight.
    pub refused: AtomicU64,
    /// Connections that waited for their client and were closed to make room for new ones.
    pub evicted: AtomicU64,
    /// Connections closed because they outlived a deadline, those of a shutdown included.
    pub timed_out: AtomicU64,
}

/// Descriptors for the log, the listener, the runtime, and the refusals under way.
const SPARE_FILES: usize = 128;

/// Raises the process's limit of open files to what the system permits, and returns how many connections fit.
///
/// Container runtimes and shells often start a process at 1,024 while permitting far more.
pub fn raise_open_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // A refusal leaves the limit as it was, which the second reading shows.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    match getrlimit(Resource::Nofile).current {
        Some(files) => usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(SPARE_FILES).max(1),
        None => usize::MAX,
    }
}
