//! What a stream has done so far: for the metrics as it goes, for the log now and then and at the end.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::codec::Malformed;
use crate::api::App;
use crate::api::batch::Tally;

/// How often a long stream is reported.
const EVERY: Duration = Duration::from_secs(10);

/// Why a stream ended before its time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Cut {
    #[error("the client went away")]
    ClientGone,
    #[error("the service is stopping")]
    Draining,
    #[error("the sender sent nothing for the time of a stall")]
    SenderStalled,
    #[error("the reader took nothing for the time of a stall")]
    ReaderStalled,
    #[error("the body broke off: {0}")]
    BrokeOff(String),
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error("an internal error")]
    Internal,
}

impl Cut {
    /// The words of the metrics.
    pub(super) const REASONS: [&str; 8] = [
        "client_gone",
        "draining",
        "sender_stalled",
        "reader_stalled",
        "broke_off",
        "malformed_coding",
        "unfolds_too_far",
        "internal",
    ];

    pub(super) const fn reason(&self) -> &'static str {
        let place = match self {
            Self::ClientGone => 0,
            Self::Draining => 1,
            Self::SenderStalled => 2,
            Self::ReaderStalled => 3,
            Self::BrokeOff(_) => 4,
            Self::Malformed(Malformed::Damaged(_) | Malformed::Short) => 5,
            Self::Malformed(Malformed::Bomb(_)) => 6,
            Self::Internal => 7,
        };
        Self::REASONS[place]
    }
}

/// Counts one stream, from its head to its end, whatever that is.
pub(super) struct Progress {
    app: App,
    request_id: String,
    begun: Instant,
    counts: Mutex<Counts>,
}

struct Counts {
    received: u64,
    sent: u64,
    tally: Tally,
    reported: Instant,
    /// `None` until it is known; a stream that is dropped before was left by its client.
    end: Option<Result<(), Cut>>,
}

impl Progress {
    pub(super) fn new(app: App, request_id: String) -> Self {
        app.metrics.batch.began();
        let begun = Instant::now();
        let counts = Counts { received: 0, sent: 0, tally: Tally::default(), reported: begun, end: None };
        Self { app, request_id, begun, counts: Mutex::new(counts) }
    }

    fn with<T>(&self, change: impl FnOnce(&mut Counts) -> T) -> T {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn received(&self, bytes: usize) {
        self.app.metrics.batch.received(bytes);
        self.with(|counts| counts.received += bytes as u64);
    }

    /// Grids were answered, and their answers are so many bytes that are on their way now.
    pub(super) fn sent(&self, bytes: usize, tally: &Tally) {
        self.app.metrics.batch.sent(bytes);
        self.app.metrics.batch.answered(tally);
        let is_due = self.with(|counts| {
            counts.sent += bytes as u64;
            counts.tally += *tally;
            let is_due = counts.reported.elapsed() >= EVERY;
            if is_due {
                counts.reported = Instant::now();
            }
            is_due
        });
        if is_due {
            self.report();
        }
    }

    /// The stream has come to this end.
    pub(super) fn end(&self, end: Result<(), Cut>) {
        self.with(|counts| counts.end = Some(end));
    }

    fn report(&self) {
        let Figures { grids, errors, rate, .. } = self.figures();
        tracing::info!(request_id = self.request_id, grids, errors, per_second = rate, "batch stream goes on");
    }

    fn figures(&self) -> Figures {
        let (received, sent, tally) = self.with(|counts| (counts.received, counts.sent, counts.tally));
        let grids = tally.grids();
        let errors = grids - tally.solved();
        let micros = self.begun.elapsed().as_micros().max(1);
        let rate = (u128::from(grids) * 1_000_000 / micros) as u64;
        Figures { grids, errors, rate, received, sent }
    }
}

struct Figures {
    grids: u64,
    errors: u64,
    rate: u64,
    received: u64,
    sent: u64,
}

impl Drop for Progress {
    fn drop(&mut self) {
        let end = self
            .with(|counts| counts.end.take())
            .unwrap_or_else(|| Err(if self.app.draining.is_cancelled() { Cut::Draining } else { Cut::ClientGone }));
        let reason = end.as_ref().err().map_or("complete", Cut::reason);
        self.app.metrics.batch.ended(reason);
        let Figures { grids, errors, rate, received, sent } = self.figures();
        let elapsed_ms = self.begun.elapsed().as_millis() as u64;
        let why = end.as_ref().err().map(ToString::to_string);
        let request_id = self.request_id.as_str();
        macro_rules! line {
            ($level:ident, $message:literal) => {
                tracing::$level!(
                    request_id,
                    grids,
                    errors,
                    per_second = rate,
                    received,
                    sent,
                    elapsed_ms,
                    reason,
                    why,
                    $message
                )
            };
        }
        match end {
            Ok(()) => line!(info, "batch stream complete"),
            Err(Cut::Internal) => line!(error, "batch stream cut"),
            Err(Cut::ClientGone) => line!(info, "batch stream cut"),
            Err(_) => line!(warn, "batch stream cut"),
        }
    }
}
