//! The single search with AVX2.

mod nine;

use crate::solver::single::{Search, Single};

/// Proof that the processor has AVX2, and the bit instructions that came with it.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Avx2(());

impl Avx2 {
    /// Returns the proof if the processor has the instructions.
    pub(in crate::solver) fn detect() -> Option<Self> {
        let there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        there.then_some(Self(()))
    }

    /// Returns the search of single puzzles.
    pub(in crate::solver) fn single(self) -> Box<dyn Single> {
        Box::new(Search::<nine::Ymm>::new(self))
    }
}
