use std::task::Waker;
use std::time::{Duration, Instant};

use super::Phase;
use crate::connections::ConnectionLimits;

/// How long a client's last bytes are read and discarded after the server has closed its side.
///
/// Closing a socket with unread bytes sends a reset, which can destroy a response on its way (a 413, say).
const CLOSING: Duration = Duration::from_secs(1);

/// Stands for the absence of a deadline.
const FOREVER: Duration = Duration::from_hours(24 * 365);

/// What a connection is doing, and what is known about its client.
#[derive(Debug)]
pub(super) struct State {
    pub(super) phase: Phase,
    /// The start of the phase. While busy it is the start of the latest request (on HTTP/1 its first byte), or the
    /// completion of a stream's response if that is later.
    pub(super) since: Instant,
    pub(super) in_flight: u32,
    /// The requests in flight that only wait for the client: for bytes of a body, or for it to read a response.
    pub(super) awaiting_client: u32,
    /// The responses that hyper has not yet taken as a whole.
    pub(super) unread_responses: u32,
    pub(super) streams: Streams,
    /// On HTTP/2, bytes between requests need not belong to a request.
    pub(super) is_http2: bool,
    /// On HTTP/1, what hyper offers to write next belongs to a response: a request has begun, and its response has not
    /// been offered completely.
    pub(super) response_due: bool,
    /// Since when the kernel's send buffer has been full: a response is still being written, even if hyper has all of
    /// it.
    pub(super) blocked_since: Option<Instant>,
    /// Bytes that wait for room in the kernel's send buffer.
    pub(super) unsent: usize,
    /// The length of hyper's read buffer beyond what every connection has.
    pub(super) read_buffer: usize,
    /// What the registry was last told that the connection holds.
    pub(super) held: usize,
    /// Whether the connection has left the registry.
    pub(super) has_left: bool,
    pub(super) eof: Eof,
    /// Set when the connection must be closed whatever its phase.
    pub(super) close: Option<Close>,
    /// Wakes the connection's task.
    pub(super) waker: Option<Waker>,
}

/// The requests in flight that are streams.
#[derive(Debug, Default)]
pub(super) struct Streams {
    pub(super) open: u32,
    /// Streams whose response is not complete.
    pub(super) unfinished: u32,
    /// A stream waits for bytes of its request body.
    pub(super) awaiting_body: bool,
}

/// Why a connection must be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// To make room for another one.
    Evicted,
    /// The service has cut its stream.
    Cut,
}

/// The client's EOF, which is withheld from hyper for a while if a request is in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Eof {
    NotSeen,
    /// Since this instant.
    Withheld(Instant),
    Released,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            phase: Phase::FirstByte,
            since: Instant::now(),
            in_flight: 0,
            awaiting_client: 0,
            unread_responses: 0,
            streams: Streams::default(),
            is_http2: false,
            response_due: false,
            blocked_since: None,
            unsent: 0,
            read_buffer: 0,
            held: 0,
            has_left: false,
            eof: Eof::NotSeen,
            close: None,
            waker: None,
        }
    }

    pub(super) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }

    /// Wakes the connection's task if it withholds an EOF, to check whether that is still necessary.
    pub(super) fn wake_for_eof(&self) {
        if matches!(self.eof, Eof::Withheld(_)) {
            self.wake();
        }
    }

    pub(super) fn wake(&self) {
        if let Some(waker) = &self.waker {
            waker.wake_by_ref();
        }
    }

    /// Whether a half-closed client with a request in flight may have disconnected. The client of a stream half-closes
    /// when it has sent everything, so there it counts only if more of the body is needed.
    pub(super) fn may_have_disconnected(&self) -> bool {
        self.in_flight > 0 && (self.streams.open == 0 || self.streams.awaiting_body)
    }

    /// When the current phase must be over.
    pub(super) fn deadline(&self, limits: &ConnectionLimits, stopped_at: Option<Instant>) -> Instant {
        let of_phase = self.since
            + match self.phase {
                Phase::FirstByte => limits.first_byte,
                Phase::Head => limits.head,
                Phase::Busy if self.streams.unfinished > 0 => FOREVER,
                // Each exchange is reset at its own deadline, so the connection gets longer for the others.
                Phase::Busy if self.is_http2 => 2 * limits.answer,
                Phase::Busy => limits.answer,
                Phase::Idle => limits.idle,
                Phase::Closing => CLOSING,
            };
        let Some(at) = stopped_at else { return of_phase };
        let of_stop = match self.phase {
            // If writing is blocked, the last response is still being sent.
            Phase::FirstByte | Phase::Idle if self.blocked_since.is_none() => self.since.max(at) + limits.linger,
            _ => at + limits.drain,
        };
        of_phase.min(of_stop)
    }
}
