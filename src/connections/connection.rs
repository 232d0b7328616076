//! One connection, from its first byte to its end.

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use bytes::{Bytes, BytesMut};
use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tower::util::Oneshot;
use tower::{Service, ServiceExt};
use tracing::debug;

use super::exchange::Exchange;
use super::refusal::{Refusal, Refuse};
use super::registry::Entry;
use super::request_body::RequestBody;
use super::stream::ClientStream;
use super::supervise::{Ended, supervise};
use super::tracker::{Phase, Tracker};
use super::{http1, http2};

/// The first bytes of a client with prior knowledge that the server speaks HTTP/2 (RFC 9113, section 3.4).
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// The first byte of a TLS handshake (RFC 8446, section 5.1), with which no HTTP request begins.
const TLS_HANDSHAKE: u8 = 22;
/// Buffer of the first read: room for a whole small request.
const FIRST_READ: usize = 2048;

pub(super) type BoxError = Box<dyn Error + Send + Sync>;

/// An infallible HTTP service, such as an axum `Router`.
///
/// Every type with these bounds implements it; the trait only gives them a name.
pub trait HttpService<B>:
    Service<Request<RequestBody>, Response = Response<B>, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<S, B> HttpService<B> for S where
    S: Service<Request<RequestBody>, Response = Response<B>, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

/// Serves the connection to its end and counts how it ended.
pub(super) async fn run<S, B>(tcp: TcpStream, entry: Entry, service: S, refuse: Refuse)
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    let tracker = &entry.tracker;
    // Pinned here, since a future that is passed by value takes its size twice.
    let connection = pin!(serve(tcp, Arc::clone(tracker), service, refuse));
    match supervise(tracker, connection).await {
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
async fn serve<S, B>(mut tcp: TcpStream, tracker: Arc<Tracker>, service: S, refuse: Refuse) -> Result<(), BoxError>
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    let (is_http2, first) = first_bytes(&mut tcp, &tracker).await?;
    let is_tls = first.first() == Some(&TLS_HANDSHAKE);
    let stream = ClientStream::new(tcp, first, Arc::clone(&tracker));
    if is_http2 {
        // Boxed, so that the many connections over HTTP/1 do not have its size.
        return Ok(Box::pin(http2::serve(stream, tracker, service)).await?);
    }
    http1::serve(stream, tracker, service, |refusal| refuse(if is_tls { Refusal::Tls } else { refusal })).await
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

/// Calls the service, which finds the exchange among the request's extensions.
pub(super) fn respond<S, B>(
    service: S,
    request: Request<Incoming>,
    exchange: Exchange,
) -> Oneshot<S, Request<RequestBody>>
where
    S: HttpService<B>,
{
    let mut request = request.map(|body| RequestBody::new(body, exchange.tracker()));
    request.extensions_mut().insert(exchange);
    service.oneshot(request)
}
