//! Where contradictions showed so far, so that guesses are made where they are likely to show again.

use super::board::Fault;
use super::closure::minirows;
use super::nine::{Nine, others};

/// How often contradictions showed in each of the three bands and three stacks, over [`Weights::EVEN`].
///
/// A search that cannot see why it fails would go through everything that has nothing to do with it. The weights lead it to
/// where it fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights([f32; 6]);

impl Weights {
    pub(super) const EVEN: Self = Self([8.0; 6]);
    const MOST: f32 = 4096.0;

    /// The band (0 to 2) or stack (3 to 5) with the least excess of configurations for its weight. One without excess has
    /// nothing to guess.
    #[inline(always)]
    pub(super) fn cheapest(&self, excess: [u32; 6]) -> usize {
        let mut least = u32::MAX;
        for (at, (excess, weight)) in excess.into_iter().zip(self.0).enumerate() {
            // Positive floats are ordered as their bits are. The last three give way to the place, so that one minimum, which
            // needs no branch, finds both.
            let cost = (excess as f32 / weight).to_bits() & !7 | at as u32;
            least = least.min(if excess == 0 { u32::MAX } else { cost });
        }
        (least & 7) as usize
    }

    /// Remembers where a contradiction showed. A cell speaks for its band and its stack.
    #[inline(always)]
    pub(super) fn blame<V: Nine>(&mut self, fault: &Fault<V>) {
        // Each box has a figure of three bits, in which the three kinds of faults find room.
        let marks = fault.bands | fault.stacks.up::<1>() | minirows(fault.cells).up::<2>();
        let marks = others(marks).1.words()[0];
        let [bands, stacks, boxes] = [marks, marks >> 1, marks >> 2].map(|marks| marks & 0o111_111_111);
        for at in 0..3 {
            let in_band = (bands | boxes | boxes >> 3 | boxes >> 6) >> (9 * at) & 1;
            let in_stack = (stacks | boxes | boxes >> 9 | boxes >> 18) >> (3 * at) & 1;
            self.0[at] += in_band as f32;
            self.0[3 + at] += in_stack as f32;
        }
        if self.0.iter().any(|&weight| weight >= Self::MOST) {
            self.0 = self.0.map(|weight| weight / 2.0 + 1.0);
        }
    }
}
