//! The three kinds of search, each with its own threads and queue.

use sudoku_engine::solver::{Engine, Solver};

use super::{Threads, WorkerPool};
use crate::api::Settings;

/// Threads that each own a solver.
pub type SolverPool = WorkerPool<Solver>;

/// The niceness of threads whose results nobody expects within milliseconds.
const NICE: i32 = 5;

/// How many chunks of one batch may be queued or running: one for each thread, and one ready for the first thread that
/// is done. No batch has more, so the queue alternates between batches.
pub(in crate::api) const fn chunks_in_flight(settings: &Settings) -> usize {
    settings.workers + 1
}

impl SolverPool {
    /// Starts threads that search with this engine.
    ///
    /// # Panics
    /// As [`WorkerPool::start`], and if the machine cannot run the engine.
    pub fn with_engine(engine: Engine, threads: Threads<'_>, queue: usize) -> Self {
        assert!(engine.is_available(), "the engine runs on this machine");
        Self::start(threads, queue, move || Solver::with_engine(engine).expect("the engine runs on this machine"))
    }
}

/// The solver threads, grouped by how long their results may take.
///
/// ```text
///   /solve, /validate      --> urgent: microseconds each    --.
///   /count, /hint, /rate   --> long:   up to seconds each    --+-> the system's scheduler shares the cores
///   chunks of batches      --> batch:  always more, niced   --'
/// ```
///
/// A search does not yield, but the system can preempt its thread. So a search that arrives while all cores are busy
/// with counts and batches starts at once: its thread has used none of its share of the machine and is scheduled first.
pub struct Solvers {
    /// Searches that take microseconds, for clients that wait.
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
    /// If the system cannot start a thread, a number in the settings is 0, or the machine cannot run the engine.
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
