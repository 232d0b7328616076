//! Every state of a connection has its deadline.

use std::time::{Duration, Instant};

use http_body_util::Empty;
use sudoku_server::connections::ConnectionLimits;
use tokio::time::sleep;

use super::client::{get_http2, get_request};
use super::support::{LARGE, NO_LIMITS, SHORT, TestServer, until};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// A SETTINGS frame that sets nothing.
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
/// A HEADERS frame of one byte (`:method: GET`) on stream 1, without `END_HEADERS`.
const HALF_HEADERS: &[u8] = &[0, 0, 1, 1, 1, 0, 0, 0, 1, 0x82];
/// A PING frame.
const PING: &[u8] = &[0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Sends `first`, then `again` every 20 ms, and checks that the connection ends at its deadline, not earlier.
async fn ends_in_time(limits: ConnectionLimits, first: &[&[u8]], again: &[u8]) {
    let server = TestServer::start(limits);
    let start = Instant::now();
    let mut client = server.connect().await;
    for part in first {
        client.send(part).await;
    }
    until("the connection is accepted", || server.open() == 1).await;
    while !again.is_empty() && server.open() == 1 && client.try_send(again).await {
        sleep(Duration::from_millis(20)).await;
        assert!(start.elapsed() < super::support::SOON, "bytes that form no request keep the connection open");
    }
    client.end().await;
    assert!(start.elapsed() >= SHORT, "closed after {:?}", start.elapsed());
    until("it is closed and counted", || server.open() == 0).await;
    assert_eq!(server.timed_out(), 1);
    assert_eq!(server.begun(), 0);
}

#[tokio::test]
async fn a_silent_connection() {
    ends_in_time(ConnectionLimits { first_byte: SHORT, ..NO_LIMITS }, &[], &[]).await;
}

#[tokio::test]
async fn a_half_sent_head() {
    ends_in_time(ConnectionLimits { head: SHORT, ..NO_LIMITS }, &[b"GET /quick HTTP/1.1\r\nhost: a"], &[]).await;
}

#[tokio::test]
async fn a_single_byte_that_may_start_either_protocol() {
    ends_in_time(ConnectionLimits { head: SHORT, ..NO_LIMITS }, &[b"P"], &[]).await;
}

#[tokio::test]
async fn a_head_that_trickles() {
    let limits = ConnectionLimits { head: SHORT, ..NO_LIMITS };
    ends_in_time(limits, &[b"GET /quick HTTP/1.1\r\nx: "], b"y").await;
}

#[tokio::test]
async fn empty_lines_before_a_head() {
    ends_in_time(ConnectionLimits { head: SHORT, ..NO_LIMITS }, &[b"\r\n"], b"\r\n").await;
}

#[tokio::test]
async fn http2_without_a_request() {
    ends_in_time(ConnectionLimits { head: SHORT, ..NO_LIMITS }, &[PREFACE, SETTINGS], &[]).await;
}

#[tokio::test]
async fn http2_with_pings_only() {
    ends_in_time(ConnectionLimits { head: SHORT, ..NO_LIMITS }, &[PREFACE, SETTINGS], PING).await;
}

#[tokio::test]
async fn http2_with_half_a_header_block() {
    ends_in_time(ConnectionLimits { head: SHORT, ..NO_LIMITS }, &[PREFACE, SETTINGS, HALF_HEADERS], &[]).await;
}

#[tokio::test]
async fn an_idle_connection() {
    let server = TestServer::start(ConnectionLimits { idle: SHORT, ..NO_LIMITS });
    let mut client = server.connect().await;
    let start = Instant::now();
    assert_eq!(client.get("/quick").await.body, "quick");
    assert_eq!(client.end().await, b"");
    assert!(start.elapsed() >= SHORT);
    until("it is closed and counted", || server.open() == 0).await;
    assert_eq!(server.timed_out(), 1);
}

#[tokio::test]
async fn an_idle_http2_connection() {
    let server = TestServer::start(ConnectionLimits { idle: SHORT, ..NO_LIMITS });
    let mut sender = server.connect_http2().await;
    let start = Instant::now();
    assert_eq!(get_http2(&mut sender, "/quick").await.unwrap(), "quick");
    until("it is closed", || server.open() == 0).await;
    assert!(start.elapsed() >= SHORT);
    assert_eq!(server.timed_out(), 1);
}

#[tokio::test]
async fn an_idle_http2_connection_with_pings() {
    /// A complete `GET /` with the host `a`.
    const REQUEST: &[u8] = &[0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x84, 0x41, 1, b'a'];
    let server = TestServer::start(ConnectionLimits { idle: SHORT, ..NO_LIMITS });
    let mut client = server.connect().await;
    let start = Instant::now();
    client.send([PREFACE, SETTINGS, REQUEST].concat()).await;
    until("the request is answered", || server.ended() == 1).await;
    while server.open() == 1 && client.try_send(PING).await {
        sleep(Duration::from_millis(20)).await;
        assert!(start.elapsed() < super::support::SOON, "pings keep the connection open");
    }
    assert!(start.elapsed() >= SHORT);
    until("it is closed and counted", || server.timed_out() == 1 && server.open() == 0).await;
}

#[tokio::test]
async fn a_half_sent_second_head() {
    let server = TestServer::start(ConnectionLimits { head: SHORT, ..NO_LIMITS });
    let mut client = server.connect().await;
    client.get("/quick").await;
    let start = Instant::now();
    client.send("GET /qui").await;
    assert_eq!(client.end().await, b"");
    assert!(start.elapsed() >= SHORT);
    assert_eq!(server.timed_out(), 1);
}

#[tokio::test]
async fn a_body_that_never_comes() {
    let server = TestServer::start(ConnectionLimits { answer: SHORT, ..NO_LIMITS });
    let mut client = server.connect().await;
    let start = Instant::now();
    client.send("POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nx").await;
    client.end().await;
    assert!(start.elapsed() >= SHORT);
    until("the request is dropped", || server.ended() == 1).await;
    assert_eq!(server.timed_out(), 1);
}

#[tokio::test]
async fn a_client_that_never_reads() {
    let server = TestServer::start(ConnectionLimits { answer: SHORT, idle: SHORT, ..NO_LIMITS });
    let mut client = server.connect().await;
    client.send(get_request("/large")).await;
    until("it is closed", || server.begun() == 1 && server.open() == 0).await;
    assert_eq!(server.timed_out(), 1);
    assert!(client.end().await.len() < LARGE);
}

#[tokio::test]
async fn an_http2_stream_that_is_never_read_ends_alone() {
    let answer = Duration::from_secs(1);
    let server = TestServer::start(ConnectionLimits { answer, ..NO_LIMITS });
    let mut sender = server.connect_http2().await;
    let request = hyper::Request::get("http://localhost/large").body(Empty::new()).unwrap();
    let unread = sender.send_request(request).await.unwrap().into_body();
    // The server resets the stream although nothing is read here; the connection stays open.
    sleep(2 * answer).await;
    assert_eq!(get_http2(&mut sender, "/quick").await.unwrap(), "quick");
    let read = http_body_util::BodyExt::collect(unread).await;
    assert!(read.is_err(), "the stream was not reset");
}

#[tokio::test]
async fn work_is_not_waiting() {
    let second = Duration::from_secs(1);
    let server = TestServer::start(ConnectionLimits { first_byte: second, head: second, idle: second, ..NO_LIMITS });
    let mut client = server.connect().await;
    for _ in 0..2 {
        assert_eq!(client.get("/slow/1500").await.body, "slow");
    }
    let mut sender = server.connect_http2().await;
    assert_eq!(get_http2(&mut sender, "/slow/1500").await.unwrap(), "slow");
}

#[tokio::test]
async fn a_client_that_goes_away_ends_its_request() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    client.send(get_request("/slow/3600000")).await;
    until("the request is in flight", || server.begun() == 1).await;
    drop(client);
    until("the request is dropped", || server.ended() == 1).await;
    until("the connection is closed", || server.open() == 0).await;
}
