//! Sets of lanes.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The number of lanes.
pub(super) const LANES: usize = 32;

/// A set of lanes: a bit for each, lane 0 the lowest.
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

    /// Returns the lanes in ascending order.
    pub(super) fn lanes(self) -> impl Iterator<Item = usize> {
        let mut remaining = self.0;
        std::iter::from_fn(move || {
            let lane = remaining.trailing_zeros();
            remaining &= remaining.wrapping_sub(1);
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
