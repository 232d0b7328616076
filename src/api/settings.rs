use std::time::Duration;

use http::HeaderValue;

use sudoku_engine::solver::Engine;

/// What an operator can set about the API; the command line and the environment fill it in.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How the threads search; one that this machine can run.
    pub engine: Engine,
    /// Threads that search. At least 1.
    pub workers: usize,
    /// Searches that may wait for a thread before further ones are refused. At least 1.
    pub queue: usize,
    /// The most guesses that one search may make.
    pub max_guesses: u64,
    /// From the whole request to the end of its search, the time in the queue included.
    pub solve_deadline: Duration,
    /// From the head of a request to the last byte of its body.
    pub body_deadline: Duration,
    /// The largest body, in bytes.
    pub max_body: usize,
    /// The bounds of batch streams.
    pub batch: BatchSettings,
    /// The pages whose scripts may call the API.
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

/// What an operator can set about streams of grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchSettings {
    /// Streams at a time; more are refused. At least 1.
    pub streams: usize,
    /// Bytes of one stream's input that may wait for its answers to be read.
    pub buffer: usize,
    /// Bytes of all streams' input that may wait. Each may hold 64 KiB whatever the others hold.
    pub total_buffer: usize,
    /// How long a stream may go without any byte from the sender that it waits for, or without any byte taken by the
    /// reader that has answers to read.
    pub stall: Duration,
    /// How many times its size a compressed body may become.
    pub max_ratio: u64,
}

impl Default for BatchSettings {
    fn default() -> Self {
        Self { streams: 16, buffer: 64 << 20, total_buffer: 256 << 20, stall: Duration::from_secs(30), max_ratio: 200 }
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
