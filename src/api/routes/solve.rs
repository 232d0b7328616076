//! `POST /solve`: the completed grid, in the form in which the grid came.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};
use serde::Serialize;

use super::search::{SearchTime, puzzle_of, search};
use crate::api::body::WholeBody;
use crate::api::{App, Form, Keys, Problem, WireGrid};
use sudoku_engine::grid::Solution;
use sudoku_engine::solver::Answer;

const ROUTE: &str = "/solve";

#[derive(Serialize)]
struct Solved {
    solution: WireGrid,
    unique: bool,
}

pub(in crate::api) async fn solve(State(app): State<App>, body: WholeBody) -> Result<Response, Problem> {
    let input = body.fields(Keys(&[]))?.grid()?;
    let puzzle = puzzle_of(&app, ROUTE, input.grid)?;
    let (answer, elapsed) =
        search(&app, &app.solvers.urgent, ROUTE, move |solver, budget| solver.solve(&puzzle, budget), outcome).await?;
    let (solution, unique) = match answer {
        Answer::Unique(solution) => (solution, true),
        Answer::Multiple(solution) => (solution, false),
        Answer::Unsolvable(refutation) => {
            return Ok((axum::Extension(SearchTime(elapsed)), Problem::unsolvable(refutation)).into_response());
        }
    };
    let answer = respond(solution, unique, input.form, wants_text(body.headers()));
    Ok((axum::Extension(SearchTime(elapsed)), answer).into_response())
}

/// The word for the metrics.
pub(super) const fn outcome(answer: &Answer) -> &'static str {
    match answer {
        Answer::Unique(_) => "unique",
        Answer::Multiple(_) => "multiple",
        Answer::Unsolvable(_) => "unsolvable",
    }
}

fn respond(solution: Solution, unique: bool, form: Form, text: bool) -> Response {
    let solution = WireGrid { grid: *solution.grid(), form };
    if text {
        return (solution.grid.to_line() + "\n").into_response();
    }
    Json(Solved { solution, unique }).into_response()
}

/// Whether `Accept` prefers plain text to JSON. What accepts neither gets JSON.
fn wants_text(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let ranges = accepted.flat_map(|value| value.split(','));
    let mut best = (0.0, false);
    for (quality, text) in ranges.filter_map(quality_for_text) {
        if quality > best.0 {
            best = (quality, text);
        }
    }
    best.1
}

/// The quality of a media range, and whether it asks for text rather than JSON.
fn quality_for_text(range: &str) -> Option<(f32, bool)> {
    let mut parts = range.split(';').map(str::trim);
    let text = match parts.next()?.to_ascii_lowercase().as_str() {
        "text/plain" | "text/*" => true,
        "application/json" | "application/*" | "*/*" => false,
        _ => return None,
    };
    let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
    Some((quality.unwrap_or(1.0), text))
}
