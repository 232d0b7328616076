//! What one connection is doing, since when, and when that must end.

mod state;
mod streams;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};

use self::state::{Close, EndOfStream, State};
use super::registry::Registry;

/// How long a request whose client has closed its sending side is still worked on.
///
/// A client that has gone and one that only said "no more requests" (`printf ... | nc`) look the same until something
/// is written. So quick answers are given to both, and long searches are stopped.
const HALF_CLOSED_GRACE: Duration = Duration::from_secs(1);

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

impl Tracker {
    pub(super) fn new(registry: Arc<Registry>) -> Self {
        Self { registry, state: Mutex::new(State::new()) }
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
        state.close = state.close.filter(|&close| close != Close::Evicted);
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
        (waiting && state.close.is_none() && !state.write_blocked).then_some(state.since)
    }

    /// Closes the connection to make room, unless a request has begun meanwhile.
    pub(super) fn evict(&self) {
        let mut state = self.state();
        if state.in_flight == 0 {
            state.close = Some(Close::Evicted);
            state.wake();
        }
    }

    /// Whether the connection is to make room for another.
    pub(super) fn is_evicted(&self) -> bool {
        let state = self.state();
        state.close == Some(Close::Evicted) && state.in_flight == 0 && !state.write_blocked
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
