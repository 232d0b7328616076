//! Where to guess.
//!
//! A guess splits the configurations of one digit in one band or stack. It is the band or stack with the fewest
//! configurations in total, and in it the digit with the fewest, both weighed by how often guesses on them failed.
//!
//! As long as next to none failed there is nothing to learn from, and the grid may well have many solutions. Then it pays to
//! be optimistic: to guess a cell rather than a minirow, and up to three cells of two candidates ([`Pairs`]) before the next sweep.

use super::board::Board;
use super::configurations::{count_in_bands, count_in_stacks};
use super::nine::{ALONE, Nine, lane, sum};
use super::weights::{Place, Weights};

/// A guess: the candidates of one digit in two parts, of which every solution keeps to one.
pub(super) struct Guess {
    pub(super) place: Place,
    /// The lane of the digit.
    pub(super) lane: &'static [u32; 16],
    /// What the first half has in its words, and the second has not.
    pub(super) first: [u32; 3],
    /// What the second half has in its words, and the first has not.
    pub(super) second: [u32; 3],
}

impl Guess {
    /// The guess to make on an open board; a `optimistic` one takes a single cell of a minirow.
    #[inline(always)]
    pub(super) fn on<V: Nine>(board: &Board<V>, weights: &Weights, optimistic: bool) -> Self {
        let bands = count_in_bands(board.words);
        let stacks = count_in_stacks(board.words);
        let totals = [sum(bands).words()[0], sum(stacks).words()[0]];
        // Nine configurations are one for each digit.
        let excess = std::array::from_fn(|line| (totals[line / 3] >> (9 * (line % 3)) & 0o777).saturating_sub(9));
        let line = weights.cheapest_line(excess);
        let counts = if line < 3 { bands.words() } else { stacks.words() };
        let configurations = std::array::from_fn(|digit| counts[lane(digit)] >> (9 * (line % 3)) & 7);
        let digit = weights.cheapest_digit(configurations);
        let words = board.words;
        let words = [words[0].words()[lane(digit)], words[1].words()[lane(digit)], words[2].words()[lane(digit)]];
        let (first, second) = if line < 3 { split_band(words, line, optimistic) } else { split_stack(words, line - 3) };
        Self { place: Place { line, digit }, lane: &ALONE[digit], first, second }
    }
}

/// Guesses on cells of two candidates, one in each band at most and one in each stack, so that no cell sees another.
pub(super) struct Pairs {
    words: [[u32; 16]; 3],
    /// The cells to choose from, those of each word.
    cells: [u32; 3],
}

impl Pairs {
    /// Those of an open board.
    #[inline(always)]
    pub(super) fn of<V: Nine>(board: &Board<V>) -> Self {
        let words = [board.words[0].words(), board.words[1].words(), board.words[2].words()];
        Self { words, cells: [pairs(&words[0]), pairs(&words[1]), pairs(&words[2])] }
    }

    /// The next guess, whose first half has the lower candidate in the cell.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Guess> {
        let at = self.cells.iter().position(|&cells| cells != 0)?;
        let place = self.cells[at].trailing_zeros();
        let (band, stack) = (0o777 << (place / 9 * 9), 0o007_007_007 << (place % 9 / 3 * 3));
        for cells in &mut self.cells {
            *cells &= !(band | stack);
        }
        let digit = lowest_of(&self.words[at], 1 << place);
        let row = self.words[at][lane(digit)] & band;
        let (first, second) = split_row(at, row, 1 << place);
        Some(Guess { place: Place { line: place as usize / 9, digit }, lane: &ALONE[digit], first, second })
    }
}

/// The cells of two candidates.
#[inline(always)]
fn pairs(words: &[u32; 16]) -> u32 {
    let (mut one, mut two, mut three) = (0, 0, 0);
    for digit in 0..9 {
        let word = words[lane(digit)];
        three |= two & word;
        two |= one & word;
        one |= word;
    }
    two & !three
}

