//! The searches with the instructions of AVX-512: one puzzle at a time, and 32.
//!
//! [`nine`] has the vectors for the search of [`single`](crate::solver::single) puzzles. The rest is for many at once,
//! each in a lane of the vectors, so that each step is done for all by the same instructions. [`words`] names these
//! vectors and their operations; [`sweep`] and [`closure`] draw conclusions, [`branch`] says where to guess, [`tree`] moves back
//! and forth between guesses, [`lanes`] moves puzzles in and solutions out, [`transpose`] turns grids into lanes and back.
//!
//! The rules in the lanes are those for single puzzles, without the rules across digits and without weights: both save guesses,
//! and both cost more here than the guesses that they save.
//!
//! A lane costs the same whether it works or idles. What is done to single lanes is therefore put off until there is
//! work for many: puzzles are loaded and solutions unloaded for all lanes together, and guesses are made and taken
//! back for all lanes of one depth. When the puzzles run out, lanes without one help others: they take over halves of
//! guesses that wait.

mod branch;
mod closure;
mod lanes;
mod nine;
mod sweep;
mod transpose;
mod tree;
mod words;

pub(in crate::solver) use lanes::Lanes;

use super::Avx2;
use crate::solver::single::{Search, Single};

/// Whoever has one knows that the processor has AVX-512, of its parts those that came with Ice Lake and Zen 4, and whatever
/// [`Avx2`] stands for.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Avx512(());

impl Avx512 {
    /// Asks the processor.
    pub(in crate::solver) fn detect() -> Option<Self> {
        let there = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg");
        there.then_some(Self(()))
    }

    /// The search of one puzzle.
    pub(in crate::solver) fn single(self) -> Box<dyn Single> {
        Box::new(Search::<nine::Zmm>::new(self))
    }
}
