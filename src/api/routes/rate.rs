//! `POST /rate`: how hard a puzzle is.

use std::collections::BTreeMap;

use axum::Extension;
use axum::response::IntoResponse;
use serde::Serialize;
use sudoku_engine::grid::Puzzle;
use sudoku_engine::logic::rating::{Rating, Unrated, rate};
use sudoku_engine::solver::{Answer, Budget, Refutation, Solver, Stopped};

use super::search::{SearchTime, Searcher};
use crate::api::body::WholeBody;
use crate::api::json::json_response;
use crate::api::logic::{TechniqueBody, level, se};
use crate::api::{Keys, Outcome, Problem};

/// The members in this order; those of the rating are null if there is none.
#[derive(Serialize)]
struct RateResponse {
    er: Option<f64>,
    ep: Option<f64>,
    ed: Option<f64>,
    level: Option<&'static str>,
    hardest: Option<TechniqueBody>,
    techniques: BTreeMap<&'static str, usize>,
    clues: usize,
    /// Why there is no rating.
    unrated: Option<&'static str>,
}

/// What was found out about a puzzle.
struct Judged {
    verdict: Outcome,
    result: Result<RateResponse, Refutation>,
}

impl From<&Judged> for Outcome {
    fn from(judged: &Judged) -> Self {
        judged.verdict
    }
}

pub(in crate::api) async fn rating(searcher: Searcher, body: WholeBody) -> Result<impl IntoResponse, Problem> {
    let input = body.fields(Keys(&[]))?.grid()?;
    let puzzle = searcher.puzzle(input.grid)?;
    let threads = &searcher.app.solvers.long;
    let (judged, elapsed) = searcher.search(threads, move |solver, budget| judge(&puzzle, solver, budget)).await?;
    let response = judged.result.map_err(Problem::unsolvable)?;
    Ok((Extension(SearchTime(elapsed)), json_response(&response)))
}

fn judge(puzzle: &Puzzle, solver: &mut Solver, budget: &Budget) -> Result<Judged, Stopped> {
    let answer = solver.solve(puzzle, budget)?;
    let clues = puzzle.grid().givens().count();
    let result = match answer {
        Answer::Unsolvable(refutation) => Err(refutation),
        Answer::Multiple(_) => Ok(RateResponse::without(clues, "several-solutions")),
        Answer::Unique(_) => Ok(match rate(puzzle, budget.cancel.as_ref()) {
            Ok(rating) => RateResponse::new(clues, &rating),
            Err(Unrated::Complete) => RateResponse::without(clues, "complete"),
            // With one solution, only chains within chains are left.
            Err(Unrated::Stuck) => RateResponse::without(clues, "nested-chains"),
            Err(Unrated::Stopped(stopped)) => return Err(stopped),
        }),
    };
    Ok(Judged { verdict: Outcome::from(&answer), result })
}

impl RateResponse {
    fn new(clues: usize, rating: &Rating) -> Self {
        Self {
            er: Some(se(rating.hardest)),
            ep: Some(se(rating.until_first_placement)),
            ed: Some(se(rating.first_step)),
            level: Some(level(rating.hardest)),
            hardest: Some(TechniqueBody::new(rating.technique, Some(rating.hardest))),
            techniques: rating.techniques.iter().map(|(technique, count)| (technique.info().id, *count)).collect(),
            clues,
            unrated: None,
        }
    }

    const fn without(clues: usize, why: &'static str) -> Self {
        let techniques = BTreeMap::new();
        Self { er: None, ep: None, ed: None, level: None, hardest: None, techniques, clues, unrated: Some(why) }
    }
}

#[cfg(test)]
mod tests {
    use sudoku_engine::solver::CancelFlag;

    use super::*;

    #[test]
    fn a_cancelled_rating_is_none() {
        // Its hardest step is a forcing chain.
        let line = ".........97....62...37.........7.2....63.5.1.5..4.....7....3.5...1.2...3.5..918..";
        let puzzle = Puzzle::new(line.parse().unwrap()).unwrap();
        let flag = CancelFlag::default();
        let budget = Budget { guesses: 1_000, cancel: Some(flag.clone()) };
        flag.set();
        assert_eq!(judge(&puzzle, &mut Solver::new(), &budget).err(), Some(Stopped::Cancelled));
    }
}
