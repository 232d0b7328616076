//! What comes next in a grid: the solver's verdict first, and a step only where that leaves one.

use serde::Serialize;
use sudoku_engine::grid::{Candidates, CellSet, ConflictingGivens, DigitSet, Grid, Puzzle, Solution};
use sudoku_engine::logic::hints::{Allowed, HUMAN_ORDER, first_step};
use sudoku_engine::logic::rating::EXPLAINER_ORDER;
use sudoku_engine::logic::{State, Step};
use sudoku_engine::solver::{Answer, Budget, CancelFlag, Solver, Stopped};

use super::Detail;
use super::step::StepBody;
use crate::api::Outcome;
use crate::api::problem::{ConflictBody, ReasonBody};

/// Which finders look first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Order {
    /// What a person sees first.
    Human,
    /// That of Sudoku Explainer.
    Explainer,
}

/// A grid in progress, and what its player wants to know.
pub(in crate::api) struct Question {
    /// The digits so far.
    pub(in crate::api) grid: Grid,
    /// The puzzle as the player found it; `None` if it is the grid itself.
    pub(in crate::api) puzzle: Option<Grid>,
    /// The candidates of the 81 cells; `None` for all that the rules leave. They only ever remove some of those.
    pub(in crate::api) candidates: Option<Vec<DigitSet>>,
    pub(in crate::api) order: Order,
    pub(in crate::api) allowed: Allowed,
    pub(in crate::api) detail: Detail,
}

/// The answer, and what the solver says of the puzzle.
pub(in crate::api) struct Answered {
    pub(in crate::api) body: AnswerBody,
    verdict: Outcome,
}

impl From<&Answered> for Outcome {
    fn from(answered: &Answered) -> Self {
        answered.verdict
    }
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(in crate::api) enum AnswerBody {
    /// The next step.
    Hint { hint: Box<StepBody> },
    /// Cells whose digit, or whose candidates, cannot lead to the solution.
    Mistake { wrong_cells: Vec<String>, wrong_candidates: Vec<String> },
    /// Digits that stand twice in a house.
    Conflict { conflicts: Vec<ConflictBody> },
    /// There are several solutions, so there is no next step.
    NotUnique,
    /// There is no solution.
    NoSolution { reason: ReasonBody },
    /// Nothing is left to do.
    Solved,
    /// None of the allowed techniques finds a step.
    NoStep,
}

impl Question {
    /// The answer.
    ///
    /// # Errors
    /// If the budget ends before there is one.
    ///
    /// # Panics
    /// If a step contradicts the solution, which is a bug of its technique.
    pub(in crate::api) fn answer(&self, solver: &mut Solver, budget: &Budget) -> Result<Answered, Stopped> {
        let original = self.puzzle.unwrap_or(self.grid);
        let puzzle = match Puzzle::new(original) {
            Ok(puzzle) => puzzle,
            Err(givens) => return Ok(Answered { body: AnswerBody::conflict(&givens), verdict: Outcome::Conflict }),
        };
        let answer = solver.solve(&puzzle, budget)?;
        let verdict = Outcome::from(&answer);
        let body = match answer {
            Answer::Unique(solution) => self.towards(&solution, &original, budget.cancel.as_ref())?,
            Answer::Multiple(_) => AnswerBody::NotUnique,
            Answer::Unsolvable(refutation) => AnswerBody::NoSolution { reason: refutation.into() },
        };
        Ok(Answered { body, verdict })
    }

    /// The answer for a puzzle with this one solution.
    fn towards(
        &self,
        solution: &Solution,
        original: &Grid,
        cancel: Option<&CancelFlag>,
    ) -> Result<AnswerBody, Stopped> {
        let state = self.state(original);
        if let Some(mistake) = mistake(&state, solution) {
            return Ok(mistake);
        }
        if state.is_complete() {
            return Ok(AnswerBody::Solved);
        }
        let finders = match self.order {
            Order::Human => HUMAN_ORDER,
            Order::Explainer => EXPLAINER_ORDER,
        };
        match first_step(finders, &state, &self.allowed, cancel) {
            Some(step) => {
                assert!(leads_to(&step, solution), "{} contradicts the solution of {original}", step.technique);
                Ok(AnswerBody::Hint { hint: Box::new(StepBody::new(&step, self.detail)) })
            }
            None if cancel.is_some_and(CancelFlag::is_set) => Err(Stopped::Cancelled),
            None => Ok(AnswerBody::NoStep),
        }
    }

    /// The digits of the grid, and those of the puzzle where the grid is blank, with the candidates that are left.
    fn state(&self, original: &Grid) -> State {
        let mut grid = self.grid;
        let blank = original.givens().filter(|&(cell, _)| self.grid.get(cell).is_none());
        blank.for_each(|(cell, digit)| grid.set(cell, Some(digit)));
        let givens: CellSet = original.givens().map(|(cell, _)| cell).collect();
        let by_rules = Candidates::of(&grid);
        let sent = self.candidates.as_deref();
        State::with_candidates(&grid, givens, |cell| {
            by_rules.get(cell) & sent.map_or(!DigitSet::EMPTY, |sent| sent[cell.index()])
        })
    }
}

impl AnswerBody {
    fn conflict(givens: &ConflictingGivens) -> Self {
        Self::Conflict { conflicts: givens.conflicts().iter().map(ConflictBody::from).collect() }
    }
}

/// The cells that are wrong, if any are. A wrong digit takes candidates from its peers, so those are asked about only
/// while all digits are right.
fn mistake(state: &State, solution: &Solution) -> Option<AnswerBody> {
    let right = |cell| solution.grid().get(cell);
    let wrong = state.grid().givens().filter(|&(cell, digit)| right(cell) != Some(digit));
    let wrong_cells: Vec<String> = wrong.map(|(cell, _)| cell.to_string()).collect();
    let mut wrong_candidates = Vec::new();
    if wrong_cells.is_empty() {
        let lacking = state
            .empty()
            .into_iter()
            .filter(|&cell| right(cell).is_some_and(|digit| !state.digits(cell).contains(digit)));
        wrong_candidates.extend(lacking.map(|cell| cell.to_string()));
    }
    let is_mistake = !(wrong_cells.is_empty() && wrong_candidates.is_empty());
    is_mistake.then_some(AnswerBody::Mistake { wrong_cells, wrong_candidates })
}

/// Whether the step places only digits of the solution and excludes none of them.
fn leads_to(step: &Step, solution: &Solution) -> bool {
    let is_right = |cell, digit| solution.grid().get(cell) == Some(digit);
    step.placements.iter().all(|candidate| is_right(candidate.cell(), candidate.digit()))
        && !step.eliminations.iter().any(|candidate| is_right(candidate.cell(), candidate.digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_search_is_no_answer() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let question = |order| Question {
            grid: line.parse().unwrap(),
            puzzle: None,
            candidates: None,
            order,
            allowed: Allowed::all(),
            detail: Detail::Nudge,
        };
        let flag = CancelFlag::default();
        let budget = Budget { guesses: 1_000, cancel: Some(flag.clone()) };
        let answer = |order| question(order).answer(&mut Solver::new(), &budget);
        assert!([Order::Human, Order::Explainer].map(answer).iter().all(Result::is_ok));
        flag.set();
        for order in [Order::Human, Order::Explainer] {
            assert_eq!(answer(order).err(), Some(Stopped::Cancelled), "{order:?}");
        }
    }
}
