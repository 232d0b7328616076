use std::fmt;

use super::{Cell, CellSet};

/// A row, a column or a box: nine cells that hold each digit once. Each kind is counted from 0 to 8.
///
/// ```
/// use sudoku_engine::grid::House;
/// assert_eq!(House::row(2).to_string(), "row 3");
/// assert_eq!(House::block(8).to_string(), "box 9");
/// assert!(House::ALL.iter().all(|house| house.cell_set().len() == 9));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

/// The kind of a [`House`].
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
    /// All 27 houses: rows, columns, boxes.
    pub const ALL: [Self; 27] = {
        let mut houses = [Self(0); 27];
        let mut at = 0;
        while at < 27 {
            houses[at] = Self(at as u8);
            at += 1;
        }
        houses
    };

    /// The row of this index, 0 to 8.
    ///
    /// # Panics
    /// When `index` is 9 or above.
    #[inline]
    pub const fn row(index: usize) -> Self {
        assert!(index < 9, "a house's index is 0 to 8");
        Self(index as u8)
    }

    /// The column of this index, 0 to 8.
    ///
    /// # Panics
    /// When `index` is 9 or above.
    #[inline]
    pub const fn column(index: usize) -> Self {
        assert!(index < 9, "a house's index is 0 to 8");
        Self(index as u8 + 9)
    }

    /// The box of this index, 0 to 8, counted row by row.
    ///
    /// # Panics
    /// When `index` is 9 or above.
    #[inline]
    pub const fn block(index: usize) -> Self {
        assert!(index < 9, "a house's index is 0 to 8");
        Self(index as u8 + 18)
    }

    /// The kind of the house.
    #[inline]
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Block,
        }
    }

    /// The index within its kind, 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % 9
    }

    /// The nine cells, in the order of the board.
    #[inline]
    pub const fn cells(self) -> [Cell; 9] {
        CELLS[self.0 as usize]
    }

    /// The nine cells as a set.
    #[inline]
    pub const fn cell_set(self) -> CellSet {
        CELL_SETS[self.0 as usize]
    }
}

static CELLS: [[Cell; 9]; 27] = {
    let mut cells = [[Cell::new(0); 9]; 27];
    let mut at = 0;
    while at < 27 {
        cells[at] = cells_of(House::ALL[at]);
        at += 1;
    }
    cells
};

const fn cells_of(house: House) -> [Cell; 9] {
    let index = house.index();
    let mut cells = [Cell::new(0); 9];
    let mut place = 0;
    while place < 9 {
        cells[place] = match house.kind() {
            HouseKind::Row => Cell::at(index, place),
            HouseKind::Column => Cell::at(place, index),
            HouseKind::Block => Cell::at(index / 3 * 3 + place / 3, index % 3 * 3 + place % 3),
        };
        place += 1;
    }
    cells
}

static CELL_SETS: [CellSet; 27] = {
    let mut sets = [CellSet::EMPTY; 27];
    let mut at = 0;
    while at < 27 * 9 {
        sets[at / 9].insert(CELLS[at / 9][at % 9]);
        at += 1;
    }
    sets
};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_in_one_house_of_each_kind() {
        for house in House::ALL {
            assert!(house.cells().is_sorted());
            assert_eq!(house.cell_set(), CellSet::from_iter(house.cells()));
            for cell in Cell::ALL {
                let inside = match house.kind() {
                    HouseKind::Row => cell.row(),
                    HouseKind::Column => cell.column(),
                    HouseKind::Block => cell.block(),
                };
                assert_eq!(house.cell_set().contains(cell), inside == house.index(), "{cell} in {house}");
            }
        }
    }
}
