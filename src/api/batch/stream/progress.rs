//! The progress of a batch: reported to the metrics continuously, to the log now and then and at the end.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::codec::DecodeError;
use super::places::Place;
use crate::api::App;
use crate::api::batch::Tally;

/// How often a long batch is logged.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// Why a batch was cut: it ended before it was complete.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Cut {
    #[error("the client went away")]
    ClientGone,
    #[error("the service is stopping")]
    Draining,
    #[error("the client sent nothing within the stall timeout")]
    SenderStalled,
    #[error("the client read nothing within the stall timeout")]
    ReaderStalled,
    #[error("another batch needed the place, and the client did not use it")]
    MadeRoom,
    #[error("the request body broke off: {0}")]
    BrokeOff(String),
    #[error(transparent)]
    Decode(#[from] DecodeError),
    #[error("an internal error")]
    Internal,
}

impl Cut {
    /// The values of the metric's label `reason`.
    pub(super) const REASONS: [&str; 9] = [
        "client_gone",
        "draining",
        "sender_stalled",
        "reader_stalled",
        "made_room",
        "broke_off",
        "malformed_coding",
        "ratio_exceeded",
        "internal",
    ];

    pub(super) const fn reason(&self) -> &'static str {
        let index = match self {
            Self::ClientGone => 0,
            Self::Draining => 1,
            Self::SenderStalled => 2,
            Self::ReaderStalled => 3,
            Self::MadeRoom => 4,
            Self::BrokeOff(_) => 5,
            Self::Decode(DecodeError::Damaged(_) | DecodeError::Truncated) => 6,
            Self::Decode(DecodeError::RatioExceeded(_)) => 7,
            Self::Internal => 8,
        };
        Self::REASONS[index]
    }
}

/// Counts one batch until it is dropped, however the batch ends.
pub(super) struct Progress {
    app: App,
    request_id: String,
    place: Arc<Place>,
    started: Instant,
    counts: Mutex<Counts>,
}

struct Counts {
    received: u64,
    sent: u64,
    tally: Tally,
    last_report: Instant,
    /// `None` until it is known. A batch dropped before was left by its client, or the service is stopping.
    end: Option<Result<(), Cut>>,
}

impl Progress {
    pub(super) fn new(app: App, request_id: String, place: Arc<Place>) -> Self {
        app.metrics.batch.started();
        let started = Instant::now();
        let counts = Counts { received: 0, sent: 0, tally: Tally::default(), last_report: started, end: None };
        Self { app, request_id, place, started, counts: Mutex::new(counts) }
    }

    fn with<T>(&self, change: impl FnOnce(&mut Counts) -> T) -> T {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn received(&self, bytes: usize) {
        self.place.moved(bytes);
        self.app.metrics.batch.received(bytes);
        self.with(|counts| counts.received += bytes as u64);
    }

    /// Grids were answered, in this many compressed bytes.
    pub(super) fn sent(&self, bytes: usize, tally: &Tally) {
        self.place.moved(bytes);
        self.app.metrics.batch.sent(bytes);
        self.app.metrics.batch.answered(tally);
        let is_due = self.with(|counts| {
            counts.sent += bytes as u64;
            counts.tally += *tally;
            let is_due = counts.last_report.elapsed() >= REPORT_INTERVAL;
            if is_due {
                counts.last_report = Instant::now();
            }
            is_due
        });
        if is_due {
            self.report();
        }
    }

    /// Sets how the batch ended.
    pub(super) fn end(&self, end: Result<(), Cut>) {
        self.with(|counts| counts.end = Some(end));
    }

    fn report(&self) {
        let Figures { grids, errors, rate, .. } = self.figures();
        tracing::info!(request_id = self.request_id, grids, errors, per_second = rate, "batch in progress");
    }

    fn log_end(&self, end: &Result<(), Cut>, reason: &str) {
        let Figures { grids, errors, rate, received, sent } = self.figures();
        let elapsed_ms = self.started.elapsed().as_millis() as u64;
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
            Ok(()) => line!(info, "batch complete"),
            Err(Cut::Internal) => line!(error, "batch cut"),
            Err(Cut::ClientGone) => line!(info, "batch cut"),
            Err(_) => line!(warn, "batch cut"),
        }
    }

    fn figures(&self) -> Figures {
        let (received, sent, tally) = self.with(|counts| (counts.received, counts.sent, counts.tally));
        let grids = tally.grids();
        let errors = grids - tally.solved();
        let micros = self.started.elapsed().as_micros().max(1);
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
        self.log_end(&end, reason);
    }
}
