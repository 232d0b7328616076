//! Every path with its methods, as a table: for the header Allow, the labels of metrics, and the log.

/// A path and the methods that it takes, besides HEAD for GET, and OPTIONS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The path as axum matches it.
    pub path: &'static str,
    /// What the header Allow says.
    pub allow: &'static str,
}

const GET: &str = "GET, HEAD, OPTIONS";
const POST: &str = "POST, OPTIONS";

/// Every path of the API; the tests hold it equal to `openapi.yaml`.
pub const PATHS: [Path; 9] = [
    Path { path: "/solve", allow: POST },
    Path { path: "/count", allow: POST },
    Path { path: "/validate", allow: POST },
    Path { path: "/livez", allow: GET },
    Path { path: "/readyz", allow: GET },
    Path { path: "/metrics", allow: GET },
    Path { path: "/openapi.yaml", allow: GET },
    Path { path: "/docs", allow: GET },
    Path { path: "/problems/{kind}", allow: GET },
];

/// The row of [`PATHS`] that a request's path belongs to.
pub(super) fn route_of(path: &str) -> Option<&'static Path> {
    PATHS.iter().find(|route| match route.path.split_once('{') {
        Some((prefix, _)) => path.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && !rest.contains('/')),
        None => route.path == path,
    })
}
