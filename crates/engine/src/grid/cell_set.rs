use super::Cell;
use super::bit_set::bit_set;

/// A set of cells, in 16 bytes.
///
/// The operators are `|` (union), `&` (intersection), `-` (difference) and `!` (complement). Iteration is in the order
/// of the board.
///
/// ```
/// use sudoku_engine::grid::{Cell, CellSet};
///
/// let set: CellSet = [Cell::at(2, 4), Cell::at(0, 0)].into_iter().collect();
/// assert_eq!(format!("{set:?}"), "{r1c1, r3c5}");
/// assert_eq!(set.into_iter().map(Cell::row).collect::<Vec<_>>(), [0, 2]);
/// assert_eq!((!set).len(), 79);
///
/// let seen_by_both = Cell::at(2, 4).peers() & Cell::at(0, 0).peers();
/// assert_eq!(format!("{seen_by_both:?}"), "{r1c4, r1c5, r1c6, r3c1, r3c2, r3c3}");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CellSet(u128);

bit_set!(CellSet(u128) of 81 Cell by Cell::new, CellSetIter, "cell");
