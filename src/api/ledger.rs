use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// A bound over all requests on the bytes that some part of the service holds for its clients.
#[derive(Debug)]
pub(super) struct Ledger {
    held: AtomicUsize,
    limit: usize,
    freed: Notify,
}

impl Ledger {
    /// A ledger with room for this many bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self { held: AtomicUsize::new(0), limit, freed: Notify::new() }
    }

    /// How many bytes are held now.
    pub(super) fn held(&self) -> usize {
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

    /// Adds bytes unless that would exceed the limit; whether it did.
    fn try_add(&self, bytes: usize) -> bool {
        let fits = |held: usize| held.checked_add(bytes).filter(|&sum| sum <= self.limit);
        self.held.fetch_update(Relaxed, Relaxed, fits).is_ok()
    }
}

/// Bytes held by one request, which are released as they are sent and with this value.
#[derive(Debug)]
pub(super) struct Reservation {
    ledger: Arc<Ledger>,
    bytes: usize,
}

impl Reservation {
    /// Nothing yet.
    pub(super) const fn new(ledger: Arc<Ledger>) -> Self {
        Self { ledger, bytes: 0 }
    }

    /// Holds this many bytes from now on; returns whether there was room for them. Without room nothing changes.
    #[must_use]
    pub(super) fn resize(&mut self, bytes: usize) -> bool {
        if bytes > self.bytes {
            if !self.ledger.try_add(bytes - self.bytes) {
                return false;
            }
        } else {
            self.ledger.release(self.bytes - bytes);
        }
        self.bytes = bytes;
        true
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.ledger.release(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reservations_share_the_limit_and_give_back_what_they_hold() {
        let ledger = Arc::new(Ledger::new(100));
        let (mut one, mut other) = (Reservation::new(Arc::clone(&ledger)), Reservation::new(Arc::clone(&ledger)));
        assert!(one.resize(60) && !other.resize(41) && other.resize(40));
        assert!(!one.resize(61), "the ledger is full");
        assert!(one.resize(10) && other.resize(90));
        assert_eq!(ledger.held(), 100);
        drop(one);
        assert_eq!(ledger.held(), 90);
        drop(other);
        assert_eq!(ledger.held(), 0);
        assert!(!Reservation::new(ledger).resize(usize::MAX), "no sum overflows");
    }
}
