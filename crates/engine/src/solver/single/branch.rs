//! Where to guess.
//!
//! A guess splits the configurations of one digit in one band or stack. It takes the band or stack with the fewest
//! configurations in total, and there the digit with the fewest. Both choices are weighted by how often guesses there
//! have failed ([`Weights`]), in the manner of dom/wdeg (Boussemart, Hemery, Lecoutre, Sais: Boosting systematic
//! search by weighting constraints, ECAI 2004).
//!
//! ```text
//!   band     X . .  . X .  . . .          chosen   X . .  . . .  . . .     rest   . . .  . X .  . . .
//!            . X X  . X .  X . .                   . X X  . X .  X . .            . X X  . X .  X . .
//!            . . .  X . .  . X X                   . . .  X . .  . X X            . . .  X . .  . X X
//!
//!            in the first row with several minirows: one of them, or the others
//! ```
//!
//! As long as few guesses have failed there is nothing to learn from, and the grid may well have many solutions.
//! Branching is then optimistic: it chooses a cell rather than a minirow, and guesses up to three bivalue cells
//! ([`BivalueGuesses`]) before the next sweep.

use super::board::Board;
use super::configurations::{count_in_bands, count_in_stacks};
use super::nine::{LANE_MASKS, Nine, lane, sum};
use super::weights::{Place, Weights};

/// A guess: the candidates of one digit in a house, in two parts. Every solution has the digit in one of them.
pub(super) struct Guess {
    pub(super) place: Place,
    /// The lane mask of the digit.
    pub(super) mask: &'static [u32; 16],
    /// The chosen cells of each word.
    pub(super) chosen: [u32; 3],
    /// The other cells of the house.
    pub(super) rest: [u32; 3],
}

impl Guess {
    /// Returns the guess to make on an open board. An optimistic one chooses a single cell of a minirow.
    #[inline(always)]
    pub(super) fn on<V: Nine>(board: &Board<V>, weights: &Weights, optimistic: bool) -> Self {
        let bands = count_in_bands(board.words);
        let stacks = count_in_stacks(board.words);
        let totals = [sum(bands).words()[0], sum(stacks).words()[0]];
        // With nine configurations each digit has one, and there is nothing to guess.
        let excess = std::array::from_fn(|chute| (totals[chute / 3] >> (9 * (chute % 3)) & 0o777).saturating_sub(9));
        let chute = weights.cheapest_chute(excess);
        let counts = if chute < 3 { bands.words() } else { stacks.words() };
        let configurations = std::array::from_fn(|digit| counts[lane(digit)] >> (9 * (chute % 3)) & 7);
        let digit = weights.cheapest_digit(configurations);
        let words = board.words;
        let words = [words[0].words()[lane(digit)], words[1].words()[lane(digit)], words[2].words()[lane(digit)]];
        let (chosen, rest) =
            if chute < 3 { split_band(words, chute, optimistic) } else { split_stack(words, chute - 3) };
        Self { place: Place { chute, digit }, mask: &LANE_MASKS[digit], chosen, rest }
    }
}

/// Guesses on bivalue cells, at most one in each band and in each stack, so no cell sees another.
///
/// ```text
///   r1    A . .  x . .  . . .      a letter is a bivalue cell
///   r2    . . .  x . .  . . .      A crosses off band 1 and stack 1,
///   r4    x . .  . . .  . . B      B crosses off band 2 and stack 3,
///   r7    . . .  C . .  . . .      C is the last one possible
/// ```
pub(super) struct BivalueGuesses {
    words: [[u32; 16]; 3],
    /// The cells of each word that can still be chosen.
    cells: [u32; 3],
}

impl BivalueGuesses {
    /// Returns the guesses for an open board.
    #[inline(always)]
    pub(super) fn on<V: Nine>(board: &Board<V>) -> Self {
        let words = [board.words[0].words(), board.words[1].words(), board.words[2].words()];
        Self { words, cells: [bivalue_cells(&words[0]), bivalue_cells(&words[1]), bivalue_cells(&words[2])] }
    }

    /// Returns the next guess, which chooses the lower candidate of its cell.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Guess> {
        let third = self.cells.iter().position(|&cells| cells != 0)?;
        let cell = self.cells[third].trailing_zeros();
        let (band, stack) = (0o777 << (cell / 9 * 9), 0o007_007_007 << (cell % 9 / 3 * 3));
        for cells in &mut self.cells {
            *cells &= !(band | stack);
        }
        let digit = lowest_candidate(&self.words[third], 1 << cell);
        let row = self.words[third][lane(digit)] & band;
        let (chosen, rest) = split_row(third, row, 1 << cell);
        Some(Guess { place: Place { chute: cell as usize / 9, digit }, mask: &LANE_MASKS[digit], chosen, rest })
    }
}

