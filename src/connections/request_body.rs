//! A request body that tells its connection when the service waits for the client.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;

use super::tracker::Tracker;

/// The body of a request, as the service gets it.
///
/// A connection whose services all wait for bodies is only waiting for its client, and may be closed to make room for
/// another.
#[derive(Debug)]
pub struct RequestBody {
    inner: Incoming,
    tracker: Arc<Tracker>,
    /// Whether the service has polled for bytes that have not arrived.
    is_awaited: bool,
}

impl RequestBody {
    pub(super) const fn new(inner: Incoming, tracker: Arc<Tracker>) -> Self {
        Self { inner, tracker, is_awaited: false }
    }

    fn set_awaited(&mut self, is_awaited: bool) {
        if self.is_awaited != is_awaited {
            self.is_awaited = is_awaited;
            self.tracker.set_body_awaited(is_awaited);
        }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(cx);
        self.set_awaited(polled.is_pending());
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        self.set_awaited(false);
    }
}
