//! The edge of the API: what every request goes through.
//!
//! It gives the request an id, counts it, catches panics, turns a [`Problem`] into the body of the response, and writes
//! one log line. The line names the route but never the query or the body, which may contain anything.
//!
//! It wraps the router as a single service. As a layer of each route it would cost a fifth of the user time of a small
//! request, because axum boxes and clones every layer for every route.

use std::any::Any;
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::Either;
use http::{HeaderName, HeaderValue, Method, Request, StatusCode, header};
use tower::{Layer, Service};
use tower_http::cors::{Cors, CorsLayer};

use super::problem::More;
use super::routes::search::SearchTime;
use super::{App, Problem, ProblemKind, Route};
use crate::connections::{Exchange, MAX_FIELDS, Refused};

/// The header with a request's id, in the request and in its response.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request whose response is a stream, for the log lines written while it lasts.
#[derive(Clone)]
pub(super) struct RequestId(pub(super) String);

/// The whole API as one service. Clones share its state.
#[derive(Clone)]
pub struct Api {
    routes: Router,
    /// The same routes with CORS headers, for browsers only.
    cors: Cors<Router>,
    app: App,
}

impl Api {
    pub(super) fn new(routes: Router, cors: &CorsLayer, app: App) -> Self {
        Self { cors: cors.layer(routes.clone()), routes, app }
    }
}

impl<B> Service<Request<B>> for Api
where
    B: http_body::Body<Data = Bytes, Error: Into<axum::BoxError>> + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let in_flight = InFlight::begin(self.app.clone(), &request);
        if let Some(problem) = refusal(&request) {
            return Box::pin(std::future::ready(Ok(in_flight.end(problem.into_response()))));
        }
        let mut request = request.map(Body::new);
        if let Some(route) = in_flight.route {
            request.extensions_mut().insert(route);
            if route.streams {
                let id = in_flight.request_id.to_str().unwrap_or_default();
                request.extensions_mut().insert(RequestId(id.to_owned()));
            }
        }
        let is_cors = in_flight.method == Method::OPTIONS || request.headers().contains_key(header::ORIGIN);
        let response =
            if is_cors { Either::Left(self.cors.call(request)) } else { Either::Right(self.routes.call(request)) };
        Box::pin(async move {
            let response = match AssertUnwindSafe(response).catch_unwind().await {
                Ok(Ok(response)) => response,
                Ok(Err(never)) => match never {},
                Err(panic) => panicked(panic.as_ref()).into_response(),
            };
            Ok(in_flight.end(response))
        })
    }
}

/// Why a request is refused whatever it asks for.
fn refusal<B>(request: &Request<B>) -> Option<Problem> {
    let by_connection = request.extensions().get::<Exchange>().and_then(Exchange::refused);
    if by_connection == Some(Refused::TooManyFields) || request.headers().len() > MAX_FIELDS {
        let detail = format!("the request has more than {MAX_FIELDS} header fields");
        return Some(Problem::new(ProblemKind::TooManyHeaders, detail));
    }
    let is_excess = by_connection == Some(Refused::HeldTooMuch);
    is_excess.then(|| Problem::new(ProblemKind::Overloaded, "too many requests are in flight"))
}

fn panicked(panic: &(dyn Any + Send)) -> Problem {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Problem::internal(format!("a handler panicked: {}", message.unwrap_or("without a message")))
}

/// A request without a response yet.
struct InFlight {
    app: App,
    started: Instant,
    method: Method,
    route: Option<&'static Route>,
    request_id: HeaderValue,
}

impl InFlight {
    fn begin<B>(app: App, request: &Request<B>) -> Self {
        app.metrics.request_started();
        let route = Route::of(request.uri().path());
        Self { app, started: Instant::now(), method: request.method().clone(), route, request_id: request_id(request) }
    }

