//! The HTTP API: routes, the forms of a grid, problems, worker pools, metrics.
//!
//! [`router`] returns the whole API as one tower `Service`, which tests call without a socket.

mod accept;
pub mod batch;
mod body;
mod grid_input;
mod grid_output;
mod head;
mod hint;
mod json;
mod ledger;
mod log_entry;
mod logic;
mod metrics;
mod observe;
mod outcome;
mod problem;
mod refusal;
mod request_id;
mod route;
mod router;
mod routes;
mod settings;
mod solutions_body;
mod state;
mod worker_pool;

pub use accept::Preferences;
pub use grid_input::{Fields, GridInput, Keys, Value, read_document, read_grid};
pub use grid_output::{Element, Form, WireGrid};
pub use metrics::Metrics;
pub use observe::Api;
pub use outcome::Outcome;
pub use problem::{ConflictBody, InputError, More, Problem, ProblemFacts, ProblemKind, ReasonBody};
pub use refusal::{refusal_response, refusals};
pub use route::{ROUTES, Route};
pub use router::{router, with_middleware};
pub use settings::{BatchSettings, CorsOrigins, Settings};
pub use state::App;
pub use worker_pool::{PoolError, SolverPool, Solvers, Threads, Timed, WorkerPool};
