use std::task::Waker;
use std::time::{Duration, Instant};

use super::Phase;
use crate::connections::ConnectionLimits;

/// How long the last bytes of a client are read and thrown away after the server has closed its own side.
///
/// Closing with unread bytes makes the system send a reset, which can destroy an answer on its way (a 413, say).
const CLOSING: Duration = Duration::from_secs(1);

/// The deadline of what has none.
const FOREVER: Duration = Duration::from_hours(24 * 365);

/// What a connection is doing, and what is known of its client.
#[derive(Debug)]
pub(super) struct State {
    pub(super) phase: Phase,
    /// When the phase began; while busy, when the latest request began with its first byte.
    pub(super) since: Instant,
    pub(super) in_flight: u32,
    pub(super) streams: Streams,
    /// HTTP/2: bytes between requests are no sign of a request.
    pub(super) multiplexed: bool,
    /// The system's send buffer is full: an answer is still being written even if hyper holds all of it.
    pub(super) write_blocked: bool,
    pub(super) end: EndOfStream,
    /// Somebody wants the connection closed.
    pub(super) close: Option<Close>,
    /// Wakes the connection's task.
    pub(super) waker: Option<Waker>,
}

/// Those of the requests in flight that are streams.
#[derive(Debug, Default)]
pub(super) struct Streams {
    pub(super) open: u32,
    /// Of how many the answer is still being made.
    pub(super) unfinished: u32,
    /// One of them waits for bytes of the client.
    pub(super) wants_body: bool,
}

/// Who wants a connection closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// Others that need its place.
    Evicted,
    /// The service, whose stream on it is to end.
    Cut,
}

/// The client's end of stream: hidden from hyper for a while when a request is in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndOfStream {
    NotSeen,
    Held(Instant),
    Released,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            phase: Phase::FirstByte,
            since: Instant::now(),
            in_flight: 0,
            streams: Streams::default(),
            multiplexed: false,
            write_blocked: false,
            end: EndOfStream::NotSeen,
            close: None,
            waker: None,
        }
    }

    pub(super) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }

    /// Lets the connection's task look again whether the client's end of stream is still to be hidden.
    pub(super) fn wake_for_end(&self) {
        if matches!(self.end, EndOfStream::Held(_)) {
            self.wake();
        }
    }

    pub(super) fn wake(&self) {
        if let Some(waker) = &self.waker {
            waker.wake_by_ref();
        }
    }

    /// Whether a client that has closed its sending side may be one that nobody works for any more. For a stream it is
    /// one that has said all, unless more of its body is needed.
    pub(super) fn may_be_gone(&self) -> bool {
        self.in_flight > 0 && (self.streams.open == 0 || self.streams.wants_body)
    }

    /// When the present phase must be over.
    pub(super) fn limit(&self, limits: &ConnectionLimits, stopped_at: Option<Instant>) -> Instant {
        let of_phase = self.since
            + match self.phase {
                Phase::FirstByte => limits.first_byte,
                Phase::Head => limits.head,
                Phase::Busy if self.streams.unfinished > 0 => FOREVER,
                // Exchanges end themselves at the deadline, so that the others may go on.
                Phase::Busy if self.multiplexed => 2 * limits.answer,
                Phase::Busy => limits.answer,
                Phase::Idle => limits.idle,
                Phase::Closing => CLOSING,
            };
        let Some(at) = stopped_at else { return of_phase };
        let of_stop = match self.phase {
            // Blocked: the last answer is still on its way out.
            Phase::FirstByte | Phase::Idle if !self.write_blocked => self.since.max(at) + limits.linger,
            _ => at + limits.drain,
        };
        of_phase.min(of_stop)
    }
}
