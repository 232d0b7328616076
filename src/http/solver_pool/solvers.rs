//! The three kinds of work, each with threads and a queue of its own.

use super::SolverPool;
use crate::http::Settings;

/// How much less of a busy machine goes to work that nobody waits for within milliseconds, in the system's unit.
const NICE: i32 = 5;

/// Chunks of one bulk stream that are at the threads at a time: one for each thread, and one that is ready when a thread
/// is done. As each stream has no more, the queue goes round between the streams.
pub(in crate::http) const fn chunks_at_once(settings: &Settings) -> usize {
    settings.workers + 1
}

/// The threads that search, apart by how long somebody waits for them.
///
/// ```text
///   /solve, /validate   --> urgent: microseconds each         --.
///   /count              --> long:   up to seconds each         --+-> the system's scheduler shares the cores
///   chunks of streams   --> bulk:   always more of it, niced  --'
/// ```
///
/// A search cannot be interrupted, but a thread can: a search that comes in while all cores count and solve in bulk
/// begins at once, on a thread that has not used its share of the machine and so goes first.
pub struct Solvers {
    /// Searches that take microseconds, and that somebody waits for.
    pub urgent: SolverPool,
    /// Searches that may take seconds.
    pub long: SolverPool,
    /// Chunks of streams.
    pub bulk: SolverPool,
}

impl Solvers {
    /// Starts the threads of each kind.
    ///
    /// # Panics
    /// As [`SolverPool::new`].
    pub fn new(settings: &Settings) -> Self {
        let Settings { engine, workers, queue, .. } = *settings;
        let chunks = settings.bulk.streams * chunks_at_once(settings);
        Self {
            urgent: SolverPool::new(engine, workers, queue),
            long: SolverPool::start("long", NICE, engine, workers, queue),
            bulk: SolverPool::start("bulk", NICE, engine, workers, chunks),
        }
    }
}
