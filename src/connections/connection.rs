//! One connection, from its first byte to its end.

use std::convert::Infallible;
use std::error::Error;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tower::util::Oneshot;
use tower::{Service, ServiceExt};
use tracing::debug;

use super::body::TrackedBody;
use super::exchange::{Exchange, TaskControl};
use super::refusal::MAX_HEAD;
use super::registry::Entry;
use super::stream::ClientStream;
use super::supervise::{Ended, supervise};
use super::tracker::{Phase, Tracker};

/// The first bytes of a client with prior knowledge that the server speaks HTTP/2 (RFC 9113, section 3.4).
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Buffer of the first read: room for a whole small request.
const FIRST_READ: usize = 2048;
/// The most bytes hyper buffers on either side of an HTTP/1 connection. A client that does not read holds as many.
const MAX_BUFFER: usize = 32 * 1024;
/// The most bytes hyper buffers of a response on an HTTP/2 stream.
const MAX_SEND_BUFFER: usize = 64 * 1024;
/// The most requests in flight on an HTTP/2 connection. More would only wait for the same solver threads, and each may
/// hold a head and a body.
const MAX_STREAMS: u32 = 32;
/// Bytes that a client may send on one HTTP/2 stream before the server has read them.
const STREAM_WINDOW: u32 = 64 * 1024;
/// The same for all streams of a connection together.
const CONNECTION_WINDOW: u32 = 256 * 1024;

type BoxError = Box<dyn Error + Send + Sync>;

/// An infallible HTTP service, such as an axum `Router`.
///
/// Every type with these bounds implements it; the trait only gives them a name.
pub trait HttpService<B>:
    Service<Request<Incoming>, Response = Response<B>, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<S, B> HttpService<B> for S where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

/// Serves the connection to its end and counts how it ended.
pub(super) async fn run<S, B>(tcp: TcpStream, entry: Entry, service: S)
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    let tracker = &entry.tracker;
    match supervise(tracker, serve(tcp, Arc::clone(tracker), service)).await {
        Ended::Completed(Ok(())) => {}
        Ended::Completed(Err(error)) => debug!(%error, "connection ended"),
        Ended::Evicted => {
            debug!("connection closed to make room");
            tracker.registry().stats().evicted.fetch_add(1, Relaxed);
        }
        Ended::Cut => debug!("stream cut"),
        Ended::Expired(Phase::Closing) => debug!("client kept a closed connection open"),
        Ended::Expired(phase) => {
            debug!(?phase, "connection outlived its deadline");
            tracker.registry().stats().timed_out.fetch_add(1, Relaxed);
            if tracker.registry().is_stopping() && matches!(phase, Phase::Head | Phase::Busy) {
                tracker.registry().count_cut();
            }
        }
    }
}

/// Detects the protocol from the first bytes and serves it.
async fn serve<S, B>(mut tcp: TcpStream, tracker: Arc<Tracker>, service: S) -> Result<(), BoxError>
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    let (is_http2, first) = first_bytes(&mut tcp, &tracker).await?;
    let io = TokioIo::new(ClientStream::new(tcp, first, Arc::clone(&tracker)));
    if is_http2 {
        serve_http2(io, tracker, service).await?;
    } else {
        serve_http1(io, tracker, service).await?;
    }
    Ok(())
}

/// Reads until it is certain whether the client speaks HTTP/2. Returns that and the bytes read.
async fn first_bytes(tcp: &mut TcpStream, tracker: &Tracker) -> io::Result<(bool, Bytes)> {
    // Waits before it allocates: a silent connection holds no buffer.
    tcp.readable().await?;
    let mut first = BytesMut::with_capacity(FIRST_READ);
    loop {
        let length = tcp.read_buf(&mut first).await?;
        if length > 0 {
            tracker.bytes_read();
        }
        let compared = first.len().min(HTTP2_PREFACE.len());
        let may_be_http2 = first[..compared] == HTTP2_PREFACE[..compared];
        if length == 0 || !may_be_http2 || compared == HTTP2_PREFACE.len() {
            return Ok((may_be_http2 && compared == HTTP2_PREFACE.len(), first.freeze()));
        }
    }
}

async fn serve_http1<S, B>(io: TokioIo<ClientStream>, tracker: Arc<Tracker>, service: S) -> hyper::Result<()>
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    http1::Builder::new()
        // It would also run before the first byte and between requests, which have deadlines of their own.
        .header_read_timeout(None)
        .max_header_size(MAX_HEAD)
        .max_buf_size(MAX_BUFFER)
        // One buffer for head and body: responses are small, and copying them is cheaper than a vectored write.
        .writev(false)
        .serve_connection(
            io,
            service_fn(move |request| {
                let in_flight = tracker.begin_request();
                let exchange = Exchange::new(Arc::clone(&tracker), None);
                let response = respond(service.clone(), request, exchange);
                async move {
                    let Ok(mut response) = response.await;
                    if in_flight.is_last() {
                        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                    }
                    Ok::<_, Infallible>(response.map(|body| TrackedBody::new(body, in_flight)))
                }
            }),
        )
        .await
}

async fn serve_http2<S, B>(io: TokioIo<ClientStream>, tracker: Arc<Tracker>, service: S) -> hyper::Result<()>
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    tracker.set_http2();
    let requests = Arc::clone(&tracker);
    let service = service_fn(move |request| {
        let in_flight = requests.begin_request();
        let (requests, service) = (Arc::clone(&requests), service.clone());
        async move {
            let exchange = Exchange::new(requests, TaskControl::current());
            let Ok(response) = respond(service, request, exchange).await;
            Ok::<_, Infallible>(response.map(|body| TrackedBody::new(body, in_flight)))
        }
    });
    let mut connection = pin!(http2_builder(tracker.registry().limits().answer).serve_connection(io, service));
    let mut is_draining = false;
    poll_fn(|cx| {
        if !is_draining && tracker.registry().is_stopping() {
            is_draining = true;
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(cx)
    })
    .await
}

fn http2_builder(deadline: Duration) -> http2::Builder<ExchangeExecutor> {
    let mut builder = http2::Builder::new(ExchangeExecutor { deadline });
    builder
        .max_concurrent_streams(MAX_STREAMS)
        .max_header_list_size(MAX_HEAD as u32)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(MAX_SEND_BUFFER);
    builder
}

/// Calls the service, which finds the exchange among the request's extensions.
fn respond<S, B>(service: S, mut request: Request<Incoming>, exchange: Exchange) -> Oneshot<S, Request<Incoming>>
where
    S: HttpService<B>,
{
    request.extensions_mut().insert(exchange);
    service.oneshot(request)
}

/// Runs each HTTP/2 exchange as a task of its own and resets one that outlives the deadline.
#[derive(Clone, Copy, Debug)]
struct ExchangeExecutor {
    deadline: Duration,
}

impl<F> hyper::rt::Executor<F> for ExchangeExecutor
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, exchange: F) {
        tokio::spawn(TaskControl::run(exchange, self.deadline));
    }
}
