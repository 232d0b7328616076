use prometheus::core::Collector;
use prometheus::{IntCounter, IntCounterVec, IntGauge, Opts, Registry};

use super::progress::Cut;
use crate::api::Outcome;
use crate::api::batch::Tally;

/// The metrics of batches.
pub(in crate::api) struct BatchMetrics {
    open: IntGauge,
    grids: IntCounterVec,
    ended: IntCounterVec,
    bytes_in: IntCounter,
    bytes_out: IntCounter,
    buffered: IntGauge,
}

impl BatchMetrics {
    /// Metrics that start at zero, in this registry.
    ///
    /// # Panics
    /// Never: the names are well formed and distinct, as the tests of the API check.
    pub(in crate::api) fn new(registry: &Registry) -> Self {
        let counters = |name, help, label| IntCounterVec::new(Opts::new(name, help), &[label]).expect("well formed");
        let counter = |name, help| IntCounter::new(name, help).expect("well formed");
        let gauge = |name, help| IntGauge::new(name, help).expect("well formed");
        let metrics = Self {
            open: gauge("sudoku_batch_streams", "Batches that are open."),
            grids: counters("sudoku_batch_grids_total", "Grids answered in batches, by outcome.", "outcome"),
            ended: counters(
                "sudoku_batch_streams_ended_total",
                "Batches that ended: complete, or the reason of the cut.",
                "reason",
            ),
            bytes_in: counter(
                "sudoku_batch_received_bytes_total",
                "Bytes of batch requests received, before decompression.",
            ),
            bytes_out: counter("sudoku_batch_sent_bytes_total", "Bytes of batch responses sent, after compression."),
            buffered: gauge("sudoku_batch_buffered_bytes", "Bytes of batch requests that wait to be solved."),
        };
        let all: [Box<dyn Collector>; 6] = [
            Box::new(metrics.open.clone()),
            Box::new(metrics.grids.clone()),
            Box::new(metrics.ended.clone()),
            Box::new(metrics.bytes_in.clone()),
            Box::new(metrics.bytes_out.clone()),
            Box::new(metrics.buffered.clone()),
        ];
        for collector in all {
            registry.register(collector).expect("each name is registered once");
        }
        for reason in Cut::REASONS.into_iter().chain(["complete"]) {
            metrics.ended.with_label_values(&[reason]);
        }
        metrics
    }

    /// Sets how many bytes wait; called when the metrics are rendered.
    pub(in crate::api) fn set_buffered(&self, bytes: usize) {
        self.buffered.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    pub(super) fn started(&self) {
        self.open.inc();
    }

    pub(super) fn ended(&self, reason: &str) {
        self.open.dec();
        self.ended.with_label_values(&[reason]).inc();
    }

    pub(super) fn received(&self, bytes: usize) {
        self.bytes_in.inc_by(bytes as u64);
    }

    pub(super) fn sent(&self, bytes: usize) {
        self.bytes_out.inc_by(bytes as u64);
    }

    pub(super) fn answered(&self, tally: &Tally) {
        for outcome in Outcome::ALL {
            let grids = tally.of(outcome);
            if grids > 0 {
                self.grids.with_label_values(&[outcome.as_str()]).inc_by(grids);
            }
        }
    }
}
