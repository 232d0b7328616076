//! What the routes that search have in common.

use std::time::Duration;

use crate::api::solver_pool::Timed;
use crate::api::{App, PoolError, Problem, ProblemKind, SolverPool};
use sudoku_engine::grid::{Grid, Puzzle};
use sudoku_engine::solver::{Budget, Solver, Stopped};

/// The time that the search of a request took, as an extension of its response, for the log.
#[derive(Clone, Copy)]
pub(in crate::api) struct SearchTime(pub(in crate::api) Duration);

/// A grid whose givens keep the rules.
pub(super) fn puzzle_of(app: &App, route: &str, grid: Grid) -> Result<Puzzle, Problem> {
    Puzzle::new(grid).map_err(|givens| {
        app.metrics.outcome(route, "conflict");
        Problem::conflicting(&givens)
    })
}

/// Runs a search on these threads under the operator's limits; its time and its outcome are counted.
pub(super) async fn search<T: Send + 'static>(
    app: &App,
    threads: &SolverPool,
    route: &str,
    search: impl FnOnce(&mut Solver, &Budget) -> Result<T, Stopped> + Send + 'static,
    outcome: impl FnOnce(&T) -> &'static str,
) -> Result<(T, Duration), Problem> {
    let settings = &app.settings;
    match threads.run(settings.max_guesses, settings.solve_deadline, search).await {
        Ok(Timed { answer, elapsed }) => {
            app.metrics.search_ended(route, outcome(&answer), elapsed);
            Ok((answer, elapsed))
        }
        Err(error) => {
            app.metrics.outcome(route, outcome_of(error));
            Err(problem_of(error))
        }
    }
}

const fn outcome_of(error: PoolError) -> &'static str {
    match error {
        PoolError::Full | PoolError::Waited => "overloaded",
        PoolError::Deadline => "deadline",
        PoolError::Guesses(_) => "guesses",
        PoolError::Panicked => "panic",
    }
}

fn problem_of(error: PoolError) -> Problem {
    let kind = match error {
        PoolError::Full | PoolError::Waited => ProblemKind::Overloaded,
        PoolError::Deadline | PoolError::Guesses(_) => ProblemKind::SearchBudgetExceeded,
        PoolError::Panicked => return Problem::internal(error.to_string()),
    };
    Problem::new(kind, error.to_string())
}
