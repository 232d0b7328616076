//! The search of one puzzle: a walk through the tree of guesses, with restarts.

use super::board::{Board, State};
use super::branch::{BivalueGuesses, Guess};
use super::restart::{INTERVAL_AFTER_SOLUTION, RESTART_INTERVAL, luby};
use super::weights::{Place, Weights};
use super::{Found, Nine, planes};
use crate::grid::{Puzzle, Solution};
use crate::solver::{Budget, Stopped};

/// Branching is optimistic until this many guesses have failed. With 1 instead of 3, grids with many solutions took a
/// tenth more time, and hard puzzles a thirtieth less.
const OPTIMISTIC_FAILURES: u64 = 3;

/// Without a bivalue cell, this many first guesses are not optimistic. Most grids that start without one are hard, and
/// would take a twentieth more time.
const CAUTIOUS_GUESSES: u64 = 2;

/// Searches one puzzle after the other in the same memory.
#[derive(Debug)]
pub(in crate::solver) struct Search<V: Nine> {
    proof: V::Proof,
    /// The other halves of the guesses that led here.
    ///
    /// A guess fixes the minirow or the cell of a digit in a row, or its minicolumn in a box. There are 81 of each,
    /// so the stack never holds more than 243 halves. It rarely holds more than 20.
    stack: Vec<Half<V>>,
    weights: Weights,
    guesses: u64,
    /// The number of guesses at which the search restarts.
    restart_at: u64,
    restarts: u32,
    /// The first solution, which a restarted search finds again.
    first: Option<Solution>,
    /// How many guesses have failed.
    failures: u64,
}

/// One half of a guess: the board that remains, and where the guess was made.
#[derive(Clone, Copy, Debug)]
struct Half<V> {
    board: Board<V>,
    guess: Place,
}

impl<V: Nine> Search<V> {
    pub(in crate::solver) fn new(proof: V::Proof) -> Self {
        let stack = Vec::with_capacity(32);
        let weights = Weights::EVEN;
        Self { proof, stack, weights, guesses: 0, restart_at: RESTART_INTERVAL, restarts: 0, first: None, failures: 0 }
    }

    pub(in crate::solver) fn guesses(&self) -> u64 {
        self.guesses
    }

    /// Implements [`Single::search`](super::Single::search).
    #[inline(always)]
    pub(in crate::solver) fn run(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
        (self.weights, self.first, self.failures) = (Weights::EVEN, None, 0);
        (self.guesses, self.restart_at, self.restarts) = (0, RESTART_INTERVAL, 0);
        let mut current = self.start(puzzle);
        loop {
            let state = current.board.settle(!self.is_optimistic());
            if state == State::Open {
                if self.guesses >= self.restart_at {
                    self.restarts += 1;
                    self.restart_at += RESTART_INTERVAL * luby(self.restarts + 1);
                    self.weights = Weights::at_random(self.restarts);
                    current = self.start(puzzle);
                } else {
                    self.guess(&mut current, budget)?;
                }
                continue;
            }
            if let Some(solution) = solution(state, puzzle, &current.board) {
                if self.is_new(solution) && found(solution) {
                    return Ok(());
                }
            } else {
                self.failures += 1;
                self.weights.record_failure(current.guess);
            }
            match self.stack.pop() {
                Some(half) => current = half,
                None => return Ok(()),
            }
        }
    }

    /// Returns whether this solution is a new one. After the second solution the search never restarts, so only the
    /// first needs to be remembered.
    fn is_new(&mut self, solution: Solution) -> bool {
        let Some(first) = self.first else {
            (self.first, self.restart_at) = (Some(solution), self.guesses + INTERVAL_AFTER_SOLUTION);
            return true;
        };
        let new = solution != first;
        if new {
            self.restart_at = u64::MAX;
        }
        new
    }

    /// Empties the stack and returns the board of the puzzle.
    #[inline(always)]
    fn start(&mut self, puzzle: &Puzzle) -> Half<V> {
        self.stack.clear();
        Half { board: planes::load(self.proof, puzzle.grid()), guess: Place::default() }
    }

    /// Returns whether branching is optimistic, because few guesses have failed. In grids where guesses never fail,
    /// such as those with many solutions, the triad rules cost more than they gain, and the guesses that fix most
    /// find a solution soonest.
    #[inline(always)]
    fn is_optimistic(&self) -> bool {
        self.failures < OPTIMISTIC_FAILURES
    }

    /// Makes a guess, or several while branching is optimistic.
    #[inline(always)]
    fn guess(&mut self, current: &mut Half<V>, budget: &Budget) -> Result<(), Stopped> {
        let optimistic = self.is_optimistic();
        if optimistic {
            let before = self.guesses;
            let mut guesses = BivalueGuesses::on(&current.board);
            while let Some(guess) = guesses.next() {
                self.split(current, &guess, budget)?;
            }
            if self.guesses > before {
                return Ok(());
            }
        }
        let guess = Guess::on(&current.board, &self.weights, optimistic && self.guesses >= CAUTIOUS_GUESSES);
        self.split(current, &guess, budget)
    }

    /// Goes on with the chosen half of a guess, and pushes the other half onto the stack.
    #[inline(always)]
    fn split(&mut self, current: &mut Half<V>, guess: &Guess, budget: &Budget) -> Result<(), Stopped> {
        budget.check(self.guesses)?;
        self.guesses += 1;
        current.guess = guess.place;
        let mut other = *current;
        other.board.eliminate(guess.mask, guess.chosen);
        self.stack.push(other);
        current.board.eliminate(guess.mask, guess.rest);
        Ok(())
    }
}

/// Returns the solution on a full board, unless it breaks a rule that no sweep has reached yet.
#[inline(always)]
fn solution<V: Nine>(state: State, puzzle: &Puzzle, board: &Board<V>) -> Option<Solution> {
    if state == State::Full { Solution::check(puzzle, planes::unload(board)) } else { None }
}
