//! HTTP/2 frame by frame: heads that no client library would send.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::batch::service::Service;
use super::support::SOON;

const PREFACE_AND_SETTINGS: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Types of frames.
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const GOAWAY: u8 = 7;
const CONTINUATION: u8 = 9;
/// Flags of HEADERS.
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
/// Error codes.
const PROTOCOL_ERROR: u32 = 1;

/// What became of a request.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// A response with this body.
    Response(String),
    /// Its stream was reset with this error.
    Reset(u32),
    /// The connection was given up with this error.
    GoAway(u32),
}

/// The fields as a header block: each a literal that enters no table (RFC 7541, section 6.2.2).
fn block(fields: &[(&str, &str)]) -> Vec<u8> {
    let mut block = Vec::new();
    for (name, value) in fields {
        block.push(0);
        for text in [name, value] {
            integer(text.len(), &mut block);
            block.extend_from_slice(text.as_bytes());
        }
    }
    block
}

/// A length in seven bits and, beyond 126, in further bytes (RFC 7541, section 5.1).
fn integer(length: usize, block: &mut Vec<u8>) {
    let Some(mut rest) = length.checked_sub(127) else { return block.push(length as u8) };
    block.push(127);
    while rest >= 128 {
        block.push(rest as u8 | 128);
        rest /= 128;
    }
    block.push(rest as u8);
}

fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags, 0, 0, 0, 1], payload].concat()
}

/// Sends a request without a body on a connection of its own.
async fn outcome(service: &Service, fields: &[(&str, &str)]) -> Outcome {
    let mut tcp = TcpStream::connect(service.address).await.unwrap();
    tcp.write_all(PREFACE_AND_SETTINGS).await.unwrap();
    let block = block(fields);
    let mut pieces = block.chunks(16_384).peekable();
    let mut kind = (HEADERS, END_STREAM);
    while let Some(piece) = pieces.next() {
        let end = if pieces.peek().is_none() { END_HEADERS } else { 0 };
        tcp.write_all(&frame(kind.0, kind.1 | end, piece)).await.unwrap();
        kind = (CONTINUATION, 0);
    }
    timeout(SOON, read_outcome(&mut tcp)).await.expect("an outcome")
}

async fn read_outcome(tcp: &mut TcpStream) -> Outcome {
    let mut body = Vec::new();
    loop {
        let mut head = [0; 9];
        tcp.read_exact(&mut head).await.expect("another frame");
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        tcp.read_exact(&mut payload).await.unwrap();
        let code = |at: usize| u32::from_be_bytes(payload[at..at + 4].try_into().unwrap());
        match head[3] {
            DATA => body.extend_from_slice(&payload),
            RST_STREAM => return Outcome::Reset(code(0)),
            GOAWAY => return Outcome::GoAway(code(4)),
            _ => {}
        }
        if matches!(head[3], DATA | HEADERS) && head[4] & END_STREAM != 0 {
            return Outcome::Response(String::from_utf8(body).unwrap());
        }
    }
}

/// `GET /livez`, with these pseudo-header fields in place of `:authority`, and further fields.
fn get<'a>(fields: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [&[(":method", "GET"), (":scheme", "http"), (":path", "/livez")], fields].concat()
}

#[tokio::test]
async fn a_host_is_named_once() {
    let service = Service::new();
    for fields in [&[(":authority", "a")][..], &[("host", "a:80")], &[(":authority", "a"), ("host", "A")]] {
        assert_eq!(outcome(&service, &get(fields)).await, Outcome::Response("alive\n".to_owned()), "{fields:?}");
    }
    for fields in [
        &[][..],
        &[("host", "")],
        &[("host", "a,b")],
        &[("host", "a"), ("host", "a")],
        &[(":authority", "a"), ("host", "b")],
        &[(":authority", "a"), ("host", "a:80")],
        &[(":authority", "user@a")],
    ] {
        problem(&outcome(&service, &get(fields)).await, 400, "malformed-request");
    }
}

#[track_caller]
fn problem(outcome: &Outcome, status: u16, slug: &str) {
    let Outcome::Response(body) = outcome else { panic!("{outcome:?}") };
    let problem: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body:?}"));
    assert_eq!((&problem["status"], &problem["type"]), (&status.into(), &format!("/problems/{slug}").into()));
}

