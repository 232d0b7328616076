//! Where a request ends: what the server takes beyond the letter of RFC 9112, and what it refuses. SECURITY.md lists
//! both; a proxy in front that reads any of it differently could be made to smuggle requests.

use super::batch::service::Service;

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// How a message is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// As a request; another may follow.
    Taken,
    /// As a request; the connection is closed after it.
    TakenLast,
    /// It is refused with this status, and the connection is closed.
    Refused(u16),
}
use Reading::{Refused, Taken, TakenLast};

/// Sends the message and, in the same piece, another request, which must be answered if and only if the first leaves the
/// connection open.
async fn read(service: &Service, message: impl AsRef<[u8]>) -> Reading {
    let mut client = service.connect().await;
    client.send([message.as_ref(), b"GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n"].concat()).await;
    let response = client.response().await.expect("a response");
    let rest = String::from_utf8(if response.closes() { client.end().await } else { vec![] }).unwrap();
    assert_eq!(rest, "", "nothing follows the last response");
    match (response.status(), response.closes()) {
        ("200", true) => TakenLast,
        ("200", false) => {
            assert_eq!(client.response().await.expect("the second response").body, "ready\n");
            Taken
        }
        (status, closes) => {
            assert!(closes, "{response:?}");
            response.problem();
            Refused(status.parse().unwrap())
        }
    }
}

fn post(fields: &str, body: &str) -> String {
    format!("POST /solve HTTP/1.1\r\nhost: a\r\n{fields}\r\n{body}")
}

