use super::{Cell, Digit, Grid, House, HouseKind};
use crate::random::{Rng, RngExt};

/// A symmetry of the board: a way to move cells and rename digits that keeps the rules. A grid and its image have the
/// same number of conflicts, and the solutions of a puzzle's image are the images of its solutions.
///
/// There are 2 * 6^8 * 9!: the board may be transposed, rows are permuted within their bands and the bands among each
/// other, columns and stacks likewise, and digits are relabelled.
///
/// ```
/// use sudoku_engine::grid::{Cell, Grid, Symmetry};
/// use sudoku_engine::random::seeded;
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = line.parse().unwrap();
/// let turned = Symmetry::QUARTER_TURN.apply(&grid);
/// assert!(turned.to_line().starts_with("...748.65"));
/// assert_eq!(Symmetry::QUARTER_TURN.apply_cell(Cell::at(0, 0)), Cell::at(0, 8));
///
/// let symmetry = Symmetry::random(&mut seeded(1));
/// assert_eq!(symmetry.inverse().apply(&symmetry.apply(&grid)), grid);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Rows become columns, before these are permuted.
    transposed: bool,
    rows: Lines,
    columns: Lines,
    /// What each digit becomes. No digit occurs twice.
    digits: [Digit; 9],
}

impl Symmetry {
    /// Changes nothing.
    pub const IDENTITY: Self =
        Self { transposed: false, rows: Lines::IDENTITY, columns: Lines::IDENTITY, digits: Digit::ALL };
    /// Rotates the board clockwise.
    pub const QUARTER_TURN: Self = Self { transposed: true, columns: Lines::REVERSED, ..Self::IDENTITY };
    /// Rotates the board by 180 degrees.
    pub const HALF_TURN: Self = Self { rows: Lines::REVERSED, columns: Lines::REVERSED, ..Self::IDENTITY };
    /// Exchanges top and bottom.
    pub const FLIP_VERTICAL: Self = Self { rows: Lines::REVERSED, ..Self::IDENTITY };
    /// Exchanges left and right.
    pub const FLIP_HORIZONTAL: Self = Self { columns: Lines::REVERSED, ..Self::IDENTITY };
    /// Transposes the board: reflects it in the diagonal from r1c1 to r9c9.
    pub const FLIP_DIAGONAL: Self = Self { transposed: true, ..Self::IDENTITY };
    /// Reflects the board in the diagonal from r1c9 to r9c1.
    pub const FLIP_ANTI_DIAGONAL: Self = Self { transposed: true, ..Self::HALF_TURN };

    /// Exchanges two rows of a band or two columns of a stack; `None` for any other two houses.
    pub fn swap_lines(a: House, b: House) -> Option<Self> {
        if a.kind() != b.kind() || a.index() / 3 != b.index() / 3 {
            return None;
        }
        let lines = Lines::IDENTITY.swapped(a.index(), b.index());
        match a.kind() {
            HouseKind::Row => Some(Self { rows: lines, ..Self::IDENTITY }),
            HouseKind::Column => Some(Self { columns: lines, ..Self::IDENTITY }),
            HouseKind::Block => None,
        }
    }

    /// Exchanges two bands, counted from 0 to 2.
    ///
    /// # Panics
    /// When a band is 3 or above.
    pub fn swap_bands(a: usize, b: usize) -> Self {
        Self { rows: Lines::IDENTITY.threes_swapped(a, b), ..Self::IDENTITY }
    }

    /// Exchanges two stacks, counted from 0 to 2.
    ///
    /// # Panics
    /// When a stack is 3 or above.
    pub fn swap_stacks(a: usize, b: usize) -> Self {
        Self { columns: Lines::IDENTITY.threes_swapped(a, b), ..Self::IDENTITY }
    }

    /// Renames the digits 1 to 9 to these, in this order; `None` unless each digit occurs once.
    pub fn relabel(digits: [Digit; 9]) -> Option<Self> {
        let mut sorted = digits;
        sorted.sort_unstable();
        (sorted == Digit::ALL).then_some(Self { digits, ..Self::IDENTITY })
    }

    /// Any of all symmetries, each equally likely.
    pub fn random(rng: &mut (impl Rng + ?Sized)) -> Self {
        let (rows, columns) = (Lines::random(rng), Lines::random(rng));
        let mut digits = Digit::ALL;
        rng.shuffle(&mut digits);
        Self { transposed: rng.below(2) == 1, rows, columns, digits }
    }

