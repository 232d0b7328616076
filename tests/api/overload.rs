//! Full queues, exhausted budgets, deadlines and panics, each reported as what it is.

use std::sync::mpsc::Sender;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get;
use futures_util::StreamExt;
use http::Request;
use serde_json::json;
use sudoku_server::api::{App, PoolError, Settings, Threads, WorkerPool, with_middleware};
use tokio::task::{JoinHandle, JoinSet};
use tower::ServiceExt;

use crate::support::{Api, PUZZLE, Stalled};

/// A body for `/count` that takes longer than any deadline of these tests.
fn endless() -> String {
    json!({"grid": ".".repeat(81), "limit": 1_000_000}).to_string()
}

fn settings() -> Settings {
    Settings { workers: 1, max_guesses: u64::MAX, solve_deadline: Duration::from_mins(1), ..Settings::default() }
}

#[tokio::test]
async fn an_exhausted_budget_is_never_reported_as_unsolvable() {
    let api = Api::with(Settings { max_guesses: 0, ..settings() });
    let grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    for path in ["/solve", "/count", "/validate"] {
        let response = api.post(path, grid).await;
        assert_eq!(response.status, 503);
        assert_eq!(response.header("retry-after"), "1");
        response.problem("search-budget-exceeded");
    }
}

#[tokio::test]
async fn a_deadline_ends_the_search_and_frees_its_thread() {
    let api = Api::with(Settings { solve_deadline: Duration::from_millis(20), ..settings() });
    api.post("/count", endless()).await.problem("search-budget-exceeded");
    let patient = Api::with(settings());
    patient.post("/solve", PUZZLE).await.ok();
    let mut response = api.post("/solve", PUZZLE).await;
    for _ in 0..100 {
        if response.status == 200 {
            break;
        }
        response = api.post("/solve", PUZZLE).await;
    }
    response.ok();
}

/// Starts a search that occupies its thread until the sender is dropped.
async fn hold(pool: &'static WorkerPool<()>) -> (Sender<()>, JoinHandle<bool>) {
    let (release, held) = std::sync::mpsc::channel::<()>();
    let (begun, started) = tokio::sync::oneshot::channel();
    let search = pool.run(Duration::from_mins(1), move |(), _| {
        begun.send(()).unwrap();
        held.recv().is_err()
    });
    let search = tokio::spawn(async { search.await.unwrap().result });
    started.await.unwrap();
    (release, search)
}

/// One thread, and a queue of this length.
fn pool(queue: usize) -> WorkerPool<()> {
    WorkerPool::start(Threads { name: "test", count: 1, niceness: 0 }, queue, || ())
}

async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_full_queue_refuses_at_once_and_cancelled_searches_never_start() {
    let pool: &WorkerPool<()> = Box::leak(Box::new(pool(1)));
    let (release, first) = hold(pool).await;
    let waiting = tokio::spawn(pool.run(Duration::from_mins(1), |(), _| panic!("never starts")));
    until(|| pool.queued() == 1).await;
    let refused = pool.run(Duration::from_mins(1), |(), _| ()).await;
    assert_eq!(refused.unwrap_err(), PoolError::Full);
    waiting.abort();
    assert!(waiting.await.unwrap_err().is_cancelled());
    drop(release);
    assert!(first.await.unwrap());
    until(|| pool.queued() == 0).await;
    assert_eq!(pool.run(Duration::from_mins(1), |(), _| 7).await.unwrap().result, 7);
}

#[tokio::test]
async fn a_deadline_met_in_the_queue_is_reported_as_waiting() {
    let pool: &WorkerPool<()> = Box::leak(Box::new(pool(1)));
    let (release, first) = hold(pool).await;
    let late = pool.run(Duration::from_millis(5), |(), _| ()).await;
    assert_eq!(late.unwrap_err(), PoolError::QueueTimeout);
    drop(release);
    first.await.unwrap();
}

#[tokio::test]
async fn a_thread_survives_a_search_that_panics() {
    let pool = pool(4);
    let panicked = pool.run(Duration::from_mins(1), |(), _| -> () { panic!("on purpose") }).await;
    assert_eq!(panicked.unwrap_err(), PoolError::Panicked);
    assert_eq!(pool.run(Duration::from_mins(1), |(), _| 7).await.unwrap().result, 7);
}

