//! The words of one puzzle in vectors that every machine has: three times 128 bits, on SSE2, NEON or plain registers.

use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use wide::u32x4;

use super::{Found, Nine, Search, Single};
use crate::grid::Puzzle;
use crate::solver::{Budget, Stopped};

/// A vector of four lanes for each three digits.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Quads([u32x4; 3]);

macro_rules! lane_by_lane {
    ($trait:ident, $name:ident) => {
        impl $trait for Quads {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                Self([a[0].$name(b[0]), a[1].$name(b[1]), a[2].$name(b[2])])
            }
        }
    };
}
lane_by_lane!(BitAnd, bitand);
lane_by_lane!(BitOr, bitor);
lane_by_lane!(BitXor, bitxor);
lane_by_lane!(Add, add);
lane_by_lane!(Sub, sub);

impl Nine for Quads {
    type Proof = ();
    const LATENCY_BOUND: bool = false;

    #[inline(always)]
    fn new((): (), words: &[u32; 16]) -> Self {
        let four = |at: usize| u32x4::new([words[at], words[at + 1], words[at + 2], words[at + 3]]);
        Self([four(0), four(4), four(8)])
    }

    #[inline(always)]
    fn load(self, words: &[u32; 16]) -> Self {
        Self::new((), words)
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Self {
        Self([u32x4::splat(word); 3])
    }

    #[inline(always)]
    fn words(self) -> [u32; 16] {
        let mut words = [0; 16];
        for (four, quad) in words.as_chunks_mut().0.iter_mut().zip(self.0) {
            *four = quad.to_array();
        }
        words
    }

    #[inline(always)]
    fn any(self) -> bool {
        let Self([a, b, c]) = self;
        (a | b | c).simd_eq(u32x4::ZERO).to_bitmask() & 0b111 != 0b111
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        let Self([a, b, c]) = other;
        self & Self([!a, !b, !c])
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        let Self([a, b, c]) = self;
        Self([a << BITS, b << BITS, c << BITS])
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        let Self([a, b, c]) = self;
        Self([a >> BITS, b >> BITS, c >> BITS])
    }

    #[inline(always)]
    fn next(self) -> Self {
        let Self([a, b, c]) = self;
        Self([rotate_next(a), rotate_next(b), rotate_next(c)])
    }

    #[inline(always)]
    fn previous(self) -> Self {
        let Self([a, b, c]) = self;
        Self([rotate_previous(a), rotate_previous(b), rotate_previous(c)])
    }

    #[inline(always)]
    fn next_three(self) -> Self {
        let Self([a, b, c]) = self;
        Self([b, c, a])
    }

    #[inline(always)]
    fn previous_three(self) -> Self {
        let Self([a, b, c]) = self;
        Self([c, a, b])
    }
}

impl Single for Search<Quads> {
    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, found: Found<'_>) -> Result<(), Stopped> {
        self.run(puzzle, budget, found)
    }

    fn guesses(&self) -> u64 {
        self.guesses()
    }
}

#[inline(always)]
fn rotate_next(three: u32x4) -> u32x4 {
    let [a, b, c, idle] = three.to_array();
    u32x4::new([b, c, a, idle])
}

#[inline(always)]
fn rotate_previous(three: u32x4) -> u32x4 {
    let [a, b, c, idle] = three.to_array();
    u32x4::new([c, a, b, idle])
}
