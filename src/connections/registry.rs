//! All open connections: to tell them to stop, and to choose which one makes room for another.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::time::timeout;

use super::tracker::Tracker;
use super::{ConnectionLimits, ConnectionStats};

/// One closing makes room for this part of all connections, so that under a flood the search through all of them is
/// rare.
const EVICTED_PART: usize = 128;
/// How long a connection that is told to close may take, which it does as soon as its task runs.
const MAKING_ROOM: Duration = Duration::from_millis(250);

/// The open connections and what they share.
///
/// A connection touches this map when it opens and when it closes, never for a request.
#[derive(Debug)]
pub(super) struct Registry {
    limits: ConnectionLimits,
    stats: Arc<ConnectionStats>,
    connections: Mutex<HashMap<u64, Arc<Tracker>>>,
    /// Told whenever a place is given back.
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

    /// Enters a new connection, if need be in the place of one that is closed for it. None if there is no room and
    /// every connection has a request in flight.
    pub(super) async fn admit(self: &Arc<Self>) -> Option<Entry> {
        loop {
            // Before the first look, so that no place given back meanwhile is missed.
            let freed = self.freed.notified();
            if let Some(entry) = self.enter() {
                return Some(entry);
            }
            if !self.make_room() || timeout(MAKING_ROOM, freed).await.is_err() {
                return None;
            }
        }
    }

    fn enter(self: &Arc<Self>) -> Option<Entry> {
        let mut connections = self.connections();
        if connections.len() >= self.limits.max_connections {
            return None;
        }
        let id = self.next_id.fetch_add(1, Relaxed);
        let tracker = Arc::new(Tracker::new(Arc::clone(self)));
        connections.insert(id, Arc::clone(&tracker));
        self.stats.open.store(connections.len(), Relaxed);
        self.stats.accepted.fetch_add(1, Relaxed);
        Some(Entry { id, tracker })
    }

    /// Closes those that have waited longest for their clients, unless some are closing already. False if none is
    /// waiting.
    pub(super) fn make_room(&self) -> bool {
        let connections = self.connections();
        if connections.values().any(|tracker| tracker.is_evicted()) {
            return true;
        }
        let mut waiting: Vec<_> =
            connections.values().filter_map(|tracker| Some((tracker.waiting_since()?, tracker))).collect();
        waiting.sort_unstable_by_key(|(since, _)| *since);
        for (_, tracker) in waiting.iter().take(self.limits.max_connections.div_ceil(EVICTED_PART)) {
            tracker.evict();
        }
        !waiting.is_empty()
    }

    /// Tells every connection that no more requests are wanted.
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
        drop(connections);
        self.freed.notify_waiters();
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
