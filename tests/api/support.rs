//! Sends requests to the router, and checks what holds for every response.

use std::fmt::Write;
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use http::request::Builder;
use http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use sudoku_server::api::{App, Settings, router};
use sudoku_server::connections::ConnectionStats;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// A puzzle with one solution, and that solution.
pub(crate) const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The nine rows of a line of 81 cells.
pub(crate) fn rows(line: &str) -> Vec<&str> {
    (0..9).map(|row| &line[row * 9..row * 9 + 9]).collect()
}

/// The service without sockets.
#[derive(Clone)]
pub(crate) struct Api {
    pub(crate) router: sudoku_server::api::Api,
    pub(crate) draining: CancellationToken,
}

impl Api {
    pub(crate) fn new() -> Self {
        Self::with(Settings { workers: 1, ..Settings::default() })
    }

    pub(crate) fn with(settings: Settings) -> Self {
        Self::made_by(settings, router)
    }

    pub(crate) fn made_by(settings: Settings, make: impl FnOnce(App) -> sudoku_server::api::Api) -> Self {
        let draining = CancellationToken::new();
        let app = App::new(settings, Arc::new(ConnectionStats::default()), draining.clone());
        Self { router: make(app), draining }
    }

    /// Sends a request from a client that names the host, as all do.
    pub(crate) async fn send(&self, request: Builder, body: impl Into<Body>) -> Response {
        self.send_as_is(request.header("host", "localhost"), body).await
    }

    pub(crate) async fn send_as_is(&self, request: Builder, body: impl Into<Body>) -> Response {
        let request: Request<Body> = request.header("x-request-id", "test").body(body.into()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let response = Response { status: head.status, headers: head.headers, body };
        response.check();
        response
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send(Request::get(path), Body::empty()).await
    }

    /// Posts a body as `curl --json` does.
    pub(crate) async fn post(&self, path: &str, body: impl Into<Body>) -> Response {
        self.post_as(path, Some("application/json"), body).await
    }

    pub(crate) async fn post_as(&self, path: &str, content_type: Option<&str>, body: impl Into<Body>) -> Response {
        let mut request = Request::post(path);
        if let Some(content_type) = content_type {
            request = request.header("content-type", content_type);
        }
        self.send(request, body).await
    }
}

pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The body, which must be this problem.
    #[track_caller]
    pub(crate) fn problem(&self, slug: &str) -> Value {
        let problem = self.json();
        assert_eq!(problem["type"], format!("/problems/{slug}"), "{problem:#}");
        problem
    }

    /// The body of a response that must be 200.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()
    }

    /// Every response carries the request's id, and every refusal is a complete problem.
    #[track_caller]
    fn check(&self) {
        assert_eq!(self.header("x-request-id"), "test");
        // A client stops reading at the announced length. Only a response to HEAD announces a body that is not sent.
        let announced = self.header("content-length").parse().ok();
        assert!(announced.is_none_or(|length: usize| length == self.body.len() || self.body.is_empty() && length > 0));
        if self.status.as_u16() < 400 {
            return;
        }
        assert_eq!(self.header("content-type"), "application/problem+json");
        if self.body.is_empty() {
            assert_ne!(self.header("content-length"), "0", "no problem");
            return;
        }
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        assert_eq!(problem["instance"], "/requests/test");
        for member in ["type", "title", "detail"] {
            assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{member} in {problem:#}");
        }
    }
}

/// Requests and their responses as one readable snapshot.
#[derive(Default)]
pub(crate) struct Transcript(String);

impl Transcript {
    pub(crate) fn add(&mut self, title: &str, request: &str, response: &Response) {
        let Self(text) = self;
        let body = match response.json() {
            problem @ Value::Object(_) if response.status.as_u16() >= 400 => format!("{problem:#}"),
            _ => response.text().to_owned(),
        };
        writeln!(text, "## {title}\n{request}\n-> {} {}", response.status, response.header("content-type")).unwrap();
        writeln!(text, "{body}\n").unwrap();
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// A body whose bytes never come.
pub(crate) struct Stalled;

impl http_body::Body for Stalled {
    type Data = axum::body::Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<Self::Data>, Self::Error>>> {
        std::task::Poll::Pending
    }
}
