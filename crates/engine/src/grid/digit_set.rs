use super::Digit;
use super::bit_set::bit_set;

/// A set of digits, in 2 bytes.
///
/// The operators are `|` (union), `&` (intersection), `-` (difference) and `!` (complement). Iteration is in ascending
/// order.
///
/// ```
/// use sudoku_engine::grid::{Digit, DigitSet};
///
/// let three = Digit::new(3).unwrap();
/// let mut set = DigitSet::EMPTY;
/// set.insert(three);
/// assert_eq!(format!("{set:?}"), "{3}");
/// assert_eq!((!set).len(), 8);
/// assert_eq!(set.first(), Some(three));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u16);

bit_set!(DigitSet(u16) of 9 Digit by Digit::from_index, DigitSetIter, "digit");
