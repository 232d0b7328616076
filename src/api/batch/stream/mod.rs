//! The task of a stream: it takes the request's body as it comes, and makes the answer's as it is read.
//!
//! ```text
//!   request body --receive--> Inbox --Solving--> pieces --> Answers, the response's body
//!                 until it is full            as they are taken
//! ```
//!
//! Both halves are one task. It ends when the response's body is dropped, and everything that it began with it. A stream
//! has no deadline as a whole; that it makes progress has one on either side.

mod body;
mod codec;
mod coding;
mod inbox;
mod metrics;
mod progress;
mod solving;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::join;
use http_body::Frame;
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use self::body::Answers;
pub(in crate::api) use self::coding::Coding;
use self::inbox::Inbox;
pub(in crate::api) use self::inbox::Ledger;
pub(in crate::api) use self::metrics::BatchMetrics;
use self::progress::{Cut, Progress};
use self::solving::Solving;
use super::{InputFormat, OutputFormat};
use crate::api::App;
use crate::connections::Streaming;

/// Pieces of the answer that are made before they are read.
const PIECES: usize = 2;

/// What a stream reads and writes.
#[derive(Clone, Copy, Debug)]
pub(in crate::api) struct Plan {
    pub(in crate::api) input: InputFormat,
    pub(in crate::api) decode: Coding,
    pub(in crate::api) output: OutputFormat,
    pub(in crate::api) encode: Coding,
}

/// A request for a stream.
pub(in crate::api) struct Incoming {
    pub(in crate::api) request_id: String,
    pub(in crate::api) body: Body,
    /// Where the exchange is one of a connection.
    pub(in crate::api) streaming: Option<Streaming>,
    /// The stream's place among those that may be open.
    pub(in crate::api) place: OwnedSemaphorePermit,
}

/// Starts the stream, and gives the body of its answer.
pub(in crate::api) fn start(app: App, plan: Plan, incoming: Incoming) -> Body {
    let Incoming { request_id, body, streaming, place } = incoming;
    let streaming = streaming.map(Arc::new);
    let (pieces, taken) = mpsc::channel(PIECES);
    let answers = Answers::new(taken, streaming.clone());
    tokio::spawn(async move {
        let progress = Progress::new(app.clone(), request_id);
        let reader_left = pieces.clone();
        let ended = tokio::select! {
            biased;
            () = reader_left.closed() => None,
            ended = run(&app, plan, body, streaming.as_deref(), &progress, pieces) => Some(ended),
        };
        if let Some(streaming) = streaming {
            match &ended {
                // Its body is not asked for any more, and could not tell.
                Some(Err(Cut::ReaderStalled)) => streaming.cut(),
                _ => streaming.finish(),
            }
        }
        if let Some(ended) = ended {
            progress.end(ended);
        }
        drop(place);
    });
    Body::new(answers)
}

async fn run(
    app: &App,
    plan: Plan,
    body: Body,
    streaming: Option<&Streaming>,
    progress: &Progress,
    pieces: mpsc::Sender<body::Piece>,
) -> Result<(), Cut> {
    let settings = &app.settings.batch;
    let inbox = Inbox::new(&app.batch_input, settings.buffer);
    let receiving = async {
        let end = receive(body, &inbox, streaming, progress, settings.stall).await;
        inbox.close(end);
    };
    let solving = Solving::new(app, plan, &inbox, progress, pieces).run();
    tokio::select! {
        biased;
        // The answer may be complete before the input is, when the rest of it is of no use.
        ended = solving => ended,
        ((), never) = join(receiving, std::future::pending()) => never,
    }
}

/// Takes the body as far as there is room.
async fn receive(
    mut body: Body,
    inbox: &Inbox<'_>,
    streaming: Option<&Streaming>,
    progress: &Progress,
    stall: Duration,
) -> Result<(), Cut> {
    loop {
        inbox.room().await;
        let Some(piece) = next_piece(&mut body, inbox, streaming, stall).await? else { return Ok(()) };
        progress.received(piece.len());
        inbox.put(&piece);
    }
}

async fn next_piece(
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
        // Trailers say nothing that is asked for.
        if let Ok(bytes) = frame.into_data() {
            return Ok(Some(bytes));
        }
    }
}

/// The next frame of the body. Its sender stalls only as long as there is nothing else to do: until then it may be
/// waiting for answers.
async fn sent_in_time(
    body: &mut Body,
    inbox: &Inbox<'_>,
    stall: Duration,
) -> Result<Option<Result<Frame<Bytes>, axum::Error>>, Cut> {
    inbox.was_idle();
    loop {
        match tokio::time::timeout(stall, body.frame()).await {
            Ok(frame) => return Ok(frame),
            Err(_elapsed) if inbox.was_idle() => return Err(Cut::SenderStalled),
            Err(_elapsed) => {}
        }
    }
}
