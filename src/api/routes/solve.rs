//! `POST /solve`: the completed grid, in the form of the request.

use axum::Extension;
use axum::response::{IntoResponse, Response};
use http::header;
use serde::Serialize;
use sudoku_engine::grid::Solution;
use sudoku_engine::solver::Answer;

use super::search::{SearchTime, Searcher};
use crate::api::accept::Offer;
use crate::api::body::WholeBody;
use crate::api::json::json_response;
use crate::api::{Form, Keys, Problem, WireGrid};

#[derive(Clone, Copy)]
enum Format {
    Json,
    Text,
}

const OFFERS: [Offer<Format>; 2] = [
    Offer { what: Format::Json, media_types: &["application/json"] },
    Offer { what: Format::Text, media_types: &["text/plain"] },
];

#[derive(Serialize)]
struct SolveResponse {
    solution: WireGrid,
    unique: bool,
}

pub(in crate::api) async fn solve(searcher: Searcher, body: WholeBody) -> Result<Response, Problem> {
    let format = body.accept().choose(&OFFERS)?;
    let input = body.fields(Keys(&[]))?.grid()?;
    let puzzle = searcher.puzzle(input.grid)?;
    let (answer, elapsed) = searcher.solve(puzzle).await?;
    let response = match answer {
        Answer::Unique(solution) => respond(solution, true, input.form, format),
        Answer::Multiple(solution) => respond(solution, false, input.form, format),
        Answer::Unsolvable(refutation) => Problem::unsolvable(refutation).into_response(),
    };
    Ok((Extension(SearchTime(elapsed)), response).into_response())
}

fn respond(solution: Solution, unique: bool, form: Form, format: Format) -> Response {
    let solution = WireGrid { grid: *solution.grid(), form };
    let body = match format {
        Format::Json => json_response(&SolveResponse { solution, unique }),
        Format::Text => (solution.grid.to_line() + "\n").into_response(),
    };
    ([(header::VARY, "accept")], body).into_response()
}
