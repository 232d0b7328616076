//! One puzzle: candidates as bit boards, conclusions by vectors without a table or a loop over cells, then guesses.
//!
//! # Search
//!
//! [`board`] sweeps until nothing changes: the [`closure`] of each digit, naked singles, hidden singles. Before a guess it
//! looks across digits. [`branch`] says where to guess, and [`weights`] where that may lead to a contradiction. Both
//! halves of a guess are boards; one goes on, the other onto a stack, so nothing is ever undone.
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
mod closure;
mod nine;
mod planes;
mod portable;
mod weights;

pub(super) use nine::Nine;
pub(super) use portable::Quads;

use std::fmt::Debug;

use super::{Budget, Stopped};
use crate::grid::{Puzzle, Solution};
use board::{Board, State};
use branch::Guess;
use weights::Weights;

/// After so many guesses without a solution the search begins again, with the weights that it has by then, and after
/// four times as many the next time. At most a third of the guesses is lost that way, and a search that began badly is
/// saved.
const FIRST_RESTART: u64 = 256;

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
    fn nodes(&self) -> u64;
}

/// One search after the other, in the same memory.
#[derive(Debug)]
pub(super) struct Search<V: Nine> {
    proof: V::Proof,
    /// The other halves of the guesses that led here.
    ///
    /// A guess fixes the minirow of a digit in a row or its minicolumn in a box, and there are 81 of each: so it never
    /// holds more than 162, and rarely more than 20.
    stack: Vec<Board<V>>,
    nodes: u64,
}

impl<V: Nine> Search<V> {
    pub(super) fn new(proof: V::Proof) -> Self {
        Self { proof, stack: Vec::with_capacity(32), nodes: 0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// As [`Single::search`] says.
    #[inline(always)]
    pub(super) fn run(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
        let mut board = planes::load::<V>(self.proof, puzzle.grid());
        let mut weights = Weights::EVEN;
        let mut restart = FIRST_RESTART;
        self.nodes = 0;
        self.stack.clear();
        // Where nothing ever fails, as in grids of many solutions, the rules that refute cost more than they bring.
        let mut refuting = false;
        loop {
            match board.settle(refuting) {
                State::Open if self.nodes == restart => {
                    restart *= 4;
                    self.stack.clear();
                    board = planes::load(self.proof, puzzle.grid());
                    continue;
                }
                State::Open => {
                    budget.check(self.nodes)?;
                    self.nodes += 1;
                    let guess = Guess::on(&board, &weights);
                    let mut other = board;
                    other.strike(guess.digit, guess.first);
                    self.stack.push(other);
                    board.strike(guess.digit, guess.second);
                    continue;
                }
                State::Contradiction(fault) => {
                    refuting = true;
                    weights.blame(&fault);
                }
                // A full board may break a rule that no sweep has come to yet; the check decides.
                State::Full => {
                    if let Some(solution) = Solution::check(puzzle, planes::unload(&board)) {
                        // From here on a new beginning would find this solution again.
                        restart = u64::MAX;
                        if found(solution) {
                            return Ok(());
                        }
                    }
                }
            }
            match self.stack.pop() {
                Some(next) => board = next,
                None => return Ok(()),
            }
        }
    }
}

impl Single for Search<Quads> {
    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
        self.run(puzzle, budget, found)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
