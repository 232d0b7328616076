//! The places of open batches, and which batch gives its place up when they run out.
//!
//! A batch has some patience. It uses that up while the service only waits for its client, to send or to read, and
//! regains it with the bytes that the client then sends or reads:
//!
//! ```text
//!   patience   2 s -----.          .--------.      a batch that the threads work on
//!                        \        /          \       keeps what it has
//!                0        '------'            '---
//!                      waiting   bytes       waiting
//! ```
//!
//! A batch without patience stays open as long as there are places. When there are none, the next batch takes the place
//! of the slowest of those. So a client that uses its place, whatever its grids cost, is never cut for another.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

/// How long a batch may wait for its client and be safe from others.
const PATIENCE: Duration = Duration::from_secs(2);
/// What a byte from or to the client restores: 8 KiB a second, about a hundred grids, keep a batch safe.
const PATIENCE_PER_BYTE: Duration = Duration::from_micros(122);
/// How long a new batch waits for a place: until every batch that is not used has lost its patience.
const WAIT: Duration = Duration::from_secs(3);
/// How often it looks for a batch without patience.
const INTERVAL: Duration = Duration::from_millis(50);

/// The places of all batches.
#[derive(Debug)]
pub(in crate::api) struct Places {
    permits: Arc<Semaphore>,
    count: usize,
    open: Mutex<Vec<Weak<Place>>>,
    /// New batches that wait for a place.
    waiting: AtomicUsize,
}

impl Places {
    /// This many places.
    pub(in crate::api) fn new(count: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(count)), count, open: Mutex::default(), waiting: AtomicUsize::new(0) }
    }

    /// Takes a place, which may take [`WAIT`] if there is none; `None` if every place stays in use.
    pub(in crate::api) async fn take(&self) -> Option<Arc<Place>> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Some(self.admit(permit));
        }
        let _waiting = Waiting::begin(&self.waiting, self.count)?;
        let permit = tokio::time::timeout(WAIT, self.wait_for_permit()).await.ok()?;
        Some(self.admit(permit))
    }

    async fn wait_for_permit(&self) -> OwnedSemaphorePermit {
        let mut permit = std::pin::pin!(Arc::clone(&self.permits).acquire_owned());
        loop {
            self.make_room();
            tokio::select! {
                biased;
                permit = &mut permit => return permit.expect("the semaphore is never closed"),
                () = tokio::time::sleep(INTERVAL) => {}
            }
        }
    }

    fn admit(&self, permit: OwnedSemaphorePermit) -> Arc<Place> {
        let place = Arc::new(Place {
            pace: Mutex::new(Pace::new(Instant::now())),
            is_wanted: CancellationToken::new(),
            _permit: permit,
        });
        let mut open = self.open();
        open.retain(|place| place.strong_count() > 0);
        open.push(Arc::downgrade(&place));
        place
    }

    /// Asks the slowest batch without patience to end, unless as many are ending already as new ones wait.
    fn make_room(&self) {
        let now = Instant::now();
        let open: Vec<_> = self.open().iter().filter_map(Weak::upgrade).collect();
        let (ending, staying): (Vec<_>, Vec<_>) = open.into_iter().partition(|place| place.is_wanted.is_cancelled());
        if ending.len() >= self.waiting.load(Relaxed) {
            return;
        }
        let idle = staying.iter().filter(|place| place.pace().patience(now).is_zero());
        if let Some(slowest) = idle.min_by_key(|place| place.pace().bytes_per_second(now)) {
            slowest.is_wanted.cancel();
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<Weak<Place>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the new batches that wait; there are at most as many as places.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(waiting: &'a AtomicUsize, limit: usize) -> Option<Self> {
        waiting.fetch_update(Relaxed, Relaxed, |waiting| (waiting < limit).then_some(waiting + 1)).ok()?;
        Some(Self(waiting))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// The place of one batch. It is free again once the batch has ended and none of its chunks is at the threads, so that
/// these always have room for the chunks of every open batch.
#[derive(Debug)]
pub(in crate::api) struct Place {
    pace: Mutex<Pace>,
    /// Cancelled when another batch is to have the place.
    is_wanted: CancellationToken,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Completes when the batch must give its place to another.
    pub(super) fn wanted(&self) -> WaitForCancellationFuture<'_> {
        self.is_wanted.cancelled()
    }

    /// Records that the client sent bytes or took some.
    pub(super) fn moved(&self, bytes: usize) {
        self.pace().moved(bytes, Instant::now());
    }

    /// Records that the service only waits for the client, until the returned guard is dropped.
    pub(super) fn wait(&self) -> WaitForClient<'_> {
        self.pace().set_waiting(true, Instant::now());
        WaitForClient(self)
    }
}

pub(super) struct WaitForClient<'a>(&'a Place);

