//! One puzzle: candidates as bit boards, conclusions by vectors without a table or a loop over cells, then guesses.
//!
//! # Search
//!
//! [`board`] sweeps until nothing changes: the [`configurations`] of each digit, naked singles, hidden singles. Once some guesses
//! have failed it also looks across digits before the next; until then it is optimistic, and makes several at a time. [`branch`]
//! says where to guess, and [`weights`] which guesses failed before. Both halves of a guess are boards; one goes on, the
//! other onto a stack, so nothing is ever undone.
//!
//! # One algorithm, several machines
//!
//! All of this is written once, for any [`Nine`]. [`portable`] is for every machine; those that need
//! more of a processor lie in [`simd`](crate::solver::simd). The functions here get their instructions by being compiled into
//! one that is enabled for them. Therefore each is `inline(always)`, and a vector is never handed to a closure or to
//! a function that is an argument, such as that of `array::map`: it would be compiled on its own, for the plain machine, and
//! the search would take ten times as long.
#![expect(clippy::inline_always, reason = "an engine with wider vectors compiles all of it for them")]

mod board;
mod branch;
mod configurations;
mod nine;
mod planes;
mod portable;
mod weights;

pub(super) use nine::Nine;
#[cfg(test)]
pub(super) use nine::tests as nine_tests;
pub(super) use portable::Quads;

use std::fmt::Debug;

use super::{Budget, Stopped};
use crate::grid::{Puzzle, Solution};
use board::{Board, State};
use branch::{Guess, Pairs};
use weights::{Place, Weights};

/// After so many guesses without a solution the search restarts with other preferences, and then after so many times
/// [`luby`]. Few hard puzzles need more; a search that began badly is saved, whatever the grid.
const FIRST_RESTART: u64 = 256;

/// As [`FIRST_RESTART`], from the first solution on, when a new beginning must find that one again.
const NEXT_RESTART: u64 = 1024;

/// From so many failed guesses on the search takes the grid for a hard one. With 1 in place of 3 grids of many solutions took
/// a tenth longer, and hard puzzles a thirtieth less.
const DOUBT: u64 = 3;

/// The first guesses where no cell has two candidates are not optimistic: most grids of that kind are hard ones, which would take
/// a twentieth longer.
const FIRST_STEPS: u64 = 2;

/// Told of each solution; says whether that is enough.
pub(super) type Found<'a> = &'a mut dyn FnMut(Solution) -> bool;

/// Searches one puzzle after the other, whatever the vectors.
pub(super) trait Single: Debug + Send {
    /// Hands each solution to `found`, until that says that it has enough.
    ///
    /// # Errors
    /// When the budget ended the search.
    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped>;

    /// The guesses of the last search.
    fn guesses(&self) -> u64;
}

/// One search after the other, in the same memory.
#[derive(Debug)]
pub(super) struct Search<V: Nine> {
    proof: V::Proof,
    /// The other halves of the guesses that led here.
    ///
    /// A guess fixes the minirow or the cell of a digit in a row, or its minicolumn in a box, and there are 81 of each: so it
    /// never holds more than 243, and rarely more than 20.
    stack: Vec<Half<V>>,
    weights: Weights,
    guesses: u64,
    /// At so many guesses the search restarts.
    restart: u64,
    /// How often it began again.
    turn: u32,
    /// The first solution, which a new beginning would find again.
    first: Option<Solution>,
    /// How many guesses failed.
    failed: u64,
}

/// What a guess left for later.
#[derive(Clone, Copy, Debug)]
struct Half<V> {
    board: Board<V>,
    guess: Place,
}

impl<V: Nine> Search<V> {
    pub(super) fn new(proof: V::Proof) -> Self {
        let stack = Vec::with_capacity(32);
        let weights = Weights::EVEN;
        Self { proof, stack, weights, guesses: 0, restart: FIRST_RESTART, turn: 0, first: None, failed: 0 }
    }

    pub(super) fn guesses(&self) -> u64 {
        self.guesses
    }

