use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// The bytes of input buffered by all batches together.
#[derive(Debug)]
pub(in crate::api) struct Ledger {
    held: AtomicUsize,
    limit: usize,
    freed: Notify,
}

impl Ledger {
    /// A ledger with room for this many bytes.
    pub(in crate::api) fn new(limit: usize) -> Self {
        Self { held: AtomicUsize::new(0), limit, freed: Notify::new() }
    }

    /// How many bytes are buffered now.
    pub(in crate::api) fn held(&self) -> usize {
        self.held.load(Relaxed)
    }

    pub(super) fn has_room(&self) -> bool {
        self.held() < self.limit
    }

    pub(super) fn add(&self, bytes: usize) {
        self.held.fetch_add(bytes, Relaxed);
    }

    pub(super) fn release(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Relaxed);
        self.freed.notify_waiters();
    }

    /// Completes after the next release, even one that precedes its first poll.
    pub(super) fn freed(&self) -> Notified<'_> {
        self.freed.notified()
    }
}
