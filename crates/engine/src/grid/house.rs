use std::fmt;

use super::Cell;

/// A row, a column or a box: nine cells that hold each digit once.
///
/// ```
/// use sudoku_engine::grid::House;
/// assert_eq!(House::row(2).to_string(), "row 3");
/// assert_eq!(House::block(8).to_string(), "box 9");
/// assert_eq!(House::all().len(), 27);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

/// Which of the three kinds a [`House`] is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells above each other.
    Column,
    /// Three by three cells; `box` in JSON and prose.
    Block,
}

impl House {
    /// The row of this number, 0 to 8.
    ///
    /// # Panics
    /// When `index` is 9 or above.
    pub const fn row(index: usize) -> Self {
        assert!(index < 9, "a house's index is 0 to 8");
        Self(index as u8)
    }

    /// The column of this number, 0 to 8.
    ///
    /// # Panics
    /// When `index` is 9 or above.
    pub const fn column(index: usize) -> Self {
        assert!(index < 9, "a house's index is 0 to 8");
        Self(index as u8 + 9)
    }

    /// The box of this number, 0 to 8, counted row by row.
    ///
    /// # Panics
    /// When `index` is 9 or above.
    pub const fn block(index: usize) -> Self {
        assert!(index < 9, "a house's index is 0 to 8");
        Self(index as u8 + 18)
    }

    /// The kind of house.
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Block,
        }
    }

    /// The number within its kind, 0 to 8.
    pub const fn index(self) -> usize {
        self.0 as usize % 9
    }

    /// The nine cells, in the order of the board.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> {
        let house = self.index();
        (0..9).map(move |place| match self.kind() {
            HouseKind::Row => Cell::at(house, place),
            HouseKind::Column => Cell::at(place, house),
            HouseKind::Block => Cell::at(house / 3 * 3 + place / 3, house % 3 * 3 + place % 3),
        })
    }

    /// All 27 houses: rows, columns, boxes.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..27).map(Self)
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Block => "box",
        };
        write!(f, "{kind} {}", self.index() + 1)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
