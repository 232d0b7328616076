//! `POST /count`: how many solutions a grid has, up to a limit.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::Serialize;

use super::search::{SearchTime, puzzle_of, search};
use crate::api::body::WholeBody;
use crate::api::{App, Keys, Problem, WireGrid};
use sudoku_engine::solver::Count;

const ROUTE: &str = "/count";
const KEYS: Keys = Keys(&["limit", "solutions"]);
const DEFAULT_LIMIT: u32 = 1_000;
const MAX_LIMIT: u32 = 1_000_000;
const MAX_SOLUTIONS: u32 = 1_000;

#[derive(Serialize)]
struct Counted {
    count: u64,
    exact: bool,
    solutions: Vec<WireGrid>,
}

pub(in crate::api) async fn count(State(app): State<App>, body: WholeBody) -> Result<impl IntoResponse, Problem> {
    let fields = body.fields(KEYS)?;
    let input = fields.grid()?;
    let limit = fields.integer("limit", 1..=MAX_LIMIT, DEFAULT_LIMIT)?;
    let keep = fields.integer("solutions", 0..=MAX_SOLUTIONS, 0)? as usize;
    let puzzle = puzzle_of(&app, ROUTE, input.grid)?;
    let counting = move |solver: &mut sudoku_engine::solver::Solver, budget: &sudoku_engine::solver::Budget| {
        solver.count(&puzzle, limit.into(), keep, budget)
    };
    let (counted, elapsed) = search(&app, &app.solvers.long, ROUTE, counting, outcome).await?;
    let solutions = counted.solutions.iter().map(|solution| WireGrid { grid: *solution.grid(), form: input.form });
    let answer = Counted { count: counted.found, exact: counted.exact, solutions: solutions.collect() };
    Ok((Extension(SearchTime(elapsed)), Json(answer)))
}

const fn outcome(count: &Count) -> &'static str {
    match (count.exact, count.found) {
        (true, 0) => "unsolvable",
        (true, 1) => "unique",
        (true, _) => "multiple",
        (false, _) => "limit",
    }
}
