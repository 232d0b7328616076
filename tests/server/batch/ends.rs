//! Streams that end early are bounded, cancelled and counted.

use std::time::{Duration, Instant};

use axum::body::Body;
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::{TokioExecutor, TokioIo};
use sudoku_server::api::BatchSettings;
use sudoku_server::api::batch::{CHUNK_ITEMS, InputFormat, OutputFormat};
use sudoku_server::connections::ConnectionLimits;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use super::input::{expected, lines, text};
use super::service::{NO_STALL, Service};
use super::stream::TEXT;
use crate::support::{NO_LIMITS, SHORT, SOON, until};

const QUICK_STALL: BatchSettings = BatchSettings { stall: Duration::from_millis(500), ..NO_STALL };

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_never_reads_is_cut() {
    let service = Service::with(QUICK_STALL);
    let body = text(60_000);
    let mut stream = service.open(TEXT).await;
    let begun = Instant::now();
    let _ = timeout(SOON, stream.try_send(&body)).await.expect("sending ends");
    service.until_ended("reader_stalled").await;
    assert!(begun.elapsed() >= QUICK_STALL.stall);
    until("the connection is closed", || service.stats.open.load(std::sync::atomic::Ordering::SeqCst) == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_reads_slowly_is_not_cut() {
    let service = Service::with(QUICK_STALL);
    let body = text(90 * CHUNK_ITEMS);
    let mut stream = service.open(TEXT).await;
    stream.send(&body).await;
    stream.end_body().await;
    let mut answers = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < 3 * QUICK_STALL.stall {
        answers.extend(stream.next().await);
        sleep(QUICK_STALL.stall / 20).await;
    }
    answers.extend(stream.rest().await.complete());
    assert!(answers == expected(InputFormat::Text, OutputFormat::Text, &body));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_that_stalls_gets_its_answers_and_is_cut() {
    let service = Service::with(QUICK_STALL);
    let body = text(1000);
    let mut stream = service.open(TEXT).await;
    stream.send(&[&body[..], b"53..7"].concat()).await;
    let response = stream.rest().await;
    assert!(!response.is_complete);
    assert!(response.body == expected(InputFormat::Text, OutputFormat::Text, &body));
    service.until_ended("sender_stalled").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_away_ends_everything() {
    let service = Service::new();
    for _ in 0..3 {
        let mut stream = service.open(TEXT).await;
        stream.send(&text(3000)).await;
        stream.next().await;
        drop(stream);
    }
    let wait = async {
        while service.ended("client_gone").await + service.ended("broke_off").await < 3 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, wait).await.expect("the streams end");
    assert_eq!(service.metric("sudoku_batch_streams").await, 0);
    assert_eq!(service.metric("sudoku_batch_buffered_bytes").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_away_with_unread_answers_ends_everything() {
    let service = Service::new();
    let mut stream = service.open(TEXT).await;
    stream.send(&text(20_000)).await;
    service.settled("sudoku_batch_buffered_bytes").await;
    drop(stream);
    service.until_ended("client_gone").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_closes_its_sending_side_after_the_body_gets_all_answers() {
    let service = Service::new();
    let body = text(20_000);
    let mut stream = service.open(TEXT).await;
    stream.send(&body).await;
    stream.end_body().await;
    stream.tcp.shutdown().await.unwrap();
    // Longer than the grace that half-closed clients get for other requests.
    sleep(Duration::from_millis(1500)).await;
    let expected = expected(InputFormat::Text, OutputFormat::Text, &body);
    let mut answers = Vec::new();
    while answers.len() + 100_000 < expected.len() {
        answers.extend(stream.next().await);
    }
    // Everything is answered now, but the last of it is still to be written.
    sleep(SHORT).await;
    answers.extend(stream.rest().await.complete());
    assert!(answers == expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_breaks_off_gets_an_incomplete_response() {
    let service = Service::new();
    let mut stream = service.open(TEXT).await;
    stream.send(&text(1000)).await;
    stream.tcp.shutdown().await.unwrap();
    assert!(!stream.rest().await.is_complete);
    let wait = async {
        while service.ended("broke_off").await + service.ended("client_gone").await == 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, wait).await.expect("the stream ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_stream_too_many_is_refused() {
    let service = Service::with(BatchSettings { streams: 1, ..NO_STALL });
    let mut first = service.open(TEXT).await;
    first.send(b"hello\n").await;
    first.next().await;
    let request = || {
        let request = Request::post("/solve/batch").header("host", "a").header("content-type", "text/plain");
        request.body(Body::from("hello\n"))
    };
    let refused = service.api.clone().oneshot(request().unwrap()).await.unwrap();
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (503, &"1".parse().unwrap()));
    first.end_body().await;
    assert!(first.rest().await.is_complete);
    service.until_ended("complete").await;
    let answered = service.api.clone().oneshot(request().unwrap()).await.unwrap();
    assert_eq!(answered.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_waits_for_streams() {
    let service = Service::new();
    let mut stream = service.open(TEXT).await;
    stream.send(b"hello\n").await;
    stream.next().await;
    service.stop.cancel();
    sleep(SHORT).await;
    let line = lines(1).remove(0) + "\n";
    stream.send(line.as_bytes()).await;
    stream.end_body().await;
    let answers = stream.rest().await.complete();
    assert_eq!(answers, expected(InputFormat::Text, OutputFormat::Text, line.as_bytes()));
    assert_eq!(service.stop().await.cut, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_cuts_streams_at_its_deadline() {
    let service = Service::start(NO_STALL, ConnectionLimits { drain: SHORT, ..NO_LIMITS });
    let mut stream = service.open(TEXT).await;
    stream.send(b"hello\n").await;
    stream.next().await;
    assert_eq!(service.stop().await.cut, 1);
    assert!(!stream.rest().await.is_complete);
}

/// An HTTP/2 body that starts with these bytes and never ends.
fn endless(first: Vec<u8>) -> Body {
    let first = futures_util::stream::once(std::future::ready(Ok::<_, std::io::Error>(first)));
    Body::from_stream(futures_util::StreamExt::chain(first, futures_util::stream::pending()))
}

#[tokio::test(flavor = "multi_thread")]
async fn on_http2_a_stalled_stream_ends_alone() {
    let service = Service::start(QUICK_STALL, ConnectionLimits { answer: Duration::from_secs(2), ..NO_LIMITS });
    let tcp = TcpStream::connect(service.address).await.unwrap();
    let mut client = hyper::client::conn::http2::Builder::new(TokioExecutor::new());
    let handshake = client.initial_stream_window_size(65_535).handshake(TokioIo::new(tcp));
    let (mut sender, connection) = handshake.await.unwrap();
    tokio::spawn(connection);
    let post = |body| Request::post("http://a/solve/batch").header("content-type", "text/plain").body(body).unwrap();

    // Never read: its window fills up, then the buffer of answers.
    let unread = sender.send_request(post(endless(text(20_000)))).await.unwrap();
    let silent = sender.send_request(post(endless(text(10)))).await.unwrap();
    service.until_ended_among("reader_stalled").await;
    service.until_ended_among("sender_stalled").await;
    assert!(timeout(SOON, unread.into_body().collect()).await.unwrap().is_err());
    assert!(timeout(SOON, silent.into_body().collect()).await.unwrap().is_err());

    let whole = post(Body::new(Full::new(Bytes::from(text(10)))));
    let answers = sender.send_request(whole).await.unwrap().into_body().collect().await.unwrap().to_bytes();
    assert_eq!(answers, expected(InputFormat::Text, OutputFormat::Text, &text(10)));
}
