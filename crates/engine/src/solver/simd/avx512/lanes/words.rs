//! The vectors, and the only file that knows the processor's instructions.
//!
//! A lane is one of 32 puzzles. [`Words`] holds sixteen bits of each, [`Bytes`] eight, [`Mask`] one:
//!
//! ```text
//!            lane 0   lane 1   ...   lane 31
//!   Words      u16      u16             u16      a register of 512 bits
//!   Bytes       u8       u8              u8      a register of 256 bits
//!   Mask         1        1               1      a bit each, lane 0 the lowest
//! ```
//!
//! Every operation needs the instructions that it is enabled for, so that only a function that is enabled for the same
//! can call it without `unsafe`. Neighbouring ands and ors become one instruction of three operands; that is left to
//! the compiler.
#![expect(unsafe_code, reason = "a vector is looked at as the array that it is")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_cmpeq_epi8_mask, _mm256_mask_mov_epi8, _mm256_set1_epi8, _mm256_unpackhi_epi8,
    _mm256_unpacklo_epi8, _mm512_add_epi16, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epi16_mask,
    _mm512_mask_mov_epi16, _mm512_or_si512, _mm512_popcnt_epi16, _mm512_set1_epi16, _mm512_slli_epi16,
    _mm512_srli_epi16, _mm512_sub_epi16, _mm512_test_epi16_mask, _mm512_testn_epi16_mask,
};
use std::mem::transmute;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The lanes of a vector.
pub(super) const LANES: usize = 32;

/// Some of the 32 lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mask(pub(super) u32);

impl Mask {
    pub(super) const NONE: Self = Self(0);

    pub(super) fn one(lane: usize) -> Self {
        Self(1 << lane)
    }

    pub(super) fn any(self) -> bool {
        self.0 != 0
    }

    /// Its lanes in ascending order.
    pub(super) fn lanes(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lane = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (lane < LANES as u32).then_some(lane as usize)
        })
    }
}

impl BitAnd for Mask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Mask {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Mask {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Sixteen bits of each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words(__m512i);

impl Words {
    pub(super) const ZERO: Self = Self::new([0; LANES]);

    pub(super) const fn new(lanes: [u16; LANES]) -> Self {
        // SAFETY: both are 64 bytes, and every content of these is a valid vector.
        Self(unsafe { transmute::<[u16; LANES], __m512i>(lanes) })
    }

    /// The lanes in memory, to read one of them.
    #[inline]
    pub(super) fn lanes(&self) -> &[u16; LANES] {
        // SAFETY: both are 64 bytes without padding, the array's alignment is the smaller, and the borrow goes on.
        unsafe { &*(&raw const self.0).cast() }
    }

    /// The lanes in memory, to change one of them.
    #[inline]
    pub(super) fn lanes_mut(&mut self) -> &mut [u16; LANES] {
        // SAFETY: as in `lanes`; every content that may be written is a valid vector.
        unsafe { &mut *(&raw mut self.0).cast() }
    }
}

/// The same sixteen bits in every lane, the lane-wise operations, and the questions whose answer is a [`Mask`].
impl Words {
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

    /// The bits of `self` that are not in `other`.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self(_mm512_andnot_si512(other.0, self.0))
    }

    /// Where `self` has a bit that of `yes`, elsewhere that of `no`.
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

    /// Each lane shifted towards its high bits.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn up<const BITS: u32>(self) -> Self {
        Self(_mm512_slli_epi16::<BITS>(self.0))
    }

    /// Each lane shifted towards its low bits.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn down<const BITS: u32>(self) -> Self {
        Self(_mm512_srli_epi16::<BITS>(self.0))
    }

    /// How many bits each lane has.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn ones(self) -> Self {
        Self(_mm512_popcnt_epi16(self.0))
    }

    /// The lanes without a bit.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn is_zero(self) -> Mask {
        Mask(_mm512_testn_epi16_mask(self.0, self.0))
    }

    /// The lanes with one bit, or none.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn is_single(self) -> Mask {
        Mask(_mm512_testn_epi16_mask(self.0, self.minus(Self::splat(1)).0))
    }

    /// The lanes that share a bit with those of `other`.
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

    /// In these lanes `other`, elsewhere what it was.
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

    /// The lanes 0 to 15 and 16 to 31.
    pub(super) const fn new(halves: [[u8; 16]; 2]) -> Self {
        // SAFETY: both are 32 bytes, and every content of these is a valid vector.
        Self(unsafe { transmute::<[[u8; 16]; 2], __m256i>(halves) })
    }

    pub(super) const fn halves(self) -> [[u8; 16]; 2] {
        // SAFETY: both are 32 bytes, and every content of these is a valid array.
        unsafe { transmute::<__m256i, [[u8; 16]; 2]>(self.0) }
    }

    /// In turns a byte of `self` and one of `other`, from the first eight bytes of each half.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn shuffle_low(self, other: Self) -> Self {
        Self(_mm256_unpacklo_epi8(self.0, other.0))
    }

    /// In turns a byte of `self` and one of `other`, from the last eight bytes of each half.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn shuffle_high(self, other: Self) -> Self {
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

    /// In these lanes `other`, elsewhere what it was.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn with(self, lanes: Mask, other: Self) -> Self {
        Self(_mm256_mask_mov_epi8(self.0, lanes.0, other.0))
    }
}
