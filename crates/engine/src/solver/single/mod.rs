//! The single search: one puzzle at a time, candidates as bit boards, conclusions by vector instructions without a
//! table or a loop over cells, then guesses.
//!
//! ```text
//!   Puzzle --load--> board --settle--> Full             check and report the solution, pop the stack
//!                                      Contradiction    record the failure, pop the stack
//!                                      Open             guess: go on with one half, push the other; or restart
//! ```
//!
//! - [`board`] sweeps until nothing changes: the [`configurations`] of each digit, naked singles, hidden singles.
//!   Once some guesses have failed it also applies the triad rules, across digits, before the next guess.
//! - [`branch`] decides where to guess, and [`weights`] remembers which guesses failed.
//! - [`search`] walks the tree. Both halves of a guess are boards, one to go on with and one for the stack, so
//!   nothing is ever undone. [`restart`] decides when to restart.
//! - [`planes`] turns grids into boards and boards into grids.
//!
//! # One algorithm, several machines
//!
//! All of this is written once, for any [`Nine`]. [`portable`] has the vectors for every machine; those that need
//! more of a processor are in [`simd`](crate::solver::simd). A function here gets its instructions by being compiled
//! into a caller that is enabled for them. Each is therefore `inline(always)`, and no vector is passed to a closure,
//! or to a function that is an argument, such as that of `array::map`: those would be compiled on their own, for the
//! plain machine, and the search would take ten times as long.
#![expect(clippy::inline_always, reason = "each engine compiles all of this for its own instructions")]

mod board;
mod branch;
mod configurations;
mod nine;
mod planes;
mod portable;
mod restart;
mod search;
mod weights;

pub(super) use nine::Nine;
#[cfg(test)]
pub(super) use nine::tests as nine_tests;
pub(super) use portable::Quads;
pub(super) use search::Search;

use std::fmt::Debug;

use super::{Budget, Stopped};
use crate::grid::{Puzzle, Solution};

/// Receives each solution; returns whether the search should end.
pub(super) type Found<'a> = &'a mut dyn FnMut(Solution) -> bool;

/// A [`Search`] with vectors of any kind.
pub(super) trait Single: Debug + Send {
    /// Passes each solution to `found`, until that returns true.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget ended the search.
    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped>;

    /// Returns the number of guesses of the last search.
    fn guesses(&self) -> u64;
}
