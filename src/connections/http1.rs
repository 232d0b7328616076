//! HTTP/1 on a connection.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::{CONNECTION, HeaderValue};
use http_body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};

use super::connection::{BoxError, HttpService, respond};
use super::exchange::{Excess, Exchange};
use super::refusal::{MAX_HEAD, Refusal};
use super::response_body::TrackedBody;
use super::stream::ClientStream;
use super::tracker::Tracker;

/// The most bytes hyper buffers on either side of a connection. A client that does not read holds as many.
const MAX_BUFFER: usize = 32 * 1024;

/// Serves the connection to its end. The last thing written is what `refuse` returns, if a head cannot be parsed.
pub(super) async fn serve<S, B>(
    stream: ClientStream,
    tracker: Arc<Tracker>,
    service: S,
    refuse: impl FnOnce(Refusal) -> Bytes,
) -> Result<(), BoxError>
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    let io = TokioIo::new(ResponseFilter { stream, tracker: Arc::clone(&tracker), left: 0 });
    let service = service_fn(move |mut request| {
        let in_flight = tracker.begin_request();
        let excess = Excess::of(&in_flight, &mut request);
        let exchange = Exchange::new(Arc::clone(&tracker), None, excess);
        let response = respond(service.clone(), request, exchange);
        async move {
            let Ok(mut response) = response.await;
            if in_flight.is_last() {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response.map(|body| TrackedBody::new(body, in_flight)))
        }
    });
    let mut connection = builder().serve_connection(io, service);
    let served = (&mut connection).await;
    let ResponseFilter { mut stream, left, .. } = connection.into_parts().io.into_inner();
    // Nothing can follow a response of which a part is unwritten. hyper leaves one so if the next head is the preface of
    // HTTP/2; before it reports any other, it writes everything.
    match served {
        Ok(()) => {}
        Err(error) if error.is_parse() && left == 0 => stream.write_all(&refuse(Refusal::of_head(&error))).await?,
        Err(error) => return Err(error.into()),
    }
    Ok(stream.shutdown().await?)
}

fn builder() -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder
        // It would also run before the first byte and between requests, which have deadlines of their own.
        .header_read_timeout(None)
        .max_header_size(MAX_HEAD)
        .max_buf_size(MAX_BUFFER)
        // One buffer for head and body: responses are small, and copying them is cheaper than a vectored write.
        .writev(false);
    builder
}

/// The stream as hyper sees it, without the responses that hyper makes up.
///
/// hyper itself answers a head that it cannot parse, by a response without a body, and no setting prevents it. That
/// response is discarded here, and [`serve`] writes another when hyper reports the error. What tells it from the
/// service's responses:
///
/// ```text
///   bytes offered:  [ offered before, not yet taken | appended since ]
///                     of responses                    of responses if one is due, otherwise made up
/// ```
///
/// A response is due from the start of its request until hyper has taken its body and offered its bytes. Two properties
/// of hyper make this exact. It parses a head only after it has taken the body of the response before, and has offered
/// everything in its buffer in between. And since all of the buffer is offered each time (`writev(false)`), the bytes
/// not yet taken are a prefix of the next offer.
///
/// hyper does not close the stream either: it would do so before the other response is written.
#[derive(Debug)]
struct ResponseFilter {
    stream: ClientStream,
    tracker: Arc<Tracker>,
    /// How many bytes of responses hyper has offered that the kernel has not taken.
    left: usize,
}

impl AsyncRead for ResponseFilter {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for ResponseFilter {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, offered: &[u8]) -> Poll<io::Result<usize>> {
        let is_due = self.tracker.take_response_due();
        let of_responses = if is_due { offered.len() } else { self.left.min(offered.len()) };
        if of_responses == 0 {
            return Poll::Ready(Ok(offered.len()));
        }
        let written = Pin::new(&mut self.stream).poll_write(cx, &offered[..of_responses]);
        self.left = of_responses - if let Poll::Ready(Ok(length)) = written { length } else { 0 };
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::connections::ConnectionLimits;
    use crate::connections::registry::Registry;

    /// A filter over a socket that holds little, and the client's end of it.
    async fn connected() -> (ResponseFilter, Arc<Tracker>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (tcp, _) = listener.accept().await.unwrap();
        socket2::SockRef::from(&tcp).set_send_buffer_size(8192).unwrap();
        let registry = Registry::new(ConnectionLimits::default(), Arc::default());
        let tracker = Arc::new(Tracker::new(Arc::new(registry)));
        let stream = ClientStream::new(tcp, Bytes::new(), Arc::clone(&tracker));
        (ResponseFilter { stream, tracker: Arc::clone(&tracker), left: 0 }, tracker, client)
    }

    #[tokio::test]
    async fn what_no_request_asked_for_is_discarded() {
        let (mut filter, tracker, mut client) = connected().await;
        filter.write_all(b"made up").await.unwrap();
        let in_flight = tracker.begin_request();
        filter.write_all(b"head, ").await.unwrap();
        filter.write_all(b"body, ").await.unwrap();
        drop(in_flight);
        filter.write_all(b"end").await.unwrap();
        filter.write_all(b"made up").await.unwrap();
        filter.shutdown().await.unwrap();
        drop(filter);
        let mut received = String::new();
        client.read_to_string(&mut received).await.unwrap();
        assert_eq!(received, "head, body, end");
    }

    /// As hyper does when a client does not read, and sends a bad head after its request.
    #[tokio::test]
    async fn a_response_that_waits_for_its_reader_is_told_from_what_follows() {
        const LENGTH: usize = 16 << 20;
        let (mut filter, tracker, mut client) = connected().await;
        let mut buffer = vec![b'r'; LENGTH];
        drop(tracker.begin_request());
        let taken = filter.write(&buffer).await.unwrap();
        assert!(taken < LENGTH, "the kernel holds less");
        buffer.drain(..taken);
        buffer.extend_from_slice(b"made up");
        let writing = tokio::spawn(async move { filter.write_all(&buffer).await });
        let mut received = Vec::new();
        client.read_to_end(&mut received).await.unwrap();
        writing.await.unwrap().unwrap();
        assert!(received.len() == LENGTH && received.iter().all(|&byte| byte == b'r'));
    }
}
