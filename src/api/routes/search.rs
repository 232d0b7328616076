//! What the routes that search have in common.

use std::time::Duration;

use axum::extract::FromRequestParts;
use http::request::Parts;
use sudoku_engine::grid::{Grid, Puzzle};
use sudoku_engine::solver::{Answer, Budget, CancelFlag, Solver, Stopped};

use crate::api::worker_pool::Timed;
use crate::api::{App, Outcome, PoolError, Problem, ProblemKind, Route, SolverPool};

/// How long the search of a request took; an extension of its response, for the log.
#[derive(Clone, Copy)]
pub(in crate::api) struct SearchTime(pub(in crate::api) Duration);

/// Searches on behalf of one request, under the operator's limits, and counts what comes of it under the request's route.
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
    /// 422 when its givens conflict.
    pub(super) fn puzzle(&self, grid: Grid) -> Result<Puzzle, Problem> {
        Puzzle::new(grid).map_err(|givens| {
            self.count(Outcome::Conflict);
            Problem::conflicting(&givens)
        })
    }

    /// Solves a puzzle ahead of work that may take longer.
    ///
    /// # Errors
    /// As [`Searcher::search`].
    pub(super) async fn solve(&self, puzzle: Puzzle) -> Result<(Answer, Duration), Problem> {
        self.search(&self.app.solvers.urgent, move |solver, budget| solver.solve(&puzzle, budget)).await
    }

    /// Runs a search on these threads.
    ///
    /// # Errors
    /// 503 when the queue is full, or the search used up its guesses or its time.
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
                self.app.metrics.search_ended(self.route, Outcome::from(&found), elapsed);
                Ok((found, elapsed))
            }
            Ok(Timed { result: Err(stopped), .. }) => {
                self.count(stopped.into());
                Err(Problem::stopped(stopped, guesses))
            }
            Err(error) => {
                self.count(error.into());
                Err(problem_of(error))
            }
        }
    }

    /// Counts what a grid turned out to be without a completed search.
    pub(super) fn count(&self, outcome: Outcome) {
        self.app.metrics.outcome(self.route, outcome);
    }
}

fn problem_of(error: PoolError) -> Problem {
    let kind = match error {
        PoolError::Full | PoolError::Waited => ProblemKind::Overloaded,
        PoolError::Deadline => ProblemKind::SearchBudgetExceeded,
        PoolError::Panicked => return Problem::internal(error.to_string()),
    };
    Problem::new(kind, error.to_string())
}
