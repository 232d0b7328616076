//! Input that waits, bounded for each stream and over all of them.
//!
//! Many clients send everything before they read anything. If nobody took their bytes while their answers wait, neither
//! side would go on. So input is taken up to a bound, as it came, and answers are made only as they are read: what a
//! stream holds is bounded by what came in, however much the answers are longer.
//!
//! As long as the reader takes its answers there is no need for that: then little waits, and the memory is the same
//! whether a stream is short or endless.

use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::Cut;

/// Bytes in a block, into which small pieces are gathered: one that came alone would cost more than it holds.
const BLOCK: usize = 64 * 1024;
/// What a stream may hold whatever the others hold, so that none stands still because of them.
const OWN: usize = 64 * 1024;

/// What waits while the reader keeps up: enough for the threads to have work when the sender's next bytes are late.
const NARROW: usize = 256 * 1024;

/// The bytes that wait in all streams together.
#[derive(Debug)]
pub(in crate::api) struct Ledger {
    held: AtomicUsize,
    limit: usize,
    /// Told whenever bytes were given back.
    freed: Notify,
}

impl Ledger {
    /// With room for so many bytes.
    pub(in crate::api) fn new(limit: usize) -> Self {
        Self { held: AtomicUsize::new(0), limit, freed: Notify::new() }
    }

    /// How many bytes wait now.
    pub(in crate::api) fn held(&self) -> usize {
        self.held.load(Relaxed)
    }

    fn give_back(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Relaxed);
        self.freed.notify_waiters();
    }
}

/// The input of one stream between its sender and its solving: one side puts, the other takes.
pub(super) struct Inbox<'a> {
    ledger: &'a Ledger,
    limit: usize,
    /// Whether the limit is that of a reader who does not read.
    is_wide: AtomicBool,
    /// Whether the taker waits for input, and whether it did anything else since that was last asked.
    waits: AtomicBool,
    was_busy: AtomicBool,
    content: Mutex<Content>,
    /// Told when there is something to take.
    filled: Notify,
    /// Told when something was taken, or the limit is another.
    emptied: Notify,
}

#[derive(Default)]
struct Content {
    blocks: VecDeque<Vec<u8>>,
    bytes: usize,
    end: Option<Result<(), Cut>>,
}

