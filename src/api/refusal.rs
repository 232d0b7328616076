//! The responses to clients whose requests the edge never sees.

use std::sync::Arc;
use std::time::{Instant, SystemTime};

use axum::response::Response;
use bytes::Bytes;
use futures_util::FutureExt;
use http::HeaderValue;
use http_body_util::BodyExt;

use super::log_entry::LogEntry;
use super::observe::UNMATCHED;
use super::{App, Problem, ProblemKind, request_id};
use crate::connections::{MAX_FIELDS, MAX_HEAD, Refusal, Refuse};

/// Takes the place of a request id where nothing is logged.
const NO_REQUEST: HeaderValue = HeaderValue::from_static("refused");
/// The label of a method that could not be read.
const NO_METHOD: &str = "none";

/// The responses to refused clients, for [`connections::serve`](crate::connections::serve), which knows no problems.
///
/// Those to bytes that are not a request are counted and logged like requests to no route, with `none` as the method.
/// Those to clients that find every connection in use are not, since there may be many at a time; a metric of
/// connections counts them.
pub fn refusals(app: App) -> Refuse {
    Arc::new(move |refusal| {
        let started = Instant::now();
        let problem = problem_of(&refusal);
        if refusal == Refusal::Overloaded {
            return serialize(&problem, &NO_REQUEST);
        }
        let (request_id, status) = (request_id::new(), problem.kind.facts().status);
        let response = serialize(&problem, &request_id);
        let (route, method, elapsed) = (UNMATCHED, NO_METHOD, started.elapsed());
        app.metrics.count_response(route, method, status.as_str(), elapsed);
        let problem = Some(&problem);
        LogEntry { method, route, request_id: &request_id, elapsed, search: None, problem }.emit(status);
        response
    })
}

/// The response to a refused client, neither counted nor logged: a complete HTTP/1.1 response that closes the
/// connection.
///
/// ```
/// use sudoku_server::{api::refusal_response, connections::Refusal};
/// let response = refusal_response(&Refusal::Overloaded);
/// assert!(response.starts_with(b"HTTP/1.1 503 Service Unavailable\r\n"));
/// ```
pub fn refusal_response(refusal: &Refusal) -> Bytes {
    serialize(&problem_of(refusal), &NO_REQUEST)
}

fn problem_of(refusal: &Refusal) -> Problem {
    let malformed = |detail: String| Problem::new(ProblemKind::MalformedRequest, detail);
    match refusal {
        Refusal::Overloaded => Problem::new(ProblemKind::Overloaded, "every connection is in use"),
        Refusal::Tls => malformed("the client began a TLS handshake, but this port speaks plain HTTP".to_owned()),
        Refusal::HeadTooLarge => {
            let detail =
                format!("the head of the request has more than {MAX_HEAD} bytes or {MAX_FIELDS} header fields");
            Problem::new(ProblemKind::TooManyHeaders, detail)
        }
        Refusal::BadHead(what) => {
            malformed(format!("the bytes received are not the head of an HTTP/1.1 request: {what}"))
        }
    }
}

/// Writes out the problem's response, whose body is in memory.
fn serialize(problem: &Problem, request_id: &HeaderValue) -> Bytes {
    let response: Response = problem.render(request_id.to_str().unwrap_or_default());
    let (head, body) = response.into_parts();
    let body = body.collect().now_or_never().and_then(Result::ok).expect("the body is in memory").to_bytes();
    let mut bytes = format!("HTTP/1.1 {}\r\n", head.status).into_bytes();
    let mut field = |name: &str, value: &[u8]| bytes.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
    for (name, value) in &head.headers {
        field(name.as_str(), value.as_bytes());
    }
    field(request_id::REQUEST_ID.as_str(), request_id.as_bytes());
    field("content-length", body.len().to_string().as_bytes());
    field("date", httpdate::fmt_http_date(SystemTime::now()).as_bytes());
    field("connection", b"close");
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(&body);
    bytes.into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use axum::Router;
    use axum::body::Body;
    use axum::routing::post;
    use http::Request;
    use tokio_util::sync::CancellationToken;
    use tower::ServiceExt;

    use super::*;
    use crate::api::{Settings, with_middleware};

    /// The status, the headers and the body of the response.
    fn parts(refusal: &Refusal) -> (String, BTreeMap<String, String>, String) {
        let text = String::from_utf8(refusal_response(refusal).to_vec()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let (status, headers) = head.split_once("\r\n").unwrap();
        let headers = headers.split("\r\n").map(|line| line.split_once(": ").unwrap());
        (status.to_owned(), headers.map(|(name, value)| (name.into(), value.into())).collect(), body.to_owned())
    }

    #[test]
    fn each_states_its_own_length_and_closes() {
        for (refusal, status) in [
            (Refusal::Overloaded, "503 Service Unavailable"),
            (Refusal::Tls, "400 Bad Request"),
            (Refusal::HeadTooLarge, "431 Request Header Fields Too Large"),
            (Refusal::BadHead("no method".to_owned()), "400 Bad Request"),
        ] {
            let (line, headers, body) = parts(&refusal);
            assert_eq!(line, format!("HTTP/1.1 {status}"));
            assert_eq!(headers["content-type"], "application/problem+json");
            assert_eq!(headers["content-length"], body.len().to_string());
            assert_eq!((&headers["connection"][..], &headers["x-request-id"][..]), ("close", "refused"));
            assert!(httpdate::parse_http_date(&headers["date"]).is_ok(), "{}", headers["date"]);
            let problem: serde_json::Value = serde_json::from_str(&body).unwrap();
            assert_eq!(problem["instance"], "/requests/refused");
        }
    }

    #[tokio::test]
    async fn it_is_the_problem_that_a_route_responds_with() {
        let app = App::new(Settings { workers: 1, ..Settings::default() }, Arc::default(), CancellationToken::new());
        let overloaded = async || problem_of(&Refusal::Overloaded);
        let api = with_middleware(Router::new().route("/solve", post(overloaded)), app);
        let request = Request::post("/solve").header("host", "a").header("x-request-id", NO_REQUEST);
        let response = api.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (expected, expected_body) = response.into_parts();

        let (status, headers, body) = parts(&Refusal::Overloaded);
        assert_eq!(status, format!("HTTP/1.1 {}", expected.status));
        assert_eq!(body.as_bytes(), expected_body.collect().await.unwrap().to_bytes());
        // No request was read, so the response varies with nothing in it.
        for (name, value) in expected.headers.iter().filter(|(name, _)| *name != "vary") {
            assert_eq!(headers.get(name.as_str()).map(String::as_bytes), Some(value.as_bytes()), "{name}");
        }
    }
}
