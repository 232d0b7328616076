//! The vectors. No other file of this search names an instruction of the processor.
//!
//! A lane belongs to one of 32 puzzles. [`Words`] has sixteen bits for each lane, [`Bytes`] eight, [`Mask`] one:
//!
//! ```text
//!            lane 0   lane 1   ...   lane 31
//!   Words      u16      u16             u16      a register of 512 bits
//!   Bytes       u8       u8              u8      a register of 256 bits
//!   Mask         1        1               1      an integer of 32 bits
//! ```
//!
//! Each operation is enabled for the instructions it needs, so only functions enabled for the same instructions can
//! call it without `unsafe`. The compiler merges neighbouring ands and ors into single instructions of three
//! operands.
#![expect(unsafe_code, reason = "vectors are reinterpreted as arrays")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_cmpeq_epi8_mask, _mm256_mask_mov_epi8, _mm256_set1_epi8, _mm256_unpackhi_epi8,
    _mm256_unpacklo_epi8, _mm512_add_epi16, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epi16_mask,
    _mm512_mask_mov_epi16, _mm512_or_si512, _mm512_popcnt_epi16, _mm512_set1_epi16, _mm512_slli_epi16,
    _mm512_srli_epi16, _mm512_sub_epi16, _mm512_test_epi16_mask, _mm512_testn_epi16_mask,
};
use std::mem::transmute;

use super::mask::{LANES, Mask};

/// Sixteen bits of each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words(__m512i);

impl Words {
    pub(super) const ZERO: Self = Self::new([0; LANES]);

    pub(super) const fn new(lanes: [u16; LANES]) -> Self {
        // SAFETY: both are 64 bytes, and every bit pattern is a valid vector.
        Self(unsafe { transmute::<[u16; LANES], __m512i>(lanes) })
    }

    /// Returns the lanes in memory, to read one of them.
    #[inline]
    pub(super) fn lanes(&self) -> &[u16; LANES] {
        // SAFETY: both are 64 bytes without padding, the array's alignment is smaller, and the borrow is kept.
        unsafe { &*(&raw const self.0).cast() }
    }

    /// Returns the lanes in memory, to change one of them.
    #[inline]
    pub(super) fn lanes_mut(&mut self) -> &mut [u16; LANES] {
        // SAFETY: as in `lanes`; whatever is written is a valid vector.
        unsafe { &mut *(&raw mut self.0).cast() }
    }
}

/// Arithmetic, lane by lane, and comparisons, which return a [`Mask`].
impl Words {
    /// Returns a vector with this word in all lanes.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn splat(word: u16) -> Self {
        Self(_mm512_set1_epi16(word.cast_signed()))
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self(_mm512_and_si512(self.0, other.0))
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        Self(_mm512_or_si512(self.0, other.0))
    }

    /// Returns the bits of `self` that are not in `other`.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self(_mm512_andnot_si512(other.0, self.0))
    }

    /// Returns the bits of `yes` where `self` is set, those of `no` elsewhere.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn choose(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(no.without(self))
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(_mm512_add_epi16(self.0, other.0))
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        Self(_mm512_sub_epi16(self.0, other.0))
    }

    /// Shifts each lane towards its high bits.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn up<const BITS: u32>(self) -> Self {
        Self(_mm512_slli_epi16::<BITS>(self.0))
    }

    /// Shifts each lane towards its low bits.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn down<const BITS: u32>(self) -> Self {
        Self(_mm512_srli_epi16::<BITS>(self.0))
    }

    /// Returns the number of bits set in each lane.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn ones(self) -> Self {
        Self(_mm512_popcnt_epi16(self.0))
    }

    /// Returns the lanes with no bit set.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn is_zero(self) -> Mask {
        Mask(_mm512_testn_epi16_mask(self.0, self.0))
    }

    /// Returns the lanes with at most one bit set.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn at_most_one(self) -> Mask {
        Mask(_mm512_testn_epi16_mask(self.0, self.minus(Self::splat(1)).0))
    }

    /// Returns the lanes with a bit in common with those of `other`.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn meets(self, other: Self) -> Mask {
        Mask(_mm512_test_epi16_mask(self.0, other.0))
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn equals(self, other: Self) -> Mask {
        Mask(_mm512_cmpeq_epi16_mask(self.0, other.0))
    }

    /// Returns `other` in these lanes, `self` elsewhere.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn with(self, lanes: Mask, other: Self) -> Self {
        Self(_mm512_mask_mov_epi16(self.0, lanes.0, other.0))
    }
}

/// Eight bits of each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes(__m256i);

impl Bytes {
    pub(super) const ZERO: Self = Self::new([[0; 16]; 2]);

    /// Returns the vector of lanes 0 to 15 and 16 to 31.
    pub(super) const fn new(halves: [[u8; 16]; 2]) -> Self {
        // SAFETY: both are 32 bytes, and every bit pattern is a valid vector.
        Self(unsafe { transmute::<[[u8; 16]; 2], __m256i>(halves) })
    }

    pub(super) const fn halves(self) -> [[u8; 16]; 2] {
        // SAFETY: both are 32 bytes, and every bit pattern is a valid array.
        unsafe { transmute::<__m256i, [[u8; 16]; 2]>(self.0) }
    }

    /// Interleaves the first eight bytes of each half of `self` and `other`.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn interleave_low(self, other: Self) -> Self {
        Self(_mm256_unpacklo_epi8(self.0, other.0))
    }

    /// Interleaves the last eight bytes of each half of `self` and `other`.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn interleave_high(self, other: Self) -> Self {
        Self(_mm256_unpackhi_epi8(self.0, other.0))
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn splat(byte: u8) -> Self {
        Self(_mm256_set1_epi8(byte.cast_signed()))
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn equals(self, other: Self) -> Mask {
        Mask(_mm256_cmpeq_epi8_mask(self.0, other.0))
    }

    /// Returns `other` in these lanes, `self` elsewhere.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn with(self, lanes: Mask, other: Self) -> Self {
        Self(_mm256_mask_mov_epi8(self.0, lanes.0, other.0))
    }
}
