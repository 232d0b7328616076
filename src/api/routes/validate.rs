//! `POST /validate`: what a player's grid in progress is worth.

use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::Serialize;

use super::search::{SearchTime, search};
use super::solve::outcome;
use crate::api::body::WholeBody;
use crate::api::{App, ConflictBody, Keys, Problem};
use sudoku_engine::grid::{Grid, Puzzle, Solution, conflicts};
use sudoku_engine::solver::Answer;

const ROUTE: &str = "/validate";
const KEYS: Keys = Keys(&["puzzle"]);

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Unique,
    Multiple,
    Unsolvable,
    Conflict,
}

#[derive(Serialize)]
struct Validated {
    verdict: Verdict,
    complete: bool,
    conflicts: Vec<ConflictBody>,
    #[serde(flatten)]
    against: Option<AgainstPuzzle>,
}

/// What the original puzzle adds.
#[derive(Serialize)]
struct AgainstPuzzle {
    puzzle_verdict: Verdict,
    /// `None` unless the puzzle has one solution: otherwise no cell can be called wrong.
    wrong_cells: Option<Vec<String>>,
}

pub(in crate::api) async fn validate(State(app): State<App>, body: WholeBody) -> Result<impl IntoResponse, Problem> {
    let fields = body.fields(KEYS)?;
    let grid = fields.grid()?.grid;
    let puzzle = fields.optional_grid("puzzle")?.map(|input| input.grid);
    let judged = judge(&app, grid).await?;
    let conflicts = conflicts(&grid).iter().map(ConflictBody::from).collect();
    let mut answer = Validated { verdict: judged.verdict, complete: grid.is_complete(), conflicts, against: None };
    let mut elapsed = judged.elapsed;
    if let Some(puzzle) = puzzle {
        let original = judge(&app, puzzle).await?;
        elapsed += original.elapsed;
        answer.against = Some(AgainstPuzzle::new(&grid, &original));
    }
    Ok((Extension(SearchTime(elapsed)), Json(answer)))
}

impl AgainstPuzzle {
    fn new(grid: &Grid, original: &Judged) -> Self {
        let unique = original.solution.filter(|_| original.verdict == Verdict::Unique);
        let wrong_cells = unique.map(|solution| {
            let wrong = grid.givens().filter(|&(cell, digit)| solution.grid().get(cell) != Some(digit));
            wrong.map(|(cell, _)| cell.to_string()).collect()
        });
        Self { puzzle_verdict: original.verdict, wrong_cells }
    }
}

struct Judged {
    verdict: Verdict,
    solution: Option<Solution>,
    elapsed: Duration,
}

async fn judge(app: &App, grid: Grid) -> Result<Judged, Problem> {
    let Ok(puzzle) = Puzzle::new(grid) else {
        app.metrics.outcome(ROUTE, "conflict");
        return Ok(Judged { verdict: Verdict::Conflict, solution: None, elapsed: Duration::ZERO });
    };
    let (answer, elapsed) =
        search(app, &app.solvers.urgent, ROUTE, move |solver, budget| solver.solve(&puzzle, budget), outcome).await?;
    let (verdict, solution) = match answer {
        Answer::Unique(solution) => (Verdict::Unique, Some(solution)),
        Answer::Multiple(solution) => (Verdict::Multiple, Some(solution)),
        Answer::Unsolvable(_) => (Verdict::Unsolvable, None),
    };
    Ok(Judged { verdict, solution, elapsed })
}
