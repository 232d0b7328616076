//! A service that solves 9x9 Sudoku grids over HTTP. The solver itself is the crate [`sudoku_engine`].
//!
//! - [`api`]: routes, the forms of a grid in requests and responses, problems, metrics.
//! - [`connections`]: the accept loop, connection deadlines, shutdown.
//! - [`solve_file`]: the same batches from a file, without a server.
//! - [`config`], [`telemetry`], [`healthcheck`]: settings, the log, the health check of the image.
#![forbid(unsafe_code)]

pub mod api;
pub mod config;
pub mod connections;
pub mod healthcheck;
pub mod solve_file;
pub mod telemetry;
