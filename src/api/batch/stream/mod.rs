//! The task of a batch: it receives the request body as it arrives, and writes the response body as it is read.
//!
//! ```text
//!   request body --receive--> Inbox --Pipeline--> ResponseWriter --> ResponseBody
//!                 until it is full                 as it is read
//! ```
//!
//! Both halves are one task. When the response body is dropped, the task ends, and with it everything it started. A
//! batch has no deadline as a whole, but its progress has one on either side.

mod codec;
mod coding;
mod inbox;
mod metrics;
mod pipeline;
mod places;
mod progress;
mod response;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::join;
use http_body::Frame;
use http_body_util::BodyExt;
use tokio::sync::mpsc;
use tokio::time::Instant;

pub(in crate::api) use self::coding::Coding;
use self::inbox::Inbox;
pub(in crate::api) use self::metrics::BatchMetrics;
use self::pipeline::Pipeline;
pub(in crate::api) use self::places::{Place, Places};
use self::progress::{Cut, Progress};
use self::response::{ResponseBody, ResponseFrame};
use super::{InputFormat, OutputFormat};
use crate::api::App;
use crate::connections::Streaming;

/// Frames of the response that are written ahead of the reader.
const FRAMES_AHEAD: usize = 2;

/// The formats and codings of a batch.
#[derive(Clone, Copy, Debug)]
pub(in crate::api) struct Plan {
    pub(in crate::api) input: InputFormat,
    pub(in crate::api) decode: Coding,
    pub(in crate::api) output: OutputFormat,
    pub(in crate::api) encode: Coding,
}

/// The request of a batch.
pub(in crate::api) struct Incoming {
    pub(in crate::api) request_id: String,
    pub(in crate::api) body: Body,
    /// `None` if the request did not arrive on a connection.
    pub(in crate::api) streaming: Option<Streaming>,
    pub(in crate::api) place: Arc<Place>,
}

/// Starts the task of a batch. Returns the response body.
pub(in crate::api) fn start(app: App, plan: Plan, incoming: Incoming) -> Body {
    let Incoming { request_id, body, streaming, place } = incoming;
    let streaming = streaming.map(Arc::new);
    let (frames, receiver) = mpsc::channel(FRAMES_AHEAD);
    let response = ResponseBody::new(receiver, streaming.clone());
    tokio::spawn(async move {
        let progress = Progress::new(app.clone(), request_id, Arc::clone(&place));
        let reader_left = frames.clone();
        let ended = tokio::select! {
            biased;
            () = reader_left.closed() => None,
            () = place.wanted() => Some(Err(Cut::MadeRoom)),
            ended = run(&app, plan, body, streaming.as_deref(), &progress, frames, &place) => Some(ended),
        };
        if let Some(streaming) = streaming {
            match &ended {
                // The connection no longer polls the body, which therefore cannot report the cut.
                Some(Err(Cut::ReaderStalled | Cut::MadeRoom)) => streaming.cut(),
                _ => streaming.finish(),
            }
        }
        if let Some(ended) = ended {
            progress.end(ended);
        }
    });
    Body::new(response)
}

async fn run(
    app: &App,
    plan: Plan,
    body: Body,
    streaming: Option<&Streaming>,
    progress: &Progress,
    frames: mpsc::Sender<ResponseFrame>,
    place: &Arc<Place>,
) -> Result<(), Cut> {
    let settings = &app.settings.batch;
    let inbox = Inbox::new(&app.batch_input, settings.buffer);
    let receiving = async {
        let end = receive(body, &inbox, streaming, progress, settings.stall).await;
        inbox.close(end);
    };
    let pipeline = Pipeline::new(app, plan, &inbox, progress, frames, place).run();
    tokio::select! {
        biased;
        // The response may be complete before the input is, after a decoding error.
        ended = pipeline => ended,
        ((), never) = join(receiving, std::future::pending()) => never,
    }
}

/// Receives the request body as long as there is room.
async fn receive(
    mut body: Body,
    inbox: &Inbox<'_>,
    streaming: Option<&Streaming>,
    progress: &Progress,
    stall: Duration,
) -> Result<(), Cut> {
    loop {
        inbox.wait_for_room().await;
        let Some(bytes) = next_bytes(&mut body, inbox, streaming, stall).await? else { return Ok(()) };
        progress.received(bytes.len());
        inbox.put(&bytes);
    }
}

async fn next_bytes(
    body: &mut Body,
    inbox: &Inbox<'_>,
    streaming: Option<&Streaming>,
    stall: Duration,
) -> Result<Option<Bytes>, Cut> {
    loop {
        let frame = if let Some(frame) = body.frame().now_or_never() {
            frame
        } else {
            let wants = |wants| streaming.into_iter().for_each(|streaming| streaming.set_awaiting_body(wants));
            wants(true);
            let frame = sent_in_time(body, inbox, stall).await;
            wants(false);
            frame?
        };
        let Some(frame) = frame else { return Ok(None) };
        let frame = frame.map_err(|error| Cut::BrokeOff(error.to_string()))?;
        // Trailer fields are ignored. The connection is closed after the batch, since hyper reads them leniently.
        if let Ok(bytes) = frame.into_data() {
            return Ok(Some(bytes));
        }
    }
}

/// The next frame of the request body. The client counts as stalled only if the pipeline is idle: otherwise it may be
/// waiting for answers.
async fn sent_in_time(
    body: &mut Body,
    inbox: &Inbox<'_>,
    stall: Duration,
) -> Result<Option<Result<Frame<Bytes>, axum::Error>>, Cut> {
    let asked = Instant::now();
    loop {
        // While the pipeline works, the time has not begun.
        let since = inbox.idle_since().map_or_else(Instant::now, |idle| idle.max(asked));
        match tokio::time::timeout_at(since + stall, body.frame()).await {
            Ok(frame) => return Ok(frame),
            Err(_elapsed) if inbox.idle_since().is_some_and(|idle| idle <= since) => return Err(Cut::SenderStalled),
            Err(_elapsed) => {}
        }
    }
}
