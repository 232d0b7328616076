//! Engines that need more of the processor than its target promises. This is the only folder with `unsafe`.
//!
//! Each target compiles those that it may have, and `detect` finds out at run time whether this machine has one.

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

/// Searches that found nothing after so many guesses are left to the search of single puzzles, whose weights and rules across
/// digits lead it through puzzles where the lanes would lose their way: Norvig's grid takes it 11 guesses. Few puzzles come that
/// far, so that half or twice as many make no difference that could be measured.
pub(super) const HANDOVER: u64 = 512;

/// One call: what is to be done, and what became of it.
pub(super) struct Batch<'a, F> {
    pub(super) puzzles: &'a [Puzzle],
    /// How many solutions of each puzzle are wanted, one at least.
    pub(super) limit: u64,
    /// Nodes for each puzzle.
    pub(super) budget: &'a Budget,
    /// Told of each solution, with its puzzle's number.
    pub(super) found: F,
    /// One for each puzzle.
    pub(super) statuses: Vec<Status>,
    /// The puzzles that are left to the search of single puzzles. Nothing was found of them.
    pub(super) left: Vec<usize>,
}

/// The search of one puzzle.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "there are no lanes to keep count of"))]
pub(super) struct Status {
    pub(super) guesses: u64,
    pub(super) found: u64,
    /// How many lanes work at it.
    pub(super) lanes: u32,
    /// How it ended; cancelled, unless something else is known.
    pub(super) end: Result<(), Stopped>,
}

impl Status {
    /// Not begun.
    pub(super) const NEW: Self = Self { guesses: 0, found: 0, lanes: 0, end: Err(Stopped::Cancelled) };
}
