//! [`Quad`] in one 128-bit register: SSE2 on x86-64, NEON on AArch64, plain words elsewhere.

use wide::{u8x16, u32x4};

use super::quad::Quad;

#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Vector(u32x4);

impl Quad for Vector {
    #[inline]
    fn splat(word: u32) -> Self {
        Self(u32x4::splat(word))
    }

    #[inline]
    fn new(lanes: [u32; 4]) -> Self {
        Self(u32x4::new(lanes))
    }

    #[inline]
    fn lanes(self) -> [u32; 4] {
        self.0.to_array()
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    #[inline]
    fn up<const N: i32>(self) -> Self {
        Self(self.0 << N)
    }

    #[inline]
    fn down<const N: i32>(self) -> Self {
        Self(self.0 >> N)
    }

    #[inline]
    fn next_band(self) -> Self {
        let [a, b, c, idle] = self.0.to_array();
        Self(u32x4::new([b, c, a, idle]))
    }

    #[inline]
    fn empty_lanes(self) -> Self {
        Self(self.0.simd_eq(u32x4::splat(0)))
    }

    #[inline]
    fn equal_lanes(self, other: Self) -> Self {
        Self(self.0.simd_eq(other.0))
    }

    #[inline]
    fn union(self) -> u32 {
        let [a, b, c, _] = self.0.to_array();
        a | b | c
    }

    #[inline]
    fn any(self) -> bool {
        self.empty_lanes().0.to_bitmask() & 7 != 7
    }

    #[inline]
    fn positions(bytes: &[u8; 96], value: u8) -> Self {
        let value = u8x16::splat(value);
        let equal = |at: usize| {
            let sixteen: [u8; 16] = std::array::from_fn(|byte| bytes[at + byte]);
            u8x16::new(sixteen).simd_eq(value).to_bitmask()
        };
        let word = |band: usize| equal(27 * band) | (equal(27 * band + 16) & 0x7ff) << 16;
        Self::new([word(0), word(1), word(2), 0])
    }
}
