//! The edge of the API: what is the same for every request.
//!
//! It gives the request an id, counts it, makes a [`Problem`] into the body of the answer, and writes the one log line.
//! The line names the matched route and never the query or the body, which may hold whatever a client sends.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, HeaderValue, Method, StatusCode, header};

use super::problem::More;
use super::router::allowed_methods;
use super::{App, Problem};

/// The header that carries a request's id both ways.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The time that the search of a request took, as an extension of its response.
#[derive(Clone, Copy)]
pub(super) struct SearchTime(pub Duration);

pub(super) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let _in_flight = app.metrics.request_began();
    let request_id = request_id(&request);
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("unmatched", MatchedPath::as_str);

    let mut response = next.run(request).await;
    let problem = response.extensions_mut().remove::<Problem>();
    let search = response.extensions().get::<SearchTime>().map(|time| time.0);
    if let Some(problem) = &problem {
        response = render(problem, &request_id, &response);
    }
    let names_methods = method == Method::OPTIONS || response.status() == StatusCode::METHOD_NOT_ALLOWED;
    if let Some(allowed) = allowed_methods(route).filter(|_| names_methods) {
        response.headers_mut().insert(header::ALLOW, allowed);
    }
    let elapsed = begun.elapsed();
    app.metrics.request_ended(route, label_of(&method), response.status().as_str(), elapsed);
    Line { method: &method, route, request_id: &request_id, elapsed, search, problem: problem.as_ref() }
        .write(response.status());
    response.headers_mut().insert(REQUEST_ID, request_id);
    response
}

/// The problem's own answer, with the headers that the layers beneath gave to the response.
fn render(problem: &Problem, request_id: &HeaderValue, response: &Response) -> Response {
    let mut rendered = problem.render(request_id.to_str().unwrap_or_default());
    for (name, value) in response.headers() {
        rendered.headers_mut().entry(name).or_insert_with(|| value.clone());
    }
    rendered
}

/// The client's own id when it is short and plain enough for a log, else a new one.
fn request_id(request: &Request) -> HeaderValue {
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
