use std::fmt;

use super::draw::draw;
use super::{Cell, CellSet, Digit, DigitSet, Grid, House};

/// The candidates of every cell: the digits that it may still hold.
///
/// They are kept by cell and by digit, in 320 bytes, so that either view is one read. `Debug` draws the board.
///
/// ```
/// use sudoku_engine::grid::{Candidates, Cell, Digit, Grid, House};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = line.parse().unwrap();
/// let mut candidates = Candidates::of(&grid);
/// assert_eq!(format!("{:?}", candidates.get(Cell::at(0, 2))), "{1, 2, 4}");
///
/// let seven = Digit::new(7).unwrap();
/// assert_eq!(format!("{:?}", candidates.places(seven, House::block(0))), "{r2c2, r2c3}");
/// candidates.place(Cell::at(1, 1), seven);
/// assert_eq!(candidates.places(seven, House::block(0)).len(), 1);
/// assert!(!candidates.get(Cell::at(1, 8)).contains(seven));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Candidates {
    /// Bit `d` of cell `c` here is bit `c` of digit `d` in `cells`.
    digits: [DigitSet; 81],
    cells: [CellSet; 9],
}

impl Candidates {
    /// The candidates that the rules leave: a filled cell has its own digit, a blank one the digits that none of its
    /// peers holds.
    ///
    /// A cell without candidates, or a house without a place for a digit, shows that there is no solution.
    pub fn of(grid: &Grid) -> Self {
        let (mut holding, mut seeing) = ([CellSet::EMPTY; 9], [CellSet::EMPTY; 9]);
        let mut filled = CellSet::EMPTY;
        for (cell, digit) in grid.givens() {
            holding[digit.index()].insert(cell);
            seeing[digit.index()] |= cell.peers();
            filled.insert(cell);
        }
        let mut candidates = Self { digits: [DigitSet::EMPTY; 81], cells: [CellSet::EMPTY; 9] };
        for digit in Digit::ALL {
            let blank = !(filled | seeing[digit.index()]);
            for cell in holding[digit.index()] | blank {
                candidates.insert(cell, digit);
            }
        }
        candidates
    }

    /// The candidates of a cell.
    #[inline]
    pub const fn get(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    /// The cells that have a digit as a candidate.
    #[inline]
    pub const fn cells(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// The cells of a house that have a digit as a candidate.
    #[inline]
    pub const fn places(&self, digit: Digit, house: House) -> CellSet {
        self.cells(digit).intersection(house.cell_set())
    }

    /// Eliminates a candidate.
    #[inline]
    pub const fn remove(&mut self, cell: Cell, digit: Digit) {
        self.digits[cell.index()].remove(digit);
        self.cells[digit.index()].remove(cell);
    }

    /// Places a digit: the cell is left with this candidate alone, even if it was eliminated before, and no peer keeps
    /// it. Draws no further conclusions.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        for other in self.get(cell) {
            self.remove(cell, other);
        }
        self.insert(cell, digit);
        for peer in self.cells(digit) & cell.peers() {
            self.remove(peer, digit);
        }
    }

    fn insert(&mut self, cell: Cell, digit: Digit) {
        self.digits[cell.index()].insert(digit);
        self.cells[digit.index()].insert(cell);
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = |cell| {
            let digits: String = self.get(cell).into_iter().map(Digit::to_char).collect();
            if digits.is_empty() { "-".to_owned() } else { digits }
        };
        let width = self.digits.iter().map(|digits| digits.len()).max().unwrap_or(0).max(1);
        draw(f, width, content)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};
    use proptest::test_runner::Config;

    use super::*;

    fn contents() -> impl Strategy<Value = Vec<(Cell, Digit)>> {
        let content = (0..81_usize, 0..9_usize);
        vec(content.prop_map(|(cell, digit)| (Cell::new(cell), Digit::from_index(digit))), 0..40)
    }

    /// The candidates of a cell as the rules define them.
    fn by_definition(grid: &Grid, cell: Cell) -> DigitSet {
        let held = |cells: CellSet| cells.into_iter().filter_map(|cell| grid.get(cell)).collect::<DigitSet>();
        grid.get(cell).map_or_else(|| !held(cell.peers()), |digit| DigitSet::from_iter([digit]))
    }

    fn views_agree(candidates: &Candidates) -> bool {
        let agree = |cell, digit| candidates.get(cell).contains(digit) == candidates.cells(digit).contains(cell);
        Cell::ALL.into_iter().all(|cell| Digit::ALL.into_iter().all(|digit| agree(cell, digit)))
    }

    proptest! {
        #![proptest_config(Config { failure_persistence: None, ..Config::with_cases(64) })]

        #[test]
        fn both_views_are_what_the_rules_leave(contents in contents()) {
            let mut grid = Grid::EMPTY;
            for (cell, digit) in contents {
                grid.set(cell, Some(digit));
            }
            let candidates = Candidates::of(&grid);
            prop_assert!(Cell::ALL.into_iter().all(|cell| candidates.get(cell) == by_definition(&grid, cell)));
            prop_assert!(views_agree(&candidates));
            for (digit, house) in Digit::ALL.into_iter().zip(House::ALL) {
                let places = house.cells().into_iter().filter(|&cell| candidates.get(cell).contains(digit));
                prop_assert_eq!(candidates.places(digit, house), places.collect());
            }
        }

        #[test]
        fn placing_candidates_keeps_up_with_the_grid(contents in contents()) {
            let mut grid = Grid::EMPTY;
            let mut candidates = Candidates::of(&grid);
            for (cell, digit) in contents {
                if grid.get(cell).is_none() && candidates.get(cell).contains(digit) {
                    grid.set(cell, Some(digit));
                    candidates.place(cell, digit);
                }
            }
            prop_assert_eq!(candidates, Candidates::of(&grid));
        }

        #[test]
        fn eliminations_and_placements_keep_the_views_equal(contents in contents()) {
            let mut candidates = Candidates::of(&Grid::EMPTY);
            for (at, (cell, digit)) in contents.into_iter().enumerate() {
                if at % 3 == 0 {
                    candidates.place(cell, digit);
                    prop_assert_eq!(candidates.get(cell), DigitSet::from_iter([digit]));
                    prop_assert!(candidates.cells(digit).is_disjoint(cell.peers()));
                } else {
                    candidates.remove(cell, digit);
                    prop_assert!(!candidates.get(cell).contains(digit));
                }
                prop_assert!(views_agree(&candidates));
            }
        }
    }

    #[test]
    fn debug_draws_the_board() {
        let solved: Grid =
            ".34678912672195348198342567859761423426853791713924856961537284287419635345286179".parse().unwrap();
        let mut candidates = Candidates::of(&solved);
        let drawn = format!("{candidates:?}");
        assert!(drawn.starts_with("5 3 4 | 6 7 8 | 9 1 2\n"), "{drawn}");
        assert_eq!(drawn.lines().nth(3), Some("------+-------+------"));
        candidates.insert(Cell::at(0, 1), Digit::ALL[0]);
        candidates.remove(Cell::at(0, 0), Digit::ALL[4]);
        let drawn = format!("{candidates:?}");
        assert!(drawn.starts_with("-  13 4  | 6  7  8  | 9  1  2 \n"), "{drawn}");
        assert_eq!(drawn.lines().nth(3), Some("---------+----------+---------"));
    }
}
