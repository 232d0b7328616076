//! The words of one puzzle in AVX2 vectors: six digits in 256 bits, three in 128.
#![expect(unsafe_code, reason = "a value of these types proves that the processor has the instructions")]
#![expect(clippy::inline_always, reason = "these are compiled into `run`, which is enabled for the instructions")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_cvtsi32_si128, _mm_or_si128, _mm_set1_epi32,
    _mm_shuffle_epi32, _mm_sll_epi32, _mm_srl_epi32, _mm_sub_epi32, _mm_xor_si128, _mm256_add_epi32, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi128_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_shuffle_epi32, _mm256_sll_epi32,
    _mm256_srl_epi32, _mm256_sub_epi32, _mm256_testz_si256, _mm256_xor_si256, _mm256_zextsi128_si256,
};
use std::mem::transmute;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use super::Avx2;
use crate::grid::Puzzle;
use crate::solver::single::{Found, Nine, Search, Single};
use crate::solver::{Budget, Stopped};

/// Twelve words, nine of them in use: the digits 1 to 6 in one vector, 7 to 9 in the other.
///
/// ```text
///   lane    0 1 2 3 4 5 6 7    0 1 2 3
///   digit   1 2 3 - 4 5 6 -    7 8 9 -
/// ```
///
/// A value of this type proves that the processor has the instructions: the first one is made from an [`Avx2`], all
/// others from it. This makes the operations below safe.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Ymm(__m256i, __m128i);

/// The vectors that two instructions return.
macro_rules! ymm {
    ($six:expr, $three:expr) => {
        // SAFETY: a `Ymm` proves that the processor has the instructions.
        Ymm(unsafe { $six }, unsafe { $three })
    };
}

macro_rules! operator {
    ($trait:ident, $name:ident, $six:ident, $three:ident) => {
        impl $trait for Ymm {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                ymm!($six(self.0, other.0), $three(self.1, other.1))
            }
        }
    };
}
operator!(BitAnd, bitand, _mm256_and_si256, _mm_and_si128);
operator!(BitOr, bitor, _mm256_or_si256, _mm_or_si128);
operator!(BitXor, bitxor, _mm256_xor_si256, _mm_xor_si128);
operator!(Add, add, _mm256_add_epi32, _mm_add_epi32);
operator!(Sub, sub, _mm256_sub_epi32, _mm_sub_epi32);

/// Each four lanes get the words of lanes 1, 2, 0, 3.
const NEXT: i32 = 0b11_00_10_01;
/// Each four lanes get the words of lanes 2, 0, 1, 3.
const PREVIOUS: i32 = 0b11_01_00_10;

impl Nine for Ymm {
    type Proof = Avx2;
    const LATENCY_BOUND: bool = false;

    #[inline(always)]
    fn new(_: Avx2, words: &[u32; 16]) -> Self {
        let (mut six, mut three) = ([0; 8], [0; 4]);
        six.copy_from_slice(&words[..8]);
        three.copy_from_slice(&words[8..12]);
        // SAFETY: both are 32 bytes, and every bit pattern is a valid vector.
        let six = unsafe { transmute::<[u32; 8], __m256i>(six) };
        // SAFETY: both are 16 bytes, and every bit pattern is a valid vector.
        let three = unsafe { transmute::<[u32; 4], __m128i>(three) };
        Self(six, three)
    }

    #[inline(always)]
    fn load(self, words: &[u32; 16]) -> Self {
        Self::new(Avx2(()), words)
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Self {
        ymm!(_mm256_set1_epi32(word.cast_signed()), _mm_set1_epi32(word.cast_signed()))
    }

    #[inline(always)]
    fn words(self) -> [u32; 16] {
        let mut words = [0; 16];
        // SAFETY: both are 32 bytes, and every bit pattern is a valid array.
        words[..8].copy_from_slice(&unsafe { transmute::<__m256i, [u32; 8]>(self.0) });
        // SAFETY: both are 16 bytes, and every bit pattern is a valid array.
        words[8..12].copy_from_slice(&unsafe { transmute::<__m128i, [u32; 4]>(self.1) });
        words
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: a `Ymm` proves that the processor has the instructions.
        unsafe {
            let digits = _mm256_or_si256(self.0, _mm256_zextsi128_si256(self.1));
            _mm256_testz_si256(digits, _mm256_setr_epi32(-1, -1, -1, 0, -1, -1, -1, 0)) == 0
        }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        ymm!(_mm256_andnot_si256(other.0, self.0), _mm_andnot_si128(other.1, self.1))
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        let bits = BITS.cast_signed();
        ymm!(_mm256_sll_epi32(self.0, _mm_cvtsi32_si128(bits)), _mm_sll_epi32(self.1, _mm_cvtsi32_si128(bits)))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        let bits = BITS.cast_signed();
        ymm!(_mm256_srl_epi32(self.0, _mm_cvtsi32_si128(bits)), _mm_srl_epi32(self.1, _mm_cvtsi32_si128(bits)))
    }

    #[inline(always)]
    fn next(self) -> Self {
        ymm!(_mm256_shuffle_epi32::<NEXT>(self.0), _mm_shuffle_epi32::<NEXT>(self.1))
    }

    #[inline(always)]
    fn previous(self) -> Self {
        ymm!(_mm256_shuffle_epi32::<PREVIOUS>(self.0), _mm_shuffle_epi32::<PREVIOUS>(self.1))
    }

    // (a, b), c becomes (b, c), a; each letter is four lanes.
    #[inline(always)]
    fn next_three(self) -> Self {
        ymm!(_mm256_permute2x128_si256::<0x21>(self.0, _mm256_castsi128_si256(self.1)), _mm256_castsi256_si128(self.0))
    }

    // (a, b), c becomes (c, a), b.
    #[inline(always)]
    fn previous_three(self) -> Self {
        ymm!(
            _mm256_permute2x128_si256::<0x02>(self.0, _mm256_castsi128_si256(self.1)),
            _mm256_extracti128_si256::<1>(self.0)
        )
    }
}

impl Single for Search<Ymm> {
    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
        // SAFETY: the search was made from an `Avx2`, so the processor has the instructions.
        unsafe { run(self, puzzle, budget, found) }
    }

    fn guesses(&self) -> u64 {
        self.guesses()
    }
}

/// The search, compiled for these instructions.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run(search: &mut Search<Ymm>, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
    search.run(puzzle, budget, found)
}

#[cfg(test)]
mod tests {
    use super::{Avx2, Ymm};
    use crate::solver::single::nine_tests;

    #[test]
    fn vectors_are_nine_words() {
        if let Some(proof) = Avx2::detect() {
            nine_tests::hold::<Ymm>(proof);
        }
    }
}
