//! Runs a connection until it ends or outlives a deadline.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Instant;

use tokio::time::{Sleep, sleep_until};

use super::tracker::{Expiry, Phase, Tracker};

/// How a connection ended.
#[derive(Debug)]
pub(super) enum Ended<T> {
    /// It ran to completion.
    Completed(T),
    /// It was closed because it stayed in this phase for too long.
    Expired(Phase),
    /// It was closed to make room for another.
    Evicted,
    /// It was closed because the service cut its stream.
    Cut,
}

/// Polls `connection` under the deadlines of `tracker`.
///
/// The timer is reset only to an earlier instant, or after it has fired: a phase that ends before its deadline costs the
/// timer wheel nothing.
pub(super) async fn supervise<F: Future>(tracker: &Tracker, mut connection: Pin<&mut F>) -> Ended<F::Output> {
    let mut timer = pin!(sleep_until(tracker.deadline().0.into()));
    let mut is_waker_set = false;
    poll_fn(|cx| {
        if !is_waker_set {
            tracker.set_waker(cx.waker());
            is_waker_set = true;
        }
        loop {
            if let Poll::Ready(output) = connection.as_mut().poll(cx) {
                return Poll::Ready(Ended::Completed(output));
            }
            if tracker.is_evicted() {
                return Poll::Ready(Ended::Evicted);
            }
            if tracker.is_cut() {
                return Poll::Ready(Ended::Cut);
            }
            match poll_deadline(tracker, timer.as_mut(), cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Expiry::Close(phase)) => return Poll::Ready(Ended::Expired(phase)),
                Poll::Ready(Expiry::ReleaseEof) => tracker.release_eof(),
            }
        }
    })
    .await
}

/// Ready when the tracker's deadline has passed.
fn poll_deadline(tracker: &Tracker, mut timer: Pin<&mut Sleep>, cx: &mut Context<'_>) -> Poll<Expiry> {
    loop {
        let (deadline, expiry) = tracker.deadline();
        if deadline < timer.deadline().into_std() {
            timer.as_mut().reset(deadline.into());
        }
        if timer.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        if deadline <= Instant::now() {
            return Poll::Ready(expiry);
        }
        timer.as_mut().reset(deadline.into());
    }
}
