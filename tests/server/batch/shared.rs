//! Batches that share an HTTP/2 connection with other requests.

use axum::body::Body;
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo};
use sudoku_server::api::BatchSettings;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::input::text;
use super::service::{NO_STALL, Service};
use crate::support::SOON;

async fn connect(service: &Service) -> SendRequest<Body> {
    let tcp = TcpStream::connect(service.address).await.unwrap();
    let mut client = Builder::new(TokioExecutor::new());
    // Narrow for each response, and wide for all of them.
    client.initial_stream_window_size(65_535).initial_connection_window_size(64 << 20);
    let handshake = client.handshake(TokioIo::new(tcp));
    let (sender, connection) = handshake.await.unwrap();
    tokio::spawn(connection);
    sender
}

async fn post(sender: &SendRequest<Body>, path: &str, body: Body) -> http::Response<Incoming> {
    let request = Request::post(format!("http://a{path}")).header("content-type", "text/plain").body(body).unwrap();
    timeout(SOON, sender.clone().send_request(request)).await.expect("the head of a response").unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_that_are_not_read_leave_the_other_requests_of_their_connection_a_window() {
    let service = Service::with(BatchSettings { buffer: 64 << 10, ..NO_STALL });
    let sender = connect(&service).await;
    let mut unread = Vec::new();
    for _ in 0..NO_STALL.streams {
        unread.push(post(&sender, "/solve/batch", Body::new(Full::new(Bytes::from(text(30_000))))).await);
    }
    service.settled("sudoku_batch_received_bytes_total").await;
    // Longer than what a window of the usual 64 KiB would have left.
    let padded = format!("{{{}\"grid\": \"{}\"}}", " ".repeat(50_000), ".".repeat(81));
    let solved = post(&sender, "/solve", Body::from(padded)).await;
    assert_eq!(solved.status(), 200);
    let body = timeout(SOON, solved.into_body().collect()).await.expect("the body of a response").unwrap().to_bytes();
    assert!(body.ends_with(b"\"unique\":false}\n"), "{body:?}");
    drop(unread);
}
