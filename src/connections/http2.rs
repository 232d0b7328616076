//! HTTP/2 on a connection.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body::Body;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;

use super::connection::{BoxError, HttpService, respond};
use super::exchange::{Excess, Exchange, TaskControl};
use super::refusal::MAX_HEAD;
use super::response_body::TrackedBody;
use super::stream::ClientStream;
use super::tracker::Tracker;

/// The most bytes of a header list that reaches the service. h2 answers a longer one with a 431 without a body, so this
/// is more than the service accepts; a list of four times this size ends the connection.
const MAX_HEADER_LIST: usize = 2 * MAX_HEAD;
/// The most bytes hyper buffers of a response on a stream.
const MAX_SEND_BUFFER: usize = 64 * 1024;
/// The most requests in flight on a connection. More would only wait for the same solver threads, and each may hold a
/// head and a body.
const MAX_STREAMS: u32 = 32;
/// Bytes that a client may send on one stream before the server has read them.
const STREAM_WINDOW: u32 = 64 * 1024;
/// The same for all streams of a connection together: streams whose bodies are not read, such as batches that wait for
/// their readers, leave the others their windows.
const CONNECTION_WINDOW: u32 = MAX_STREAMS * STREAM_WINDOW;

/// Serves the connection to its end.
pub(super) async fn serve<S, B>(stream: ClientStream, tracker: Arc<Tracker>, service: S) -> hyper::Result<()>
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    tracker.set_http2();
    let requests = Arc::clone(&tracker);
    let service = service_fn(move |mut request| {
        let in_flight = requests.begin_request();
        // Here and not in the task of the exchange: heads unpacked from HPACK may be a thousand times what was sent, and
        // those of all connections could wait for their tasks at the same time.
        let excess = Excess::of(&in_flight, &mut request);
        let (requests, service) = (Arc::clone(&requests), service.clone());
        async move {
            let exchange = Exchange::new(requests, TaskControl::current(), excess);
            let Ok(response) = respond(service, request, exchange).await;
            Ok::<_, Infallible>(response.map(|body| TrackedBody::new(body, in_flight)))
        }
    });
    let builder = builder(tracker.registry().limits().answer);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
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

fn builder(deadline: Duration) -> http2::Builder<ExchangeExecutor> {
    let mut builder = http2::Builder::new(ExchangeExecutor { deadline });
    builder
        .max_concurrent_streams(MAX_STREAMS)
        .max_header_list_size(MAX_HEADER_LIST as u32)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(MAX_SEND_BUFFER);
    builder
}

/// Runs each exchange as a task of its own and resets one that outlives the deadline.
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
