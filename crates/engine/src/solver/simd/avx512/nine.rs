//! The words of one puzzle in an AVX-512 vector: all nine digits in 512 bits.
#![expect(unsafe_code, reason = "a value of this type proves that the processor has the instructions")]
#![expect(clippy::inline_always, reason = "these are compiled into `run`, which is enabled for the instructions")]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_and_si512, _mm512_andnot_si512, _mm512_or_si512, _mm512_set1_epi32,
    _mm512_shuffle_epi32, _mm512_shuffle_i32x4, _mm512_slli_epi32, _mm512_srli_epi32, _mm512_sub_epi32,
    _mm512_test_epi32_mask, _mm512_xor_si512,
};
use std::mem::transmute;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use super::Avx512;
use crate::grid::Puzzle;
use crate::solver::single::{Found, Nine, Search, Single};
use crate::solver::{Budget, Stopped};

/// Sixteen words, nine of them in use, as [`Nine`] draws them.
///
/// A value of this type proves that the processor has the instructions: the first one is made from an [`Avx512`], all
/// others from it. This makes the operations below safe.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Zmm(__m512i);

/// The vector that an instruction returns.
macro_rules! zmm {
    ($instruction:expr) => {
        // SAFETY: a `Zmm` proves that the processor has the instruction.
        Zmm(unsafe { $instruction })
    };
}

macro_rules! operator {
    ($trait:ident, $name:ident, $instruction:ident) => {
        impl $trait for Zmm {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                zmm!($instruction(self.0, other.0))
            }
        }
    };
}
operator!(BitAnd, bitand, _mm512_and_si512);
operator!(BitOr, bitor, _mm512_or_si512);
operator!(BitXor, bitxor, _mm512_xor_si512);
operator!(Add, add, _mm512_add_epi32);
operator!(Sub, sub, _mm512_sub_epi32);

/// Four lanes get the words of lanes 1, 2, 0, 3; or four groups of four lanes those of groups 1, 2, 0, 3.
const NEXT: i32 = 0b11_00_10_01;
/// Four lanes get the words of lanes 2, 0, 1, 3; or four groups of four lanes those of groups 2, 0, 1, 3.
const PREVIOUS: i32 = 0b11_01_00_10;

impl Nine for Zmm {
    type Proof = Avx512;
    const LATENCY_BOUND: bool = true;

    #[inline(always)]
    fn new(_: Avx512, words: &[u32; 16]) -> Self {
        // SAFETY: both are 64 bytes, and every bit pattern is a valid vector.
        Self(unsafe { transmute::<[u32; 16], __m512i>(*words) })
    }

    #[inline(always)]
    fn load(self, words: &[u32; 16]) -> Self {
        Self::new(Avx512(()), words)
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Self {
        zmm!(_mm512_set1_epi32(word.cast_signed()))
    }

    #[inline(always)]
    fn words(self) -> [u32; 16] {
        // SAFETY: both are 64 bytes, and every bit pattern is a valid array.
        unsafe { transmute::<__m512i, [u32; 16]>(self.0) }
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: a `Zmm` proves that the processor has the instruction.
        let lanes = unsafe { _mm512_test_epi32_mask(self.0, self.0) };
        lanes & 0b0111_0111_0111 != 0
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        zmm!(_mm512_andnot_si512(other.0, self.0))
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        zmm!(_mm512_slli_epi32::<BITS>(self.0))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        zmm!(_mm512_srli_epi32::<BITS>(self.0))
    }

    #[inline(always)]
    fn next(self) -> Self {
        zmm!(_mm512_shuffle_epi32::<NEXT>(self.0))
    }

    #[inline(always)]
    fn previous(self) -> Self {
        zmm!(_mm512_shuffle_epi32::<PREVIOUS>(self.0))
    }

    #[inline(always)]
    fn next_three(self) -> Self {
        zmm!(_mm512_shuffle_i32x4::<NEXT>(self.0, self.0))
    }

    #[inline(always)]
    fn previous_three(self) -> Self {
        zmm!(_mm512_shuffle_i32x4::<PREVIOUS>(self.0, self.0))
    }
}

impl Single for Search<Zmm> {
    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
        // SAFETY: the search was made from an `Avx512`, so the processor has the instructions.
        unsafe { run(self, puzzle, budget, found) }
    }

    fn guesses(&self) -> u64 {
        self.guesses()
    }
}

/// The search, compiled for these instructions.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn run(search: &mut Search<Zmm>, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
    search.run(puzzle, budget, found)
}

#[cfg(test)]
mod tests {
    use super::{Avx512, Zmm};
    use crate::solver::single::nine_tests;

    #[test]
    fn vectors_are_nine_words() {
        if let Some(proof) = Avx512::detect() {
            nine_tests::hold::<Zmm>(proof);
        }
    }
}
