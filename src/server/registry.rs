//! All open connections: to tell them to stop, and to choose which one makes room for another.

use std::collections::HashMap;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use super::tracker::Tracker;
use super::{ConnectionLimits, ConnectionStats};

/// One closing makes room for this part of all connections, so that under a flood the search through all of them is
/// rare.
const EVICTED_PART: usize = 128;

/// The open connections and what they share.
///
/// A connection touches this map when it opens and when it closes, never for a request.
#[derive(Debug)]
pub(super) struct Registry {
    limits: ConnectionLimits,
    stats: Arc<ConnectionStats>,
    connections: Mutex<HashMap<u64, Arc<Tracker>>>,
    next_id: AtomicU64,
    stopping: AtomicBool,
    stopped_at: OnceLock<Instant>,
    cut: AtomicUsize,
}

impl Registry {
    pub(super) fn new(limits: ConnectionLimits, stats: Arc<ConnectionStats>) -> Self {
        Self {
            limits,
            stats,
            connections: Mutex::default(),
            next_id: AtomicU64::new(0),
            stopping: AtomicBool::new(false),
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

    /// Enters a new connection. None if there is no room and every connection has a request in flight.
    pub(super) fn admit(self: &Arc<Self>) -> Option<Entry> {
        let mut connections = self.connections();
        if connections.len() >= self.limits.max_connections && !self.make_room(&connections) {
            return None;
        }
        let id = self.next_id.fetch_add(1, Relaxed);
        let tracker = Arc::new(Tracker::new(Arc::clone(self)));
        connections.insert(id, Arc::clone(&tracker));
        self.stats.open.store(connections.len(), Relaxed);
        self.stats.accepted.fetch_add(1, Relaxed);
        Some(Entry { id, tracker })
    }

    /// Closes those that have waited longest for their clients. True if there was one, or if there is still room
    /// because of those that were told before and are about to close.
    fn make_room(&self, connections: &HashMap<u64, Arc<Tracker>>) -> bool {
        let batch = (self.limits.max_connections / EVICTED_PART).max(1);
        if connections.len() >= self.limits.max_connections + batch {
            return false;
        }
        let closing = connections.values().filter(|tracker| tracker.is_evicted()).count();
        if connections.len() - closing < self.limits.max_connections {
            return true;
        }
        let mut waiting: Vec<_> =
            connections.values().filter_map(|tracker| Some((tracker.waiting_since()?, tracker))).collect();
        waiting.sort_unstable_by_key(|(since, _)| *since);
        for (_, tracker) in waiting.iter().take(batch) {
            tracker.evict();
        }
        !waiting.is_empty()
    }

    /// Tells every connection that no more requests are wanted.
    pub(super) fn stop(&self) {
        self.stopped_at.get_or_init(Instant::now);
        self.stopping.store(true, Release);
        for tracker in self.connections().values() {
            tracker.wake();
        }
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Acquire)
    }

    pub(super) fn stopped_at(&self) -> Option<Instant> {
        if self.is_stopping() { self.stopped_at.get().copied() } else { None }
    }

    /// Counts a connection that was closed in the shutdown although a request, or part of one, was in it.
    pub(super) fn count_cut(&self) {
        self.cut.fetch_add(1, Relaxed);
    }

    pub(super) fn cut(&self) -> usize {
        self.cut.load(Relaxed)
    }

    fn remove(&self, id: u64) {
        let mut connections = self.connections();
        connections.remove(&id);
        self.stats.open.store(connections.len(), Relaxed);
    }
}

/// A connection's place in the registry, given back when dropped.
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
