//! `POST /validate`: checks a player's grid in progress.

use std::time::Duration;

use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::Serialize;
use sudoku_engine::grid::{Grid, Puzzle, Solution, conflicts};
use sudoku_engine::solver::Answer;

use super::search::{SearchTime, Searcher};
use crate::api::body::WholeBody;
use crate::api::{ConflictBody, Keys, Outcome, Problem};

const KEYS: Keys = Keys(&["puzzle"]);

#[derive(Serialize)]
struct Validated {
    verdict: Outcome,
    complete: bool,
    conflicts: Vec<ConflictBody>,
    #[serde(flatten)]
    against: Option<AgainstPuzzle>,
}

/// What the original puzzle adds.
#[derive(Serialize)]
struct AgainstPuzzle {
    puzzle_verdict: Outcome,
    /// `None` unless the puzzle has one solution: otherwise no cell can be called wrong.
    wrong_cells: Option<Vec<String>>,
}

pub(in crate::api) async fn validate(searcher: Searcher, body: WholeBody) -> Result<impl IntoResponse, Problem> {
    let fields = body.fields(KEYS)?;
    let grid = fields.grid()?.grid;
    let puzzle = fields.optional_grid("puzzle")?.map(|input| input.grid);
    let judged = judge(&searcher, grid).await?;
    let conflicts = conflicts(&grid).iter().map(ConflictBody::from).collect();
    let mut response = Validated { verdict: judged.verdict, complete: grid.is_complete(), conflicts, against: None };
    let mut elapsed = judged.elapsed;
    if let Some(puzzle) = puzzle {
        let original = judge(&searcher, puzzle).await?;
        elapsed += original.elapsed;
        response.against = Some(AgainstPuzzle::new(&grid, &original));
    }
    Ok((Extension(SearchTime(elapsed)), Json(response)))
}

impl AgainstPuzzle {
    fn new(grid: &Grid, original: &Judged) -> Self {
        let unique = original.solution.filter(|_| original.verdict == Outcome::Unique);
        let wrong_cells = unique.map(|solution| {
            let wrong = grid.givens().filter(|&(cell, digit)| solution.grid().get(cell) != Some(digit));
            wrong.map(|(cell, _)| cell.to_string()).collect()
        });
        Self { puzzle_verdict: original.verdict, wrong_cells }
    }
}

struct Judged {
    /// Unique, multiple, unsolvable or conflict.
    verdict: Outcome,
    solution: Option<Solution>,
    elapsed: Duration,
}

async fn judge(searcher: &Searcher, grid: Grid) -> Result<Judged, Problem> {
    let Ok(puzzle) = Puzzle::new(grid) else {
        searcher.count(Outcome::Conflict);
        return Ok(Judged { verdict: Outcome::Conflict, solution: None, elapsed: Duration::ZERO });
    };
    let (answer, elapsed) = searcher.solve(puzzle).await?;
    let solution = match answer {
        Answer::Unique(solution) | Answer::Multiple(solution) => Some(solution),
        Answer::Unsolvable(_) => None,
    };
    Ok(Judged { verdict: Outcome::from(&answer), solution, elapsed })
}
