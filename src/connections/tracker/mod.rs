//! What one connection is doing, since when, and by when that must end.

mod room;
mod state;
mod streams;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};

use self::state::{Eof, State};
use super::registry::Registry;

/// How long the server goes on working on a request whose client has half-closed the connection.
///
/// A client that has disconnected and one that only has no more requests (`printf ... | nc`) look the same until
/// something is written. So both get a quick response, and long searches are stopped.
const HALF_CLOSED_GRACE: Duration = Duration::from_secs(1);

/// The state of a connection; see the picture in the parent module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No byte has arrived yet.
    FirstByte,
    /// A request's head has begun to arrive.
    Head,
    /// At least one request is in flight.
    Busy,
    /// No request is in flight.
    Idle,
    /// The server has closed its side.
    Closing,
}

/// What to do when the deadline has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expiry {
    /// Close the connection, which has been in this phase for too long.
    Close(Phase),
    /// Show the client's EOF to hyper, which then drops the request.
    ReleaseEof,
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
        // No code that can panic runs under the lock, so even a poisoned state is consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn registry(&self) -> &Registry {
        &self.registry
    }

    pub(super) fn set_http2(&self) {
        let mut state = self.state();
        state.is_http2 = true;
        self.weigh(state);
    }

    /// Records that bytes have arrived.
    pub(super) fn bytes_read(&self) {
        let mut state = self.state();
        let begins_head = match state.phase {
            Phase::FirstByte => true,
            Phase::Idle => !state.is_http2,
            Phase::Head | Phase::Busy | Phase::Closing => false,
        };
        if begins_head {
            state.enter(Phase::Head);
            self.weigh(state);
        }
    }

    /// Records the client's EOF, and returns whether to withhold it from hyper for now. `waker` is then woken when the
    /// last response has been written; the supervisor polls again when the EOF is due.
    pub(super) fn withhold_eof(&self, waker: &Waker) -> bool {
        let mut state = self.state();
        // Unwritten bytes count, because hyper would close the connection without writing them.
        let is_answered = state.in_flight == 0 && state.blocked_since.is_none();
        if is_answered || state.is_http2 || state.eof == Eof::Released {
            return false;
        }
        if state.eof == Eof::NotSeen {
            state.eof = Eof::Withheld(Instant::now());
        }
        state.waker = Some(waker.clone());
        true
    }

    /// Records how many bytes wait for room in the kernel's send buffer; 0 when it has taken what was written.
    pub(super) fn set_unsent(&self, unsent: usize) {
        let mut state = self.state();
        state.unsent = unsent;
        if unsent == 0 {
            state.blocked_since = None;
            state.withdraw_eviction();
            if state.in_flight == 0 {
                state.wake_for_eof();
            }
        } else {
            state.blocked_since.get_or_insert_with(Instant::now);
        }
        self.weigh(state);
    }

    /// Whether what hyper offers to write on HTTP/1 belongs to a response. If hyper has taken all of its body, this offer
    /// is its last.
    pub(super) fn take_response_due(&self) -> bool {
        let mut state = self.state();
        let is_due = state.response_due;
        state.response_due &= state.in_flight > 0;
        is_due
    }

    /// Records that the server has closed its side.
    pub(super) fn closing(&self) {
        let mut state = self.state();
        if state.phase != Phase::Closing {
            state.enter(Phase::Closing);
        }
    }

    /// Records the start of a request. It is in flight until the returned guard is dropped.
    pub(super) fn begin_request(self: &Arc<Self>) -> InFlight {
        let mut state = self.state();
        state.in_flight += 1;
        state.response_due = true;
        state.withdraw_eviction();
        if state.phase == Phase::Head && !state.is_http2 {
            // Keeps `since`: the request began with the first byte of its head.
            state.phase = Phase::Busy;
        } else {
            state.enter(Phase::Busy);
        }
        let is_further = state.in_flight > 1;
        let is_over = self.weigh(state);
        InFlight { tracker: Arc::clone(self), is_excess: is_further && is_over, is_answered: false }
    }

    fn end_request(&self, was_answered: bool) {
        let mut state = self.state();
        state.in_flight -= 1;
        if was_answered {
            state.unread_responses -= 1;
            state.awaiting_client -= 1;
        }
        if state.in_flight == 0 && state.phase == Phase::Busy {
            state.enter(Phase::Idle);
            state.wake_for_eof();
        }
        self.weigh(state);
    }

    /// Stores the waker of the connection's task.
    pub(super) fn set_waker(&self, waker: &Waker) {
        self.state().waker = Some(waker.clone());
    }

    pub(super) fn wake(&self) {
        self.state().wake();
    }

    /// Lets hyper see the client's EOF.
    pub(super) fn release_eof(&self) {
        self.state().eof = Eof::Released;
    }

    /// The next deadline, and what to do when it has passed.
    pub(super) fn deadline(&self) -> (Instant, Expiry) {
        let state = self.state();
        let limits = self.registry.limits();
        let close = (state.deadline(limits, self.registry.stopped_at()), Expiry::Close(state.phase));
        match state.eof {
            Eof::Withheld(at) if state.may_have_disconnected() && at + HALF_CLOSED_GRACE < close.0 => {
                (at + HALF_CLOSED_GRACE, Expiry::ReleaseEof)
            }
            _ => close,
        }
    }
}

/// The guard of a request in flight, dropped when hyper has taken or dropped the response body.
#[derive(Debug)]
pub(super) struct InFlight {
    tracker: Arc<Tracker>,
    is_excess: bool,
    is_answered: bool,
}

impl InFlight {
    /// Whether this response must be the connection's last, because the server is stopping.
    pub(super) fn is_last(&self) -> bool {
        self.tracker.registry.is_stopping()
    }

    /// Whether the service must refuse the request, because the connections hold too much already.
    pub(super) const fn is_excess(&self) -> bool {
        self.is_excess
    }

    /// Records that the response is ready, so that only the client's reading is left.
    pub(super) fn answered(&mut self) {
        self.is_answered = true;
        let mut state = self.tracker.state();
        state.unread_responses += 1;
        state.awaiting_client += 1;
        self.tracker.weigh(state);
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.tracker.end_request(self.is_answered);
    }
}
