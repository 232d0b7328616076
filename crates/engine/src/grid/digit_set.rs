use std::fmt;

use super::Digit;

/// A set of digits: bit `i` stands for the digit `i + 1`.
///
/// ```
/// use sudoku_engine::grid::{Digit, DigitSet};
/// let mut set = DigitSet::EMPTY;
/// set.insert(Digit::new(3).unwrap());
/// assert_eq!(format!("{set:?}"), "{3}");
/// assert_eq!(set.complement().len(), 8);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u16);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);
    /// All nine digits.
    pub const ALL: Self = Self(0x1ff);

    /// Adds a digit.
    pub fn insert(&mut self, digit: Digit) {
        self.0 |= 1 << digit.index();
    }

    /// Takes a digit out.
    pub fn remove(&mut self, digit: Digit) {
        self.0 &= !(1 << digit.index());
    }

    /// Whether the digit is in the set.
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// The digits of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The digits that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// How many digits are in the set, 0 to 9.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no digit is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The digits in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Digit> {
        Digit::all().filter(move |&digit| self.contains(digit))
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
