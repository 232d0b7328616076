//! From the input that waits to the answers, as fast as these are taken.

use std::collections::VecDeque;
use std::future::pending;
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use tokio::sync::mpsc::{Permit, Sender};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::body::Piece;
use super::codec::{Decoder, Encoder, Malformed};
use super::inbox::Inbox;
use super::progress::{Cut, Progress};
use super::{OutputFormat, Plan};
use crate::api::App;
use crate::api::batch::{Chunk, Limits, Splitter, Tally, answer};
use crate::api::worker_pool::{CancelOnDrop, chunks_in_flight};
use sudoku_engine::solver::Budget;

/// How long answers wait until their reader counts as one that sends everything before it reads.
const PATIENCE: Duration = Duration::from_millis(100);

/// A chunk's answers.
struct Answered {
    bytes: Vec<u8>,
    tally: Tally,
}

/// The second half of a stream.
///
/// ```text
///   Inbox --Decoder--> bytes --Splitter--> ready --+--> batch threads --+--> Encoder --> pieces
///                                                  +--> (a few chunks  |    in order
///                                                  +-->  at a time) ---+
/// ```
///
/// Nothing is decoded before the chunks that are ready are at the threads, and no chunk is given to the threads before
/// an answer that waits was taken.
pub(super) struct Solving<'a> {
    app: &'a App,
    inbox: &'a Inbox<'a>,
    progress: &'a Progress,
    pieces: Sender<Piece>,
    output: OutputFormat,
    decoder: Decoder,
    /// `None` when the input has ended.
    splitter: Option<Splitter>,
    encoder: Encoder,
    ready: VecDeque<Chunk>,
    /// In the order of the input.
    at_work: VecDeque<oneshot::Receiver<Answered>>,
    cancel: CancelOnDrop,
    /// Why the input ended before its time, to be said after the answers to what came.
    cut: Option<Cut>,
}

impl<'a> Solving<'a> {
    pub(super) fn new(
        app: &'a App,
        plan: Plan,
        inbox: &'a Inbox<'a>,
        progress: &'a Progress,
        pieces: Sender<Piece>,
    ) -> Self {
        let limits = Limits { line: app.settings.max_body };
        Self {
            app,
            inbox,
            progress,
            pieces,
            output: plan.output,
            decoder: Decoder::new(plan.decode, app.settings.batch.max_ratio),
            splitter: Some(Splitter::new(plan.input, limits)),
            encoder: Encoder::new(plan.encode),
            ready: VecDeque::new(),
            at_work: VecDeque::new(),
            cancel: CancelOnDrop::default(),
            cut: None,
        }
    }

    /// Answers everything.
    pub(super) async fn run(mut self) -> Result<(), Cut> {
        let depth = chunks_in_flight(&self.app.settings);
        loop {
            while self.at_work.len() < depth
                && let Some(chunk) = self.ready.pop_front()
            {
                let answered = self.begin(chunk)?;
                self.at_work.push_back(answered);
            }
            let wants_input = self.ready.is_empty() && self.at_work.len() < depth && self.splitter.is_some();
            if self.at_work.is_empty() && !wants_input && self.ready.is_empty() {
                return self.end().await;
            }
            if self.at_work.is_empty() {
                self.read().await;
                continue;
            }
            tokio::select! {
                biased;
                answered = first(&mut self.at_work) => self.hand_over(answered?).await?,
                more = next_input(self.inbox, &mut self.decoder), if wants_input => self.split(more).await,
            }
        }
    }

    /// Reads on, while no answer is being made: where the sender is to be waited for, what is complete is answered first.
    async fn read(&mut self) {
        let more = match next_input(self.inbox, &mut self.decoder).now_or_never() {
            Some(more) => more,
            None if self.flush() => return,
            None => {
                self.inbox.wait(true);
                let more = next_input(self.inbox, &mut self.decoder).await;
                self.inbox.wait(false);
                more
            }
        };
        self.split(more).await;
    }