    /// As [`Single::search`] says.
    #[inline(always)]
    pub(super) fn run(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
        (self.weights, self.first, self.failed) = (Weights::EVEN, None, 0);
        (self.guesses, self.restart, self.turn) = (0, FIRST_RESTART, 0);
        let mut at = self.begin(puzzle);
        loop {
            let state = at.board.settle(!self.is_optimistic());
            if state == State::Open {
                if self.guesses >= self.restart {
                    self.turn += 1;
                    self.restart += FIRST_RESTART * luby(self.turn + 1);
                    self.weights = Weights::at_random(self.turn);
                    at = self.begin(puzzle);
                } else {
                    self.guess(&mut at, budget)?;
                }
                continue;
            }
            if let Some(solution) = solution(state, puzzle, &at.board) {
                if self.is_new(solution) && found(solution) {
                    return Ok(());
                }
            } else {
                self.failed += 1;
                self.weights.record_failure(at.guess);
            }
            match self.stack.pop() {
                Some(half) => at = half,
                None => return Ok(()),
            }
        }
    }

    /// Whether this solution was not found before. With the second one there is no new beginning any more, so that no other
    /// needs to be remembered.
    fn is_new(&mut self, solution: Solution) -> bool {
        let Some(first) = self.first else {
            (self.first, self.restart) = (Some(solution), self.guesses + NEXT_RESTART);
            return true;
        };
        let new = solution != first;
        if new {
            self.restart = u64::MAX;
        }
        new
    }

    #[inline(always)]
    fn begin(&mut self, puzzle: &Puzzle) -> Half<V> {
        self.stack.clear();
        Half { board: planes::load(self.proof, puzzle.grid()), guess: Place::default() }
    }

    /// Whether next to nothing failed so far. Where nothing ever fails, as in grids of many solutions, the rules that refute cost
    /// more than they bring, and the guesses that fix most lead to a solution soonest.
    #[inline(always)]
    fn is_optimistic(&self) -> bool {
        self.failed < DOUBT
    }

    /// Makes a guess, or several while the search is optimistic.
    #[inline(always)]
    fn guess(&mut self, at: &mut Half<V>, budget: &Budget) -> Result<(), Stopped> {
        let optimistic = self.is_optimistic();
        if optimistic {
            let before = self.guesses;
            let mut pairs = Pairs::of(&at.board);
            while let Some(guess) = pairs.next() {
                self.split(at, &guess, budget)?;
            }
            if self.guesses > before {
                return Ok(());
            }
        }
        let guess = Guess::on(&at.board, &self.weights, optimistic && self.guesses >= FIRST_STEPS);
        self.split(at, &guess, budget)
    }

    /// Goes on with one half of a guess, and puts the other aside.
    #[inline(always)]
    fn split(&mut self, at: &mut Half<V>, guess: &Guess, budget: &Budget) -> Result<(), Stopped> {
        budget.check(self.guesses)?;
        self.guesses += 1;
        at.guess = guess.place;
        let mut other = *at;
        other.board.strike(guess.lane, guess.first);
        self.stack.push(other);
        at.board.strike(guess.lane, guess.second);
        Ok(())
    }
}

/// The solution on a full board, unless it breaks a rule that no sweep has come to yet.
#[inline(always)]
fn solution<V: Nine>(state: State, puzzle: &Puzzle, board: &Board<V>) -> Option<Solution> {
    if state == State::Full { Solution::check(puzzle, planes::unload(board)) } else { None }
}

impl Single for Search<Quads> {
    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
        self.run(puzzle, budget, found)
    }

    fn guesses(&self) -> u64 {
        self.guesses
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ... from number 1 on: twice what came so far, and then the next
/// power of two. No sequence that knows nothing of the grid is better by more than a constant factor (Luby, Sinclair and
/// Zuckerman, Optimal speedup of Las Vegas algorithms, 1993). Doubling each time took the worst grids 4 times as many guesses.
fn luby(number: u32) -> u64 {
    let power = (number + 1).next_power_of_two() / 2;
    if number + 1 == 2 * power { u64::from(power) } else { luby(number + 1 - power) }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn restarts_follow_lubys_sequence() {
        let numbers: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(numbers, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
