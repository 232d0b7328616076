//! The HTTP API: routes, wire forms, problems, the pool of solver threads, metrics.
//!
//! [`router`] makes the whole API as one tower `Service`; it needs no socket, so that tests call it directly.

pub mod batch;
mod body;
mod grid_input;
mod grid_output;
mod metrics;
mod observe;
mod paths;
mod problem;
mod refusal;
mod router;
mod routes;
mod settings;
mod solver_pool;
mod state;

pub use grid_input::{Fields, GridInput, Keys, Value, read_document, read_grid};
pub use grid_output::{Element, Form, WireGrid};
pub use metrics::Metrics;
pub use observe::Api;
pub use paths::{PATHS, Path};
pub use problem::{ConflictBody, Fault, More, Problem, ProblemFacts, ProblemKind, ReasonBody};
pub use refusal::overload_response;
pub use router::{finish, router};
pub use settings::{BatchSettings, CorsOrigins, Settings};
pub use solver_pool::{PoolError, SolverPool, Solvers};
pub use state::App;
