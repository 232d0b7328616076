//! The API from outside: a module for each route, with snapshots of its problems.
//!
//! The router is called directly, without a socket; tests that need one are in `tests/server`.

mod batch;
mod batch_answers;
mod body_forms;
mod contract;
mod contract_batch;
mod contract_clients;
mod contract_problems;
mod count;
mod edge;
mod forms;
mod hint;
mod operators;
mod overload;
mod problems;
mod rate;
mod readme;
mod reported_grids;
mod solve;
mod support;
mod validate;