/// The lowest digit that has this cell, found without a branch.
#[inline(always)]
fn lowest_of(words: &[u32; 16], cell: u32) -> usize {
    let mut digits = 0_u32;
    for digit in 0..9 {
        digits |= u32::from(words[lane(digit)] & cell != 0) << digit;
    }
    digits.trailing_zeros() as usize
}

/// One minirow of a row that has several, or one cell of it, and the rest.
#[inline(always)]
fn split_band(words: [u32; 3], band: usize, optimistic: bool) -> ([u32; 3], [u32; 3]) {
    for (at, word) in words.into_iter().enumerate() {
        let row = word & 0o777 << (9 * band);
        let minirows = (row | row >> 1 | row >> 2) & 0o111_111_111;
        if minirows & minirows.wrapping_sub(1) != 0 {
            let chosen = row & 7 << minirows.trailing_zeros();
            return split_row(at, row, if optimistic { chosen & chosen.wrapping_neg() } else { chosen });
        }
    }
    unreachable!("a digit of two configurations has a row of two minirows")
}

/// The chosen cells of a row in word `at`, and the rest.
#[inline(always)]
fn split_row(at: usize, row: u32, chosen: u32) -> ([u32; 3], [u32; 3]) {
    let (mut first, mut second) = ([0; 3], [0; 3]);
    (first[at], second[at]) = (chosen, row & !chosen);
    (first, second)
}

/// One minicolumn of a box that has several, and the rest.
#[inline(always)]
fn split_stack(words: [u32; 3], stack: usize) -> ([u32; 3], [u32; 3]) {
    let columns = words[0] | words[1] | words[2];
    for band in 0..3 {
        let columns = columns & 7 << (9 * band + 3 * stack);
        let chosen = columns & columns.wrapping_neg();
        if columns != chosen {
            return ([chosen; 3], [columns & !chosen; 3]);
        }
    }
    unreachable!("a digit of two configurations has a box of two minicolumns")
}

#[cfg(test)]
mod tests {
    use super::{Pairs, split_band, split_stack};
    use crate::solver::single::nine::lane;
    use crate::solver::single::{Board, Nine, Quads};

    #[test]
    fn pairs_are_cells_of_two_candidates_that_do_not_see_each_other() {
        // 1 and 2 in r1c1, r1c2, r2c4, r4c1 and r4c9; 3 in r4c9 as well, and in r7c7 with 9.
        let mut words = [[0; 16]; 3];
        for digit in [0, 1] {
            words[0][lane(digit)] = 0o401_003;
            words[1][lane(digit)] = 0o010;
        }
        (words[0][lane(2)], words[0][lane(8)]) = (0o100_400_000, 0o100_000_000);
        let mut pairs = Pairs::of(&Board { words: words.map(|words| Quads::new((), &words)) });
        let [first, second] = [pairs.next(), pairs.next()].map(|guess| guess.expect("a pair"));
        assert_eq!((first.place.line, first.place.digit), (0, 0));
        assert_eq!((first.first, first.second), ([0o001, 0, 0], [0o002, 0, 0]));
        // Not r2c4, in the same band, nor r4c1, in the same stack; r4c9 has three candidates.
        assert_eq!((second.place.line, second.place.digit), (2, 2));
        assert_eq!((second.first, second.second), ([0o100_000_000, 0, 0], [0; 3]));
        assert!(pairs.next().is_none());
    }

    #[test]
    fn a_band_splits_at_a_row_of_two_minirows() {
        // Row 4 has a minirow, row 5 two of them.
        let words = [0o003_000, 0o750_000, 0o070_000];
        assert_eq!(split_band(words, 1, false), ([0, 0o050_000, 0], [0, 0o700_000, 0]));
        assert_eq!(split_band(words, 1, true), ([0, 0o010_000, 0], [0, 0o740_000, 0]));
    }

    #[test]
    fn a_stack_splits_at_a_box_of_two_minicolumns() {
        // The first band has the digit in column 4, the second in column 5 or 6.
        let words = [0o060_010, 0o020_010, 0o040_000];
        assert_eq!(split_stack(words, 1), ([0o020_000; 3], [0o040_000; 3]));
    }
}
