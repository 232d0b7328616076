//! A server with a small router of its own, and a client that knows about bytes only.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::{get, post};
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use sudoku_server::api::overload_response;
use sudoku_server::connections::{self, ConnectionLimits, ConnectionStats, Drained};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// What no test waits for.
pub(crate) const NEVER: Duration = Duration::from_hours(1);
/// What a slow machine may need for anything that should happen at once.
pub(crate) const SOON: Duration = Duration::from_secs(20);
/// A deadline under test.
pub(crate) const SHORT: Duration = Duration::from_millis(200);

/// More than the socket buffers of both ends hold together.
pub(crate) const LARGE: usize = 32 << 20;

pub(crate) const NO_LIMITS: ConnectionLimits = ConnectionLimits {
    first_byte: NEVER,
    head: NEVER,
    idle: NEVER,
    answer: NEVER,
    drain: NEVER,
    linger: Duration::from_secs(1),
    max_connections: 10_000,
};

/// How many requests the router has begun, and how many of them ended, by an answer or by being dropped.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    pub(crate) begun: AtomicUsize,
    pub(crate) ended: AtomicUsize,
}

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
        let serving =
            connections::serve(listener, router, overload_response(), limits, Arc::clone(&stats), stop.clone());
        let serving = tokio::spawn(serving);
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

    /// Tells the server to stop and waits for its end.
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
        async move {
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
    panic!("as the test wants")
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

/// The whole answer to `GET path` on HTTP/2.
pub(crate) async fn get_http2(sender: &mut SendRequest<Empty<Bytes>>, path: &str) -> hyper::Result<Bytes> {
    let request = hyper::Request::get(format!("http://localhost{path}")).body(Empty::new()).unwrap();
    let response = timeout(SOON, sender.send_request(request)).await.expect("an answer's head")?;
    assert_eq!(response.status(), 200);
    Ok(timeout(SOON, response.into_body().collect()).await.expect("an answer's body")?.to_bytes())
}

pub(crate) fn get_request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")
}

/// A connection, and the bytes that came after the last whole answer.
pub(crate) struct Client {
    stream: TcpStream,
    rest: Vec<u8>,
}

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn status(&self) -> &str {
        &self.head[9..12]
    }

    pub(crate) fn closes(&self) -> bool {
        self.head.contains("\r\nconnection: close\r\n")
    }
}

impl Client {
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self { stream, rest: Vec::new() }
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).await.expect("the server reads");
    }

    /// As [`Client::send`], where the server may have closed the connection meanwhile.
    pub(crate) async fn try_send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.stream.write_all(bytes.as_ref()).await.is_ok()
    }

    pub(crate) async fn close_sending(&mut self) {
        self.stream.shutdown().await.unwrap();
    }

    /// The next whole answer; None at a clean end before its first byte.
    pub(crate) async fn answer(&mut self) -> Option<Answer> {
        timeout(SOON, self.read_answer()).await.expect("an answer")
    }

    async fn read_answer(&mut self) -> Option<Answer> {
        loop {
            if let Some(answer) = self.take_answer() {
                return Some(answer);
            }
            if !self.read_more().await {
                assert!(self.rest.is_empty(), "cut: {:?}", String::from_utf8_lossy(&self.rest));
                return None;
            }
        }
    }

    /// False at the end of the stream; a reset is one.
    async fn read_more(&mut self) -> bool {
        self.stream.read_buf(&mut self.rest).await.is_ok_and(|length| length > 0)
    }

    fn take_answer(&mut self) -> Option<Answer> {
        let head_length = self.rest.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
        let head = String::from_utf8(self.rest[..head_length].to_vec()).unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let end = head_length + length.map_or(0, |length| length.parse().unwrap());
        if self.rest.len() < end {
            return None;
        }
        let body = String::from_utf8(self.rest[head_length..end].to_vec()).unwrap();
        self.rest.drain(..end);
        Some(Answer { head, body })
    }

    /// Sends `GET path` and reads the answer.
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send(get_request(path)).await;
        self.answer().await.expect("an answer")
    }

    /// Waits for the connection's end, and returns what came before it.
    pub(crate) async fn end(&mut self) -> Vec<u8> {
        timeout(SOON, async { while self.read_more().await {} }).await.expect("the connection ends");
        std::mem::take(&mut self.rest)
    }
}
