//! An answer's body that keeps its request in flight until it has been handed over.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::tracker::InFlight;

/// A body, and the mark that its request is in flight: both end together.
///
/// On HTTP/2 data is handed over in slices. hyper asks for the next one when the client's window has room for at
/// least a byte, and then keeps what does not fit: whole bodies would pile up there for a client that never reads,
/// out of sight of the deadlines.
#[derive(Debug)]
pub(super) struct TrackedBody<B> {
    inner: B,
    /// The most bytes handed over at once.
    slice: usize,
    /// Taken from `inner`, to be handed over next.
    rest: Bytes,
    _in_flight: InFlight,
}

impl<B> TrackedBody<B> {
    pub(super) fn new(inner: B, slice: usize, in_flight: InFlight) -> Self {
        Self { inner, slice, rest: Bytes::new(), _in_flight: in_flight }
    }

    fn next_slice(&mut self) -> Frame<Bytes> {
        Frame::data(self.rest.split_to(self.slice.min(self.rest.len())))
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
