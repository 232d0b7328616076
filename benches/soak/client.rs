//! What clients do: single requests, batches, and leaving in the middle of either.

use std::net::SocketAddr;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::{http1, http2};
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use sudoku_engine::random::{RngExt, Xoshiro256PlusPlus};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::cases::Case;

/// The most grids of a batch.
const LONGEST: usize = 5_000;

type Sent = hyper::Result<Response<Incoming>>;

/// A connection that speaks either protocol.
pub(crate) enum Connection {
    Http1(http1::SendRequest<Full<Bytes>>),
    Http2(http2::SendRequest<Full<Bytes>>),
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr, is_http2: bool) -> Self {
        let io = TokioIo::new(TcpStream::connect(address).await.expect("the server listens"));
        if is_http2 {
            let (sender, connection) = http2::handshake(TokioExecutor::new(), io).await.expect("a handshake");
            tokio::spawn(connection);
            return Self::Http2(sender);
        }
        let (sender, connection) = http1::handshake(io).await.expect("a handshake");
        tokio::spawn(connection);
        Self::Http1(sender)
    }

    async fn send(&mut self, path: &str, headers: &[(&str, &str)], body: Bytes) -> Sent {
        let request = Request::post(format!("http://soak{path}")).header("host", "soak");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let request = request.body(Full::new(body)).expect("the parts are valid");
        match self {
            Self::Http1(sender) => {
                sender.ready().await?;
                sender.send_request(request).await
            }
            Self::Http2(sender) => {
                sender.ready().await?;
                sender.send_request(request).await
            }
        }
    }
}

/// Solves one grid in a random form. Panics on an answer that is not true.
pub(crate) async fn solve(connection: &mut Connection, case: &Case, rng: &mut Xoshiro256PlusPlus) {
    let line = case.line.as_str();
    let numbers: Vec<u32> = line.chars().map(|cell| cell.to_digit(10).unwrap_or(0)).collect();
    let is_grid = line.len() == 81 && !line.starts_with('Q');
    let rows: Vec<&[u32]> = numbers.chunks(9).collect();
    let (content_type, body) = match rng.below(if is_grid { 5 } else { 2 }) {
        0 => ("text/plain", line.to_owned()),
        1 => ("application/json", json!({"grid": line}).to_string()),
        2 => ("application/json", json!({"board": rows}).to_string()),
        3 => ("application/json", json!(numbers).to_string()),
        _ => ("application/x-www-form-urlencoded", format!("puzzle={line}")),
    };
    let response = connection.send("/solve", &[("content-type", content_type)], body.into()).await.expect("a response");
    let body = response.into_body().collect().await.expect("a whole response").to_bytes();
    let answer: Value = serde_json::from_slice(&body).expect("JSON");
    assert!(case.fits_json(&answer), "{line}: {answer}");
}

/// Solves a batch in random formats; returns how many answers it had. Panics on one that is not true.
pub(crate) async fn batch(connection: &mut Connection, cases: &[Case], rng: &mut Xoshiro256PlusPlus) -> u64 {
    let chosen: Vec<&Case> = (0..=rng.below(LONGEST)).map(|_| rng.pick(cases).expect("there are cases")).collect();
    let lines = chosen.iter().map(|case| case.line.as_str());
    let (content_type, body) = match rng.below(4) {
        0 => ("text/plain", lines.collect::<Vec<_>>().join("\n")),
        1 => ("text/csv", "quizzes\n".to_owned() + &lines.collect::<Vec<_>>().join("\n")),
        2 => ("application/json", json!(lines.collect::<Vec<_>>()).to_string()),
        _ => ("application/x-ndjson", lines.map(|line| json!({"grid": line}).to_string() + "\n").collect()),
    };
    let accept = *rng.pick(&["text/plain", "text/csv", "application/x-ndjson"]).expect("three");
    let headers = [("content-type", content_type), ("accept", accept)];
    let response = connection.send("/solve/batch", &headers, body.into()).await.expect("a response");
    assert_eq!(response.status(), 200);
    let text = response.into_body().collect().await.expect("a whole response").to_bytes();
    let text = std::str::from_utf8(&text).expect("UTF-8");
    let mut answers: Vec<&str> = text.lines().collect();
    let header = if accept == "text/csv" { answers.remove(0) } else { "" };
    assert_eq!(answers.len(), chosen.len());
    for (case, answer) in chosen.iter().zip(&answers) {
        let fits = match accept {
            "text/plain" => case.fits_text(answer),
            "text/csv" => case.fits_csv(answer, header),
            _ => case.fits_json(&serde_json::from_str(answer).expect("JSON")),
        };
        assert!(fits, "{}: {answer}", case.line);
    }
    answers.len() as u64
}

/// Begins a request or a batch, and goes away in the middle of it.
pub(crate) async fn leave(address: SocketAddr, cases: &[Case], rng: &mut Xoshiro256PlusPlus) {
    let mut connection = TcpStream::connect(address).await.expect("the server listens");
    let lines: Vec<&str> = cases.iter().map(|case| case.line.as_str()).collect();
    let body = lines.join("\n").repeat(1 + rng.below(20));
    let path = *rng.pick(&["/solve", "/solve/batch", "/count"]).expect("three");
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: soak\r\ncontent-type: text/plain\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let sent = &request.as_bytes()[..rng.below(request.len())];
    // The server may refuse and close first.
    let _ = connection.write_all(sent).await;
    if rng.below(2) == 0 {
        // With unread bytes the system sends a reset.
        let _ = connection.readable().await;
    }
}

/// Sends bytes, and returns all that comes back.
pub(crate) async fn raw(address: SocketAddr, request: &str) -> String {
    let mut connection = TcpStream::connect(address).await.expect("the server listens");
    connection.write_all(request.as_bytes()).await.expect("the server reads");
    let mut response = Vec::new();
    connection.read_to_end(&mut response).await.expect("the server responds");
    String::from_utf8_lossy(&response).into_owned()
}
