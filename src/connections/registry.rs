//! All open connections, for the shutdown and for closing some to make room for others.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::time::timeout;

use super::tracker::Tracker;
use super::{ConnectionLimits, ConnectionStats};

/// One eviction closes one in this many of all connections, so that the search through all of them stays rare in a
/// flood of new ones.
const EVICTION_DIVISOR: usize = 128;
/// The least time between two searches for connections to close because all hold too much.
const RELIEF_INTERVAL: Duration = Duration::from_millis(5);
/// How long a new connection waits for an evicted one to close, which happens as soon as the evicted one's task runs.
const EVICTION_TIMEOUT: Duration = Duration::from_millis(250);

/// The open connections and what they share.
///
/// A connection locks the map when it opens and when it closes, never for a request.
#[derive(Debug)]
pub(super) struct Registry {
    limits: ConnectionLimits,
    stats: Arc<ConnectionStats>,
    connections: Mutex<HashMap<u64, Arc<Tracker>>>,
    /// Bytes that all connections hold, as estimated.
    held: AtomicUsize,
    /// When connections were last closed because of that.
    relieved_at: Mutex<Option<Instant>>,
    /// Notified whenever a connection leaves the registry.
    freed: Notify,
    next_id: AtomicU64,
    stopped_at: OnceLock<Instant>,
    cut: AtomicUsize,
}

impl Registry {
    pub(super) fn new(limits: ConnectionLimits, stats: Arc<ConnectionStats>) -> Self {
        Self {
            limits,
            stats,
            connections: Mutex::default(),
            held: AtomicUsize::new(0),
            relieved_at: Mutex::default(),
            freed: Notify::new(),
            next_id: AtomicU64::new(0),
            stopped_at: OnceLock::new(),
            cut: AtomicUsize::new(0),
        }
    }

    pub(super) fn limits(&self) -> &ConnectionLimits {
        &self.limits
    }

    pub(super) fn stats(&self) -> &ConnectionStats {
        &self.stats
    }

    fn connections(&self) -> MutexGuard<'_, HashMap<u64, Arc<Tracker>>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a new connection, after closing others if there is no room. None if none of these waits for its client.
    pub(super) async fn admit(self: &Arc<Self>) -> Option<Entry> {
        loop {
            // Created before the check, so that it sees a connection that leaves in between.
            let freed = self.freed.notified();
            if let Some(entry) = self.try_admit() {
                return Some(entry);
            }
            if !self.make_room() || timeout(EVICTION_TIMEOUT, freed).await.is_err() {
                return None;
            }
        }
    }

    fn try_admit(self: &Arc<Self>) -> Option<Entry> {
        let mut connections = self.connections();
        if connections.len() >= self.limits.max_connections {
            return None;
        }
        let id = self.next_id.fetch_add(1, Relaxed);
        let tracker = Arc::new(Tracker::new(Arc::clone(self)));
        connections.insert(id, Arc::clone(&tracker));
        self.stats.open.store(connections.len(), Relaxed);
        self.stats.accepted.fetch_add(1, Relaxed);
        drop(connections);
        tracker.enter_account();
        Some(Entry { id, tracker })
    }

    /// Closes the connections that have waited longest for their clients, unless evicted ones are still closing. False
    /// if no connection waits for its client.
    pub(super) fn make_room(&self) -> bool {
        let connections = self.connections();
        if connections.values().any(|tracker| tracker.is_evicted()) {
            return true;
        }
        let waiting = waiting(&connections);
        for tracker in waiting.iter().take(self.limits.max_connections.div_ceil(EVICTION_DIVISOR)) {
            tracker.evict();
        }
        !waiting.is_empty()
    }

    /// Records that a connection holds so many bytes instead of so many before. Returns whether all connections
    /// together hold more than they may; if this one holds more than before, others are closed then.
    pub(super) fn change_held(&self, before: usize, now: usize) -> bool {
        let held = match now.checked_signed_diff(before) {
            Some(0) | None => self.held.load(Relaxed),
            Some(more) => self.held.fetch_add(more.cast_unsigned(), Relaxed).wrapping_add_signed(more),
        };
        let is_over = held > self.limits.max_held;
        if is_over && now > before {
            self.relieve();
        }
        is_over
    }

    /// Closes the connections that have waited longest for their clients, until the others hold no more than they may.
    /// Looks for them now and then, however often it is called.
    fn relieve(&self) {
        let mut relieved_at = self.relieved_at.lock().unwrap_or_else(PoisonError::into_inner);
        if relieved_at.is_some_and(|at| at.elapsed() < RELIEF_INTERVAL) {
            return;
        }
        *relieved_at = Some(Instant::now());
        let connections = self.connections();
        let closing: usize =
            connections.values().filter(|tracker| tracker.is_evicted()).map(|tracker| tracker.held()).sum();
        let mut excess = self.held.load(Relaxed).saturating_sub(self.limits.max_held).saturating_sub(closing);
        for tracker in waiting(&connections) {
            if excess == 0 {
                break;
            }
            excess = excess.saturating_sub(tracker.held());
            tracker.evict();
        }
    }

    /// Starts the shutdown and wakes every connection, which then finishes its requests and closes.
    pub(super) fn stop(&self) {
        self.stopped_at.get_or_init(Instant::now);
        for tracker in self.connections().values() {
            tracker.wake();
        }
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopped_at().is_some()
    }

    pub(super) fn stopped_at(&self) -> Option<Instant> {
        self.stopped_at.get().copied()
    }

    /// Counts a connection that the shutdown closed with a request, or part of one, in flight.
    pub(super) fn count_cut(&self) {
        self.cut.fetch_add(1, Relaxed);
    }

    pub(super) fn cut(&self) -> usize {
        self.cut.load(Relaxed)
    }

    fn remove(&self, id: u64) {
        let mut connections = self.connections();
        if let Some(tracker) = connections.remove(&id) {
            self.held.fetch_sub(tracker.leave_account(), Relaxed);
        }
        self.stats.open.store(connections.len(), Relaxed);
        drop(connections);
        self.freed.notify_waiters();
    }
}

/// The connections that wait for their clients, the longest first.
fn waiting(connections: &HashMap<u64, Arc<Tracker>>) -> Vec<&Tracker> {
    let mut waiting: Vec<(Instant, &Tracker)> =
        connections.values().filter_map(|tracker| Some((tracker.waiting_since()?, &**tracker))).collect();
    waiting.sort_unstable_by_key(|(since, _)| *since);
    waiting.into_iter().map(|(_, tracker)| tracker).collect()
}

/// A registered connection, removed from the registry on drop.
#[derive(Debug)]
pub(super) struct Entry {
    id: u64,
    pub(super) tracker: Arc<Tracker>,
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.tracker.registry().remove(self.id);
    }
}
