//! The service over real sockets with small buffers, and its metrics.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use http::Request;
use http_body_util::BodyExt;
use socket2::SockRef;
use sudoku_server::api::{Api, App, BatchSettings, Settings, refusals, router};
use sudoku_server::connections::{self, ConnectionLimits, ConnectionStats, Drained};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::stream::{BatchResponse, Stream};
use crate::support::{NEVER, NO_LIMITS, SOON};

/// Ample limits, and no stall timeout.
pub(crate) const NO_STALL: BatchSettings =
    BatchSettings { streams: 8, buffer: 64 << 20, total_buffer: 256 << 20, stall: NEVER, max_ratio: 200 };

pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    pub(crate) api: Api,
    pub(crate) stop: CancellationToken,
    pub(crate) stats: Arc<ConnectionStats>,
    serving: JoinHandle<Drained>,
}

impl Service {
    pub(crate) fn start(batch: BatchSettings, limits: ConnectionLimits) -> Self {
        let listener = connections::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        // Accepted sockets inherit the sizes, which keeps most of a stream out of the system's buffers.
        SockRef::from(&listener).set_recv_buffer_size(8192).unwrap();
        SockRef::from(&listener).set_send_buffer_size(8192).unwrap();
        let settings = Settings { workers: 2, batch, ..Settings::default() };
        let (stats, stop) = (Arc::<ConnectionStats>::default(), CancellationToken::new());
        let app = App::new(settings, Arc::clone(&stats), CancellationToken::new());
        let (refuse, api) = (refusals(app.clone()), router(app));
        let serving =
            tokio::spawn(connections::serve(listener, api.clone(), refuse, limits, Arc::clone(&stats), stop.clone()));
        Self { address, api, stop, stats, serving }
    }

    pub(crate) fn new() -> Self {
        Self::start(NO_STALL, NO_LIMITS)
    }

    pub(crate) fn with(batch: BatchSettings) -> Self {
        Self::start(batch, NO_LIMITS)
    }

    /// Stops the service and waits for its end.
    pub(crate) async fn stop(self) -> Drained {
        self.stop.cancel();
        timeout(SOON, self.serving).await.expect("the server ends").unwrap()
    }

    /// The value of a series in `/metrics`; 0 if it is not there.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let request = Request::get("/metrics").header("host", "a").body(Body::empty()).unwrap();
        let body = self.api.clone().oneshot(request).await.unwrap().into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8(body.to_vec()).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |value| value.parse().unwrap())
    }

    pub(crate) async fn ended(&self, reason: &str) -> u64 {
        self.metric(&format!("sudoku_batch_streams_ended_total{{reason=\"{reason}\"}}")).await
    }

    /// Waits until a stream has ended for this reason, and checks that nothing of it is left.
    pub(crate) async fn until_ended(&self, reason: &str) {
        self.until_ended_among(reason).await;
        assert_eq!(self.metric("sudoku_batch_streams").await, 0);
        assert_eq!(self.metric("sudoku_batch_buffered_bytes").await, 0);
    }

    /// Waits until one of several streams has ended for this reason.
    pub(crate) async fn until_ended_among(&self, reason: &str) {
        let wait = async {
            while self.ended(reason).await == 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(SOON, wait).await.unwrap_or_else(|_| panic!("no stream ended as {reason}"));
    }

    /// Waits until a series has not changed for a while, and returns its value.
    pub(crate) async fn settled(&self, name: &str) -> u64 {
        let wait = async {
            let (mut last, mut same) = (self.metric(name).await, 0);
            while same < 20 {
                sleep(Duration::from_millis(20)).await;
                let now = self.metric(name).await;
                same = if now == last { same + 1 } else { 0 };
                last = now;
            }
            last
        };
        timeout(SOON, wait).await.unwrap_or_else(|_| panic!("{name} does not settle"))
    }

    pub(crate) async fn open(&self, headers: &str) -> Stream {
        Stream::open(self.address, headers).await
    }

    /// Sends the whole body, then reads the whole response.
    pub(crate) async fn exchange(&self, headers: &str, body: &[u8]) -> BatchResponse {
        let mut stream = self.open(headers).await;
        timeout(SOON, stream.send(body)).await.expect("the service reads");
        stream.end_body().await;
        stream.rest().await
    }
}