impl<'a> Inbox<'a> {
    pub(super) fn new(ledger: &'a Ledger, limit: usize) -> Self {
        Self {
            ledger,
            limit,
            is_wide: AtomicBool::new(false),
            waits: AtomicBool::new(false),
            was_busy: AtomicBool::new(false),
            content: Mutex::default(),
            filled: Notify::new(),
            emptied: Notify::new(),
        }
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        // No code that can panic runs under the lock.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many bytes wait.
    pub(super) fn held(&self) -> usize {
        self.content().bytes
    }

    /// Whether the reader leaves its answers where they are, so that as much as the bound permits may wait.
    pub(super) fn widen(&self, is_wide: bool) {
        self.is_wide.store(is_wide, Relaxed);
        if is_wide {
            self.emptied.notify_one();
        }
    }

    /// Whether the taker has nothing to do but to wait for input.
    pub(super) fn wait(&self, waits: bool) {
        self.was_busy.store(true, Relaxed);
        self.waits.store(waits, Relaxed);
    }

    /// Whether the taker has only waited for input since this was last asked.
    pub(super) fn was_idle(&self) -> bool {
        self.waits.load(Relaxed) && !self.was_busy.swap(false, Relaxed)
    }

    fn limit(&self) -> usize {
        if self.is_wide.load(Relaxed) { self.limit } else { self.limit.min(NARROW) }
    }

    /// Waits until more may be put. What is put then may be over the bound by its own length.
    pub(super) async fn room(&self) {
        loop {
            // Before the look, so that nothing given back meanwhile is missed.
            let freed = self.ledger.freed.notified();
            let own = self.held();
            if own < self.limit() && (own < OWN || self.ledger.held() < self.ledger.limit) {
                return;
            }
            tokio::select! {
                () = freed => {}
                () = self.emptied.notified() => {}
            }
        }
    }

    pub(super) fn put(&self, piece: &[u8]) {
        let mut content = self.content();
        content.bytes += piece.len();
        match content.blocks.back_mut() {
            Some(last) if last.len() + piece.len() <= BLOCK => {
                last.reserve_exact(BLOCK - last.len());
                last.extend_from_slice(piece);
            }
            _ => content.blocks.push_back(piece.to_vec()),
        }
        drop(content);
        self.ledger.held.fetch_add(piece.len(), Relaxed);
        self.filled.notify_one();
    }

    /// Says that nothing more comes, and why if not because all came.
    pub(super) fn close(&self, end: Result<(), Cut>) {
        self.content().end.get_or_insert(end);
        self.filled.notify_one();
    }

    /// The next block; `None` after the last.
    ///
    /// # Errors
    /// Why the input ended before its time, after all that came of it.
    pub(super) async fn take(&self) -> Result<Option<Vec<u8>>, Cut> {
        loop {
            if let Some(taken) = self.try_take() {
                return taken;
            }
            self.filled.notified().await;
        }
    }

    fn try_take(&self) -> Option<Result<Option<Vec<u8>>, Cut>> {
        let mut content = self.content();
        let Some(block) = content.blocks.pop_front() else {
            return content.end.clone().map(|end| end.map(|()| None));
        };
        content.bytes -= block.len();
        drop(content);
        self.ledger.give_back(block.len());
        self.emptied.notify_one();
        Some(Ok(Some(block)))
    }
}

impl Drop for Inbox<'_> {
    fn drop(&mut self) {
        self.ledger.give_back(self.held());
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_stream_stops_at_its_own_bound_and_goes_on_when_something_was_taken() {
        let ledger = Ledger::new(1 << 30);
        let inbox = Inbox::new(&ledger, 100_000);
        inbox.put(&vec![1; 99_999]);
        assert!(inbox.room().now_or_never().is_some());
        inbox.put(&[2]);
        let mut room = Box::pin(inbox.room());
        assert!(room.as_mut().now_or_never().is_none());
        assert_eq!(inbox.take().now_or_never().unwrap().unwrap().unwrap().len(), 99_999);
        assert!(room.now_or_never().is_some());
        assert_eq!((inbox.held(), ledger.held()), (1, 1));
    }

    #[test]
    fn the_bound_over_all_leaves_each_its_own() {
        let ledger = Ledger::new(200_000);
        let (large, small) = (Inbox::new(&ledger, 1 << 30), Inbox::new(&ledger, 1 << 30));
        large.widen(true);
        small.widen(true);
        large.put(&vec![0; 200_000]);
        assert!(large.room().now_or_never().is_none());
        assert!(small.room().now_or_never().is_some());
        small.put(&vec![0; OWN]);
        let mut room = Box::pin(small.room());
        assert!(room.as_mut().now_or_never().is_none());
        drop(large);
        assert!(room.now_or_never().is_some());
        drop(small);
        assert_eq!(ledger.held(), 0);
    }

    #[test]
    fn much_waits_only_for_a_reader_who_does_not_read() {
        let ledger = Ledger::new(1 << 30);
        let inbox = Inbox::new(&ledger, 1 << 20);
        inbox.put(&vec![0; NARROW]);
        let mut room = Box::pin(inbox.room());
        assert!(room.as_mut().now_or_never().is_none());
        inbox.widen(true);
        assert!(room.now_or_never().is_some());
        inbox.put(&vec![0; (1 << 20) - NARROW]);
        assert!(inbox.room().now_or_never().is_none());
    }

    #[test]
    fn idle_is_who_did_nothing_but_wait() {
        let ledger = Ledger::new(1);
        let inbox = Inbox::new(&ledger, 1);
        assert!(!inbox.was_idle(), "works");
        inbox.wait(true);
        assert!(!inbox.was_idle(), "has begun to wait");
        assert!(inbox.was_idle());
        inbox.wait(false);
        inbox.wait(true);
        assert!(!inbox.was_idle(), "worked in between");
        assert!(inbox.was_idle());
    }

    #[test]
    fn small_pieces_share_a_block() {
        let ledger = Ledger::new(1 << 30);
        let inbox = Inbox::new(&ledger, 1 << 30);
        for piece in 0..=255_u8 {
            inbox.put(&[piece; 300]);
        }
        inbox.close(Ok(()));
        let mut all = Vec::new();
        let mut blocks = 0;
        while let Some(block) = inbox.take().now_or_never().unwrap().unwrap() {
            assert!(block.capacity() <= BLOCK);
            all.extend(block);
            blocks += 1;
        }
        assert_eq!(blocks, 2);
        assert!(all.chunks(300).zip(0..=255).all(|(piece, number)| piece == [number; 300]) && all.len() == 256 * 300);
    }

    #[test]
    fn what_came_before_the_cut_is_given_first() {
        let ledger = Ledger::new(1 << 30);
        let inbox = Inbox::new(&ledger, 1 << 30);
        inbox.put(b"half");
        inbox.close(Err(Cut::SenderStalled));
        assert_eq!(inbox.take().now_or_never().unwrap().unwrap().unwrap(), b"half");
        assert_eq!(inbox.take().now_or_never().unwrap(), Err(Cut::SenderStalled));
    }
}
