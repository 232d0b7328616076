//! The response to a connection that is refused before any of its requests is read.

use axum::response::Response;
use bytes::Bytes;
use futures_util::FutureExt;
use http::HeaderName;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http_body_util::BodyExt;

use super::{Problem, ProblemKind};

/// Takes the place of a request id.
const NO_REQUEST: &str = "refused";

/// A complete HTTP/1.1 response that reports the service overloaded and closes the connection.
///
/// It is made once and handed to [`connections::serve`](crate::connections::serve), which knows no problems.
///
/// ```
/// let response = sudoku_server::api::overload_response();
/// assert!(response.starts_with(b"HTTP/1.1 503 Service Unavailable\r\n"));
/// ```
pub fn overload_response() -> Bytes {
    serialize(overloaded().render(NO_REQUEST))
}

fn overloaded() -> Problem {
    Problem::new(ProblemKind::Overloaded, "every connection is in use")
}

/// Writes out a response whose body is in memory.
fn serialize(response: Response) -> Bytes {
    let (head, body) = response.into_parts();
    let body = body.collect().now_or_never().and_then(Result::ok).expect("the body is in memory").to_bytes();
    let header = |name: HeaderName| head.headers[name].to_str().expect("the headers of a problem are ASCII");
    let text = format!(
        "HTTP/1.1 {}\r\ncontent-type: {}\r\ncontent-length: {}\r\nretry-after: {}\r\nconnection: close\r\n\r\n",
        head.status,
        header(CONTENT_TYPE),
        body.len(),
        header(RETRY_AFTER),
    );
    [text.as_bytes(), &body].concat().into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use axum::Router;
    use axum::body::Body;
    use axum::routing::post;
    use http::Request;
    use tokio_util::sync::CancellationToken;
    use tower::ServiceExt;

    use super::*;
    use crate::api::{App, Settings, with_middleware};

    /// The status, the headers and the body of [`overload_response`].
    fn parts() -> (String, BTreeMap<String, String>, String) {
        let text = String::from_utf8(overload_response().to_vec()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let (status, headers) = head.split_once("\r\n").unwrap();
        let headers = headers.split("\r\n").map(|line| line.split_once(": ").unwrap());
        (status.to_owned(), headers.map(|(name, value)| (name.into(), value.into())).collect(), body.to_owned())
    }

    #[test]
    fn it_states_its_own_length_and_closes() {
        let (_, headers, body) = parts();
        assert_eq!(headers["content-length"], body.len().to_string());
        assert_eq!(headers["connection"], "close");
    }

    #[tokio::test]
    async fn it_is_the_problem_that_solve_responds_with() {
        let app = App::new(Settings { workers: 1, ..Settings::default() }, Arc::default(), CancellationToken::new());
        let api = with_middleware(Router::new().route("/solve", post(async || overloaded())), app);
        let request =
            Request::post("/solve").header("host", "a").header("x-request-id", NO_REQUEST).body(Body::empty()).unwrap();
        let (expected, expected_body) = api.oneshot(request).await.unwrap().into_parts();

        let (status, headers, body) = parts();
        assert_eq!(status, format!("HTTP/1.1 {}", expected.status));
        assert_eq!(body.as_bytes(), expected_body.collect().await.unwrap().to_bytes());
        for (name, value) in expected.headers.iter().filter(|(name, _)| *name != "x-request-id") {
            assert_eq!(headers.get(name.as_str()).map(String::as_bytes), Some(value.as_bytes()), "{name}");
        }
    }
}
