//! Engines that need instructions which only some processors of a target have. This is the only folder with `unsafe`.
//!
//! Each target compiles the engines that its processors may run; `detect` finds out at run time whether this one can.

#[cfg(not(target_arch = "x86_64"))]
mod absent;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(not(target_arch = "x86_64"))]
pub(in crate::solver) use absent::{Avx2, Avx512, Lanes};
#[cfg(target_arch = "x86_64")]
pub(in crate::solver) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(in crate::solver) use avx512::{Avx512, Lanes};

use super::{Budget, Stopped};
use crate::grid::Puzzle;

/// A puzzle without a solution after this many guesses is handed over to the single search, whose weights and triad
/// rules lead it through puzzles where the lanes would lose their way: Norvig's grid takes it 11 guesses. Few puzzles
/// get that far; half or twice as many guesses make no measurable difference.
pub(super) const HANDOVER: u64 = 512;

/// The puzzles of one call, and the results so far.
pub(super) struct Batch<'a, F> {
    pub(super) puzzles: &'a [Puzzle],
    /// How many solutions of each puzzle are wanted, at least one.
    pub(super) limit: u64,
    /// Its guesses are for each puzzle.
    pub(super) budget: &'a Budget,
    /// Receives each solution, with the index of its puzzle.
    pub(super) found: F,
    /// One for each puzzle.
    pub(super) statuses: Vec<Status>,
    /// The puzzles left to the single search. None of their solutions has been found.
    pub(super) handed_over: Vec<usize>,
}

/// The state of the search of one puzzle of a batch.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "there are no lanes to keep count of"))]
pub(super) struct Status {
    pub(super) guesses: u64,
    pub(super) found: u64,
    /// How many lanes search it.
    pub(super) lanes: u32,
    /// How the search ended. `Cancelled` until then, because only a set flag leaves a search unfinished.
    pub(super) end: Result<(), Stopped>,
}

impl Status {
    /// Not started.
    pub(super) const NEW: Self = Self { guesses: 0, found: 0, lanes: 0, end: Err(Stopped::Cancelled) };
}
