//! A service that solves 9x9 Sudoku grids over HTTP, and the library behind it.
//!
//! - [`grid`]: the board and its words, from text to a checked solution.
//! - [`solver`]: finds solutions, counts them, or proves that there are none.
//! - [`server`]: the accept loop, the deadlines of connections, and the shutdown.
//! - [`config`], [`telemetry`], [`healthcheck`]: what the process is told, what it tells, and whether it lives.

pub mod config;
pub mod grid;
pub mod healthcheck;
pub mod http;
pub mod server;
pub mod solver;
pub mod telemetry;
