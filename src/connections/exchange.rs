//! What a service may tell the connection about a request: that its exchange is a stream.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tokio::sync::watch;

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

    /// Lifts the deadline of the whole exchange until [`Streaming::finish`]; that of the shutdown stays.
    pub fn begin_stream(&self) -> Streaming {
        if let Some(lifetime) = &self.lifetime {
            lifetime.set(Life::Stream);
        }
        self.tracker.begin_stream();
        Streaming { exchange: self.clone(), is_finished: AtomicBool::new(false) }
    }
}

/// An exchange without a deadline of its own. It is kept as long as the body of its answer.
#[derive(Debug)]
pub struct Streaming {
    exchange: Exchange,
    is_finished: AtomicBool,
}

impl Streaming {
    /// Whether the service waits for bytes of the request's body that have not come.
    ///
    /// A client that closes its sending side has said all only if nobody waits for more: its exchange goes on then,
    /// whereas a body that ends before its time is shown to be cut.
    pub fn wants_body(&self, wants: bool) {
        self.exchange.tracker.wants_body(wants);
    }

    /// The answer is made. What is left of it, in buffers, has the time of an answer to be taken.
    pub fn finish(&self) {
        if !self.is_finished.swap(true, Relaxed) {
            self.exchange.tracker.finish_stream();
            if let Some(lifetime) = &self.exchange.lifetime {
                lifetime.set(Life::Answer);
            }
        }
    }

    /// Ends the exchange at once, whatever is on its way: on HTTP/1 with its connection.
    pub fn cut(&self) {
        match &self.exchange.lifetime {
            Some(lifetime) => lifetime.set(Life::Cut),
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

/// How long a task of HTTP/2, which is one exchange, may live. Clones are the same.
#[derive(Clone, Debug)]
pub(super) struct Lifetime(watch::Sender<Life>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// As long as an answer may take.
    Answer,
    /// As long as its service likes.
    Stream,
    /// No longer.
    Cut,
}

tokio::task_local! {
    /// That of the exchange whose task runs.
    static LIFETIME: Lifetime;
}

impl Lifetime {
    /// Runs an exchange, which is dropped when its time is over: `answer`, unless its service wants another one.
    pub(super) async fn run(exchange: impl Future<Output = ()>, answer: Duration) {
        let (life, mut lives) = watch::channel(Life::Answer);
        let mut exchange = pin!(LIFETIME.scope(Self(life), exchange));
        loop {
            let life = *lives.borrow_and_update();
            tokio::select! {
                () = &mut exchange => return,
                () = tokio::time::sleep(answer), if life == Life::Answer => return,
                Ok(()) = lives.changed() => if *lives.borrow() == Life::Cut { return },
            }
        }
    }

    /// That of the exchange whose task runs, if it has one.
    pub(super) fn of_task() -> Option<Self> {
        LIFETIME.try_with(Clone::clone).ok()
    }

    fn set(&self, life: Life) {
        self.0.send_replace(life);
    }
}
