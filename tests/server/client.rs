//! A client that sends raw bytes on HTTP/1, and requests on HTTP/2.

use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper::client::conn::http2::SendRequest;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::support::SOON;

/// A connection, and the bytes received after the last complete response.
pub(crate) struct Client {
    stream: TcpStream,
    rest: Vec<u8>,
}

/// A complete response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn status(&self) -> &str {
        &self.head[9..12]
    }

    pub(crate) fn closes(&self) -> bool {
        self.header("connection") == Some("close")
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The body, which must be a complete problem.
    #[track_caller]
    pub(crate) fn problem(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem: Value = serde_json::from_str(&self.body).unwrap();
        assert_eq!(problem["status"].to_string(), self.status());
        assert_eq!(problem["instance"], format!("/requests/{}", self.header("x-request-id").expect("an id")));
        assert!(self.header("date").is_some(), "{self:?}");
        problem
    }

    /// The last part of the problem's type.
    #[track_caller]
    pub(crate) fn slug(&self) -> String {
        self.problem()["type"].as_str().unwrap().trim_start_matches("/problems/").to_owned()
    }
}

impl Client {
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self { stream, rest: Vec::new() }
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).await.expect("the server reads");
    }

    /// Returns false if the server has closed the connection.
    pub(crate) async fn try_send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.stream.write_all(bytes.as_ref()).await.is_ok()
    }

    pub(crate) async fn close_sending(&mut self) {
        self.stream.shutdown().await.unwrap();
    }

    /// The next complete response; `None` if the connection ends before its first byte.
    pub(crate) async fn response(&mut self) -> Option<Response> {
        timeout(SOON, self.read_response()).await.expect("a response")
    }

    async fn read_response(&mut self) -> Option<Response> {
        loop {
            if let Some(response) = self.take_response() {
                return Some(response);
            }
            if !self.read_more().await {
                assert!(self.rest.is_empty(), "cut: {:?}", String::from_utf8_lossy(&self.rest));
                return None;
            }
        }
    }

    /// Returns false at the end of the connection, a reset included.
    async fn read_more(&mut self) -> bool {
        self.stream.read_buf(&mut self.rest).await.is_ok_and(|length| length > 0)
    }

    fn take_response(&mut self) -> Option<Response> {
        let head_length = self.rest.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
        let head = String::from_utf8(self.rest[..head_length].to_vec()).unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let end = head_length + length.map_or(0, |length| length.parse().unwrap());
        if self.rest.len() < end {
            return None;
        }
        let body = String::from_utf8(self.rest[head_length..end].to_vec()).unwrap();
        self.rest.drain(..end);
        Some(Response { head, body })
    }

    /// Sends `GET path` and reads the response.
    pub(crate) async fn get(&mut self, path: &str) -> Response {
        self.send(get_request(path)).await;
        self.response().await.expect("a response")
    }

    /// Waits for the connection's end, and returns the bytes received before it.
    pub(crate) async fn end(&mut self) -> Vec<u8> {
        timeout(SOON, async { while self.read_more().await {} }).await.expect("the connection ends");
        std::mem::take(&mut self.rest)
    }
}

/// The body of the response to `GET path` on HTTP/2.
pub(crate) async fn get_http2(sender: &mut SendRequest<Empty<Bytes>>, path: &str) -> hyper::Result<Bytes> {
    let request = hyper::Request::get(format!("http://localhost{path}")).body(Empty::new()).unwrap();
    let response = timeout(SOON, sender.send_request(request)).await.expect("the head of a response")?;
    assert_eq!(response.status(), 200);
    Ok(timeout(SOON, response.into_body().collect()).await.expect("the body of a response")?.to_bytes())
}

pub(crate) fn get_request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")
}
