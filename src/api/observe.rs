//! The edge of the API: what every request goes through.
//!
//! It gives the request an id, counts it, catches panics, turns a [`Problem`] into the body of the response, and writes
//! one log line. The line names the route but never the query or the body, which may contain anything.
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
use http::{HeaderValue, Method, Request, StatusCode, header};
use tower::{Layer, Service};
use tower_http::cors::{Cors, CorsLayer};

use super::log_entry::LogEntry;
use super::request_id::{self, REQUEST_ID, RequestId};
use super::routes::search::SearchTime;
use super::{App, Problem, ProblemKind, Route};

/// The most header fields of a request: as many as hyper takes over HTTP/1.
const MAX_HEADERS: usize = 100;

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
        if request.headers().len() > MAX_HEADERS {
            // Dropped at once: a head unpacked from HPACK may be a thousand times what was sent.
            drop(request);
            let detail = format!("the request has more than {MAX_HEADERS} header fields");
            let refused = Problem::new(ProblemKind::TooManyHeaders, detail).into_response();
            return Box::pin(std::future::ready(Ok(in_flight.end(refused))));
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
        Self {
            app,
            started: Instant::now(),
            method: request.method().clone(),
            route,
            request_id: request_id::of(request),
        }
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
        let elapsed = self.started.elapsed();
        let route = self.route.map_or("unmatched", |route| route.path);
        let (method, request_id) = (method_label(&self.method), &self.request_id);
        self.app.metrics.count_response(route, method, response.status().as_str(), elapsed);
        LogEntry { method, route, request_id, elapsed, search, problem: problem.as_ref() }.emit(response.status());
        response.headers_mut().insert(REQUEST_ID, self.request_id.clone());
        response
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