    /// This symmetry, followed by the next.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        // What is transposed by the next one has its rows permuted as columns.
        let (rows, columns) = if next.transposed { (self.columns, self.rows) } else { (self.rows, self.columns) };
        Self {
            transposed: self.transposed != next.transposed,
            rows: rows.then(next.rows),
            columns: columns.then(next.columns),
            digits: self.digits.map(|digit| next.apply_digit(digit)),
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        let (rows, columns) = (self.rows.inverse(), self.columns.inverse());
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        let mut digits = Digit::ALL;
        for digit in Digit::ALL {
            digits[self.apply_digit(digit).index()] = digit;
        }
        Self { transposed: self.transposed, rows, columns, digits }
    }

    /// Where a cell is moved to.
    pub fn apply_cell(self, cell: Cell) -> Cell {
        let (row, column) = if self.transposed { (cell.column(), cell.row()) } else { (cell.row(), cell.column()) };
        Cell::at(self.rows.0[row], self.columns.0[column])
    }

    /// What a digit is renamed to.
    pub fn apply_digit(self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// The image of a grid.
    #[must_use]
    pub fn apply(self, grid: &Grid) -> Grid {
        let mut image = Grid::EMPTY;
        for (cell, digit) in grid.givens() {
            image.set(self.apply_cell(cell), Some(self.apply_digit(digit)));
        }
        image
    }
}

/// Where each of nine rows or columns goes. Those of a band or stack stay together; there are 6^4 such orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Lines([usize; 9]);

impl Lines {
    const IDENTITY: Self = Self([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const REVERSED: Self = Self([8, 7, 6, 5, 4, 3, 2, 1, 0]);

    fn random(rng: &mut (impl Rng + ?Sized)) -> Self {
        let mut threes = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        rng.shuffle(&mut threes);
        for three in &mut threes {
            rng.shuffle(three);
        }
        Self(std::array::from_fn(|line| threes[line / 3][line % 3]))
    }

    /// With two lines exchanged, which must be of the same three.
    fn swapped(mut self, a: usize, b: usize) -> Self {
        debug_assert_eq!(a / 3, b / 3, "lines stay in their bands and stacks");
        self.0.swap(a, b);
        self
    }

    fn threes_swapped(mut self, a: usize, b: usize) -> Self {
        assert!(a < 3 && b < 3, "bands and stacks are 0 to 2");
        for place in 0..3 {
            self.0.swap(3 * a + place, 3 * b + place);
        }
        self
    }

    fn then(self, next: Self) -> Self {
        Self(self.0.map(|line| next.0[line]))
    }

    fn inverse(self) -> Self {
        let mut inverse = Self::IDENTITY;
        for (from, to) in self.0.into_iter().enumerate() {
            inverse.0[to] = from;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{CellSet, conflicts};
    use super::*;
    use crate::random::seeded;

    const NAMED: [Symmetry; 7] = [
        Symmetry::IDENTITY,
        Symmetry::QUARTER_TURN,
        Symmetry::HALF_TURN,
        Symmetry::FLIP_VERTICAL,
        Symmetry::FLIP_HORIZONTAL,
        Symmetry::FLIP_DIAGONAL,
        Symmetry::FLIP_ANTI_DIAGONAL,
    ];

    fn some() -> impl Iterator<Item = Symmetry> {
        (0..60).map(|seed| Symmetry::random(&mut seeded(seed))).chain(NAMED)
    }

    /// Where r1c1 = 1, r1c2 = 2 and r5c1 = 3 go.
    fn image(symmetry: Symmetry) -> String {
        let mut grid = Grid::EMPTY;
        for (cell, digit) in [Cell::at(0, 0), Cell::at(0, 1), Cell::at(4, 0)].into_iter().zip(Digit::ALL) {
            grid.set(cell, Some(digit));
        }
        let mut givens: Vec<_> = symmetry.apply(&grid).givens().collect();
        givens.sort_by_key(|&(_, digit)| digit);
        givens.iter().map(|(cell, digit)| format!("{cell}={digit}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn symmetries_do_what_their_names_say() {
        let expected = [
            "r1c1=1 r1c2=2 r5c1=3",
            "r1c9=1 r2c9=2 r1c5=3",
            "r9c9=1 r9c8=2 r5c9=3",
            "r9c1=1 r9c2=2 r5c1=3",
            "r1c9=1 r1c8=2 r5c9=3",
            "r1c1=1 r2c1=2 r1c5=3",
            "r9c9=1 r8c9=2 r9c5=3",
        ];
        assert_eq!(NAMED.map(image), expected);
        assert_eq!(image(Symmetry::swap_bands(0, 1)), "r4c1=1 r4c2=2 r2c1=3");
        assert_eq!(image(Symmetry::swap_stacks(0, 2)), "r1c7=1 r1c8=2 r5c7=3");
        let relabelled = Symmetry::relabel([3, 1, 2, 4, 5, 6, 7, 8, 9].map(|digit| Digit::new(digit).unwrap()));
        assert_eq!(image(relabelled.unwrap()), "r1c2=1 r5c1=2 r1c1=3");
    }

    #[test]
    fn lines_are_exchanged_within_a_band_or_stack_only() {
        let swapped = |a, b| Symmetry::swap_lines(a, b).map(image);
        assert_eq!(swapped(House::row(0), House::row(2)).unwrap(), "r3c1=1 r3c2=2 r5c1=3");
        assert_eq!(swapped(House::column(1), House::column(0)).unwrap(), "r1c2=1 r1c1=2 r5c2=3");
        assert_eq!(swapped(House::row(2), House::row(3)), None);
        assert_eq!(swapped(House::row(1), House::column(1)), None);
        assert_eq!(swapped(House::block(1), House::block(2)), None);
    }

    #[test]
    fn a_digit_that_occurs_twice_is_no_relabelling() {
        let mut digits = Digit::ALL;
        digits[3] = digits[4];
        assert_eq!(Symmetry::relabel(digits), None);
    }

    #[test]
    fn named_symmetries_are_those_of_the_square() {
        let turn = Symmetry::QUARTER_TURN;
        assert_eq!(turn.then(turn), Symmetry::HALF_TURN);
        assert_eq!(turn.then(Symmetry::HALF_TURN), turn.inverse());
        assert_eq!(turn.then(Symmetry::FLIP_HORIZONTAL), Symmetry::FLIP_DIAGONAL);
        assert_eq!(turn.then(Symmetry::FLIP_VERTICAL), Symmetry::FLIP_ANTI_DIAGONAL);
        for symmetry in NAMED.into_iter().filter(|&symmetry| symmetry != turn) {
            assert_eq!(symmetry.inverse(), symmetry);
        }
    }

    #[test]
    fn symmetries_are_a_group() {
        for ((a, b), c) in some().zip(some().skip(1)).zip(some().skip(2)) {
            assert_eq!(a.then(b).then(c), a.then(b.then(c)));
            assert_eq!(a.then(Symmetry::IDENTITY), a);
            assert_eq!(Symmetry::IDENTITY.then(a), a);
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            assert_eq!(a.inverse().then(a), Symmetry::IDENTITY);
            assert!(Cell::ALL.iter().all(|&cell| a.then(b).apply_cell(cell) == b.apply_cell(a.apply_cell(cell))));
            assert!(
                Digit::ALL.iter().all(|&digit| a.then(b).apply_digit(digit) == b.apply_digit(a.apply_digit(digit)))
            );
        }
    }

    #[test]
    fn houses_go_to_houses() {
        for symmetry in some() {
            let images: HashSet<_> = House::ALL
                .map(|house| house.cells().into_iter().map(|cell| symmetry.apply_cell(cell)).collect::<CellSet>())
                .into();
            assert_eq!(images, House::ALL.map(House::cell_set).into(), "{symmetry:?}");
        }
    }

    #[test]
    fn grids_come_back_and_keep_their_conflicts() {
        let mut rng = seeded(1);
        for symmetry in some() {
            let mut grid = Grid::EMPTY;
            for _ in 0..40 {
                grid.set(Cell::new(rng.below(81)), rng.pick(&Digit::ALL).copied());
            }
            let image = symmetry.apply(&grid);
            assert_eq!(symmetry.inverse().apply(&image), grid);
            assert_eq!(conflicts(&image).len(), conflicts(&grid).len());
        }
    }

    #[test]
    fn every_order_of_lines_comes_up() {
        let mut rng = seeded(1);
        let seen: HashSet<Lines> = (0..20_000).map(|_| Lines::random(&mut rng)).collect();
        for lines in &seen {
            assert_eq!(HashSet::from(lines.0).len(), 9);
            assert!(lines.0.chunks(3).all(|three| three.iter().all(|line| line / 3 == three[0] / 3)), "{lines:?}");
        }
        assert_eq!(seen.len(), 6 * 6 * 6 * 6);
    }

    #[test]
    fn every_part_of_a_random_symmetry_varies() {
        let parts = |part: fn(Symmetry) -> usize| {
            (0..1_000).map(|seed| part(Symmetry::random(&mut seeded(seed)))).collect::<HashSet<_>>().len()
        };
        assert_eq!(parts(|symmetry| symmetry.transposed.into()), 2);
        assert_eq!(parts(|symmetry| symmetry.apply_cell(Cell::at(4, 4)).index()), 81);
        assert_eq!(parts(|symmetry| symmetry.apply_digit(Digit::ALL[0]).index()), 9);
    }
}
