//! Searches run on threads of their own, never on those that serve connections.
//!
//! ```text
//!   handler --try_send--> bounded queue --recv--> worker thread, which owns a Solver
//!      ^                                               |
//!      +------------------- oneshot -------------------+
//! ```
//!
//! A full queue refuses at once. A handler that is dropped, because its client went away, or that runs into its deadline,
//! sets the search's cancel flag; a search that is still in the queue then never starts.

mod solvers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TrySendError};
use tokio::sync::oneshot;

pub use solvers::Solvers;
pub(super) use solvers::chunks_at_once;

use sudoku_engine::solver::{Budget, CancelFlag, Engine, Solver, Stopped};

type Job = Box<dyn FnOnce(&mut Solver) + Send>;

/// A fixed number of threads that search, and the queue before them.
pub struct SolverPool {
    jobs: Sender<Job>,
}

/// Why a search gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// The queue is full.
    #[error("the queue of searches is full")]
    Full,
    /// The deadline passed while the search waited for a thread.
    #[error("the deadline passed before the search began")]
    Waited,
    /// The deadline passed while the search ran.
    #[error("the deadline passed while the search ran")]
    Deadline,
    /// The search made all the guesses that it may make.
    #[error("the search made all {0} guesses that it may make")]
    Guesses(u64),
    /// The search panicked, which is a fault of the solver.
    #[error("the search panicked")]
    Panicked,
}

/// An answer and the time that its search took.
#[derive(Clone, Copy, Debug)]
pub struct Timed<T> {
    /// The answer.
    pub answer: T,
    /// The search alone, without the wait for a thread.
    pub elapsed: Duration,
}

impl SolverPool {
    /// Starts the threads. They end when the pool is dropped and its queue is empty.
    ///
    /// # Panics
    /// When the system starts no thread, `workers` or `queue` is 0, or the machine cannot run the engine.
    pub fn new(engine: Engine, workers: usize, queue: usize) -> Self {
        Self::start("solver", 0, engine, workers, queue)
    }

    /// Starts threads of this name and niceness.
    fn start(name: &str, niceness: i32, engine: Engine, workers: usize, queue: usize) -> Self {
        assert!(workers > 0 && queue > 0, "a pool has at least one thread and one place in its queue");
        assert!(engine.is_available(), "the engine runs on this machine");
        let (jobs, waiting) = crossbeam_channel::bounded(queue);
        for worker in 0..workers {
            let waiting = waiting.clone();
            let thread = std::thread::Builder::new().name(format!("{name}-{worker}"));
            let work = move || {
                be_nice(niceness);
                work(engine, &waiting);
            };
            thread.spawn(work).expect("the system starts a thread");
        }
        Self { jobs }
    }

    /// How many searches wait for a thread.
    pub fn queued(&self) -> usize {
        self.jobs.len()
    }

    /// Runs a search on one of the threads, under a number of guesses and a deadline from now.
    ///
    /// # Errors
    /// When no thread took the search, or the search did not come to its end.
    pub async fn run<T, F>(&self, guesses: u64, deadline: Duration, search: F) -> Result<Timed<T>, PoolError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Solver, &Budget) -> Result<T, Stopped> + Send + 'static,
    {
        let cancel = CancelOnDrop::default();
        let begun = Arc::new(AtomicBool::new(false));
        let budget = Budget { guesses, cancel: Some(cancel.0.clone()) };
        let has_begun = Arc::clone(&begun);
        let answered = self.submit(move |solver| {
            has_begun.store(true, Ordering::Relaxed);
            let start = Instant::now();
            let outcome = if budget.is_cancelled() { Err(Stopped::Cancelled) } else { search(solver, &budget) };
            outcome.map(|answer| Timed { answer, elapsed: start.elapsed() })
        })?;
        match tokio::time::timeout(deadline, answered).await {
            Err(_elapsed) if begun.load(Ordering::Relaxed) => Err(PoolError::Deadline),
            Err(_elapsed) => Err(PoolError::Waited),
            Ok(Err(_closed)) => Err(PoolError::Panicked),
            Ok(Ok(Err(Stopped::GuessBudget))) => Err(PoolError::Guesses(guesses)),
            Ok(Ok(Err(Stopped::Cancelled))) => Err(PoolError::Deadline),
            Ok(Ok(Ok(timed))) => Ok(timed),
        }
    }

    /// Puts work into the queue, whose answer comes out of the channel; the channel is closed if the work panics.
    ///
    /// # Errors
    /// When the queue is full.
    pub(super) fn submit<T, F>(&self, work: F) -> Result<oneshot::Receiver<T>, PoolError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Solver) -> T + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |solver| {
            // Nobody waits any more when the client is gone; that is no fault.
            let _ = answer.send(work(solver));
        });
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => PoolError::Full,
            TrySendError::Disconnected(_) => PoolError::Panicked,
        })?;
        Ok(answered)
    }
}

/// Gives the thread a lower priority, as far as the system has such a thing for threads: on Linux it is the thread's, and
/// elsewhere it would be the process's.
fn be_nice(niceness: i32) {
    if cfg!(target_os = "linux") && niceness > 0 {
        // A refusal leaves the thread as it was.
        let _ = rustix::process::setpriority_process(None, niceness);
    }
}

/// Ends the search when the handler that waits for it ends, for whatever reason.
#[derive(Default)]
struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

fn work(engine: Engine, waiting: &Receiver<Job>) {
    let new = || Solver::with_engine(engine).expect("the engine runs on this machine");
    let mut solver = new();
    for job in waiting {
        // A panic is reported to the handler, whose end of the channel sees the other end dropped. The solver may be
        // in any state then, so it is made anew.
        if catch_unwind(AssertUnwindSafe(|| job(&mut solver))).is_err() {
            solver = new();
        }
    }
}