impl Drop for WaitForClient<'_> {
    fn drop(&mut self) {
        self.0.pace().set_waiting(false, Instant::now());
    }
}

/// How fast a client uses its place.
#[derive(Debug)]
struct Pace {
    opened: Instant,
    bytes: u64,
    /// The patience at `waiting_since`, or now if it does not wait.
    patience: Duration,
    waiting_since: Option<Instant>,
}

impl Pace {
    const fn new(now: Instant) -> Self {
        Self { opened: now, bytes: 0, patience: PATIENCE, waiting_since: None }
    }

    fn patience(&self, now: Instant) -> Duration {
        self.patience.saturating_sub(self.waiting_since.map_or(Duration::ZERO, |since| now - since))
    }

    fn set_waiting(&mut self, is_waiting: bool, now: Instant) {
        self.patience = self.patience(now);
        self.waiting_since = is_waiting.then_some(now);
    }

    fn moved(&mut self, bytes: usize, now: Instant) {
        self.bytes += bytes as u64;
        let gained = PATIENCE_PER_BYTE.saturating_mul(u32::try_from(bytes).unwrap_or(u32::MAX));
        self.patience = self.patience(now).saturating_add(gained).min(PATIENCE);
        self.waiting_since = self.waiting_since.map(|_| now);
    }

    fn bytes_per_second(&self, now: Instant) -> u64 {
        let millis = u64::try_from((now - self.opened).as_millis()).unwrap_or(u64::MAX);
        self.bytes.saturating_mul(1000) / millis.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_waiting_costs_patience_and_bytes_restore_it() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut pace = Pace::new(start);
        assert_eq!(pace.patience(at(60_000)), PATIENCE, "the threads work on it");
        pace.set_waiting(true, at(60_000));
        assert_eq!(pace.patience(at(61_500)), Duration::from_millis(500));
        pace.moved(1_000, at(61_500));
        assert_eq!(pace.patience(at(61_500)), Duration::from_millis(622));
        assert_eq!(pace.patience(at(63_000)), Duration::ZERO);
        pace.moved(1, at(70_000));
        assert_eq!(pace.patience(at(70_000)), PATIENCE_PER_BYTE, "a byte now and then is not enough");
        pace.set_waiting(false, at(70_000));
        assert_eq!(pace.patience(at(80_000)), PATIENCE_PER_BYTE);
        pace.moved(1 << 30, at(80_000));
        assert_eq!(pace.patience(at(80_000)), PATIENCE, "patience does not pile up");
        assert!(pace.bytes_per_second(at(80_000)) > 0);
    }

    /// Makes the batch one that has only waited for its client for a minute, after this many bytes.
    fn idle(place: &Place, bytes: u64) {
        let since = Instant::now().checked_sub(Duration::from_mins(1)).expect("the machine has run for a minute");
        *place.pace() = Pace { opened: since, bytes, patience: PATIENCE, waiting_since: Some(since) };
    }

    #[tokio::test]
    async fn the_slowest_batch_without_patience_makes_room() {
        let places = Places::new(3);
        let [used, slow, slower] = [places.take().await, places.take().await, places.take().await].map(Option::unwrap);
        let is_wanted = || [&used, &slow, &slower].map(|place| place.is_wanted.is_cancelled());
        let _first = Waiting::begin(&places.waiting, 3).unwrap();
        places.make_room();
        assert_eq!(is_wanted(), [false, false, false], "all are used");
        idle(&slow, 6_000);
        idle(&slower, 5_000);
        places.make_room();
        assert_eq!(is_wanted(), [false, false, true]);
        places.make_room();
        assert_eq!(is_wanted(), [false, false, true], "one waits, and one ends");
        let _second = Waiting::begin(&places.waiting, 3).unwrap();
        places.make_room();
        assert_eq!(is_wanted(), [false, true, true]);
    }

    #[test]
    fn as_many_may_wait_as_there_are_places() {
        let waiting = AtomicUsize::new(0);
        let one = Waiting::begin(&waiting, 2);
        let two = Waiting::begin(&waiting, 2);
        assert!(one.is_some() && two.is_some() && Waiting::begin(&waiting, 2).is_none());
        drop(two);
        assert!(Waiting::begin(&waiting, 2).is_some());
    }
}
