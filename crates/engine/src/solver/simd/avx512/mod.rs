//! The searches with the instructions of AVX-512.
//!
//! [`nine`] has the vectors for the search of [`single`](crate::solver::single) puzzles; [`lanes`] is a search of its own,
//! for 32 puzzles at once.

mod lanes;
mod nine;

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
