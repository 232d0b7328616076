//! Computation runs on threads of its own, never on those that serve connections.
//!
//! ```text
//!   handler --try_send--> bounded queue --recv--> worker thread, which owns a W (such as a Solver)
//!      ^                                               |
//!      +------------------- oneshot -------------------+
//! ```
//!
//! A full queue refuses at once. When a handler is dropped, because its client left or its deadline passed, the cancel
//! flag of its work is set; work still in the queue then never starts.

mod cancel;
mod solvers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TrySendError};
use sudoku_engine::solver::CancelFlag;
use tokio::sync::oneshot;

pub(super) use cancel::CancelOnDrop;
pub(super) use solvers::chunks_in_flight;
pub use solvers::{SolverPool, Solvers};

type Job<W> = Box<dyn FnOnce(&mut W) + Send>;

/// A fixed number of threads, each with its own `W`, behind one bounded queue.
pub struct WorkerPool<W> {
    jobs: Sender<Job<W>>,
    threads: u32,
    /// A running average of the microseconds that work took.
    average: Arc<AtomicU64>,
}

/// How the threads of a pool are started.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    /// Their name, to which the number of each thread is added.
    pub name: &'a str,
    /// How many; at least 1.
    pub count: usize,
    /// The niceness of the threads, as in nice(2): 0 for the usual share of a busy machine, more for less of it.
    pub niceness: i32,
}

/// Why work has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// The queue is full.
    #[error("the search queue is full")]
    Full,
    /// The deadline passed while the work waited for a thread.
    #[error("the deadline passed before the search began")]
    QueueTimeout,
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
    /// The time of the work itself, without the wait for a thread.
    pub elapsed: Duration,
}

impl<W: 'static> WorkerPool<W> {
    /// Starts the threads. Each makes its own `W`, and a new one after a panic. They end once the pool is dropped and
    /// its queue is empty.
    ///
    /// # Panics
    /// If the system cannot start a thread, or if `threads.count` or `queue` is 0.
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
            thread.spawn(work).expect("the system can start a thread");
        }
        let average = Arc::new(AtomicU64::new(0));
        Self { jobs, threads: u32::try_from(threads.count).unwrap_or(u32::MAX), average }
    }

    /// How long new work would probably wait, judging by the time that earlier work took.
    fn expected_wait(&self) -> Duration {
        let waiting = u32::try_from(self.queued()).unwrap_or(u32::MAX);
        Duration::from_micros(self.average.load(Ordering::Relaxed)).saturating_mul(waiting) / self.threads
    }

    /// The number of jobs waiting for a thread.
    pub fn queued(&self) -> usize {
        self.jobs.len()
    }

    /// Runs work on one of the threads; the deadline counts from now. The work should check its flag regularly: it is
    /// set once nobody waits for the result.
    ///
    /// # Errors
    /// If the queue is full or so long that the work would not start before its deadline, if the deadline passes, or if
    /// the work panics.
    pub async fn run<T, F>(&self, deadline: Duration, work: F) -> Result<Timed<T>, PoolError>
    where
        T: Send + 'static,
        F: FnOnce(&mut W, &CancelFlag) -> T + Send + 'static,
    {
        if self.expected_wait() > deadline {
            return Err(PoolError::Full);
        }
        let guard = CancelOnDrop::default();
        let cancel = guard.flag();
        let average = Arc::clone(&self.average);
        let started = Arc::new(AtomicBool::new(false));
        let has_started = Arc::clone(&started);
        let result = self.submit(move |worker| {
            has_started.store(true, Ordering::Relaxed);
            if cancel.is_set() {
                return None;
            }
            let start = Instant::now();
            let result = work(worker, &cancel);
            let elapsed = start.elapsed();
            record(&average, elapsed);
            Some(Timed { result, elapsed })
        })?;
        match tokio::time::timeout(deadline, result).await {
            Err(_elapsed) if started.load(Ordering::Relaxed) => Err(PoolError::Deadline),
            Err(_elapsed) => Err(PoolError::QueueTimeout),
            Ok(Err(_closed)) => Err(PoolError::Panicked),
            // Unreachable: the flag is set only when this future is dropped, and then it is not polled again.
            Ok(Ok(None)) => Err(PoolError::QueueTimeout),
            Ok(Ok(Some(timed))) => Ok(timed),
        }
    }

    /// Queues work whose result arrives in the channel returned, which is closed if the work panics.
    ///
    /// # Errors
    /// If the queue is full.
    pub fn submit<T, F>(&self, work: F) -> Result<oneshot::Receiver<T>, PoolError>
    where
        T: Send + 'static,
        F: FnOnce(&mut W) -> T + Send + 'static,
    {
        let (sender, result) = oneshot::channel();
        let job: Job<W> = Box::new(move |worker| {
            // The receiver is gone if the client left, which is not an error.
            let _ = sender.send(work(worker));
        });
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => PoolError::Full,
            TrySendError::Disconnected(_) => PoolError::Panicked,
        })?;
        Ok(result)
    }
}

/// Moves a running average of microseconds an eighth of the way to a new value.
fn record(average: &AtomicU64, elapsed: Duration) {
    let new = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    let old = average.load(Ordering::Relaxed);
    // It does not matter if another thread overwrites this.
    average.store(old - old / 8 + new / 8, Ordering::Relaxed);
}

/// Lowers the thread's priority on Linux. Elsewhere it would lower that of the whole process.
fn set_niceness(niceness: i32) {
    if cfg!(target_os = "linux") && niceness > 0 {
        // If this fails, the thread keeps its priority.
        let _ = rustix::process::setpriority_process(None, niceness);
    }
}

fn run_jobs<W>(make: impl Fn() -> W, waiting: &Receiver<Job<W>>) {
    let mut worker = make();
    for job in waiting {
        // A panic drops the sender, which closes the handler's channel. It may leave the worker in any state.
        if catch_unwind(AssertUnwindSafe(|| job(&mut worker))).is_err() {
            worker = make();
        }
    }
}
