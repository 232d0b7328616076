//! The three kinds of work, each with threads and a queue of its own.

use super::SolverPool;
use crate::api::Settings;

/// How much less of a busy machine goes to work that nobody waits for within milliseconds, in the system's unit.
const NICE: i32 = 5;

/// Chunks of one batch stream that are at the threads at a time: one for each thread, and one that is ready when a thread
/// is done. As each stream has no more, the queue goes round between the streams.
pub(in crate::api) const fn chunks_at_once(settings: &Settings) -> usize {
    settings.workers + 1
}

/// The threads that search, apart by how long somebody waits for them.
///
/// ```text
///   /solve, /validate   --> urgent: microseconds each         --.
///   /count              --> long:   up to seconds each         --+-> the system's scheduler shares the cores
///   chunks of streams   --> batch:   always more of it, niced  --'
/// ```
///
/// A search cannot be interrupted, but a thread can: a search that comes in while all cores count and solve in batch
/// begins at once, on a thread that has not used its share of the machine and so goes first.
pub struct Solvers {
    /// Searches that take microseconds, and that somebody waits for.
    pub urgent: SolverPool,
    /// Searches that may take seconds.
    pub long: SolverPool,
    /// Chunks of streams.
    pub batch: SolverPool,
}

impl Solvers {
    /// Starts the threads of each kind.
    ///
    /// # Panics
    /// As [`SolverPool::new`].
    pub fn new(settings: &Settings) -> Self {
        let Settings { engine, workers, queue, .. } = *settings;
        let chunks = settings.batch.streams * chunks_at_once(settings);
        Self {
            urgent: SolverPool::new(engine, workers, queue),
            long: SolverPool::start("long", NICE, engine, workers, queue),
            batch: SolverPool::start("batch", NICE, engine, workers, chunks),
        }
    }
}
