//! What an exchange that is a stream tells of itself.

use std::time::Instant;

use super::Tracker;
use super::state::Close;

impl Tracker {
    /// One of the requests in flight is a stream from now on.
    pub(in crate::connections) fn begin_stream(&self) {
        let mut state = self.state();
        state.streams.open += 1;
        state.streams.unfinished += 1;
    }

    /// The answer of a stream is made; what is left of it has the time of an answer from now.
    pub(in crate::connections) fn finish_stream(&self) {
        let mut state = self.state();
        state.streams.unfinished -= 1;
        state.streams.wants_body = false;
        state.since = Instant::now();
        state.wake();
    }

    /// The answer of a stream was handed over or given up.
    pub(in crate::connections) fn end_stream(&self) {
        self.state().streams.open -= 1;
    }

    /// Ends the connection.
    pub(in crate::connections) fn cut(&self) {
        let mut state = self.state();
        state.close = Some(Close::Cut);
        state.wake();
    }

    pub(in crate::connections) fn is_cut(&self) -> bool {
        self.state().close == Some(Close::Cut)
    }

    /// Whether a stream waits for bytes of the client.
    pub(in crate::connections) fn wants_body(&self, wants: bool) {
        let mut state = self.state();
        state.streams.wants_body = wants;
        if wants {
            state.wake_for_end();
        }
    }
}