/// Returns the cells with two candidates.
#[inline(always)]
fn bivalue_cells(words: &[u32; 16]) -> u32 {
    let (mut one, mut two, mut three) = (0, 0, 0);
    for digit in 0..9 {
        let word = words[lane(digit)];
        three |= two & word;
        two |= one & word;
        one |= word;
    }
    two & !three
}

/// Returns the lowest digit that has this cell, without a branch.
#[inline(always)]
fn lowest_candidate(words: &[u32; 16], cell: u32) -> usize {
    let mut digits = 0_u32;
    for digit in 0..9 {
        digits |= u32::from(words[lane(digit)] & cell != 0) << digit;
    }
    digits.trailing_zeros() as usize
}

/// Splits the first row with several minirows: chooses one of them, or one cell of it.
#[inline(always)]
fn split_band(words: [u32; 3], band: usize, optimistic: bool) -> ([u32; 3], [u32; 3]) {
    for (third, word) in words.into_iter().enumerate() {
        let row = word & 0o777 << (9 * band);
        let minirows = (row | row >> 1 | row >> 2) & 0o111_111_111;
        if minirows & minirows.wrapping_sub(1) != 0 {
            let chosen = row & 7 << minirows.trailing_zeros();
            return split_row(third, row, if optimistic { chosen & chosen.wrapping_neg() } else { chosen });
        }
    }
    unreachable!("a digit with two configurations has a row with two minirows")
}

/// Returns the chosen cells of a row of this word, and the rest.
#[inline(always)]
fn split_row(third: usize, row: u32, chosen: u32) -> ([u32; 3], [u32; 3]) {
    let (mut first, mut second) = ([0; 3], [0; 3]);
    (first[third], second[third]) = (chosen, row & !chosen);
    (first, second)
}

/// Splits the first box with several minicolumns: chooses one of them.
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
    unreachable!("a digit with two configurations has a box with two minicolumns")
}

#[cfg(test)]
mod tests {
    use super::{BivalueGuesses, Board, split_band, split_stack};
    use crate::solver::single::nine::lane;
    use crate::solver::single::{Nine, Quads};

    #[test]
    fn bivalue_guesses_are_on_cells_that_do_not_see_each_other() {
        // The candidates 1 and 2 in r1c1, r1c2, r2c4, r4c1 and r4c9; 3 in r4c9 as well, and in r7c7 with 9.
        let mut words = [[0; 16]; 3];
        for digit in [0, 1] {
            words[0][lane(digit)] = 0o401_003;
            words[1][lane(digit)] = 0o010;
        }
        (words[0][lane(2)], words[0][lane(8)]) = (0o100_400_000, 0o100_000_000);
        let mut guesses = BivalueGuesses::on(&Board { words: words.map(|words| Quads::new((), &words)) });
        let [first, second] = [guesses.next(), guesses.next()].map(|guess| guess.expect("a bivalue cell"));
        assert_eq!((first.place.chute, first.place.digit), (0, 0));
        assert_eq!((first.chosen, first.rest), ([0o001, 0, 0], [0o002, 0, 0]));
        // Neither r2c4, in the same band, nor r4c1, in the same stack, nor r4c9, with three candidates.
        assert_eq!((second.place.chute, second.place.digit), (2, 2));
        assert_eq!((second.chosen, second.rest), ([0o100_000_000, 0, 0], [0; 3]));
        assert!(guesses.next().is_none());
    }

    #[test]
    fn a_band_splits_at_a_row_with_two_minirows() {
        // Row 4 has one minirow, row 5 two.
        let words = [0o003_000, 0o750_000, 0o070_000];
        assert_eq!(split_band(words, 1, false), ([0, 0o050_000, 0], [0, 0o700_000, 0]));
        assert_eq!(split_band(words, 1, true), ([0, 0o010_000, 0], [0, 0o740_000, 0]));
    }

    #[test]
    fn a_stack_splits_at_a_box_with_two_minicolumns() {
        // The first band has the digit in column 4, the second in column 5 or 6.
        let words = [0o060_010, 0o020_010, 0o040_000];
        assert_eq!(split_stack(words, 1), ([0o020_000; 3], [0o040_000; 3]));
    }
}