    /// Completes the response, counts it and logs it.
    fn end(self, mut response: Response) -> Response {
        let problem = response.extensions_mut().remove::<Problem>();
        let search = response.extensions().get::<SearchTime>().map(|time| time.0);
        if let Some(problem) = &problem {
            response = render(problem, &self.request_id, &response);
        }
        let needs_allow = self.method == Method::OPTIONS || response.status() == StatusCode::METHOD_NOT_ALLOWED;
        if let Some(route) = self.route.filter(|_| needs_allow) {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(route.allow));
        }
        response.headers_mut().append(header::VARY, HeaderValue::from_static(self.vary()));
        let elapsed = self.started.elapsed();
        let route = self.route.map_or("unmatched", |route| route.path);
        let (method, request_id) = (method_label(&self.method), &self.request_id);
        self.app.metrics.count_response(route, method, response.status().as_str(), elapsed);
        LogEntry { method, route, request_id, elapsed, search, problem: problem.as_ref() }.emit(response.status());
        response.headers_mut().insert(REQUEST_ID, self.request_id.clone());
        response
    }

    /// The request headers that decide on the headers for browsers.
    ///
    /// A request without `Origin` gets none of these. A shared cache that stored its response must not send it to a
    /// page, whatever origins are allowed.
    fn vary(&self) -> &'static str {
        if self.method == Method::OPTIONS { "origin, access-control-request-headers" } else { "origin" }
    }
}

impl Drop for InFlight {
    /// Also runs if the client goes away before the response.
    fn drop(&mut self) {
        self.app.metrics.request_finished();
    }
}

/// The problem's own response, with the headers that inner layers gave to `response`, except the length of its empty body.
fn render(problem: &Problem, request_id: &HeaderValue, response: &Response) -> Response {
    let mut rendered = problem.render(request_id.to_str().unwrap_or_default());
    for (name, value) in response.headers().iter().filter(|(name, _)| *name != header::CONTENT_LENGTH) {
        rendered.headers_mut().entry(name).or_insert_with(|| value.clone());
    }
    rendered
}

/// The client's own id if it is short and plain enough for a log, otherwise a new one.
fn request_id<B>(request: &Request<B>) -> HeaderValue {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let sent = request.headers().get(REQUEST_ID);
    let sent = sent.filter(|id| (1..=64).contains(&id.len()) && id.as_bytes().iter().all(plain));
    sent.cloned().unwrap_or_else(new_request_id)
}

/// Sixteen hexadecimal digits: unique within the process, and very likely across processes.
fn new_request_id() -> HeaderValue {
    static START: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(std::process::id()));
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // Multiplying by an odd number is one to one, and spreads the count over all digits.
    let count = COUNT.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let id = format!("{:016x}", START.wrapping_add(count));
    HeaderValue::from_str(&id).expect("hexadecimal digits are valid in a header")
}

/// The label of a method. Unknown methods share one, so clients cannot create time series.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

/// The log line of a request, whose level follows from the status.
struct LogEntry<'a> {
    method: &'static str,
    route: &'a str,
    request_id: &'a HeaderValue,
    elapsed: Duration,
    search: Option<Duration>,
    problem: Option<&'a Problem>,
}

impl LogEntry<'_> {
    fn emit(&self, status: StatusCode) {
        let Self { method, route, .. } = self;
        let status = status.as_u16();
        let request_id = self.request_id.to_str().unwrap_or_default();
        let elapsed_us = self.elapsed.as_micros() as u64;
        let search_us = self.search.map(|search| search.as_micros() as u64);
        let problem = self.problem.map(|problem| problem.kind.facts().slug);
        let internal = self.problem.and_then(|problem| match &problem.more {
            More::Internal(internal) => Some(internal.as_str()),
            _ => None,
        });
        macro_rules! line {
            ($level:ident) => {
                tracing::$level!(method, route, status, elapsed_us, search_us, request_id, problem, internal, "request")
            };
        }
        match status {
            500 => line!(error),
            503 => line!(warn),
            _ => line!(info),
        }
    }
}
