//! The edge of the API: what every request goes through.
//!
//! It gives the request an id, refuses a head that is not strictly HTTP, counts the request, catches panics, turns a
//! [`Problem`] into the body of the response, and writes one log line. The line names the route but never the query or
//! the body, which may contain anything.
//!
//! It wraps the router as a single service. As a layer of each route it would cost a fifth of the user time of a small
//! request, because axum boxes and clones every layer for every route.

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::Either;
use http::{HeaderValue, Method, Request, StatusCode, Version, header};
use http_body::Body as _;
use tower::{Layer, Service};
use tower_http::cors::{Cors, CorsLayer};

use super::log_entry::LogEntry;
use super::request_id::{self, REQUEST_ID, RequestId};
use super::routes::search::SearchTime;
use super::{App, Problem, Route, head};

/// The label of requests to paths that no route has.
pub(super) const UNMATCHED: &str = "unmatched";
/// What `OPTIONS *` gets as `Allow`: the methods that some route takes.
const ALL_METHODS: &str = "GET, HEAD, POST, OPTIONS";

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
        let mut in_flight = InFlight::begin(self.app.clone(), &request);
        if let Err(problem) = head::check(&request) {
            // Dropped at once: a head unpacked from HPACK may be a thousand times what was sent.
            drop(request);
            in_flight.is_refused = true;
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
        // The CORS layer also answers OPTIONS without an origin.
        let is_options = in_flight.method == Method::OPTIONS && in_flight.allow.is_some();
        let is_cors = is_options || request.headers().contains_key(header::ORIGIN);
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
    /// The methods that the target takes, if there is any.
    allow: Option<&'static str>,
    request_id: HeaderValue,
    is_http1: bool,
    is_chunked: bool,
    /// Its head was refused.
    is_refused: bool,
}

impl InFlight {
    fn begin<B>(app: App, request: &Request<B>) -> Self {
        app.metrics.request_started();
        let path = request.uri().path();
        let route = Route::of(path);
        Self {
            app,
            started: Instant::now(),
            method: request.method().clone(),
            route,
            allow: if path == "*" { Some(ALL_METHODS) } else { route.map(|route| route.allow) },
            request_id: request_id::of(request),
            is_http1: request.version() < Version::HTTP_2,
            is_chunked: request.headers().contains_key(header::TRANSFER_ENCODING),
            is_refused: false,
        }
    }

    /// Completes the response, counts it and logs it.
    fn end(self, mut response: Response) -> Response {
        let problem = response.extensions_mut().remove::<Problem>().or_else(|| bare(response.status()));
        let search = response.extensions().get::<SearchTime>().map(|time| time.0);
        if let Some(problem) = &problem {
            response = render(problem, &self.request_id, &response);
            if self.method == Method::HEAD {
                remove_body(&mut response);
            }
        }
        let needs_allow = self.method == Method::OPTIONS || response.status() == StatusCode::METHOD_NOT_ALLOWED;
        if let Some(allow) = self.allow.filter(|_| needs_allow) {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
        }
        if self.is_last(response.status()) {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response.headers_mut().append(header::VARY, HeaderValue::from_static(self.vary()));
        let elapsed = self.started.elapsed();
        let route = self.route.map_or(UNMATCHED, |route| route.path);
        let (method, request_id) = (head::method_label(&self.method), &self.request_id);
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

    /// Whether nothing more is read from the connection, because a proxy in front might take other bytes for the next
    /// request than this server does.
    ///
    /// That is so on HTTP/1 after a head that is not strictly HTTP, and after a chunked body unless it is certain that it
    /// was read to its end and had no trailer fields (SECURITY.md says what these may hide).
    fn is_last(&self, status: StatusCode) -> bool {
        let reads_all = self.method == Method::POST && self.route.is_some_and(|route| !route.streams);
        self.is_http1 && (self.is_refused || self.is_chunked && !(reads_all && status.is_success()))
    }
}

impl Drop for InFlight {
    /// Also runs if the client goes away before the response.
    fn drop(&mut self) {
        self.app.metrics.request_finished();
    }
}

/// The problem that replaces a refusal made by a library, or by mistake, without one.
fn bare(status: StatusCode) -> Option<Problem> {
    let is_refusal = status.is_client_error() || status.is_server_error();
    is_refusal.then(|| Problem::internal(format!("a response with status {status} was not a problem")))
}

/// The problem's own response, with the headers that inner layers gave to `response`, except the length of its empty body.
fn render(problem: &Problem, request_id: &HeaderValue, response: &Response) -> Response {
    let mut rendered = problem.render(request_id.to_str().unwrap_or_default());
    for (name, value) in response.headers().iter().filter(|(name, _)| *name != header::CONTENT_LENGTH) {
        rendered.headers_mut().entry(name).or_insert_with(|| value.clone());
    }
    rendered
}

/// Leaves the length of the body and not the body itself, which hyper would send on HTTP/2 even in response to HEAD.
fn remove_body(response: &mut Response) {
    let body = std::mem::take(response.body_mut());
    if let Some(length) = body.size_hint().exact() {
        response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    }
}
