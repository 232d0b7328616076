//! A service that solves 9x9 Sudoku grids over HTTP; the solver itself is the crate [`sudoku_engine`].
//!
//! - [`api`]: the routes, the forms of a grid on the wire, problems, metrics.
//! - [`connections`]: the accept loop, the deadlines of connections, and the shutdown.
//! - [`config`], [`telemetry`], [`healthcheck`]: settings, the log, and the probe of the image.
#![forbid(unsafe_code)]

pub mod api;
pub mod config;
pub mod connections;
pub mod healthcheck;
pub mod telemetry;
