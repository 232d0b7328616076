use std::time::Duration;

use http::HeaderValue;

use sudoku_engine::solver::Engine;

/// Settings of the API, which come from the command line and the environment.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How the threads search. This machine must be able to run it.
    pub engine: Engine,
    /// Threads for each kind of search (see [`Solvers`](super::Solvers)). At least 1.
    pub workers: usize,
    /// Searches of each kind that may wait for a thread; further ones are refused. At least 1.
    pub queue: usize,
    /// The most guesses a search may make.
    pub max_guesses: u64,
    /// How long a search may take, including the wait for a thread.
    pub solve_deadline: Duration,
    /// From the head of a request to the end of its body.
    pub body_deadline: Duration,
    /// The largest body, in bytes.
    pub max_body: usize,
    /// The limits of batches.
    pub batch: BatchSettings,
    /// The origins whose pages may call the API.
    pub cors_origins: CorsOrigins,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: Engine::best(),
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            queue: 1024,
            max_guesses: 10_000_000,
            solve_deadline: Duration::from_secs(10),
            body_deadline: Duration::from_secs(10),
            max_body: 64 * 1024,
            batch: BatchSettings::default(),
            cors_origins: CorsOrigins::Any,
        }
    }
}

/// Settings of batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchSettings {
    /// Batches open at a time; further ones are refused. At least 1.
    pub streams: usize,
    /// Bytes of input held for a batch whose results are not being read.
    pub buffer: usize,
    /// Bytes of input held for all batches together. Each may hold 64 KiB whatever the others hold.
    pub total_buffer: usize,
    /// How long a batch may wait for the client to send a byte, or to read one of those ready for it.
    pub stall: Duration,
    /// The ratio of decompressed to compressed size that a body may reach.
    pub max_ratio: u64,
}

impl Default for BatchSettings {
    fn default() -> Self {
        Self { streams: 16, buffer: 64 << 20, total_buffer: 256 << 20, stall: Duration::from_secs(30), max_ratio: 200 }
    }
}

/// The origins whose pages may read the responses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorsOrigins {
    /// Every origin.
    Any,
    /// Only these; none if the list is empty.
    Only(Vec<HeaderValue>),
}
