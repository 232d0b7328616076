//! From the buffered input to the response, as fast as the client reads it.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;

use futures_util::FutureExt;
use tokio::sync::mpsc::Sender;
use tokio::sync::oneshot;

use super::codec::{Decoder, Encoder};
use super::inbox::Inbox;
use super::places::Place;
use super::progress::{Cut, Progress};
use super::response::{ResponseFrame, ResponseWriter};
use super::{OutputFormat, Plan};
use crate::api::App;
use crate::api::batch::{Chunk, Limits, Splitter, Tally, solve_chunk};
use crate::api::worker_pool::{CancelOnDrop, chunks_in_flight};
use sudoku_engine::solver::{Budget, Solver};

/// The answers to a chunk.
struct SolvedChunk {
    answers: Vec<u8>,
    tally: Tally,
}

/// The second half of a batch's task.
///
/// ```text
///   Inbox --Decoder--> bytes --Splitter--> ready --+--> batch threads --+--> ResponseWriter
///                                                  +--> (a few chunks  |    in order
///                                                  +-->  at a time) ---+
/// ```
///
/// Input is decoded only when every ready chunk was submitted to the threads, and no chunk is submitted while
/// finished answers wait to be read.
pub(super) struct Pipeline<'a> {
    app: &'a App,
    inbox: &'a Inbox<'a>,
    progress: &'a Progress,
    output: OutputFormat,
    decoder: Decoder,
    /// `None` once the input has ended.
    splitter: Option<Splitter>,
    ready: VecDeque<Chunk>,
    /// In the order of the input.
    in_flight: VecDeque<oneshot::Receiver<SolvedChunk>>,
    cancel: CancelOnDrop,
    response: ResponseWriter<'a>,
    /// Why the input ended early; returned once what was received is answered.
    cut: Option<Cut>,
    /// Shared with the chunks in flight.
    place: &'a Arc<Place>,
}

impl<'a> Pipeline<'a> {
    pub(super) fn new(
        app: &'a App,
        plan: Plan,
        inbox: &'a Inbox<'a>,
        progress: &'a Progress,
        frames: Sender<ResponseFrame>,
        place: &'a Arc<Place>,
    ) -> Self {
        let limits = Limits { line: app.settings.max_body };
        let batch = &app.settings.batch;
        Self {
            app,
            inbox,
            progress,
            output: plan.output,
            decoder: Decoder::new(plan.decode, batch.max_ratio),
            splitter: Some(Splitter::new(plan.input, limits)),
            ready: VecDeque::new(),
            in_flight: VecDeque::new(),
            cancel: CancelOnDrop::default(),
            response: ResponseWriter { frames, encoder: Encoder::new(plan.encode), inbox, place, stall: batch.stall },
            cut: None,
            place,
        }
    }

    /// Answers the whole batch.
    pub(super) async fn run(mut self) -> Result<(), Cut> {
        let depth = chunks_in_flight(&self.app.settings);
        loop {
            while self.in_flight.len() < depth
                && let Some(chunk) = self.ready.pop_front()
            {
                let solved = self.submit(chunk)?;
                self.in_flight.push_back(solved);
            }
            let wants_input = self.ready.is_empty() && self.in_flight.len() < depth && self.splitter.is_some();
            if self.in_flight.is_empty() {
                if !wants_input {
                    return self.finish().await;
                }
                self.read().await;
                continue;
            }
            tokio::select! {
                biased;
                solved = first(&mut self.in_flight) => self.respond(solved?).await?,
                input = next_input(self.inbox, &mut self.decoder), if wants_input => self.split(input).await,
            }
        }
    }

    /// Reads input while nothing is in flight. Before it waits for the client, it makes a chunk of the complete
    /// items.
    async fn read(&mut self) {
        let input = match next_input(self.inbox, &mut self.decoder).now_or_never() {
            Some(input) => input,
            None if self.flush() => return,
            None => {
                let _waiting = self.place.wait();
                self.inbox.set_waiting(true);
                let input = next_input(self.inbox, &mut self.decoder).await;
                self.inbox.set_waiting(false);
                input
            }
        };
        self.split(input).await;
    }

