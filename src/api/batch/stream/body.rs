use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame};
use tokio::sync::mpsc::Receiver;

use crate::connections::Streaming;

/// What the task of a stream hands over.
pub(super) enum Piece {
    /// The next bytes of the answer.
    Bytes(Bytes),
    /// There are no more. A channel that closes without it belongs to a stream that was cut.
    End,
}

/// The body of the answer. Whoever drops it ends the stream.
pub(super) struct Answers {
    pieces: Receiver<Piece>,
    /// The exchange is a stream as long as this body is.
    _streaming: Option<Arc<Streaming>>,
}

impl Answers {
    pub(super) const fn new(pieces: Receiver<Piece>, streaming: Option<Arc<Streaming>>) -> Self {
        Self { pieces, _streaming: streaming }
    }
}

/// The stream was cut, so that its answer is not whole; the log says why.
#[derive(Debug, thiserror::Error)]
#[error("the stream was cut")]
pub(super) struct WasCut;

impl Body for Answers {
    type Data = Bytes;
    type Error = WasCut;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, WasCut>>> {
        Poll::Ready(match ready!(self.pieces.poll_recv(cx)) {
            Some(Piece::Bytes(bytes)) => Some(Ok(Frame::data(bytes))),
            Some(Piece::End) => None,
            None => Some(Err(WasCut)),
        })
    }
}
