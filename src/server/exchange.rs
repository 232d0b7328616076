//! What a service may tell the connection about a request: that its exchange is a stream.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::tracker::Tracker;

/// The connection's side of one request, found among the request's extensions.
///
/// A request is answered within [`ConnectionLimits::answer`](super::ConnectionLimits::answer) as a rule. An exchange of
/// unknown length is exempt when its service says so; the service then bounds the exchange itself, by its progress.
#[derive(Clone, Debug)]
pub struct Exchange {
    tracker: Arc<Tracker>,
    lifetime: Option<Lifetime>,
}

impl Exchange {
    pub(super) const fn new(tracker: Arc<Tracker>, lifetime: Option<Lifetime>) -> Self {
        Self { tracker, lifetime }
    }

    /// Lifts the deadline of the whole exchange until the guard is dropped; that of the shutdown stays.
    pub fn begin_stream(&self) -> Streaming {
        if let Some(lifetime) = &self.lifetime {
            lifetime.0.store(true, Ordering::Relaxed);
        }
        self.tracker.begin_stream();
        Streaming { tracker: Arc::clone(&self.tracker) }
    }
}

/// An exchange without a deadline of its own; it has one again when this is dropped.
#[derive(Debug)]
pub struct Streaming {
    tracker: Arc<Tracker>,
}

impl Streaming {
    /// Whether the service waits for bytes of the request's body that have not come.
    ///
    /// A client that closes its sending side has said all only if nobody waits for more: its exchange goes on then,
    /// whereas a body that ends before its time is shown to be cut.
    pub fn wants_body(&self, wants: bool) {
        self.tracker.wants_body(wants);
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.tracker.end_stream();
    }
}

/// Whether a task of HTTP/2, which is one exchange, is a stream and so outlives the deadline of answers.
#[derive(Clone, Debug, Default)]
pub(super) struct Lifetime(Arc<AtomicBool>);

tokio::task_local! {
    /// That of the exchange whose task runs.
    static LIFETIME: Lifetime;
}

impl Lifetime {
    /// That of the exchange whose task runs, if it has one.
    pub(super) fn of_task() -> Option<Self> {
        LIFETIME.try_with(Clone::clone).ok()
    }

    pub(super) fn is_of_stream(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn scope<F: Future>(self, exchange: F) -> impl Future<Output = F::Output> {
        LIFETIME.scope(self, exchange)
    }
}
