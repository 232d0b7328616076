//! More connections than `max_connections`.

use std::sync::atomic::Ordering::SeqCst;

use sudoku_server::connections::ConnectionLimits;

use super::client::get_request;
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
