//! What routes that search have in common.

use std::time::Duration;

use axum::extract::FromRequestParts;
use http::request::Parts;
use sudoku_engine::grid::{Grid, Puzzle};
use sudoku_engine::solver::{Answer, Budget, CancelFlag, Solver, Stopped};

use crate::api::worker_pool::Timed;
use crate::api::{App, Outcome, PoolError, Problem, ProblemKind, Route, SolverPool};

/// How long a request's search took: an extension of its response, for the log.
#[derive(Clone, Copy)]
pub(in crate::api) struct SearchTime(pub(in crate::api) Duration);

/// Searches for one request, within the operator's limits, and counts the outcome for the request's route.
pub(in crate::api) struct Searcher {
    pub(super) app: App,
    route: &'static str,
}

impl FromRequestParts<App> for Searcher {
    type Rejection = Problem;

    async fn from_request_parts(head: &mut Parts, app: &App) -> Result<Self, Problem> {
        let route = head.extensions.get::<&'static Route>().map_or("unmatched", |route| route.path);
        Ok(Self { app: app.clone(), route })
    }
}

impl Searcher {
    /// The grid as a puzzle.
    ///
    /// # Errors
    /// 422 if its givens conflict.
    pub(super) fn puzzle(&self, grid: Grid) -> Result<Puzzle, Problem> {
        Puzzle::new(grid).map_err(|givens| {
            self.count_outcome(Outcome::Conflict);
            Problem::conflicting(&givens)
        })
    }

    /// Solves a puzzle on the urgent threads.
    ///
    /// # Errors
    /// As [`Searcher::search`].
    pub(super) async fn solve(&self, puzzle: Puzzle) -> Result<(Answer, Duration), Problem> {
        self.search(&self.app.solvers.urgent, move |solver, budget| solver.solve(&puzzle, budget)).await
    }

    /// Runs a search on these threads.
    ///
    /// # Errors
    /// 503 if the queue is full, or if the search uses up its guesses or its time.
    pub(super) async fn search<T>(
        &self,
        threads: &SolverPool,
        search: impl FnOnce(&mut Solver, &Budget) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<(T, Duration), Problem>
    where
        T: Send + 'static,
        for<'a> Outcome: From<&'a T>,
    {
        let settings = &self.app.settings;
        let guesses = settings.max_guesses;
        let work = move |solver: &mut Solver, cancel: &CancelFlag| {
            search(solver, &Budget { guesses, cancel: Some(cancel.clone()) })
        };
        match threads.run(settings.solve_deadline, work).await {
            Ok(Timed { result: Ok(found), elapsed }) => {
                self.app.metrics.count_search(self.route, Outcome::from(&found), elapsed);
                Ok((found, elapsed))
            }
            Ok(Timed { result: Err(stopped), .. }) => {
                self.count_outcome(stopped.into());
                Err(Problem::stopped(stopped, guesses))
            }
            Err(error) => {
                self.count_outcome(error.into());
                Err(problem_of(error))
            }
        }
    }

    /// Counts the outcome of a grid without a completed search.
    pub(super) fn count_outcome(&self, outcome: Outcome) {
        self.app.metrics.count_outcome(self.route, outcome);
    }
}

fn problem_of(error: PoolError) -> Problem {
    let kind = match error {
        PoolError::Full | PoolError::QueueTimeout => ProblemKind::Overloaded,
        PoolError::Deadline => ProblemKind::SearchBudgetExceeded,
        PoolError::Panicked => return Problem::internal(error.to_string()),
    };
    Problem::new(kind, error.to_string())
}
