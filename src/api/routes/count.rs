//! `POST /count`: the number of solutions of a grid, up to a limit.

use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::Serialize;

use super::search::{SearchTime, Searcher};
use crate::api::body::WholeBody;
use crate::api::{Keys, Problem, WireGrid};

const KEYS: Keys = Keys(&["limit", "solutions"]);
const DEFAULT_LIMIT: u32 = 1_000;
const MAX_LIMIT: u32 = 1_000_000;
const MAX_SOLUTIONS: u32 = 1_000;

#[derive(Serialize)]
struct CountResponse {
    count: u64,
    exact: bool,
    solutions: Vec<WireGrid>,
}

pub(in crate::api) async fn count(searcher: Searcher, body: WholeBody) -> Result<impl IntoResponse, Problem> {
    let fields = body.fields(KEYS)?;
    let input = fields.grid()?;
    let limit = fields.integer("limit", 1..=MAX_LIMIT, DEFAULT_LIMIT)?;
    let keep = fields.integer("solutions", 0..=MAX_SOLUTIONS, 0)? as usize;
    let puzzle = searcher.puzzle(input.grid)?;
    let threads = &searcher.app.solvers.long;
    let counting = searcher.search(threads, move |solver, budget| solver.count(&puzzle, limit.into(), keep, budget));
    let (counted, elapsed) = counting.await?;
    let solutions = counted.solutions.iter().map(|solution| WireGrid { grid: *solution.grid(), form: input.form });
    let response = CountResponse { count: counted.found, exact: counted.exact, solutions: solutions.collect() };
    Ok((Extension(SearchTime(elapsed)), Json(response)))
}
