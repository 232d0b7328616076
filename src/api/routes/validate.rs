//! `POST /validate`: checks a player's grid in progress.

use std::time::Duration;

use axum::Extension;
use axum::response::IntoResponse;
use serde::Serialize;
use sudoku_engine::grid::{Grid, Puzzle, Solution, conflicts};
use sudoku_engine::solver::Answer;

use super::search::{SearchTime, Searcher};
use crate::api::body::WholeBody;
use crate::api::json::json_response;
use crate::api::{ConflictBody, Keys, Outcome, Problem};

const KEYS: Keys = Keys(&["puzzle"]);

#[derive(Serialize)]
struct ValidateResponse {
    verdict: Outcome,
    complete: bool,
    conflicts: Vec<ConflictBody>,
    #[serde(flatten)]
    against: Option<AgainstPuzzle>,
}

/// The members that a request with the original puzzle adds.
#[derive(Serialize)]
struct AgainstPuzzle {
    puzzle_verdict: Outcome,
    /// `None` unless the puzzle has exactly one solution: otherwise no cell is known to be wrong.
    wrong_cells: Option<Vec<String>>,
}

pub(in crate::api) async fn validate(searcher: Searcher, body: WholeBody) -> Result<impl IntoResponse, Problem> {
    let fields = body.fields(KEYS)?;
    let grid = fields.grid()?.grid;
    let puzzle = fields.optional_grid("puzzle")?.map(|input| input.grid);
    let judged = judge(&searcher, grid).await?;
    let conflicts = conflicts(&grid).iter().map(ConflictBody::from).collect();
    let mut response =
        ValidateResponse { verdict: judged.verdict, complete: grid.is_complete(), conflicts, against: None };
    let mut elapsed = judged.elapsed;
    if let Some(puzzle) = puzzle {
        let original = judge(&searcher, puzzle).await?;
        elapsed += original.elapsed;
        response.against = Some(AgainstPuzzle::new(&grid, &original));
    }
    Ok((Extension(SearchTime(elapsed)), json_response(&response)))
}

impl AgainstPuzzle {
    fn new(grid: &Grid, original: &Judged) -> Self {
        let wrong_cells = original.only_solution.map(|solution| {
            let wrong = grid.givens().filter(|&(cell, digit)| solution.grid().get(cell) != Some(digit));
            wrong.map(|(cell, _)| cell.to_string()).collect()
        });
        Self { puzzle_verdict: original.verdict, wrong_cells }
    }
}

struct Judged {
    /// Unique, multiple, unsolvable or conflict.
    verdict: Outcome,
    /// The solution, if the verdict is unique.
    only_solution: Option<Solution>,
    elapsed: Duration,
}

async fn judge(searcher: &Searcher, grid: Grid) -> Result<Judged, Problem> {
    let Ok(puzzle) = Puzzle::new(grid) else {
        searcher.count_outcome(Outcome::Conflict);
        return Ok(Judged { verdict: Outcome::Conflict, only_solution: None, elapsed: Duration::ZERO });
    };
    let (answer, elapsed) = searcher.solve(puzzle).await?;
    let only_solution = match answer {
        Answer::Unique(solution) => Some(solution),
        Answer::Multiple(_) | Answer::Unsolvable(_) => None,
    };
    Ok(Judged { verdict: Outcome::from(&answer), only_solution, elapsed })
}