#[tokio::test]
async fn methods_targets_and_sizes() {
    let service = Service::new();
    let request = |method, path| [(":method", method), (":scheme", "http"), (":authority", "a"), (":path", path)];
    for (method, path, status, slug) in [
        ("SOLVE", "/solve", 501, "not-implemented"),
        ("TRACE", "/solve", 405, "method-not-allowed"),
        ("GET", "*", 400, "malformed-request"),
        ("GET", "/%zz", 400, "malformed-request"),
        ("GET", "/\u{e9}", 400, "malformed-request"),
        ("GET", "/problems/%ff", 404, "not-found"),
    ] {
        problem(&outcome(&service, &request(method, path)).await, status, slug);
    }
    problem(&outcome(&service, &[(":method", "CONNECT"), (":authority", "a:80")]).await, 501, "not-implemented");
    assert_eq!(outcome(&service, &request("OPTIONS", "*")).await, Outcome::Response(String::new()));
    // A response to HEAD has no body, also where it is a refusal.
    for path in ["/livez", "/nowhere", "/%zz"] {
        assert_eq!(outcome(&service, &request("HEAD", path)).await, Outcome::Response(String::new()), "{path}");
    }

    let names: Vec<_> = (0..100).map(|number| format!("x-{number}")).collect();
    let many = names.iter().map(|name| (&name[..], "v"));
    let hundred: Vec<_> = get(&[(":authority", "a")]).into_iter().chain(many).collect();
    assert_eq!(outcome(&service, &hundred).await, Outcome::Response("alive\n".to_owned()));
    problem(&outcome(&service, &[&hundred[..], &[("y", "v")]].concat()).await, 431, "too-many-headers");
    let long = "v".repeat(20_000);
    problem(&outcome(&service, &get(&[(":authority", "a"), ("x", &long)])).await, 431, "too-many-headers");
    let path = format!("/{long}");
    problem(&outcome(&service, &request("GET", &path)).await, 431, "too-many-headers");
    // h2 answers longer lists itself, by a status alone.
    let (long, longer) = ("v".repeat(40_000), "v".repeat(140_000));
    assert_eq!(outcome(&service, &get(&[(":authority", "a"), ("x", &long)])).await, Outcome::Response(String::new()));
    assert!(matches!(outcome(&service, &get(&[(":authority", "a"), ("x", &longer)])).await, Outcome::GoAway(_)));
}

/// RFC 9113, section 8.1.1: a malformed request is a stream error.
#[tokio::test]
async fn malformed_heads_reset_their_stream() {
    let service = Service::new();
    for fields in [
        get(&[(":authority", "a b")]),
        get(&[(":authority", "a"), ("connection", "close")]),
        get(&[(":authority", "a"), ("transfer-encoding", "chunked")]),
        get(&[(":authority", "a"), ("te", "gzip")]),
        get(&[(":authority", "a"), ("content-length", "5")]),
        get(&[("host", "a"), (":authority", "a")]),
        get(&[(":authority", "a"), (":authority", "a")]),
        get(&[(":authority", "a"), (":status", "200")]),
        get(&[(":authority", "a"), (":protocol", "websocket")]),
        vec![(":method", "GET"), (":scheme", "http"), (":authority", "a")],
        vec![(":method", "GET"), (":path", "/livez"), (":authority", "a")],
        vec![(":scheme", "http"), (":path", "/livez"), (":authority", "a")],
        vec![(":method", "GET"), (":scheme", "http"), (":path", ""), (":authority", "a")],
        vec![(":method", "CONNECT"), (":scheme", "http"), (":path", "/"), (":authority", "a:80")],
        vec![
            (":method", "CONNECT"),
            (":protocol", "websocket"),
            (":scheme", "http"),
            (":path", "/"),
            (":authority", "a"),
        ],
    ] {
        assert_eq!(outcome(&service, &fields).await, Outcome::Reset(PROTOCOL_ERROR), "{fields:?}");
    }
    // To h2 a capital letter in a name is an error of compression, after which nothing can be read.
    let upper = get(&[(":authority", "a"), ("X-Upper", "v")]);
    assert_eq!(outcome(&service, &upper).await, Outcome::GoAway(PROTOCOL_ERROR));
}

/// A client that has sent the preface speaks HTTP/2, so the rest is an error of HTTP/2.
#[tokio::test]
async fn no_frames_after_the_preface() {
    let service = Service::new();
    let mut tcp = TcpStream::connect(service.address).await.unwrap();
    tcp.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET /livez HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    let outcome = timeout(SOON, read_outcome(&mut tcp)).await.expect("an outcome");
    assert!(matches!(outcome, Outcome::GoAway(_)), "{outcome:?}");
}
