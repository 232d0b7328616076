//! The three kinds of searches, each with its own threads and queue.

use sudoku_engine::solver::{Engine, Solver};

use super::{Threads, WorkerPool};
use crate::api::Settings;

/// Threads that search.
pub type SolverPool = WorkerPool<Solver>;

/// How much less of a busy machine goes to work that nobody expects within milliseconds, in the system's unit.
const NICE: i32 = 5;

/// How many chunks of one batch are at the threads at a time: one for each thread, and one that is ready when a thread is
/// done. As no batch has more, the queue alternates between batches.
pub(in crate::api) const fn chunks_in_flight(settings: &Settings) -> usize {
    settings.workers + 1
}

impl SolverPool {
    /// Starts threads that search with this engine.
    ///
    /// # Panics
    /// As [`WorkerPool::start`], and when the machine cannot run the engine.
    pub fn with_engine(engine: Engine, threads: Threads<'_>, queue: usize) -> Self {
        assert!(engine.is_available(), "the engine runs on this machine");
        Self::start(threads, queue, move || Solver::with_engine(engine).expect("the engine runs on this machine"))
    }
}

/// The threads that search, grouped by how long somebody waits for them.
///
/// ```text
///   /solve, /validate    --> urgent: microseconds each    --.
///   /count               --> long:   up to seconds each    --+-> the system's scheduler shares the cores
///   chunks of batches    --> batch:  always more, niced   --'
/// ```
///
/// A search cannot be interrupted, but a thread can: a search that arrives while all cores are busy counting and solving
/// batches starts at once, on a thread that has used none of its share of the machine and so goes first.
pub struct Solvers {
    /// Searches that take microseconds and that somebody waits for.
    pub urgent: SolverPool,
    /// Searches that may take seconds.
    pub long: SolverPool,
    /// Chunks of batches.
    pub batch: SolverPool,
}

impl Solvers {
    /// Starts the threads of each kind.
    ///
    /// # Panics
    /// When the system cannot start a thread, a number in the settings is 0, or the machine cannot run the engine.
    pub fn new(settings: &Settings) -> Self {
        let Settings { engine, workers: count, queue, .. } = *settings;
        let chunks = settings.batch.streams * chunks_in_flight(settings);
        Self {
            urgent: SolverPool::with_engine(engine, Threads { name: "solver", count, niceness: 0 }, queue),
            long: SolverPool::with_engine(engine, Threads { name: "long", count, niceness: NICE }, queue),
            batch: SolverPool::with_engine(engine, Threads { name: "batch", count, niceness: NICE }, chunks),
        }
    }
}