#[tokio::test]
async fn chunks() {
    let service = Service::new();
    let rest = &GRID[1..];
    for (body, expected) in [
        (format!("51\r\n{GRID}\r\n0\r\n\r\n"), Taken),
        (format!("1\r\n5\r\n50\r\n{rest}\r\n0\r\n\r\n"), Taken),
        // Leniencies.
        (format!("{}51\r\n{GRID}\r\n{}\r\n\r\n", "0".repeat(100), "0".repeat(100)), Taken),
        (format!("51 \t \r\n{GRID}\r\n0 \r\n\r\n"), Taken),
        (format!("51;\r\n{GRID}\r\n0\r\n\r\n"), Taken),
        (format!("51 ; ;=\u{1}\u{e9}\"\r\n{GRID}\r\n0;x=y\r\n\r\n"), Taken),
        // No chunks.
        (format!("51\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("51\r\n{GRID}\n0\r\n\r\n"), Refused(400)),
        (format!("51\r\n{GRID}0\r\n\r\n"), Refused(400)),
        (format!("51\r\n{GRID}xx0\r\n\r\n"), Refused(400)),
        (format!("51\r{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("51;x\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("51;x\rx\r\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("0x51\r\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("+51\r\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!(" 51\r\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("5 1\r\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("\r\n51\r\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("10000000000000051\r\n{GRID}\r\n0\r\n\r\n"), Refused(400)),
        (format!("51;{}\r\n{GRID}\r\n0\r\n\r\n", "x".repeat(17_000)), Refused(400)),
        // Trailer fields, of which hyper reads even `\nGET ...` as one.
        (format!("51\r\n{GRID}\r\n0\r\nx: y\r\n\r\n"), Refused(400)),
        (format!("51\r\n{GRID}\r\n0\r\nx: y\n\r\n\r\n"), Refused(400)),
        (format!("51\r\n{GRID}\r\n0\r\n\n"), Refused(400)),
        (format!("51\r\n{GRID}\r\n0\r\nx: y\r\n\n"), Refused(400)),
        (format!("51\r\n{GRID}\r\n0\r\ncontent-length: 5\r\n\r\n"), Refused(400)),
    ] {
        assert_eq!(read(&service, post("transfer-encoding: chunked\r\n", &body)).await, expected, "{body:.30?}");
    }
}

#[tokio::test]
async fn lengths_and_codings() {
    let service = Service::new();
    let chunked = format!("51\r\n{GRID}\r\n0\r\n\r\n");
    for (fields, expected) in [
        ("content-length: 81\r\n", Taken),
        ("content-length: 00081\r\n", Taken),
        ("content-length: 81\r\ncontent-length: 81\r\n", Taken),
        ("content-length: 81\r\ncontent-length: 80\r\n", Refused(400)),
        ("content-length: 81, 81\r\n", Refused(400)),
        ("content-length: +81\r\n", Refused(400)),
        ("content-length: 0x51\r\n", Refused(400)),
        ("content-length: 8 1\r\n", Refused(400)),
        ("content-length:\r\n", Refused(400)),
        ("content-length: 99999999999999999999\r\n", Refused(400)),
        ("content-length : 81\r\n", Refused(400)),
        ("content-length: 81\r\n folded\r\n", Refused(400)),
    ] {
        assert_eq!(read(&service, post(fields, GRID)).await, expected, "{fields:?}");
    }
    for (fields, expected) in [
        ("transfer-encoding: chunked\r\n", Taken),
        ("Transfer-Encoding:\tCHUNKED \t\r\n", Taken),
        // The length is ignored.
        ("transfer-encoding: chunked\r\ncontent-length: 5\r\n", TakenLast),
        ("content-length: 5\r\ntransfer-encoding: chunked\r\n", TakenLast),
        ("transfer-encoding: xchunked\r\n", Refused(400)),
        ("transfer-encoding: chunked, identity\r\n", Refused(400)),
        ("transfer-encoding: identity\r\ncontent-length: 5\r\n", Refused(400)),
        ("transfer-encoding:\r\n", Refused(400)),
        ("transfer-encoding : chunked\r\n", Refused(400)),
        ("transfer-encoding:\r\n chunked\r\n", Refused(400)),
        ("transfer-encoding: \u{b}chunked\r\n", Refused(400)),
        ("transfer-encoding: gzip, chunked\r\n", Refused(501)),
        ("transfer-encoding: chunked, chunked\r\n", Refused(501)),
        ("transfer-encoding: ,chunked\r\n", Refused(501)),
        ("transfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n", Refused(501)),
        ("transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n", Refused(501)),
    ] {
        assert_eq!(read(&service, post(fields, &chunked)).await, expected, "{fields:?}");
    }
    let old = format!("POST /solve HTTP/1.0\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n{chunked}");
    assert_eq!(read(&service, old).await, Refused(400));
}

#[tokio::test]
async fn ends_of_lines() {
    let service = Service::new();
    for (message, expected) in [
        ("GET /livez HTTP/1.1\r\nhost: a\r\n\r\n", Taken),
        // A line feed alone ends a line of the head, as RFC 9112, section 2.2, permits.
        ("GET /livez HTTP/1.1\nhost: a\n\n", Taken),
        ("GET /livez HTTP/1.1\r\nhost: a\nx: y\r\n\r\n", Taken),
        ("GET /livez HTTP/1.1\r\nhost: a\r\nx: \u{e9}\t\u{fc}\r\n\r\n", Taken),
        ("\r\n\r\n\nGET /livez HTTP/1.1\r\nhost: a\r\n\r\n", Taken),
        ("GET /livez HTTP/1.1\rhost: a\r\n\r\n", Refused(400)),
        ("GET /livez HTTP/1.1\r\nhost: a\r\r\n\r\n", Refused(400)),
        ("GET /livez HTTP/1.1\r\nhost: a\r\n\rx", Refused(400)),
    ] {
        assert_eq!(read(&service, message).await, expected, "{message:?}");
    }
}

/// A batch has begun its response when the body's end is read, so it ignores trailer fields.
#[tokio::test]
async fn trailer_fields_of_a_batch() {
    let service = Service::new();
    let mut client = service.connect().await;
    let head =
        "POST /solve/batch HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n";
    for end in ["0\r\nx: y\r\n\r\n", "0\r\n\n"] {
        let next = "GET /livez HTTP/1.1\r\nhost: a\r\n\r\n";
        let mut client = service.connect().await;
        client.send(format!("{head}2\r\n#\n\r\n{end}{next}")).await;
        let all = String::from_utf8(client.end().await).unwrap();
        assert!(all.contains("\r\nconnection: close\r\n") && all.ends_with("2\r\n#\n\r\n0\r\n\r\n"), "{all}");
        assert_eq!(all.matches("HTTP/1.1").count(), 1, "{all}");
    }
    client.send(format!("{head}2\r\n#\n\r\n0\n\r\n")).await;
    assert!(!client.end().await.ends_with(b"0\r\n\r\n"), "a body that ends in no chunk is cut");
}

/// A body on a path that reads none: it is skipped if its end is certain.
#[tokio::test]
async fn bodies_that_nobody_reads() {
    let service = Service::new();
    for (message, expected) in [
        ("GET /livez HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nhello", Taken),
        ("GET /livez HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", TakenLast),
        ("GET /livez HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\n", TakenLast),
    ] {
        assert_eq!(read(&service, message).await, expected, "{message:?}");
    }
}
