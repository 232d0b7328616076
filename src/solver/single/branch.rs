//! Where to guess.
//!
//! A guess splits the configurations of one digit in one band or stack. It is the band or stack with the fewest
//! configurations in total, and in it the digit with the fewest, both weighed by how often guesses on them failed.

use super::board::Board;
use super::closure::{count_in_bands, count_in_stacks};
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
    /// The guess to make on an open board.
    #[inline(always)]
    pub(super) fn on<V: Nine>(board: &Board<V>, weights: &Weights) -> Self {
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
        let (first, second) = if line < 3 { split_band(words, line) } else { split_stack(words, line - 3) };
        Self { place: Place { line, digit }, lane: &ALONE[digit], first, second }
    }
}

/// One minirow of a row that has several, and the rest.
#[inline(always)]
fn split_band(words: [u32; 3], band: usize) -> ([u32; 3], [u32; 3]) {
    for (at, word) in words.into_iter().enumerate() {
        let row = word & 0o777 << (9 * band);
        let minirows = (row | row >> 1 | row >> 2) & 0o111_111_111;
        if minirows & minirows.wrapping_sub(1) != 0 {
            let chosen = 7 << minirows.trailing_zeros();
            let (mut first, mut second) = ([0; 3], [0; 3]);
            (first[at], second[at]) = (row & chosen, row & !chosen);
            return (first, second);
        }
    }
    unreachable!("a digit of two configurations has a row of two minirows")
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
    use super::{split_band, split_stack};

    #[test]
    fn a_band_splits_at_a_row_of_two_minirows() {
        // Row 4 has a minirow, row 5 two of them.
        let words = [0o003_000, 0o750_000, 0o070_000];
        assert_eq!(split_band(words, 1), ([0, 0o050_000, 0], [0, 0o700_000, 0]));
    }

    #[test]
    fn a_stack_splits_at_a_box_of_two_minicolumns() {
        // The first band has the digit in column 4, the second in column 5 or 6.
        let words = [0o060_010, 0o020_010, 0o040_000];
        assert_eq!(split_stack(words, 1), ([0o020_000; 3], [0o040_000; 3]));
    }
}
