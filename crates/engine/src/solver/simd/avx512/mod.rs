//! The searches with AVX-512.
//!
//! [`nine`] holds the vectors of the [single search](crate::solver::single); [`lanes`] is a search of its own, of 32
//! puzzles at once.

mod lanes;
mod nine;

pub(in crate::solver) use lanes::Lanes;

use super::Avx2;
use crate::solver::single::{Search, Single};

/// Proof that the processor has AVX-512, with the extensions of Ice Lake and Zen 4, and everything that [`Avx2`] stands
/// for.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Avx512(());

impl Avx512 {
    /// Returns the proof if the processor has the instructions.
    pub(in crate::solver) fn detect() -> Option<Self> {
        let there = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg");
        there.then_some(Self(()))
    }

    /// Returns the search of single puzzles.
    pub(in crate::solver) fn single(self) -> Box<dyn Single> {
        Box::new(Search::<nine::Zmm>::new(self))
    }
}
