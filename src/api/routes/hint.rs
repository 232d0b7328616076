//! `POST /hint`: the next step in a player's grid, and why.

use axum::Extension;
use axum::response::IntoResponse;
use sudoku_engine::logic::Technique;
use sudoku_engine::logic::hints::Allowed;

use super::search::{SearchTime, Searcher};
use crate::api::body::WholeBody;
use crate::api::json::json_response;
use crate::api::logic::{Answered, Detail, Order, Question};
use crate::api::{Fields, Keys, Problem};

const KEYS: Keys = Keys(&["puzzle", "candidates", "order", "techniques", "allow_uniqueness", "detail"]);
const ORDERS: [(&str, Order); 2] = [("human", Order::Human), ("se", Order::Explainer)];
const DETAILS: [(&str, Detail); 3] =
    [("full", Detail::Full), ("technique", Detail::Technique), ("nudge", Detail::Nudge)];

pub(in crate::api) async fn hint(searcher: Searcher, body: WholeBody) -> Result<impl IntoResponse, Problem> {
    let question = question(&body.fields(KEYS)?)?;
    // Most hints take microseconds, but a step that only long chains find may take a second.
    let threads = &searcher.app.solvers.long;
    let answering = searcher.search(threads, move |solver, budget| question.answer(solver, budget));
    let (Answered { body, .. }, elapsed) = answering.await?;
    Ok((Extension(SearchTime(elapsed)), json_response(&body)))
}

fn question(fields: &Fields<'_>) -> Result<Question, Problem> {
    Ok(Question {
        grid: fields.grid()?.grid,
        puzzle: fields.optional_grid("puzzle")?.map(|input| input.grid),
        candidates: fields.candidates("candidates")?,
        order: fields.choice("order", &ORDERS)?,
        allowed: allowed(fields)?,
        detail: fields.choice("detail", &DETAILS)?,
    })
}

fn allowed(fields: &Fields<'_>) -> Result<Allowed, Problem> {
    let ids: Vec<&str> = Technique::ALL.iter().map(|technique| technique.info().id).collect();
    let named = fields.words("techniques", &ids, Technique::from_id)?;
    let all = if fields.boolean("allow_uniqueness", true)? { Allowed::all() } else { Allowed::without_uniqueness() };
    Ok(match named {
        Some(named) => all.only(|technique| named.contains(&technique)),
        None => all,
    })
}
