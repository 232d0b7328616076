//! HTTP/1 and HTTP/2 as clients use and misuse them.

use super::client::{get_http2, get_request};
use super::support::{LARGE, NO_LIMITS, TestServer, until};

#[tokio::test]
async fn keep_alive() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    for _ in 0..3 {
        let response = client.get("/quick").await;
        assert_eq!((response.status(), response.body.as_str(), response.closes()), ("200", "quick", false));
    }
    assert_eq!(server.open(), 1);
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    let paths = ["/slow/100", "/quick", "/slow/1", "/quick"];
    client.send(paths.map(get_request).concat()).await;
    for expected in ["slow", "quick", "slow", "quick"] {
        assert_eq!(client.response().await.unwrap().body, expected);
    }
}

#[tokio::test]
async fn a_request_in_pieces() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    for byte in b"POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nhello" {
        client.send([*byte]).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(client.response().await.unwrap().body, "hello");
}

#[tokio::test]
async fn expect_continue() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    client.send("POST /echo HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n").await;
    assert_eq!(client.response().await.unwrap().status(), "100");
    client.send("hello").await;
    assert_eq!(client.response().await.unwrap().body, "hello");
}

#[tokio::test]
async fn a_client_that_closes_its_sending_side_is_answered() {
    let server = TestServer::start(NO_LIMITS);
    for path in ["/quick", "/slow/100"] {
        let mut client = server.connect().await;
        client.send(get_request(path)).await;
        client.close_sending().await;
        assert_eq!(client.response().await.expect("a response").status(), "200");
        assert_eq!(client.end().await, b"");
    }
    until("both are closed", || server.open() == 0).await;
}

#[tokio::test]
async fn a_body_cut_short_is_no_request() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    client.send("POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nx").await;
    client.close_sending().await;
    let response = client.end().await;
    assert!(!response.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&response));
    until("it is closed", || server.open() == 0).await;
}

#[tokio::test]
async fn an_early_response_survives_the_unread_body() {
    let server = TestServer::start(NO_LIMITS);
    // More than the socket buffers hold: a reset would reach the client while it is still sending.
    let body = "x".repeat(16 << 20);
    // hyper does not close a connection after a request with `Upgrade`.
    for field in ["", "upgrade: h2c\r\n"] {
        let mut client = server.connect().await;
        let length = body.len();
        client.send(format!("POST /refuse HTTP/1.1\r\nhost: a\r\n{field}content-length: {length}\r\n\r\n{body}")).await;
        let response = client.response().await.expect("a response");
        assert_eq!((response.status(), response.body.as_str()), ("413", "too large"));
    }
}

#[tokio::test]
async fn a_large_response_is_complete() {
    let server = TestServer::start(NO_LIMITS);
    assert_eq!(server.connect().await.get("/large").await.body.len(), LARGE);
    assert_eq!(get_http2(&mut server.connect_http2().await, "/large").await.unwrap().len(), LARGE);
}

#[tokio::test]
async fn a_head_too_large() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    client.send(format!("GET /quick HTTP/1.1\r\nhost: a\r\nx: {}\r\n\r\n", "y".repeat(20_000))).await;
    assert_eq!(client.response().await.unwrap().status(), "431");
    assert_eq!(client.end().await, b"");
    assert_eq!(server.begun(), 0);
}

#[tokio::test]
async fn bytes_that_are_not_http() {
    let server = TestServer::start(NO_LIMITS);
    for bytes in
        ["\x16\x03\x01\x02\x00\x01\x00\x01\u{fc}\x03\x03", "hello\r\n\r\n", "PRI * HTTP/2.0\r\nhost: a\r\n\r\n"]
    {
        let mut client = server.connect().await;
        client.send(bytes).await;
        assert_eq!(client.response().await.expect("a response").status(), "400", "{bytes:?}");
        client.end().await;
    }
    assert_eq!(server.begun(), 0);
}

#[tokio::test]
async fn http2_with_prior_knowledge() {
    let server = TestServer::start(NO_LIMITS);
    let sender = server.connect_http2().await;
    // As many at a time as a connection may have in flight.
    for _ in 0..3 {
        let many = (0..32).map(|_| {
            let mut sender = sender.clone();
            async move { get_http2(&mut sender, "/slow/50").await.unwrap() }
        });
        for response in many.map(tokio::spawn).collect::<Vec<_>>() {
            assert_eq!(response.await.unwrap(), "slow");
        }
    }
    assert_eq!(server.open(), 1);
}

#[tokio::test]
async fn http2_with_a_preface_in_pieces() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    for byte in b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0" {
        client.send([*byte]).await;
        tokio::task::yield_now().await;
    }
    // `:method: GET`, `:scheme: http`, `:path: /`, `:authority: a`, with END_STREAM.
    client.send([0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x84, 0x41, 1, b'a']).await;
    until("the request arrives", || server.begun() == 1).await;
}

#[tokio::test]
async fn a_panic_ends_one_connection_only() {
    let server = TestServer::start(NO_LIMITS);
    let mut quiet = server.connect().await;
    quiet.get("/quick").await;
    let mut client = server.connect().await;
    client.send(get_request("/panic")).await;
    assert_eq!(client.end().await, b"");
    assert_eq!(quiet.get("/quick").await.body, "quick");
    assert_eq!(server.connect().await.get("/quick").await.body, "quick");
    drop((quiet, client));
    until("no connection is left", || server.open() == 0).await;
}
