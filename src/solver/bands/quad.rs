//! Four words side by side: the vector type of the engine, in the smallest width that every x86-64 machine has.

use std::fmt::Debug;

/// Four `u32` lanes. Lanes 0 to 2 belong to the three bands; lane 3 is idle and may hold anything.
///
/// Each operation works on all lanes at once. The engine is written against this trait alone, so that one algorithm
/// runs on every machine.
pub(in crate::solver) trait Quad: Copy + Debug {
    /// The same word in every lane.
    fn splat(word: u32) -> Self;
    /// A vector of these lanes.
    fn new(lanes: [u32; 4]) -> Self;
    /// The lanes as words.
    fn lanes(self) -> [u32; 4];
    fn and(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Shifts every lane towards the high bits.
    fn up<const N: i32>(self) -> Self;
    /// Shifts every lane towards the low bits.
    fn down<const N: i32>(self) -> Self;
    /// Lane `b` gets what lane `b + 1` of the three bands held; the third gets the first's.
    fn next_band(self) -> Self;
    /// All bits of a lane where its word is 0, none elsewhere.
    fn empty_lanes(self) -> Self;
    /// All bits of a lane where the words are equal, none elsewhere.
    fn equal_lanes(self, other: Self) -> Self;
    /// The bits that are set in one of the lanes 0 to 2.
    fn union(self) -> u32;
    /// Whether one of the lanes 0 to 2 has a bit.
    fn any(self) -> bool;
    /// Bit `cell` of lane `band` is set where byte `27 * band + cell` equals `value`.
    fn positions(bytes: &[u8; 96], value: u8) -> Self;
}

/// Plain words, for machines without vectors of their own here and as the reference for those with them.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Plain([u32; 4]);

impl Plain {
    #[inline]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self(self.0.map(f))
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

impl Quad for Plain {
    #[inline]
    fn splat(word: u32) -> Self {
        Self([word; 4])
    }

    #[inline]
    fn new(lanes: [u32; 4]) -> Self {
        Self(lanes)
    }

    #[inline]
    fn lanes(self) -> [u32; 4] {
        self.0
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline]
    fn up<const N: i32>(self) -> Self {
        self.map(|word| word << N)
    }

    #[inline]
    fn down<const N: i32>(self) -> Self {
        self.map(|word| word >> N)
    }

    #[inline]
    fn next_band(self) -> Self {
        let [a, b, c, idle] = self.0;
        Self([b, c, a, idle])
    }

    #[inline]
    fn empty_lanes(self) -> Self {
        self.map(|word| if word == 0 { u32::MAX } else { 0 })
    }

    #[inline]
    fn equal_lanes(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { u32::MAX } else { 0 })
    }

    #[inline]
    fn union(self) -> u32 {
        self.0[0] | self.0[1] | self.0[2]
    }

    #[inline]
    fn any(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] != 0
    }

    fn positions(bytes: &[u8; 96], value: u8) -> Self {
        let word = |band: usize| {
            let cells = &bytes[27 * band..27 * band + 27];
            cells.iter().rev().fold(0, |word, &byte| word << 1 | u32::from(byte == value))
        };
        Self([word(0), word(1), word(2), 0])
    }
}
