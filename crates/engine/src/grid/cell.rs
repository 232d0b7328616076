use std::fmt;

use super::{CellSet, House};

/// A position on the board, printed `r1c1` to `r9c9`; what stands there is a [`Digit`](super::Digit) or a blank.
///
/// ```
/// use sudoku_engine::grid::Cell;
/// let cell = Cell::at(2, 4);
/// assert_eq!(cell.to_string(), "r3c5");
/// assert_eq!((cell.index(), cell.block()), (22, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell of this number, counted row by row from 0 to 80.
    ///
    /// # Panics
    /// When `index` is 81 or above.
    pub const fn new(index: usize) -> Self {
        assert!(index < 81, "a cell's index is 0 to 80");
        Self(index as u8)
    }

    /// The cell where this row and column cross, both counted from 0 to 8.
    ///
    /// # Panics
    /// When `row` or `column` is 9 or above.
    pub const fn at(row: usize, column: usize) -> Self {
        assert!(row < 9 && column < 9, "rows and columns are 0 to 8");
        Self::new(row * 9 + column)
    }

    /// The number, 0 to 80.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 to 8.
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// The column, 0 to 8.
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// The box, 0 to 8, counted row by row.
    pub const fn block(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// The cell's row, column and box.
    pub const fn houses(self) -> [House; 3] {
        [House::row(self.row()), House::column(self.column()), House::block(self.block())]
    }

    /// The 20 other cells that share a house with this one.
    pub fn peers(self) -> CellSet {
        let seen = self.houses().into_iter().flat_map(House::cells);
        seen.filter(|&other| other != self).collect()
    }

    /// All 81 cells in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..81).map(Self::new)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