    /// Gives a chunk to the threads.
    fn begin(&self, chunk: Chunk) -> Result<oneshot::Receiver<Answered>, Cut> {
        let output = self.output;
        let budget = Budget { guesses: self.app.settings.max_guesses, cancel: Some(self.cancel.flag()) };
        let work = move |solver: &mut sudoku_engine::solver::Solver| {
            let mut answered = Answered { bytes: Vec::new(), tally: Tally::default() };
            // Nobody waits for what was cancelled.
            if !budget.is_cancelled() {
                answered.bytes = answer(&chunk, output, solver, &budget, &mut answered.tally);
            }
            answered
        };
        self.app.solvers.batch.submit(work).map_err(|_full| Cut::Internal)
    }

    /// Takes what came of the input apart.
    async fn split(&mut self, more: Result<Option<Vec<u8>>, Cut>) {
        match more {
            Ok(Some(bytes)) => {
                let Some(splitter) = &mut self.splitter else { return };
                let mut rest = &bytes[..];
                while let Some(chunk) = splitter.push(&mut rest) {
                    self.ready.push_back(chunk);
                }
            }
            Ok(None) => self.ready.extend(self.splitter.take().and_then(Splitter::finish)),
            Err(cut) => {
                let rest = self.splitter.take().and_then(|mut splitter| match &cut {
                    Cut::Malformed(why) => splitter.break_off(&why.to_string()),
                    // Of a line that was cut off nobody knows what it would have been.
                    _ => splitter.flush(),
                });
                self.ready.extend(rest);
                self.cut = Some(cut);
            }
        }
        // However long the input that waits, other tasks of this thread have their turn.
        tokio::task::yield_now().await;
    }

    /// Makes a chunk of the items that are complete; false if there are none.
    fn flush(&mut self) -> bool {
        let chunk = self.splitter.as_mut().and_then(Splitter::flush);
        let is_some = chunk.is_some();
        self.ready.extend(chunk);
        is_some
    }

    /// Gives answers to the reader, who must take the ones before in time.
    async fn hand_over(&mut self, answered: Answered) -> Result<(), Cut> {
        let bytes = self.encoder.piece(answered.bytes);
        self.progress.sent(bytes.len(), &answered.tally);
        self.send(bytes).await
    }

    async fn send(&self, bytes: Vec<u8>) -> Result<(), Cut> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.push(Piece::Bytes(Bytes::from(bytes))).await
    }

    /// Hands a piece over as soon as the ones before were taken.
    async fn push(&self, piece: Piece) -> Result<(), Cut> {
        let place = match self.pieces.try_reserve() {
            Ok(place) => place,
            Err(_full) => self.place().await?,
        };
        place.send(piece);
        Ok(())
    }

    async fn place(&self) -> Result<Permit<'_, Piece>, Cut> {
        // Closed, the body was dropped, which ends the task.
        let reserve = async || self.pieces.reserve().await.map_err(|_closed| Cut::ClientGone);
        if let Ok(place) = timeout(PATIENCE, reserve()).await {
            return place;
        }
        self.inbox.widen(true);
        let place = timeout(self.app.settings.batch.stall, reserve()).await;
        self.inbox.widen(false);
        place.unwrap_or(Err(Cut::ReaderStalled))
    }

    /// After all answers. What cannot be unfolded has its own, so that the answer is whole, though the question was not.
    async fn end(mut self) -> Result<(), Cut> {
        let cut = self.cut.take().map_or(Ok(()), Err);
        if matches!(cut, Ok(()) | Err(Cut::Malformed(_))) {
            let last = self.encoder.finish();
            self.send(last).await?;
            self.push(Piece::End).await?;
        }
        cut
    }
}

/// The answer to the chunk that was given to the threads first; never if there is none.
async fn first(at_work: &mut VecDeque<oneshot::Receiver<Answered>>) -> Result<Answered, Cut> {
    let Some(first) = at_work.front_mut() else { return pending().await };
    let answered = first.await;
    at_work.pop_front();
    // The channel is closed without an answer when the work panicked.
    answered.map_err(|_closed| Cut::Internal)
}

/// The next bytes of the input, unfolded; `None` at its end.
async fn next_input(inbox: &Inbox<'_>, decoder: &mut Decoder) -> Result<Option<Vec<u8>>, Cut> {
    loop {
        if let Some(bytes) = decoder.step()? {
            return Ok(Some(bytes));
        }
        match inbox.take().await? {
            Some(block) => decoder.feed(block),
            None => return decoder.finish().map(|()| None).map_err(|error: Malformed| error.into()),
        }
    }
}
