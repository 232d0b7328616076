//! What the head of a request must satisfy before a route is looked for.
//!
//! hyper and h2 check how a head is framed. What they let through and a strict server does not is refused here: a
//! scan over a few dozen bytes, without an allocation.

mod host;
mod method;
mod syntax;
mod target;

use http::header::TRANSFER_ENCODING;
use http::{HeaderMap, Request, Uri};

pub(super) use self::method::label as method_label;
use super::{Problem, ProblemKind};
use crate::connections::{Excess, Exchange, MAX_FIELDS, MAX_HEAD};

/// Checks the head of a request.
///
/// # Errors
/// 431 if it is too large, 400 if it is malformed, 501 for a method or a coding that the server does not implement, 503
/// if connections hold too much for a further request on this one.
pub(super) fn check<B>(request: &Request<B>) -> Result<(), Problem> {
    match request.extensions().get::<Exchange>().and_then(Exchange::excess) {
        Some(Excess::Fields) => return Err(too_many_fields()),
        Some(Excess::Memory) => {
            return Err(Problem::new(ProblemKind::Overloaded, "the connections of all clients hold too much memory"));
        }
        None => {}
    }
    check_size(request.uri(), request.headers())?;
    host::check(request)?;
    method::check(request.method())?;
    target::check(request.method(), request.uri())?;
    check_coding(request.headers())
}

/// hyper has the same limits on HTTP/1. On HTTP/2 it has none on the number of fields, and a head unpacked from HPACK may
/// be a thousand times what was sent.
fn check_size(target: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    if headers.len() > MAX_FIELDS {
        return Err(too_many_fields());
    }
    let target = target.path_and_query().map_or(0, |path| path.as_str().len());
    let fields: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if target + fields > MAX_HEAD {
        let detail = format!("the head of the request is longer than {MAX_HEAD} bytes");
        return Err(Problem::new(ProblemKind::TooManyHeaders, detail));
    }
    Ok(())
}

fn too_many_fields() -> Problem {
    Problem::new(ProblemKind::TooManyHeaders, format!("the request has more than {MAX_FIELDS} header fields"))
}

/// hyper takes any list of codings whose last one is chunked, and decodes only that one.
fn check_coding(headers: &HeaderMap) -> Result<(), Problem> {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(only), None) if only.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => Err(Problem::new(ProblemKind::NotImplemented, "the only Transfer-Encoding of the server is chunked")),
    }
}

fn malformed(detail: impl Into<String>) -> Problem {
    Problem::new(ProblemKind::MalformedRequest, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(request: http::request::Builder) -> Option<ProblemKind> {
        check(&request.header("host", "a").body(()).unwrap()).err().map(|problem| problem.kind)
    }

    #[test]
    fn a_head_has_a_bounded_size() {
        let fields = |count: usize, length: usize| {
            let value = "v".repeat(length);
            // `Host` is one more.
            (1..count).fold(Request::get("/"), |request, number| request.header(format!("x-{number}"), &value))
        };
        assert_eq!(kind_of(fields(100, 1)), None);
        assert_eq!(kind_of(fields(101, 1)), Some(ProblemKind::TooManyHeaders));
        assert_eq!(kind_of(fields(2, 16_000)), None);
        assert_eq!(kind_of(fields(2, 17_000)), Some(ProblemKind::TooManyHeaders));
        assert_eq!(kind_of(Request::get("/".repeat(17_000))), Some(ProblemKind::TooManyHeaders));
    }

    #[test]
    fn chunked_is_the_only_coding() {
        let coded = |codings: &[&str]| {
            kind_of(
                codings.iter().fold(Request::post("/"), |request, coding| request.header(TRANSFER_ENCODING, *coding)),
            )
        };
        assert_eq!(coded(&["chunked"]), None);
        assert_eq!(coded(&["Chunked"]), None);
        for codings in [
            &["gzip, chunked"][..],
            &["chunked, chunked"],
            &["chunked", "chunked"],
            &["gzip", "chunked"],
            &["xchunked"],
        ] {
            assert_eq!(coded(codings), Some(ProblemKind::NotImplemented), "{codings:?}");
        }
    }
}
