//! Metrics, in the text format of Prometheus.
//!
//! Histograms have fixed buckets of atomics: they neither grow nor need upkeep.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use prometheus::core::Collector;
use prometheus::{
    HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder, histogram_opts,
};

use super::batch::stream::BatchMetrics;
use super::{Outcome, Solvers};
use crate::connections::ConnectionStats;
use sudoku_engine::solver::Engine;

/// Searches take from a few microseconds to seconds.
const SEARCH_BUCKETS: [f64; 15] = [
    0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10.0,
];
/// A request also waits for a thread and for the network.
const REQUEST_BUCKETS: [f64; 12] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10.0];

/// All metrics of the service.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    request_seconds: HistogramVec,
    search_seconds: HistogramVec,
    outcomes: IntCounterVec,
    in_flight: IntGauge,
    queue_depth: IntGaugeVec,
    connection_counts: IntGaugeVec,
    engine: IntGaugeVec,
    connections: Arc<ConnectionStats>,
    /// Metrics of batches.
    pub(super) batch: BatchMetrics,
}

impl Metrics {
    /// Metrics that start at zero.
    ///
    /// # Panics
    /// Never: tests show that the names are well formed and distinct.
    pub fn new(connections: Arc<ConnectionStats>, engine: Engine) -> Self {
        let registry = Registry::new();
        let metrics = Self {
            requests: IntCounterVec::new(
                Opts::new("http_requests_total", "Requests responded to, by matched route, method (none if unreadable, other if unknown) and status."),
                &["route", "method", "status"],
            )
            .expect("well formed"),
            request_seconds: histogram(
                "http_request_duration_seconds",
                "Time from a request's head to its response.",
                &REQUEST_BUCKETS,
            ),
            search_seconds: histogram("sudoku_search_duration_seconds", "Time of the search alone.", &SEARCH_BUCKETS),
            outcomes: IntCounterVec::new(
                Opts::new("sudoku_outcomes_total", "Outcomes of grids, by matched route."),
                &["route", "outcome"],
            )
            .expect("well formed"),
            in_flight: IntGauge::new("http_requests_in_flight", "Requests without a response yet.")
                .expect("well formed"),
            queue_depth: IntGaugeVec::new(
                Opts::new("sudoku_queue_depth", "Searches waiting for a thread, by kind of work."),
                &["work"],
            )
            .expect("well formed"),
            connection_counts: IntGaugeVec::new(
                Opts::new(
                    "http_connections",
                    "Connections: open counts those open now, the others count since the start.",
                ),
                &["state"],
            )
            .expect("well formed"),
            engine: IntGaugeVec::new(Opts::new("sudoku_engine", "1 for the engine in use."), &["engine"])
                .expect("well formed"),
            batch: BatchMetrics::new(&registry),
            registry,
            connections,
        };
        metrics.register();
        metrics.engine.with_label_values(&[&engine.to_string()]).set(1);
        metrics
    }

    fn register(&self) {
        let all: [Box<dyn Collector>; 8] = [
            Box::new(self.requests.clone()),
            Box::new(self.request_seconds.clone()),
            Box::new(self.search_seconds.clone()),
            Box::new(self.outcomes.clone()),
            Box::new(self.in_flight.clone()),
            Box::new(self.queue_depth.clone()),
            Box::new(self.connection_counts.clone()),
            Box::new(self.engine.clone()),
        ];
        for collector in all {
            self.registry.register(collector).expect("each name is registered once");
        }
    }

    /// Counts a request as in flight, until [`Metrics::request_finished`].
    pub fn request_started(&self) {
        self.in_flight.inc();
    }

    /// Counts a request as no longer in flight, with or without a response.
    pub fn request_finished(&self) {
        self.in_flight.dec();
    }

    /// Counts a response and the time it took.
    pub fn count_response(&self, route: &str, method: &str, status: &str, elapsed: Duration) {
        self.requests.with_label_values(&[route, method, status]).inc();
        self.request_seconds.with_label_values(&[route]).observe(elapsed.as_secs_f64());
    }

    /// Counts a completed search and the time it took.
    pub fn count_search(&self, route: &str, outcome: Outcome, elapsed: Duration) {
        self.count_outcome(route, outcome);
        self.search_seconds.with_label_values(&[route]).observe(elapsed.as_secs_f64());
    }

    /// Counts an outcome without a completed search.
    pub fn count_outcome(&self, route: &str, outcome: Outcome) {
        self.outcomes.with_label_values(&[route, outcome.as_str()]).inc();
    }

    /// All metrics in the text format.
    ///
    /// # Errors
    /// If the encoder refuses a metric, which would be a bug in this module.
    pub fn render(&self, solvers: &Solvers) -> Result<String, prometheus::Error> {
        for (work, pool) in [("urgent", &solvers.urgent), ("long", &solvers.long), ("batch", &solvers.batch)] {
            self.queue_depth.with_label_values(&[work]).set(signed(pool.queued() as u64));
        }
        let connections = &self.connections;
        for (state, count) in [
            ("open", connections.open.load(Ordering::Relaxed) as u64),
            ("accepted", connections.accepted.load(Ordering::Relaxed)),
            ("refused", connections.refused.load(Ordering::Relaxed)),
            ("evicted", connections.evicted.load(Ordering::Relaxed)),
            ("timed_out", connections.timed_out.load(Ordering::Relaxed)),
        ] {
            self.connection_counts.with_label_values(&[state]).set(signed(count));
        }
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn histogram(name: &str, help: &str, buckets: &[f64]) -> HistogramVec {
    let options: HistogramOpts = histogram_opts!(name, help, buckets.to_vec());
    HistogramVec::new(options, &["route"]).expect("well formed")
}
