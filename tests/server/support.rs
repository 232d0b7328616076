//! A server with a small router of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use http_body_util::Empty;
use hyper::body::Bytes;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use sudoku_server::api::refusal_response;
use sudoku_server::connections::{self, ConnectionLimits, ConnectionStats, Drained, Excess, Exchange, Refuse};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::client::Client;

/// Longer than any test waits.
pub(crate) const NEVER: Duration = Duration::from_hours(1);
/// Enough on a slow machine for anything that should happen at once.
pub(crate) const SOON: Duration = Duration::from_secs(20);
/// A deadline under test.
pub(crate) const SHORT: Duration = Duration::from_millis(200);

/// More bytes than the socket buffers of both ends hold together.
pub(crate) const LARGE: usize = 32 << 20;

pub(crate) const NO_LIMITS: ConnectionLimits = ConnectionLimits {
    first_byte: NEVER,
    head: NEVER,
    idle: NEVER,
    answer: NEVER,
    drain: NEVER,
    linger: Duration::from_secs(1),
    max_connections: 10_000,
    max_held: usize::MAX,
};

/// How many requests the router has begun, and how many of them have ended, answered or dropped.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    pub(crate) begun: AtomicUsize,
    pub(crate) ended: AtomicUsize,
}

/// Counts a request as ended when dropped.
struct Ending(Arc<Requests>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, SeqCst);
    }
}

pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) stats: Arc<ConnectionStats>,
    pub(crate) requests: Arc<Requests>,
    pub(crate) stop: CancellationToken,
    serving: JoinHandle<Drained>,
}

impl TestServer {
    pub(crate) fn start(limits: ConnectionLimits) -> Self {
        let listener = connections::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        let (stats, requests, stop) = (Arc::default(), Arc::default(), CancellationToken::new());
        let router = router(&requests);
        let refuse: Refuse = Arc::new(|refusal| refusal_response(&refusal));
        let serving =
            tokio::spawn(connections::serve(listener, router, refuse, limits, Arc::clone(&stats), stop.clone()));
        Self { address, stats, requests, stop, serving }
    }

    pub(crate) async fn connect(&self) -> Client {
        Client::new(TcpStream::connect(self.address).await.unwrap())
    }

    pub(crate) async fn connect_http2(&self) -> SendRequest<Empty<Bytes>> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let handshake = hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream));
        let (sender, connection) = handshake.await.unwrap();
        tokio::spawn(connection);
        sender
    }

    pub(crate) fn timed_out(&self) -> u64 {
        self.stats.timed_out.load(SeqCst)
    }

    pub(crate) fn open(&self) -> usize {
        self.stats.open.load(SeqCst)
    }

    pub(crate) fn begun(&self) -> usize {
        self.requests.begun.load(SeqCst)
    }

    pub(crate) fn ended(&self) -> usize {
        self.requests.ended.load(SeqCst)
    }

    /// Stops the server and waits for its end.
    pub(crate) async fn stop(self) -> Drained {
        self.stop.cancel();
        self.stopped().await
    }

    pub(crate) async fn stopped(self) -> Drained {
        timeout(SOON, self.serving).await.expect("the server ends").unwrap()
    }
}

fn router(requests: &Arc<Requests>) -> Router {
    let requests = Arc::clone(requests);
    let count = move |request: axum::extract::Request, next: axum::middleware::Next| {
        requests.begun.fetch_add(1, SeqCst);
        let ending = Ending(Arc::clone(&requests));
        let excess = request.extensions().get::<Exchange>().expect("each request has one").excess();
        async move {
            match excess {
                Some(Excess::Memory) => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
                Some(Excess::Fields) => return StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE.into_response(),
                None => {}
            }
            let response = next.run(request).await;
            drop(ending);
            response
        }
    };
    Router::new()
        .route("/quick", get(|| async { "quick" }))
        .route("/echo", post(|body: String| async { body }))
        .route("/slow/{ms}", get(slow))
        .route("/large", get(|| async { "x".repeat(LARGE) }))
        .route("/refuse", post(|| async { (StatusCode::PAYLOAD_TOO_LARGE, "too large") }))
        .route("/panic", get(panics))
        .layer(axum::middleware::from_fn(count))
}

async fn slow(Path(ms): Path<u64>) -> &'static str {
    sleep(Duration::from_millis(ms)).await;
    "slow"
}

async fn panics() -> &'static str {
    panic!("on purpose")
}

/// Waits until `condition` holds.
pub(crate) async fn until(what: &str, condition: impl Fn() -> bool) {
    let wait = async {
        while !condition() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, wait).await.unwrap_or_else(|_| panic!("never: {what}"));
}
