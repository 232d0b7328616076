//! The response body: the task of the batch writes it, the connection reads it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame};
use tokio::sync::mpsc::{Permit, Receiver, Sender};
use tokio::time::timeout;

use super::codec::Encoder;
use super::inbox::Inbox;
use super::places::Place;
use super::progress::Cut;
use crate::connections::Streaming;

/// How long answers wait until their client counts as one that sends everything before it reads.
const PATIENCE: Duration = Duration::from_millis(100);

/// What the task sends to the response body.
pub(super) enum ResponseFrame {
    Data(Bytes),
    /// The end of the response. A channel that closes without it belongs to a batch that was cut.
    End,
}

/// The body that the connection reads. Dropping it ends the task.
pub(super) struct ResponseBody {
    frames: Receiver<ResponseFrame>,
    /// The exchange counts as a stream while this body exists.
    _streaming: Option<Arc<Streaming>>,
}

impl ResponseBody {
    pub(super) const fn new(frames: Receiver<ResponseFrame>, streaming: Option<Arc<Streaming>>) -> Self {
        Self { frames, _streaming: streaming }
    }
}

/// The batch was cut, so the response is incomplete; the log says why.
#[derive(Debug, thiserror::Error)]
#[error("the batch was cut")]
pub(super) struct Incomplete;

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = Incomplete;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Incomplete>>> {
        Poll::Ready(match ready!(self.frames.poll_recv(cx)) {
            Some(ResponseFrame::Data(bytes)) => Some(Ok(Frame::data(bytes))),
            Some(ResponseFrame::End) => None,
            None => Some(Err(Incomplete)),
        })
    }
}

/// The task's end of the channel to the [`ResponseBody`].
pub(super) struct ResponseWriter<'a> {
    pub(super) frames: Sender<ResponseFrame>,
    pub(super) encoder: Encoder,
    /// It is wide while the client does not read.
    pub(super) inbox: &'a Inbox<'a>,
    pub(super) place: &'a Place,
    pub(super) stall: Duration,
}

impl ResponseWriter<'_> {
    /// Compresses the next answers.
    pub(super) fn encode(&mut self, answers: Vec<u8>) -> Vec<u8> {
        self.encoder.encode(answers)
    }

    /// Sends compressed bytes as soon as the client has read enough of the earlier ones.
    ///
    /// # Errors
    /// If the client does not do so in time.
    pub(super) async fn send(&self, bytes: Vec<u8>) -> Result<(), Cut> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.send_frame(ResponseFrame::Data(Bytes::from(bytes))).await
    }

    /// Completes the response.
    ///
    /// # Errors
    /// As [`ResponseWriter::send`].
    pub(super) async fn finish(mut self) -> Result<(), Cut> {
        let last = self.encoder.finish();
        self.send(last).await?;
        self.send_frame(ResponseFrame::End).await
    }

    async fn send_frame(&self, frame: ResponseFrame) -> Result<(), Cut> {
        let permit = match self.frames.try_reserve() {
            Ok(permit) => permit,
            Err(_full) => self.reserve().await?,
        };
        permit.send(frame);
        Ok(())
    }

    async fn reserve(&self) -> Result<Permit<'_, ResponseFrame>, Cut> {
        let _waiting = self.place.wait();
        // The channel closes when the body is dropped, which also ends the task.
        let reserve = async || self.frames.reserve().await.map_err(|_closed| Cut::ClientGone);
        if let Ok(permit) = timeout(PATIENCE, reserve()).await {
            return permit;
        }
        self.inbox.set_wide(true);
        let permit = timeout(self.stall, reserve()).await;
        self.inbox.set_wide(false);
        permit.unwrap_or(Err(Cut::ReaderStalled))
    }
}
