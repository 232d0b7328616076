//! Four words side by side, in one register of the width that every 64-bit machine has.

use wide::{u8x16, u32x4};

/// Four `u32` lanes. Lanes 0 to 2 belong to the three bands of the board; lane 3 is idle and may hold anything.
///
/// Each operation works on all lanes at once: SSE2 on x86-64, NEON on `AArch64`, plain words elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad(u32x4);

impl Quad {
    /// The same word in every lane.
    #[inline]
    pub(super) fn splat(word: u32) -> Self {
        Self(u32x4::splat(word))
    }

    #[inline]
    pub(super) fn new(lanes: [u32; 4]) -> Self {
        Self(u32x4::new(lanes))
    }

    #[inline]
    pub(super) fn lanes(self) -> [u32; 4] {
        self.0.to_array()
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The bits of `self` that are not in `other`.
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Each lane shifted towards its high bits.
    #[inline]
    pub(super) fn up<const BITS: u32>(self) -> Self {
        Self(self.0 << BITS)
    }

    /// Each lane shifted towards its low bits.
    #[inline]
    pub(super) fn down<const BITS: u32>(self) -> Self {
        Self(self.0 >> BITS)
    }

    /// Each band gets what the next one held, and the third what the first held.
    #[inline]
    pub(super) fn next_band(self) -> Self {
        let [a, b, c, idle] = self.lanes();
        Self::new([b, c, a, idle])
    }

    /// All bits of a lane where it equals the other's, none elsewhere.
    #[inline]
    pub(super) fn equal_lanes(self, other: Self) -> Self {
        Self(self.0.simd_eq(other.0))
    }

    /// All bits of a lane where it is 0, none elsewhere.
    #[inline]
    pub(super) fn empty_lanes(self) -> Self {
        self.equal_lanes(Self::splat(0))
    }

    /// Whether a band has a bit.
    #[inline]
    pub(super) fn any(self) -> bool {
        self.empty_lanes().0.to_bitmask() & 0b111 != 0b111
    }

    /// The bits that are set in one of the bands.
    #[inline]
    pub(super) fn union(self) -> u32 {
        let [a, b, c, _] = self.lanes();
        a | b | c
    }

    /// Bit `cell` of band `band` is set where the byte at `27 * band + cell` equals `value`.
    #[inline]
    pub(super) fn positions(bytes: &[u8; 96], value: u8) -> Self {
        let equal = |at: usize| {
            let sixteen = u8x16::new(std::array::from_fn(|byte| bytes[at + byte]));
            sixteen.simd_eq(u8x16::splat(value)).to_bitmask()
        };
        let band = |at: usize| equal(at) | (equal(at + 16) & 0x7ff) << 16;
        Self::new([band(0), band(27), band(54), 0])
    }
}

#[cfg(test)]
mod tests {
    use super::Quad;

    #[test]
    fn idle_lane_counts_for_nothing() {
        let idle = Quad::new([0, 0, 0, 7]);
        assert!(!idle.any());
        assert_eq!(idle.union(), 0);
        assert_eq!(idle.next_band().lanes()[..3], [0, 0, 0]);
    }

    #[test]
    fn bands_turn_in_a_circle() {
        let bands = Quad::new([1, 2, 3, 0]);
        assert_eq!(bands.next_band().lanes()[..3], [2, 3, 1]);
        assert_eq!(bands.next_band().next_band().next_band().lanes()[..3], [1, 2, 3]);
    }

    #[test]
    fn positions_find_every_cell() {
        for cell in 0..81 {
            let mut bytes = [0; 96];
            bytes[cell] = 5;
            let mut lanes = [0; 4];
            lanes[cell / 27] = 1 << (cell % 27);
            assert_eq!(Quad::positions(&bytes, 5).lanes(), lanes);
            assert!(!Quad::positions(&bytes, 4).any());
        }
    }
}
