//! Every path with its methods, as a table: for the header Allow, the labels of metrics, and the log.

/// A path and the methods that it takes, besides HEAD for GET, and OPTIONS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The path as axum matches it.
    pub path: &'static str,
    /// What the header Allow says.
    pub allow: &'static str,
    /// Whether its exchanges are streams.
    pub streams: bool,
}

const GET: &str = "GET, HEAD, OPTIONS";
const POST: &str = "POST, OPTIONS";

/// Every path of the API; the tests hold it equal to `openapi.yaml`.
pub const PATHS: [Path; 10] = [
    Path { path: "/solve", allow: POST, streams: false },
    Path { path: "/solve/batch", allow: POST, streams: true },
    Path { path: "/count", allow: POST, streams: false },
    Path { path: "/validate", allow: POST, streams: false },
    Path { path: "/livez", allow: GET, streams: false },
    Path { path: "/readyz", allow: GET, streams: false },
    Path { path: "/metrics", allow: GET, streams: false },
    Path { path: "/openapi.yaml", allow: GET, streams: false },
    Path { path: "/docs", allow: GET, streams: false },
    Path { path: "/problems/{kind}", allow: GET, streams: false },
];

/// The row of [`PATHS`] that a request's path belongs to.
pub(super) fn route_of(path: &str) -> Option<&'static Path> {
    PATHS.iter().find(|route| match route.path.split_once('{') {
        Some((prefix, _)) => path.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && !rest.contains('/')),
        None => route.path == path,
    })
}
