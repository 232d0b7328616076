//! What one connection is doing, since when, and when that must end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};

use super::ConnectionLimits;
use super::registry::Registry;

/// How long a request whose client has closed its sending side is still worked on.
///
/// A client that has gone and one that only said "no more requests" (`printf ... | nc`) look the same until something
/// is written. So quick answers are given to both, and long searches are stopped.
const HALF_CLOSED_GRACE: Duration = Duration::from_secs(1);

/// How long the last bytes of a client are read and thrown away after the server has closed its own side.
///
/// Closing with unread bytes makes the system send a reset, which can destroy an answer on its way (a 413, say).
const CLOSING: Duration = Duration::from_secs(1);

/// The deadline of what has none.
const FOREVER: Duration = Duration::from_hours(24 * 365);

/// The state of a connection; see the picture in the module above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing has come yet.
    FirstByte,
    /// A request's head has begun.
    Head,
    /// At least one request is in flight.
    Busy,
    /// All requests are answered.
    Idle,
    /// The server has closed its side.
    Closing,
}

/// What to do when the deadline has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expiry {
    /// Close the connection, which has been too long in this phase.
    Close(Phase),
    /// Show the client's end of stream to hyper, which then drops the request.
    ReleaseEnd,
}

/// The state of one connection, shared by its stream, its requests and its supervisor.
#[derive(Debug)]
pub(super) struct Tracker {
    registry: Arc<Registry>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// When the phase began; while busy, when the latest request began with its first byte.
    since: Instant,
    in_flight: u32,
    /// How many of these are streams, and of how many of the streams the answer is still being made.
    streams: u32,
    unfinished: u32,
    /// The stream on this connection of HTTP/1 is to end now.
    cut: bool,
    /// A stream waits for bytes of the client.
    wants_body: bool,
    /// HTTP/2: bytes between requests are no sign of a request.
    multiplexed: bool,
    /// The system's send buffer is full: an answer is still being written even if hyper holds all of it.
    write_blocked: bool,
    end: EndOfStream,
    evicted: bool,
    /// Wakes the connection's task.
    waker: Option<Waker>,
}

/// The client's end of stream: hidden from hyper for a while when a request is in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndOfStream {
    NotSeen,
    Held(Instant),
    Released,
}