    /// Gives a chunk to the threads.
    fn submit(&self, chunk: Chunk) -> Result<oneshot::Receiver<SolvedChunk>, Cut> {
        let output = self.output;
        let budget = Budget { guesses: self.app.settings.max_guesses, cancel: Some(self.cancel.flag()) };
        let place = Arc::clone(self.place);
        let work = move |solver: &mut Solver| {
            let _until_done = place;
            let mut solved = SolvedChunk { answers: Vec::new(), tally: Tally::default() };
            // Nobody waits for a cancelled chunk.
            if !budget.is_cancelled() {
                solved.answers = solve_chunk(&chunk, output, solver, &budget, &mut solved.tally);
            }
            solved
        };
        self.app.solvers.batch.submit(work).map_err(|_full| Cut::Internal)
    }

    /// Splits input into chunks, or makes the last chunk at the end of it.
    async fn split(&mut self, input: Result<Option<Vec<u8>>, Cut>) {
        match input {
            Ok(Some(bytes)) => {
                let Some(splitter) = &mut self.splitter else { return };
                let mut rest = &bytes[..];
                while let Some(chunk) = splitter.push(&mut rest) {
                    self.ready.push_back(chunk);
                }
            }
            Ok(None) => self.ready.extend(self.splitter.take().and_then(Splitter::finish)),
            Err(cut) => {
                let last = self.splitter.take().and_then(|mut splitter| match &cut {
                    Cut::Decode(error) => Some(splitter.finish_with_error(&error.to_string())),
                    // There is no telling what an incomplete item would have been.
                    _ => splitter.flush(),
                });
                self.ready.extend(last);
                self.cut = Some(cut);
            }
        }
        // However much input is buffered, the other tasks of this thread get their turn.
        tokio::task::yield_now().await;
    }

    /// Makes a chunk of the complete items. Returns whether there were any.
    fn flush(&mut self) -> bool {
        let chunk = self.splitter.as_mut().and_then(Splitter::flush);
        let is_some = chunk.is_some();
        self.ready.extend(chunk);
        is_some
    }

    /// Sends answers to the client, which must read the earlier ones in time.
    async fn respond(&mut self, solved: SolvedChunk) -> Result<(), Cut> {
        let bytes = self.response.encode(solved.answers);
        self.progress.sent(bytes.len(), &solved.tally);
        self.response.send(bytes).await
    }

    /// Ends the response after all answers. A decoding error is one of the answers, so the response is complete
    /// although the request is not; after any other cut the end is missing.
    async fn finish(self) -> Result<(), Cut> {
        let cut = self.cut.map_or(Ok(()), Err);
        if matches!(cut, Ok(()) | Err(Cut::Decode(_))) {
            self.response.finish().await?;
        }
        cut
    }
}

/// The answers to the chunk that was submitted first; never completes if there is none.
async fn first(in_flight: &mut VecDeque<oneshot::Receiver<SolvedChunk>>) -> Result<SolvedChunk, Cut> {
    let Some(first) = in_flight.front_mut() else { return pending().await };
    let solved = first.await;
    in_flight.pop_front();
    // The channel closes without a result if the work panicked.
    solved.map_err(|_closed| Cut::Internal)
}

/// The next bytes of the decompressed input; `None` at its end.
async fn next_input(inbox: &Inbox<'_>, decoder: &mut Decoder) -> Result<Option<Vec<u8>>, Cut> {
    loop {
        match decoder.step()? {
            Some(bytes) if bytes.is_empty() => {
                tokio::task::yield_now().await;
                continue;
            }
            Some(bytes) => return Ok(Some(bytes)),
            None => {}
        }
        match inbox.take().await? {
            Some(block) => decoder.feed(block),
            None => return Ok(decoder.finish().map(|()| None)?),
        }
    }
}
