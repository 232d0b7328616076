//! What a connection holds, and whether it can be closed to make room for others.

use std::sync::MutexGuard;
use std::time::Instant;

use super::state::{Close, State};
use super::{Phase, Tracker};
use crate::connections::ConnectionLimits;
use crate::connections::response_body::SLICE;

/// Bytes that a connection holds before its first byte.
const HELD_BY_SILENT: usize = 6 * 1024;
/// Bytes that a connection over HTTP/2 holds beyond one over HTTP/1.
const HELD_BY_HTTP2: usize = 20 * 1024;
/// Bytes that each request in flight holds beyond the first.
const HELD_BY_REQUEST: usize = 6 * 1024;

impl State {
    /// Estimates the bytes that the connection holds. The constants were measured.
    fn estimate(&self) -> usize {
        if self.phase == Phase::FirstByte {
            return HELD_BY_SILENT;
        }
        let further = self.in_flight.saturating_sub(1) as usize * HELD_BY_REQUEST;
        // Over HTTP/2 each response has a buffer of its own, over HTTP/1 it is part of what is unsent.
        let of_http2 = HELD_BY_HTTP2 + self.unread_responses as usize * SLICE;
        let of_protocol = if self.is_http2 { of_http2 } else { self.unsent };
        ConnectionLimits::HELD_BY_ACTIVE + further + self.read_buffer + of_protocol
    }

    /// Since when the connection has only been waiting for its client, to send, to read or to close; `None` if the
    /// server has something to do for it, or bounds its wait elsewhere, as it does for streams.
    fn waits_since(&self) -> Option<Instant> {
        match self.phase {
            _ if self.streams.open > 0 => None,
            _ if self.blocked_since.is_some() => self.blocked_since,
            Phase::Busy if self.awaiting_client < self.in_flight => None,
            Phase::FirstByte | Phase::Head | Phase::Busy | Phase::Idle | Phase::Closing => Some(self.since),
        }
    }

    /// Keeps the connection after all: its client moved before the eviction took effect.
    pub(super) fn withdraw_eviction(&mut self) {
        self.close = self.close.filter(|&close| close != Close::Evicted);
    }
}

impl Tracker {
    /// Tells the registry what the connection holds now. Returns whether all connections together hold too much.
    pub(super) fn weigh(&self, mut state: MutexGuard<'_, State>) -> bool {
        if state.has_left {
            return false;
        }
        let held = state.estimate();
        let before = std::mem::replace(&mut state.held, held);
        // The registry may lock other connections, or this one.
        drop(state);
        self.registry.change_held(before, held)
    }

    /// Tells the registry of a new connection.
    pub(in crate::connections) fn enter_account(&self) {
        self.weigh(self.state());
    }

    /// What the connection holds, in bytes. From now on the registry is told no more: requests that end after their
    /// connection no longer count.
    pub(in crate::connections) fn leave_account(&self) -> usize {
        let mut state = self.state();
        state.has_left = true;
        state.held
    }

    /// What the connection holds, in bytes.
    pub(in crate::connections) fn held(&self) -> usize {
        self.state().held
    }

    /// Records how many bytes hyper's read buffer has room for.
    pub(in crate::connections) fn set_read_buffer(&self, bytes: usize) {
        let mut state = self.state();
        state.read_buffer = bytes;
        self.weigh(state);
    }

    /// Counts a request whose service waits for bytes of the body, or no longer does.
    pub(in crate::connections) fn set_body_awaited(&self, is_awaited: bool) {
        let mut state = self.state();
        if is_awaited {
            state.awaiting_client += 1;
        } else {
            state.awaiting_client -= 1;
            state.withdraw_eviction();
        }
    }

    /// Since when the connection has been waiting for its client; `None` if it is not, or is being closed.
    pub(in crate::connections) fn waiting_since(&self) -> Option<Instant> {
        let state = self.state();
        state.waits_since().filter(|_| state.close.is_none())
    }

    /// Closes the connection to make room, unless the server has something to do for it in the meantime.
    pub(in crate::connections) fn evict(&self) {
        let mut state = self.state();
        if state.close.is_none() && state.waits_since().is_some() {
            state.close = Some(Close::Evicted);
            state.wake();
        }
    }

    /// Whether the connection must close to make room for another.
    pub(in crate::connections) fn is_evicted(&self) -> bool {
        let state = self.state();
        state.close == Some(Close::Evicted) && state.waits_since().is_some()
    }
}
