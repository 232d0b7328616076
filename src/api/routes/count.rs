//! `POST /count`: the number of solutions of a grid, up to a limit.

use axum::Extension;
use axum::body::Body;
use axum::response::IntoResponse;
use http::header;

use super::search::{SearchTime, Searcher};
use crate::api::body::WholeBody;
use crate::api::solutions_body::{SOLUTION_BYTES, SolutionsBody};
use crate::api::{Keys, Outcome, Problem, ProblemKind};

const KEYS: Keys = Keys(&["limit", "solutions"]);
const DEFAULT_LIMIT: u32 = 1_000;
const MAX_LIMIT: u32 = 1_000_000;
const MAX_SOLUTIONS: u32 = 1_000;

pub(in crate::api) async fn count(searcher: Searcher, body: WholeBody) -> Result<impl IntoResponse, Problem> {
    let fields = body.fields(KEYS)?;
    let input = fields.grid()?;
    let limit = fields.integer("limit", 1..=MAX_LIMIT, DEFAULT_LIMIT)?;
    let keep = fields.integer("solutions", 0..=MAX_SOLUTIONS, 0)? as usize;
    let puzzle = searcher.puzzle(input.grid)?;
    let mut reservation = searcher.app.response_bytes();
    if !reservation.resize(keep * SOLUTION_BYTES) {
        searcher.count_outcome(Outcome::Overloaded);
        return Err(Problem::new(ProblemKind::Overloaded, "too many solutions wait to be read by their clients"));
    }
    let threads = &searcher.app.solvers.long;
    let counting = searcher.search(threads, move |solver, budget| solver.count(&puzzle, limit.into(), keep, budget));
    let (count, elapsed) = counting.await?;
    let body = Body::new(SolutionsBody::new(count, input.form, reservation));
    Ok((Extension(SearchTime(elapsed)), [(header::CONTENT_TYPE, "application/json")], body))
}
