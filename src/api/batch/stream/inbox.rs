//! Buffered input, bounded for each batch and over all of them.
//!
//! Many clients send everything before they read anything. If the service took no more of their bytes while their
//! answers wait to be read, neither side would make progress. So input is buffered up to a bound, as received, and
//! answers are computed only as they are read: the memory of a batch is bounded by its input, however much longer the
//! answers are.
//!
//! A client that keeps reading does not need this. Little input is buffered then, and a batch takes the same memory
//! whether it is short or endless.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::time::Instant;

use super::progress::Cut;
use crate::api::ledger::Ledger;

/// Bytes in a block, which gathers small reads: each would cost more than it holds if stored alone.
const BLOCK: usize = 64 * 1024;
/// What a batch may hold whatever the others hold, so that none is blocked by them.
const RESERVED: usize = 64 * 1024;

/// What is buffered while the client keeps reading: enough work for the threads if its next bytes are late.
const NARROW: usize = 256 * 1024;

/// The input of one batch between the client that sends it and the [pipeline](super::pipeline) that takes it.
pub(super) struct Inbox<'a> {
    ledger: &'a Ledger,
    limit: usize,
    /// Whether the client does not read, so that the whole limit applies.
    is_wide: AtomicBool,
    /// Since when the pipeline has had nothing to do but to wait for input.
    idle_since: Mutex<Option<Instant>>,
    content: Mutex<Content>,
    /// Notified when there is something to take.
    filled: Notify,
    /// Notified when something was taken or the limit has grown.
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
            idle_since: Mutex::default(),
            content: Mutex::default(),
            filled: Notify::new(),
            emptied: Notify::new(),
        }
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        // No code that can panic runs under the lock.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many bytes are buffered.
    pub(super) fn held(&self) -> usize {
        self.content().bytes
    }

    /// Sets whether the client leaves its answers unread, so that input is buffered up to the whole limit.
    pub(super) fn set_wide(&self, is_wide: bool) {
        self.is_wide.store(is_wide, Relaxed);
        if is_wide {
            self.emptied.notify_one();
        }
    }

    /// Sets whether the pipeline has nothing to do but to wait for input.
    pub(super) fn set_waiting(&self, is_waiting: bool) {
        *self.idle_since.lock().unwrap_or_else(PoisonError::into_inner) = is_waiting.then(Instant::now);
    }

    /// Since when the pipeline has only waited for input; `None` while it works.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        *self.idle_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn limit(&self) -> usize {
        if self.is_wide.load(Relaxed) { self.limit } else { self.limit.min(NARROW) }
    }

    /// Waits until there is room. What is then put may exceed the limit by its own length.
    pub(super) async fn wait_for_room(&self) {
        loop {
            // Before the checks, so that no release after them is missed.
            let freed = self.ledger.freed();
            let own = self.held();
            if own < self.limit() && (own < RESERVED || self.ledger.has_room()) {
                return;
            }
            tokio::select! {
                () = freed => {}
                () = self.emptied.notified() => {}
            }
        }
    }

    /// Appends input.
    pub(super) fn put(&self, bytes: &[u8]) {
        let mut content = self.content();
        content.bytes += bytes.len();
        match content.blocks.back_mut() {
            Some(last) if last.len() + bytes.len() <= BLOCK => {
                last.reserve_exact(BLOCK - last.len());
                last.extend_from_slice(bytes);
            }
            _ => content.blocks.push_back(bytes.to_vec()),
        }
        drop(content);
        self.ledger.add(bytes.len());
        self.filled.notify_one();
    }

    /// Marks the end of the input, and why it ended early if it did.
    pub(super) fn close(&self, end: Result<(), Cut>) {
        self.content().end.get_or_insert(end);
        self.filled.notify_one();
    }

    /// Takes the next block; `None` after the last.
    ///
    /// # Errors
    /// Why the input ended early, after everything that was received.
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
        self.ledger.release(block.len());
        self.emptied.notify_one();
        Some(Ok(Some(block)))
    }
}

impl Drop for Inbox<'_> {
    fn drop(&mut self) {
        self.ledger.release(self.held());
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_batch_stops_at_its_own_limit_and_continues_after_a_take() {
        let ledger = Ledger::new(1 << 30);
        let inbox = Inbox::new(&ledger, 100_000);
        inbox.put(&vec![1; 99_999]);
        assert!(inbox.wait_for_room().now_or_never().is_some());
        inbox.put(&[2]);
        let mut room = Box::pin(inbox.wait_for_room());
        assert!(room.as_mut().now_or_never().is_none());
        assert_eq!(inbox.take().now_or_never().unwrap().unwrap().unwrap().len(), 99_999);
        assert!(room.now_or_never().is_some());
        assert_eq!((inbox.held(), ledger.held()), (1, 1));
    }

    #[test]
    fn the_total_limit_leaves_each_batch_its_reserve() {
        let ledger = Ledger::new(200_000);
        let (large, small) = (Inbox::new(&ledger, 1 << 30), Inbox::new(&ledger, 1 << 30));
        large.set_wide(true);
        small.set_wide(true);
        large.put(&vec![0; 200_000]);
        assert!(large.wait_for_room().now_or_never().is_none());
        assert!(small.wait_for_room().now_or_never().is_some());
        small.put(&vec![0; RESERVED]);
        let mut room = Box::pin(small.wait_for_room());
        assert!(room.as_mut().now_or_never().is_none());
        drop(large);
        assert!(room.now_or_never().is_some());
        drop(small);
        assert_eq!(ledger.held(), 0);
    }

    #[test]
    fn much_is_buffered_only_while_the_client_does_not_read() {
        let ledger = Ledger::new(1 << 30);
        let inbox = Inbox::new(&ledger, 1 << 20);
        inbox.put(&vec![0; NARROW]);
        let mut room = Box::pin(inbox.wait_for_room());
        assert!(room.as_mut().now_or_never().is_none());
        inbox.set_wide(true);
        assert!(room.now_or_never().is_some());
        inbox.put(&vec![0; (1 << 20) - NARROW]);
        assert!(inbox.wait_for_room().now_or_never().is_none());
    }

    #[test]
    fn idle_means_only_waiting() {
        let ledger = Ledger::new(1);
        let inbox = Inbox::new(&ledger, 1);
        assert_eq!(inbox.idle_since(), None, "it works");
        inbox.set_waiting(true);
        let first = inbox.idle_since().expect("it waits");
        inbox.set_waiting(false);
        assert_eq!(inbox.idle_since(), None, "it works again");
        inbox.set_waiting(true);
        assert!(inbox.idle_since().is_some_and(|since| since >= first));
    }

    #[test]
    fn small_puts_share_a_block() {
        let ledger = Ledger::new(1 << 30);
        let inbox = Inbox::new(&ledger, 1 << 30);
        for number in 0..=255_u8 {
            inbox.put(&[number; 300]);
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
        assert!(all.chunks(300).zip(0..=255).all(|(bytes, number)| bytes == [number; 300]) && all.len() == 256 * 300);
    }

    #[test]
    fn input_before_the_cut_is_taken_first() {
        let ledger = Ledger::new(1 << 30);
        let inbox = Inbox::new(&ledger, 1 << 30);
        inbox.put(b"half");
        inbox.close(Err(Cut::SenderStalled));
        assert_eq!(inbox.take().now_or_never().unwrap().unwrap().unwrap(), b"half");
        assert_eq!(inbox.take().now_or_never().unwrap(), Err(Cut::SenderStalled));
    }
}
