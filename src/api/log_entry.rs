//! The log line of a request.

use std::time::Duration;

use http::{HeaderValue, StatusCode};

use super::Problem;
use super::problem::More;

/// The log line of a request, whose level follows from the status.
pub(super) struct LogEntry<'a> {
    pub(super) method: &'static str,
    pub(super) route: &'static str,
    pub(super) request_id: &'a HeaderValue,
    pub(super) elapsed: Duration,
    pub(super) search: Option<Duration>,
    pub(super) problem: Option<&'a Problem>,
}

impl LogEntry<'_> {
    pub(super) fn emit(&self, status: StatusCode) {
        let Self { method, route, .. } = self;
        let status = status.as_u16();
        let request_id = self.request_id.to_str().unwrap_or_default();
        let elapsed_us = self.elapsed.as_micros() as u64;
        let search_us = self.search.map(|search| search.as_micros() as u64);
        let problem = self.problem.map(|problem| problem.kind.facts().slug);
        let internal = self.problem.and_then(|problem| match &problem.more {
            More::Internal(internal) => Some(internal.as_str()),
            _ => None,
        });
        macro_rules! line {
            ($level:ident) => {
                tracing::$level!(method, route, status, elapsed_us, search_us, request_id, problem, internal, "request")
            };
        }
        match status {
            500 => line!(error),
            503 => line!(warn),
            _ => line!(info),
        }
    }
}
