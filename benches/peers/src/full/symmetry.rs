//! The symmetries of the board: what may be done to a grid without a change of its number of solutions.

use sudoku_engine::grid::{Cell, Digit, Grid, Puzzle};

use crate::random::Random;

/// Rows change places within their bands, and the bands; columns within their stacks, and the stacks; the board is
/// mirrored along its diagonal or not; and each digit gets another name.
struct Symmetry {
    /// Where each row comes from.
    rows: [usize; 9],
    /// Where each column comes from.
    columns: [usize; 9],
    transposed: bool,
    /// What the index of each digit becomes.
    digits: [usize; 9],
}

/// So many random images of each puzzle, those of the same puzzle one after the other.
pub fn images(puzzles: &[Puzzle], ways: usize, seed: u64) -> Vec<Puzzle> {
    let mut random = Random::new(seed);
    let mut images = Vec::with_capacity(puzzles.len() * ways);
    for puzzle in puzzles {
        for _ in 0..ways {
            let image = Symmetry::random(&mut random).of(puzzle.grid());
            images.push(Puzzle::new(image).expect("a symmetry makes no conflict"));
        }
    }
    images
}

impl Symmetry {
    fn random(random: &mut Random) -> Self {
        let (rows, columns) = (lines(random), lines(random));
        let mut digits = std::array::from_fn(|digit| digit);
        random.shuffle(&mut digits);
        Self { rows, columns, transposed: random.below(2) == 1, digits }
    }

    fn of(&self, grid: &Grid) -> Grid {
        let mut image = Grid::EMPTY;
        for cell in Cell::ALL {
            let (row, column) = (self.rows[cell.row()], self.columns[cell.column()]);
            let source = if self.transposed { Cell::at(column, row) } else { Cell::at(row, column) };
            image.set(cell, grid.get(source).map(|digit| Digit::from_index(self.digits[digit.index()])));
        }
        image
    }
}

/// The nine rows in an order that leaves each with the two others of its band.
fn lines(random: &mut Random) -> [usize; 9] {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    random.shuffle(&mut bands);
    for band in &mut bands {
        random.shuffle(band);
    }
    std::array::from_fn(|line| bands[line / 3][line % 3])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use sudoku_engine::solver::{Budget, naive};

    const IDENTITY: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

    #[test]
    fn each_part_of_a_symmetry_does_what_it_says() {
        let grid: Grid = ("12".to_owned() + &".".repeat(79)).parse().unwrap();
        let swapped = [1, 0, 2, 3, 4, 5, 6, 7, 8];
        let none = || Symmetry { rows: IDENTITY, columns: IDENTITY, transposed: false, digits: IDENTITY };
        let givens = |symmetry: Symmetry| {
            let givens = symmetry.of(&grid).givens().map(|(cell, digit)| format!("{cell}={digit}")).collect::<Vec<_>>();
            givens.join(" ")
        };
        assert_eq!(givens(none()), "r1c1=1 r1c2=2");
        assert_eq!(givens(Symmetry { rows: swapped, ..none() }), "r2c1=1 r2c2=2");
        assert_eq!(givens(Symmetry { columns: swapped, ..none() }), "r1c1=2 r1c2=1");
        assert_eq!(givens(Symmetry { transposed: true, ..none() }), "r1c1=1 r2c1=2");
        assert_eq!(givens(Symmetry { digits: swapped, ..none() }), "r1c1=2 r1c2=1");
        assert_eq!(givens(Symmetry { digits: [8, 7, 6, 5, 4, 3, 2, 1, 0], ..none() }), "r1c1=9 r1c2=8");
    }

    #[test]
    fn lines_keep_their_bands_and_come_in_all_orders() {
        let mut random = Random::new(1);
        let seen: HashSet<[usize; 9]> = (0..20_000).map(|_| lines(&mut random)).collect();
        for lines in &seen {
            let mut sorted = *lines;
            sorted.sort_unstable();
            assert_eq!(sorted, IDENTITY);
            assert!(lines.chunks(3).all(|band| band.iter().all(|line| line / 3 == band[0] / 3)), "{lines:?}");
        }
        assert_eq!(seen.len(), 6 * 6 * 6 * 6);
    }

    #[test]
    fn images_differ_and_have_as_many_solutions() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4.9..5....8..79";
        let puzzle = Puzzle::new(line.parse().unwrap()).unwrap();
        let count = |puzzle: &Puzzle| naive::count(puzzle, 500, 0, &Budget::UNLIMITED).unwrap().found;
        let images = images(&[puzzle], 20, 1);
        assert_eq!(images.iter().map(|image| image.grid().to_line()).collect::<HashSet<_>>().len(), 20);
        assert!(images.iter().all(|image| count(image) == count(&puzzle)));
    }
}
