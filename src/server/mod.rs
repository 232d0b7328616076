//! Connections.

use std::sync::atomic::{AtomicU64, AtomicUsize};

/// What the accept loop counts.
#[derive(Debug, Default)]
pub struct ConnectionStats {
    /// Open now.
    pub open: AtomicUsize,
    /// Accepted since the start.
    pub accepted: AtomicU64,
    /// Refused since the start, because too many were open.
    pub refused: AtomicU64,
    /// Closed since the start, because a deadline passed.
    pub timed_out: AtomicU64,
}
