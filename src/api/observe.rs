//! The edge of the API: what is the same for every request.
//!
//! It gives the request an id, counts it, catches a panic, makes a [`Problem`] into the body of the answer, and writes the
//! one log line. The line names the route and never the query or the body, which may hold whatever a client sends.
//!
//! It stands around the router as one service, not as a layer of each route, which would cost a fifth of the user time of a
//! small request: axum boxes and clones every layer for every route.

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
use super::{App, Problem, Route};

/// The header that carries a request's id both ways.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request that goes on after its answer has begun, for what the log says then.
#[derive(Clone)]
pub(super) struct RequestId(pub(super) String);

/// The whole API as one service; clones are the same.
#[derive(Clone)]
pub struct Api {
    routes: Router,
    /// The same routes, for browsers. Other clients are spared the headers.
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
        let observed = Observed::begin(self.app.clone(), &request);
        let mut request = request.map(Body::new);
        if let Some(route) = observed.route {
            request.extensions_mut().insert(route);
            if route.streams {
                request.extensions_mut().insert(RequestId(observed.request_id.to_str().unwrap_or_default().to_owned()));
            }
        }
        let by_browser = observed.method == Method::OPTIONS || request.headers().contains_key(header::ORIGIN);
        let answer =
            if by_browser { Either::Left(self.cors.call(request)) } else { Either::Right(self.routes.call(request)) };
        Box::pin(async move {
            let response = match AssertUnwindSafe(answer).catch_unwind().await {
                Ok(Ok(response)) => response,
                Ok(Err(never)) => match never {},
                Err(panic) => panicked(panic.as_ref()).into_response(),
            };
            Ok(observed.end(response))
        })
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Problem {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Problem::internal(format!("a handler panicked: {}", message.unwrap_or("without a message")))
}

/// A request on its way.
struct Observed {
    app: App,
    begun: Instant,
    method: Method,
    route: Option<&'static Route>,
    request_id: HeaderValue,
}

impl Observed {
    fn begin<B>(app: App, request: &Request<B>) -> Self {
        app.metrics.request_began();
        let route = Route::of(request.uri().path());
        Self { app, begun: Instant::now(), method: request.method().clone(), route, request_id: request_id(request) }
    }

    /// The response as it leaves.
    fn end(self, mut response: Response) -> Response {
        let problem = response.extensions_mut().remove::<Problem>();
        let search = response.extensions().get::<SearchTime>().map(|time| time.0);
        if let Some(problem) = &problem {
            response = render(problem, &self.request_id, &response);
        }
        let names_methods = self.method == Method::OPTIONS || response.status() == StatusCode::METHOD_NOT_ALLOWED;
        if let Some(route) = self.route.filter(|_| names_methods) {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(route.allow));
        }
        let elapsed = self.begun.elapsed();
        let route = self.route.map_or("unmatched", |route| route.path);
        self.app.metrics.request_ended(route, label_of(&self.method), response.status().as_str(), elapsed);
        Line { method: &self.method, route, request_id: &self.request_id, elapsed, search, problem: problem.as_ref() }
            .write(response.status());
        response.headers_mut().insert(REQUEST_ID, self.request_id.clone());
        response
    }
}

impl Drop for Observed {
    /// Also when the client goes away before the answer.
    fn drop(&mut self) {
        self.app.metrics.request_left();
    }
}

/// The problem's own answer, with the headers that the layers beneath gave to the response; its length was that of no body.
fn render(problem: &Problem, request_id: &HeaderValue, response: &Response) -> Response {
    let mut rendered = problem.render(request_id.to_str().unwrap_or_default());
    for (name, value) in response.headers().iter().filter(|(name, _)| *name != header::CONTENT_LENGTH) {
        rendered.headers_mut().entry(name).or_insert_with(|| value.clone());
    }
    rendered
}

/// The client's own id when it is short and plain enough for a log, else a new one.
fn request_id<B>(request: &Request<B>) -> HeaderValue {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let sent = request.headers().get(REQUEST_ID);
    let sent = sent.filter(|id| (1..=64).contains(&id.len()) && id.as_bytes().iter().all(plain));
    sent.cloned().unwrap_or_else(new_request_id)
}

/// Sixteen hexadecimal digits: different from each other in one process, and from another process's by chance.
fn new_request_id() -> HeaderValue {
    static START: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(std::process::id()));
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // An odd multiplier makes the count's mapping one to one and spreads it over all digits.
    let count = COUNT.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let id = format!("{:016x}", START.wrapping_add(count));
    HeaderValue::from_str(&id).expect("hexadecimal digits are a header value")
}

/// Methods beyond these are counted as one, so that clients cannot make new time series.
fn label_of(method: &Method) -> &'static str {
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

/// One line a request; its level is the problem's.
struct Line<'a> {
    method: &'a Method,
    route: &'a str,
    request_id: &'a HeaderValue,
    elapsed: Duration,
    search: Option<Duration>,
    problem: Option<&'a Problem>,
}

impl Line<'_> {
    fn write(&self, status: StatusCode) {
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
                tracing::$level!(%method, route, status, elapsed_us, search_us, request_id, problem, internal, "request")
            };
        }
        match status {
            500 => line!(error),
            503 => line!(warn),
            _ => line!(info),
        }
    }
}
