//! What a stream reports about itself.

use std::time::Instant;

use super::Tracker;
use super::state::Close;

impl Tracker {
    /// Records that a request in flight is a stream from now on.
    pub(in crate::connections) fn begin_stream(&self) {
        let mut state = self.state();
        state.streams.open += 1;
        state.streams.unfinished += 1;
    }

    /// Records that the response of a stream is complete. What is still buffered has the deadline of an ordinary
    /// response from now.
    pub(in crate::connections) fn finish_stream(&self) {
        let mut state = self.state();
        state.streams.unfinished -= 1;
        state.streams.awaiting_body = false;
        state.since = Instant::now();
        state.wake();
    }

    /// Records that a stream has ended: its response was passed on or abandoned.
    pub(in crate::connections) fn end_stream(&self) {
        self.state().streams.open -= 1;
    }

    /// Closes the connection because the service has cut its stream.
    pub(in crate::connections) fn cut(&self) {
        let mut state = self.state();
        state.close = Some(Close::Cut);
        state.wake();
    }

    pub(in crate::connections) fn is_cut(&self) -> bool {
        self.state().close == Some(Close::Cut)
    }

    /// Records whether a stream waits for bytes of its request body.
    pub(in crate::connections) fn set_awaiting_body(&self, is_awaiting: bool) {
        let mut state = self.state();
        state.streams.awaiting_body = is_awaiting;
        if is_awaiting {
            state.wake_for_eof();
        }
    }
}
