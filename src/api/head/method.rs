//! The methods that the server knows.

use http::Method;

use super::{Problem, ProblemKind};
use crate::api::hint::shown;

/// The methods that the server knows: those of RFC 9110, of RFC 5789 (PATCH), and QUERY.
const KNOWN: [&str; 10] = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "QUERY", "TRACE", "CONNECT"];

/// Checks that some resource might take the method; whether that of the target does is for its route to say, with a 405
/// (RFC 9110, section 9.1).
///
/// # Errors
/// 501 for a method that the server does not know, and for CONNECT, whose target is never a resource of this server.
pub(super) fn check(method: &Method) -> Result<(), Problem> {
    if method == Method::CONNECT {
        return Err(Problem::new(ProblemKind::NotImplemented, "the server is not a proxy and opens no tunnels"));
    }
    if !KNOWN.contains(&method.as_str()) {
        let detail = format!("the server does not know the method {}", shown(method.as_str()));
        return Err(Problem::new(ProblemKind::NotImplemented, detail));
    }
    Ok(())
}

/// The name of a method for metrics and log. Unknown methods share one, so clients cannot create time series.
pub(in crate::api) fn label(method: &Method) -> &'static str {
    KNOWN.into_iter().find(|name| *name == method.as_str()).unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_known_by_their_exact_names() {
        for known in KNOWN {
            assert_eq!(label(&known.parse().unwrap()), known);
            assert_eq!(check(&known.parse().unwrap()).is_ok(), known != "CONNECT", "{known}");
        }
        for unknown in ["PROPFIND", "get", "GETT", "PRI", &"X".repeat(1000)] {
            let method: Method = unknown.parse().unwrap();
            assert_eq!(label(&method), "other");
            let problem = check(&method).unwrap_err();
            assert!(problem.kind == ProblemKind::NotImplemented && problem.detail.len() < 100, "{}", problem.detail);
        }
    }
}
