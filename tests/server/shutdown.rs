//! Shutdown: accepted requests are answered, those begun are bounded, idle connections are closed.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use sudoku_server::connections::ConnectionLimits;
use tokio::time::sleep;

use super::client::{Client, get_http2, get_request};
use super::support::{LARGE, NO_LIMITS, SHORT, SOON, TestServer, until};

#[tokio::test]
async fn nothing_to_do() {
    let server = TestServer::start(NO_LIMITS);
    let address = server.address;
    let drained = server.stop().await;
    assert_eq!((drained.open, drained.cut), (0, 0));
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "still listening");
}

#[tokio::test]
async fn a_request_in_flight_is_answered_as_the_last_one() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    client.send(get_request("/slow/500")).await;
    until("it is in flight", || server.begun() == 1).await;
    server.stop.cancel();
    let response = client.response().await.expect("a response");
    assert_eq!(response.body, "slow");
    assert!(response.closes(), "{}", response.head);
    assert_eq!(client.end().await, b"");
    let drained = server.stopped().await;
    assert_eq!((drained.open, drained.cut), (1, 0));
}

#[tokio::test]
async fn a_large_response_under_way_is_completed() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    client.send(get_request("/large")).await;
    until("the response is under way", || server.ended() == 1).await;
    server.stop.cancel();
    // Longer than `linger`, which is for connections between requests.
    sleep(Duration::from_millis(1500)).await;
    assert_eq!(client.response().await.expect("a response").body.len(), LARGE);
    drop(client);
    assert_eq!(server.stopped().await.cut, 0);
}

#[tokio::test]
async fn idle_and_silent_connections_are_closed_after_lingering() {
    let server = TestServer::start(ConnectionLimits { linger: SHORT, ..NO_LIMITS });
    let mut idle = server.connect().await;
    idle.get("/quick").await;
    let mut silent = server.connect().await;
    until("both are open", || server.open() == 2).await;
    let start = Instant::now();
    server.stop.cancel();
    assert_eq!(idle.end().await, b"");
    assert_eq!(silent.end().await, b"");
    assert!(start.elapsed() >= SHORT);
    let drained = server.stopped().await;
    assert_eq!((drained.open, drained.cut), (2, 0));
}

#[tokio::test]
async fn a_request_on_its_way_is_answered() {
    let server = TestServer::start(ConnectionLimits { linger: SOON, ..NO_LIMITS });
    let mut idle = server.connect().await;
    idle.get("/quick").await;
    let mut silent = server.connect().await;
    let mut half = server.connect().await;
    half.send("GET /quick HTTP/1.1\r\n").await;
    until("all are open", || server.open() == 3).await;
    server.stop.cancel();
    sleep(SHORT).await;
    half.send("host: a\r\n\r\n").await;
    for client in [&mut idle, &mut silent] {
        client.send(get_request("/quick")).await;
    }
    for client in [&mut idle, &mut silent, &mut half] {
        let response = client.response().await.expect("a response");
        assert!(response.body == "quick" && response.closes());
    }
    assert_eq!(server.stopped().await.cut, 0);
}

#[tokio::test]
async fn unfinished_requests_are_cut() {
    let server = TestServer::start(ConnectionLimits { drain: SHORT, ..NO_LIMITS });
    let mut head = server.connect().await;
    head.send("GET /quick HTTP/1.1\r\n").await;
    let mut body = server.connect().await;
    body.send("POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nx").await;
    let mut endless = server.connect().await;
    endless.send(get_request("/slow/3600000")).await;
    until("all have begun", || server.begun() == 2 && server.open() == 3).await;
    sleep(Duration::from_millis(50)).await;
    let start = Instant::now();
    server.stop.cancel();
    for client in [&mut head, &mut body, &mut endless] {
        assert_eq!(client.end().await, b"");
    }
    assert!(start.elapsed() >= SHORT);
    let drained = server.stopped().await;
    assert_eq!((drained.open, drained.cut), (3, 3));
}

#[tokio::test]
async fn http2_finishes_its_streams_and_closes() {
    let server = TestServer::start(NO_LIMITS);
    let mut sender = server.connect_http2().await;
    let in_flight = tokio::spawn({
        let mut sender = sender.clone();
        async move { get_http2(&mut sender, "/slow/500").await }
    });
    until("it is in flight", || server.begun() == 1).await;
    server.stop.cancel();
    assert_eq!(in_flight.await.unwrap().unwrap(), "slow");
    ends_by_itself(server).await;
    assert!(get_http2(&mut sender, "/quick").await.is_err());
}

#[tokio::test]
async fn http2_without_streams_is_closed() {
    let server = TestServer::start(NO_LIMITS);
    let mut sender = server.connect_http2().await;
    get_http2(&mut sender, "/quick").await.unwrap();
    server.stop.cancel();
    ends_by_itself(server).await;
}

/// HTTP/2 connections close on GOAWAY; no deadline has to cut them.
async fn ends_by_itself(server: TestServer) {
    let stats = Arc::clone(&server.stats);
    assert_eq!(server.stopped().await.cut, 0);
    assert_eq!(stats.timed_out.load(SeqCst), 0);
}

/// On one thread nothing is accepted before the first `await`, so all of these wait in the system's queue.
#[tokio::test(flavor = "current_thread")]
async fn connections_not_yet_accepted_are_answered() {
    let server = TestServer::start(NO_LIMITS);
    let waiting: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = std::net::TcpStream::connect(server.address).unwrap();
            stream.write_all(get_request("/quick").as_bytes()).unwrap();
            stream
        })
        .collect();
    let drained = server.stop().await;
    assert_eq!((drained.open, drained.cut), (100, 0));
    for mut stream in waiting {
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(response.starts_with("HTTP/1.1 200") && response.ends_with("quick"), "{response:?}");
    }
}

/// Clients send each request as soon as they have a response, and reconnect while they can.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn under_load_every_request_begun_is_answered() {
    for _ in 0..5 {
        let server = TestServer::start(NO_LIMITS);
        let clients: Vec<_> = (0..32).map(|_| tokio::spawn(hammer(server.address))).collect();
        until("the load is on", || server.begun() > 500).await;
        let requests = Arc::clone(&server.requests);
        let drained = server.stop().await;
        let mut answered = 0;
        for client in clients {
            answered += client.await.unwrap();
        }
        assert_eq!(drained.cut, 0);
        assert_eq!(answered, requests.begun.load(SeqCst));
    }
}

/// The number of complete responses until the server no longer listens. `Client::response` panics if one is cut.
async fn hammer(address: SocketAddr) -> usize {
    let mut answered = 0;
    while let Ok(stream) = tokio::net::TcpStream::connect(address).await {
        let mut client = Client::new(stream);
        while client.try_send(get_request("/quick")).await {
            match client.response().await {
                Some(response) => {
                    assert_eq!(response.body, "quick");
                    answered += 1;
                    if response.closes() {
                        break;
                    }
                }
                None => break,
            }
        }
    }
    answered
}
