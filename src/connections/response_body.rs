//! A response body that keeps its request in flight until hyper has taken all of it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::tracker::InFlight;

/// The most bytes passed on at once: the size of a frame of HTTP/2.
pub(super) const SLICE: usize = 16 * 1024;

/// A response body together with the guard of its request: both end at the same time.
///
/// Data is passed on in slices. On HTTP/1 hyper buffers whole frames; a slice keeps what a client that never reads can hold
/// near the size of the buffer. On HTTP/2 hyper polls for the next one when the client's window has room for at least
/// one byte, and buffers what does not fit. With whole bodies, those of a client that never reads would pile up there
/// with their requests already counted as finished, where no deadline sees them.
#[derive(Debug)]
pub(super) struct TrackedBody<B> {
    inner: B,
    /// Taken from `inner` and not yet passed on.
    rest: Bytes,
    _in_flight: InFlight,
}

impl<B> TrackedBody<B> {
    pub(super) fn new(inner: B, mut in_flight: InFlight) -> Self {
        in_flight.answered();
        Self { inner, rest: Bytes::new(), _in_flight: in_flight }
    }

    fn next_slice(&mut self) -> Frame<Bytes> {
        Frame::data(self.rest.split_to(SLICE.min(self.rest.len())))
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for TrackedBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        if !self.rest.is_empty() {
            return Poll::Ready(Some(Ok(self.next_slice())));
        }
        match ready!(Pin::new(&mut self.inner).poll_frame(cx)).transpose()? {
            Some(frame) => Poll::Ready(Some(Ok(match frame.into_data() {
                Ok(data) => {
                    self.rest = data;
                    self.next_slice()
                }
                Err(trailers) => trailers,
            }))),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, rest) = (self.inner.size_hint(), self.rest.len() as u64);
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}
