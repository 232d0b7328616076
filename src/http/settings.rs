use std::time::Duration;

use http::HeaderValue;

use crate::solver::Engine;

/// What an operator can set about the API; the command line and the environment fill it in.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the threads search; one that this machine can run.
    pub engine: Engine,
    /// Threads that search. At least 1.
    pub workers: usize,
    /// Searches that may wait for a thread before further ones are refused. At least 1.
    pub queue: usize,
    /// The most guesses that one search may make.
    pub max_nodes: u64,
    /// From the whole request to the end of its search, the time in the queue included.
    pub solve_deadline: Duration,
    /// From the head of a request to the last byte of its body.
    pub body_deadline: Duration,
    /// The largest body, in bytes.
    pub max_body: usize,
    /// The pages whose scripts may call the API.
    pub cors_origins: CorsOrigins,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: Engine::best(),
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            queue: 1024,
            max_nodes: 10_000_000,
            solve_deadline: Duration::from_secs(10),
            body_deadline: Duration::from_secs(10),
            max_body: 64 * 1024,
            cors_origins: CorsOrigins::Any,
        }
    }
}

/// Which origins browsers are told to trust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorsOrigins {
    /// Every origin.
    Any,
    /// These and no others; none at all when the list is empty.
    Only(Vec<HeaderValue>),
}