#[tokio::test]
async fn a_handler_that_panics_is_a_500_and_the_next_request_is_answered() {
    async fn boom() -> &'static str {
        panic!("on purpose")
    }
    let api = Api::made_by(settings(), |app: App| {
        with_middleware(Router::new().route("/boom", get(boom)).route("/fine", get(async || "fine")), app)
    });
    let response = api.get("/boom").await;
    assert_eq!(response.status, 500);
    let problem = response.problem("internal-error");
    assert!(!problem.to_string().contains("on purpose"), "the panic's message reached the client");
    assert_eq!(api.get("/fine").await.text(), "fine");
}

#[tokio::test]
async fn a_body_that_never_comes_meets_its_deadline() {
    let api = Api::with(Settings { body_deadline: Duration::from_millis(20), ..settings() });
    let body = axum::body::Body::new(Stalled);
    let response = api.send(Request::post("/solve"), body).await;
    assert_eq!(response.status, 408);
    response.problem("request-timeout");
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused_with_the_limit() {
    let api = Api::with(Settings { max_body: 1000, ..settings() });
    let padded = |length: usize| format!("{PUZZLE}{}", "\n".repeat(length - 81));
    api.post("/solve", padded(1000)).await.ok();
    let response = api.post("/solve", padded(1001)).await;
    assert_eq!(response.status, 413);
    assert!(response.problem("payload-too-large")["detail"].as_str().unwrap().contains("1000 bytes"));
    let announced = api.send(Request::post("/solve").header("content-length", "99999"), PUZZLE).await;
    assert_eq!(announced.status, 413, "refused for its announced length, before it is read");
}

#[tokio::test]
async fn solutions_that_nobody_reads_are_bounded() {
    let api = Api::new();
    let body = json!({"grid": ".".repeat(81), "solutions": 1_000}).to_string();
    let mut unread = Vec::new();
    let refused = loop {
        let request = Request::post("/count").header("host", "a").body(Body::from(body.clone())).unwrap();
        let response = api.router.clone().oneshot(request).await.unwrap();
        if response.status() != 200 {
            break response.status();
        }
        unread.push(response);
        assert!(unread.len() < 1_000, "nothing bounds them");
    };
    assert_eq!(refused, 503);
    // Requests that hold nothing are not affected, and all are accepted again once the responses are gone.
    api.post("/solve", PUZZLE).await.ok();
    drop(unread);
    api.post("/count", body).await.ok();
}

#[tokio::test]
async fn long_bodies_that_never_end_are_bounded() {
    let api = Api::new();
    let mut waiting = JoinSet::new();
    let refused = loop {
        let start = futures_util::stream::iter([Ok::<_, std::io::Error>(Bytes::from(vec![b' '; 60_000]))]);
        let body = Body::from_stream(start.chain(futures_util::stream::pending()));
        let request = api.router.clone().oneshot(Request::post("/solve").header("host", "a").body(body).unwrap());
        waiting.spawn(request);
        tokio::task::yield_now().await;
        if let Some(refused) = waiting.try_join_next() {
            break refused.unwrap().unwrap().status();
        }
        assert!(waiting.len() < 1_000, "nothing bounds them");
    };
    assert_eq!(refused, 503);
    api.post("/solve", PUZZLE).await.ok();
}

#[tokio::test]
async fn work_that_would_wait_past_its_deadline_is_refused_at_once() {
    let pool: &WorkerPool<()> = Box::leak(Box::new(pool(100)));
    for _ in 0..30 {
        pool.run(Duration::from_mins(1), |(), _| std::thread::sleep(Duration::from_millis(5))).await.unwrap();
    }
    let (release, first) = hold(pool).await;
    let waiting: Vec<_> = (0..20).map(|_| tokio::spawn(pool.run(Duration::from_mins(1), |(), _| ()))).collect();
    until(|| pool.queued() == 20).await;
    // About 100 ms of work wait.
    assert_eq!(pool.run(Duration::from_millis(20), |(), _| ()).await.unwrap_err(), PoolError::Full);
    drop(release);
    first.await.unwrap();
    for work in waiting {
        work.await.unwrap().unwrap();
    }
}