impl Tracker {
    pub(super) fn new(registry: Arc<Registry>) -> Self {
        let state = State {
            phase: Phase::FirstByte,
            since: Instant::now(),
            in_flight: 0,
            streams: 0,
            unfinished: 0,
            cut: false,
            wants_body: false,
            multiplexed: false,
            write_blocked: false,
            end: EndOfStream::NotSeen,
            evicted: false,
            waker: None,
        };
        Self { registry, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock, so that a poisoned state is still a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The connection speaks HTTP/2.
    pub(super) fn multiplexed(&self) {
        self.state().multiplexed = true;
    }

    /// Bytes of the client have come.
    pub(super) fn bytes_read(&self) {
        let mut state = self.state();
        let begins_head = match state.phase {
            Phase::FirstByte => true,
            Phase::Idle => !state.multiplexed,
            Phase::Head | Phase::Busy | Phase::Closing => false,
        };
        if begins_head {
            state.enter(Phase::Head);
        }
    }

    /// The client's end of stream has come. True if it is to be hidden from hyper for now; `waker` is then woken
    /// when the last answer is written, and the supervisor polls again when the time is over.
    pub(super) fn holds_end(&self, waker: &Waker) -> bool {
        let mut state = self.state();
        // hyper would close the connection over what it has yet to write.
        let is_answered = state.in_flight == 0 && !state.write_blocked;
        if is_answered || state.multiplexed || state.end == EndOfStream::Released {
            return false;
        }
        if state.end == EndOfStream::NotSeen {
            state.end = EndOfStream::Held(Instant::now());
        }
        state.waker = Some(waker.clone());
        true
    }

    /// Whether the system takes no more bytes at present.
    pub(super) fn write_blocked(&self, blocked: bool) {
        let mut state = self.state();
        state.write_blocked = blocked;
        if !blocked && state.in_flight == 0 {
            state.wake_for_end();
        }
    }

    /// The server has closed its side.
    pub(super) fn closing(&self) {
        let mut state = self.state();
        if state.phase != Phase::Closing {
            state.enter(Phase::Closing);
        }
    }

    /// Begins a request, which ends when the answer's guard is dropped.
    pub(super) fn begin(self: &Arc<Self>) -> InFlight {
        let mut state = self.state();
        state.in_flight += 1;
        // It came just in time.
        state.evicted = false;
        if state.phase == Phase::Head && !state.multiplexed {
            // The request is as old as its first byte.
            state.phase = Phase::Busy;
        } else {
            state.enter(Phase::Busy);
        }
        drop(state);
        InFlight(Arc::clone(self))
    }

    fn finish(&self) {
        let mut state = self.state();
        state.in_flight -= 1;
        if state.in_flight == 0 && state.phase == Phase::Busy {
            state.enter(Phase::Idle);
            state.wake_for_end();
        }
    }

    /// One of the requests in flight is a stream from now on.
    pub(super) fn begin_stream(&self) {
        let mut state = self.state();
        state.streams += 1;
        state.unfinished += 1;
    }

    /// The answer of a stream is made; what is left of it has the time of an answer from now.
    pub(super) fn finish_stream(&self) {
        let mut state = self.state();
        state.unfinished -= 1;
        state.wants_body = false;
        state.since = Instant::now();
        state.wake();
    }

    /// The answer of a stream was handed over or given up.
    pub(super) fn end_stream(&self) {
        self.state().streams -= 1;
    }

    /// Ends the connection.
    pub(super) fn cut(&self) {
        let mut state = self.state();
        state.cut = true;
        state.wake();
    }

    pub(super) fn is_cut(&self) -> bool {
        self.state().cut
    }

    /// Whether a stream waits for bytes of the client.
    pub(super) fn wants_body(&self, wants: bool) {
        let mut state = self.state();
        state.wants_body = wants;
        if wants {
            state.wake_for_end();
        }
    }

    /// Keeps the waker of the connection's task.
    pub(super) fn set_waker(&self, waker: &Waker) {
        self.state().waker = Some(waker.clone());
    }

    pub(super) fn wake(&self) {
        self.state().wake();
    }

    /// Since when the connection has been waiting for its client, if it has no request in flight.
    pub(super) fn waiting_since(&self) -> Option<Instant> {
        let state = self.state();
        let waiting = matches!(state.phase, Phase::FirstByte | Phase::Head | Phase::Idle);
        (waiting && !state.evicted && !state.write_blocked).then_some(state.since)
    }

    /// Closes the connection to make room, unless a request has begun meanwhile.
    pub(super) fn evict(&self) {
        let mut state = self.state();
        if state.in_flight == 0 {
            state.evicted = true;
            state.wake();
        }
    }

    /// Whether the connection is to make room for another.
    pub(super) fn is_evicted(&self) -> bool {
        let state = self.state();
        state.evicted && state.in_flight == 0 && !state.write_blocked
    }

    /// Lets hyper see the client's end of stream.
    pub(super) fn release_end(&self) {
        self.state().end = EndOfStream::Released;
    }

    /// The next moment at which something must be done, and what.
    pub(super) fn deadline(&self) -> (Instant, Expiry) {
        let state = self.state();
        let limits = self.registry.limits();
        let close = (state.limit(limits, self.registry.stopped_at()), Expiry::Close(state.phase));
        match state.end {
            EndOfStream::Held(at) if state.may_be_gone() && at + HALF_CLOSED_GRACE < close.0 => {
                (at + HALF_CLOSED_GRACE, Expiry::ReleaseEnd)
            }
            _ => close,
        }
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }

    /// Lets the connection's task look again whether the client's end of stream is still to be hidden.
    fn wake_for_end(&self) {
        if matches!(self.end, EndOfStream::Held(_)) {
            self.wake();
        }
    }

    fn wake(&self) {
        if let Some(waker) = &self.waker {
            waker.wake_by_ref();
        }
    }

    /// Whether a client that has closed its sending side may be one that nobody works for any more. For a stream it is
    /// one that has said all, unless more of its body is needed.
    fn may_be_gone(&self) -> bool {
        self.in_flight > 0 && (self.streams == 0 || self.wants_body)
    }

    /// When the present phase must be over.
    fn limit(&self, limits: &ConnectionLimits, stopped_at: Option<Instant>) -> Instant {
        let of_phase = self.since
            + match self.phase {
                Phase::FirstByte => limits.first_byte,
                Phase::Head => limits.head,
                Phase::Busy if self.unfinished > 0 => FOREVER,
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

/// A request in flight; dropped when its answer's body has been handed over or given up.
#[derive(Debug)]
pub(super) struct InFlight(Arc<Tracker>);

impl InFlight {
    /// Whether the server has been told to stop, so that this answer must be the connection's last.
    pub(super) fn is_last(&self) -> bool {
        self.0.registry.is_stopping()
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.finish();
    }
}
