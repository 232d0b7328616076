//! What a service can report to the connection about a request: that its exchange is a stream.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use http::{HeaderMap, Request};
use tokio::sync::watch;

use super::refusal::MAX_FIELDS;
use super::tracker::{InFlight, Tracker};

/// The connection's side of one request, found among the request's extensions.
///
/// By default an exchange must be complete within [`ConnectionLimits::answer`](super::ConnectionLimits::answer). A
/// service lifts that deadline from an exchange of unknown length by declaring it a stream; it must then bound the
/// exchange itself, by its progress.
#[derive(Clone, Debug)]
pub struct Exchange {
    tracker: Arc<Tracker>,
    /// On HTTP/2, where each exchange has a task.
    task: Option<TaskControl>,
    excess: Option<Excess>,
}

impl Exchange {
    pub(super) const fn new(tracker: Arc<Tracker>, task: Option<TaskControl>, excess: Option<Excess>) -> Self {
        Self { tracker, task, excess }
    }

    pub(super) fn tracker(&self) -> Arc<Tracker> {
        Arc::clone(&self.tracker)
    }

    /// Why the service must refuse the request at once, if it must.
    pub const fn excess(&self) -> Option<Excess> {
        self.excess
    }

    /// Declares the exchange a stream: it has no deadline until [`Streaming::finish`], except that of the shutdown.
    pub fn begin_stream(&self) -> Streaming {
        if let Some(task) = &self.task {
            task.set(TaskBound::Unlimited);
        }
        self.tracker.begin_stream();
        Streaming { exchange: self.clone(), is_finished: AtomicBool::new(false) }
    }
}

/// Why a request must be refused, whatever it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Its head has more than [`MAX_FIELDS`] fields, which have been dropped.
    Fields,
    /// All connections together hold more than [`ConnectionLimits::max_held`](super::ConnectionLimits::max_held), and
    /// this one has other requests in flight.
    Memory,
}

impl Excess {
    /// What is too much about a request. Drops its fields if they are.
    pub(super) fn of<B>(in_flight: &InFlight, request: &mut Request<B>) -> Option<Self> {
        if request.headers().len() > MAX_FIELDS {
            *request.headers_mut() = HeaderMap::new();
            return Some(Self::Fields);
        }
        in_flight.is_excess().then_some(Self::Memory)
    }
}

/// An exchange without a deadline of its own. The service keeps this guard as long as the response body.
#[derive(Debug)]
pub struct Streaming {
    exchange: Exchange,
    is_finished: AtomicBool,
}

impl Streaming {
    /// Sets whether the service is waiting for bytes of the request body that have not arrived.
    ///
    /// This decides what it means when the client half-closes the connection. If the service waits for nothing, the
    /// client has sent everything and the exchange goes on; if it waits for more of the body, the body is truncated and
    /// the service gets an error.
    pub fn set_awaiting_body(&self, is_awaiting: bool) {
        self.exchange.tracker.set_awaiting_body(is_awaiting);
    }

    /// Marks the response as complete. The client has the deadline of an ordinary response to take what is still
    /// buffered.
    pub fn finish(&self) {
        if !self.is_finished.swap(true, Relaxed) {
            self.exchange.tracker.finish_stream();
            if let Some(task) = &self.exchange.task {
                task.set(TaskBound::Deadline);
            }
        }
    }

    /// Ends the exchange at once and discards what is still buffered. On HTTP/1 this closes the connection.
    pub fn cut(&self) {
        match &self.exchange.task {
            Some(task) => task.set(TaskBound::Cut),
            None => self.exchange.tracker.cut(),
        }
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.finish();
        self.exchange.tracker.end_stream();
    }
}

/// Controls how long the task of an HTTP/2 exchange may run. Clones control the same task.
#[derive(Clone, Debug)]
pub(super) struct TaskControl(watch::Sender<TaskBound>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TaskBound {
    /// The task is dropped at its deadline, counted from the moment this bound was set.
    Deadline,
    /// The task runs until it is complete.
    Unlimited,
    /// The task is dropped now.
    Cut,
}

tokio::task_local! {
    /// The control of the running task.
    static CURRENT: TaskControl;
}

impl TaskControl {
    /// Runs an exchange to its end, or drops it after `deadline` unless its service sets another bound.
    pub(super) async fn run(exchange: impl Future<Output = ()>, deadline: Duration) {
        let (control, mut bounds) = watch::channel(TaskBound::Deadline);
        let mut exchange = pin!(CURRENT.scope(Self(control), exchange));
        loop {
            let bound = *bounds.borrow_and_update();
            tokio::select! {
                () = &mut exchange => return,
                () = tokio::time::sleep(deadline), if bound == TaskBound::Deadline => return,
                Ok(()) = bounds.changed() => if *bounds.borrow() == TaskBound::Cut { return },
            }
        }
    }

    /// The control of the running task, if it is the task of an exchange.
    pub(super) fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok()
    }

    fn set(&self, bound: TaskBound) {
        self.0.send_replace(bound);
    }
}
