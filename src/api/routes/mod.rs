//! One file for each route, or for a few that belong together.

pub(super) mod batch;
pub(super) mod count;
pub(super) mod docs;
pub(super) mod health;
pub(super) mod hint;
pub(super) mod problems;
pub(super) mod rate;
pub(super) mod search;
pub(super) mod solve;
pub(super) mod validate;
