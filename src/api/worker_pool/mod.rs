//! Work that computes runs on threads of its own, never on those that serve connections.
//!
//! ```text
//!   handler --try_send--> bounded queue --recv--> worker thread, which owns a W (a Solver, say)
//!      ^                                               |
//!      +------------------- oneshot -------------------+
//! ```
//!
//! A full queue refuses at once. When a handler is dropped, because its client left or its deadline passed, the work's
//! cancel flag is set; work that is still queued then never starts.

mod cancel;
mod solvers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TrySendError};
use sudoku_engine::solver::CancelFlag;
use tokio::sync::oneshot;

pub(super) use cancel::CancelOnDrop;
pub(super) use solvers::chunks_in_flight;
pub use solvers::{SolverPool, Solvers};

type Job<W> = Box<dyn FnOnce(&mut W) + Send>;

/// A fixed number of threads, each with a `W` to work with, behind one bounded queue.
pub struct WorkerPool<W> {
    jobs: Sender<Job<W>>,
}

/// How the threads of a pool are started.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    /// The name, before the number of each thread.
    pub name: &'a str,
    /// How many; at least 1.
    pub count: usize,
    /// How much less of a busy machine they get, in the system's unit: 0 for the usual share.
    pub niceness: i32,
}

/// Why work gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// The queue is full.
    #[error("the queue of searches is full")]
    Full,
    /// The deadline passed while the work waited for a thread.
    #[error("the deadline passed before the search began")]
    Waited,
    /// The deadline passed while the work ran.
    #[error("the deadline passed while the search ran")]
    Deadline,
    /// The work panicked, which is a bug.
    #[error("the search panicked")]
    Panicked,
}

/// A result and the time it took.
#[derive(Clone, Copy, Debug)]
pub struct Timed<T> {
    /// What the work returned.
    pub result: T,
    /// The work alone, without the wait for a thread.
    pub elapsed: Duration,
}

impl<W: 'static> WorkerPool<W> {
    /// Starts the threads. Each makes its own `W`, and a new one after a panic. They end when the pool is dropped and its
    /// queue is empty.
    ///
    /// # Panics
    /// When the system cannot start a thread, or `threads.count` or `queue` is 0.
    pub fn start(threads: Threads<'_>, queue: usize, make: impl Fn() -> W + Clone + Send + 'static) -> Self {
        assert!(threads.count > 0 && queue > 0, "a pool has at least one thread and one place in its queue");
        let (jobs, waiting) = crossbeam_channel::bounded(queue);
        for number in 0..threads.count {
            let (waiting, make) = (waiting.clone(), make.clone());
            let thread = std::thread::Builder::new().name(format!("{}-{number}", threads.name));
            let work = move || {
                set_niceness(threads.niceness);
                run_jobs(make, &waiting);
            };
            thread.spawn(work).expect("the system starts a thread");
        }
        Self { jobs }
    }

    /// How many jobs wait for a thread.
    pub fn queued(&self) -> usize {
        self.jobs.len()
    }

    /// Runs work on one of the threads, with a deadline from now. The work should look at its flag now and then: the flag
    /// is set when nobody waits for the result any more.
    ///
    /// # Errors
    /// When the queue is full, the deadline passes, or the work panics.
    pub async fn run<T, F>(&self, deadline: Duration, work: F) -> Result<Timed<T>, PoolError>
    where
        T: Send + 'static,
        F: FnOnce(&mut W, &CancelFlag) -> T + Send + 'static,
    {
        let guard = CancelOnDrop::default();
        let cancel = guard.flag();
        let begun = Arc::new(AtomicBool::new(false));
        let has_begun = Arc::clone(&begun);
        let result = self.submit(move |worker| {
            has_begun.store(true, Ordering::Relaxed);
            let start = Instant::now();
            (!cancel.is_set()).then(|| Timed { result: work(worker, &cancel), elapsed: start.elapsed() })
        })?;
        match tokio::time::timeout(deadline, result).await {
            Err(_elapsed) if begun.load(Ordering::Relaxed) => Err(PoolError::Deadline),
            Err(_elapsed) => Err(PoolError::Waited),
            Ok(Err(_closed)) => Err(PoolError::Panicked),
            // Only a handler that is gone sets the flag, and it is not polled any more.
            Ok(Ok(None)) => Err(PoolError::Waited),
            Ok(Ok(Some(timed))) => Ok(timed),
        }
    }

    /// Queues work whose result comes out of the channel; the channel is closed if the work panics.
    ///
    /// # Errors
    /// When the queue is full.
    pub(super) fn submit<T, F>(&self, work: F) -> Result<oneshot::Receiver<T>, PoolError>
    where
        T: Send + 'static,
        F: FnOnce(&mut W) -> T + Send + 'static,
    {
        let (sender, result) = oneshot::channel();
        let job: Job<W> = Box::new(move |worker| {
            // The receiver is gone when the client is, which is no error.
            let _ = sender.send(work(worker));
        });
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => PoolError::Full,
            TrySendError::Disconnected(_) => PoolError::Panicked,
        })?;
        Ok(result)
    }
}

/// Lowers the thread's priority where priorities belong to threads, as on Linux; elsewhere it would be the process's.
fn set_niceness(niceness: i32) {
    if cfg!(target_os = "linux") && niceness > 0 {
        // If the system refuses, the thread keeps its priority.
        let _ = rustix::process::setpriority_process(None, niceness);
    }
}

fn run_jobs<W>(make: impl Fn() -> W, waiting: &Receiver<Job<W>>) {
    let mut worker = make();
    for job in waiting {
        // The handler learns of a panic from its end of the channel, which closes. The worker may be in any state then.
        if catch_unwind(AssertUnwindSafe(|| job(&mut worker))).is_err() {
            worker = make();
        }
    }
}
