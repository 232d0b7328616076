//! More connections than `max_connections`.

use std::sync::atomic::Ordering::SeqCst;

use http_body_util::Empty;
use hyper::body::Bytes;
use hyper::client::conn::http2::SendRequest;
use sudoku_server::connections::ConnectionLimits;

use super::client::{Client, get_http2, get_request};
use super::support::{NO_LIMITS, TestServer, until};

#[tokio::test]
async fn with_every_connection_busy_the_next_is_refused() {
    let server = TestServer::start(ConnectionLimits { max_connections: 2, ..NO_LIMITS });
    let mut busy = [server.connect().await, server.connect().await];
    for client in &mut busy {
        client.send(get_request("/slow/2000")).await;
    }
    until("both are in flight", || server.begun() == 2).await;
    let mut third = server.connect().await;
    third.send(get_request("/quick")).await;
    let refusal = third.response().await.expect("a refusal");
    assert_eq!(refusal.status(), "503");
    assert!(refusal.closes() && refusal.head.contains("\r\nretry-after: 1\r\n"), "{}", refusal.head);
    assert_eq!(third.end().await, b"");
    for client in &mut busy {
        assert_eq!(client.response().await.unwrap().body, "slow");
    }
    assert_eq!(server.stats.refused.load(SeqCst), 1);
    // Both are idle now, so one of them makes room.
    assert_eq!(server.connect().await.get("/quick").await.body, "quick");
}

#[tokio::test]
async fn the_connection_waiting_longest_makes_room() {
    let server = TestServer::start(ConnectionLimits { max_connections: 3, ..NO_LIMITS });
    let mut silent = server.connect().await;
    until("it is open", || server.open() == 1).await;
    let mut busy = server.connect().await;
    busy.send(get_request("/slow/500")).await;
    until("it is in flight", || server.begun() == 1).await;
    let mut half = server.connect().await;
    half.send("GET /qui").await;
    until("it is open", || server.open() == 3).await;

    let mut good = server.connect().await;
    assert_eq!(good.get("/quick").await.body, "quick");
    assert_eq!(silent.end().await, b"");
    half.send("ck HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert_eq!(half.response().await.unwrap().body, "quick");
    assert_eq!(busy.response().await.unwrap().body, "slow");
    assert_eq!(server.stats.evicted.load(SeqCst), 1);
    assert_eq!(server.stats.refused.load(SeqCst), 0);
}

#[tokio::test]
async fn silent_clients_over_the_limit_keep_nobody_out() {
    let server = TestServer::start(ConnectionLimits { max_connections: 100, ..NO_LIMITS });
    let mut silent = Vec::new();
    for _ in 0..300 {
        silent.push(server.connect().await);
    }
    for _ in 0..20 {
        assert_eq!(server.connect().await.get("/quick").await.body, "quick");
    }
    assert!(server.stats.evicted.load(SeqCst) >= 200);
    assert_eq!(server.stats.refused.load(SeqCst), 0);
    until("the connections are within the limit", || server.open() <= 100).await;
}

#[tokio::test]
async fn a_connection_that_waits_for_its_body_makes_room() {
    let server = TestServer::start(ConnectionLimits { max_connections: 1, ..NO_LIMITS });
    let mut half = server.connect().await;
    half.send("POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nx").await;
    until("it is in flight", || server.begun() == 1).await;
    assert_eq!(server.connect().await.get("/quick").await.body, "quick");
    assert_eq!(half.end().await, b"");
    assert_eq!((server.stats.evicted.load(SeqCst), server.stats.refused.load(SeqCst)), (1, 0));
    assert_eq!(server.ended(), 2);
}

#[tokio::test]
async fn a_client_that_does_not_read_makes_room() {
    let server = TestServer::start(ConnectionLimits { max_connections: 1, ..NO_LIMITS });
    let mut unread = server.connect().await;
    unread.send(get_request("/large")).await;
    until("its response is ready", || server.ended() == 1).await;
    // The response is being written until the buffers of both ends are full, so the first attempts may be refused.
    loop {
        let mut good = server.connect().await;
        if good.get("/quick").await.status() == "200" {
            break;
        }
    }
    assert_eq!(server.stats.evicted.load(SeqCst), 1);
}

/// Room for one connection over HTTP/2 with five requests in flight, and for no sixth.
const FIVE_REQUESTS: usize = 70 << 10;

#[tokio::test]
async fn connections_that_hold_too_much_get_one_response_at_a_time() {
    let server = TestServer::start(ConnectionLimits { max_held: FIVE_REQUESTS, ..NO_LIMITS });
    let sender = server.connect_http2().await;
    let slow = (0..5).map(|_| {
        let mut sender = sender.clone();
        tokio::spawn(async move { get_http2(&mut sender, "/slow/1000").await.unwrap() })
    });
    let slow: Vec<_> = slow.collect();
    until("five are in flight", || server.begun() == 5).await;
    assert_eq!(status(&sender, "/quick").await, 503, "a sixth is over the limit");
    assert_eq!(server.connect().await.get("/quick").await.body, "quick", "a first one is not");
    for response in slow {
        assert_eq!(response.await.unwrap(), "slow", "the server works on these, so they stay");
    }
}

#[tokio::test]
async fn bodies_that_do_not_come_make_room_for_other_requests() {
    let server = TestServer::start(ConnectionLimits { max_held: 2 * FIVE_REQUESTS, ..NO_LIMITS });
    let mut half = server.connect().await;
    send_heads(&mut half, 12).await;
    until("the bodies are awaited", || server.begun() == 12).await;
    let sender = server.connect_http2().await;
    let mut first = sender.clone();
    let first = tokio::spawn(async move { get_http2(&mut first, "/slow/2000").await });
    half.end().await;
    assert_eq!(server.stats.evicted.load(SeqCst), 1);
    until("the other is in flight", || server.begun() == 13).await;
    assert_eq!(status(&sender, "/quick").await, 200);
    assert_eq!(first.await.unwrap().unwrap(), "slow");
}

#[tokio::test]
async fn responses_that_are_not_read_make_room_for_other_connections() {
    let server = TestServer::start(ConnectionLimits { max_held: 200 << 10, ..NO_LIMITS });
    let mut unread = Vec::new();
    for number in 1..=8 {
        let mut client = server.connect().await;
        client.send(get_request("/large")).await;
        unread.push(client);
        until("its response is ready", || server.ended() >= number).await;
    }
    until("some are closed", || server.stats.evicted.load(SeqCst) >= 2).await;
    assert_eq!(server.connect().await.get("/quick").await.body, "quick");
    assert_eq!(server.stats.refused.load(SeqCst), 0);
}

async fn status(sender: &SendRequest<Empty<Bytes>>, path: &str) -> u16 {
    let request = hyper::Request::get(format!("http://localhost{path}")).body(Empty::new()).unwrap();
    sender.clone().send_request(request).await.unwrap().status().as_u16()
}

/// Sends the heads of this many `POST /echo` over HTTP/2, whose bodies never come.
async fn send_heads(client: &mut Client, number: u8) {
    client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await;
    for at in 0..number {
        // `:method: POST`, `:scheme: http`, `:path: /echo`, `:authority: a`, with END_HEADERS.
        client.send([0, 0, 12, 1, 4, 0, 0, 0, 2 * at + 1, 0x83, 0x86, 4, 5]).await;
        client.send("/echo\x41\x01a").await;
    }
}
