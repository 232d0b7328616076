//! Where to guess.
//!
//! A guess splits the configurations of one digit in one band or stack. It is the band or stack with the fewest
//! configurations in total, weighed by how often contradictions showed there; in it the digit with the fewest.

use super::board::Board;
use super::closure::{count_in_bands, count_in_stacks};
use super::nine::{ALONE, Nine, lane, sum};
use super::weights::Weights;

/// A guess: the candidates of one digit in two parts, of which every solution keeps to one.
pub(super) struct Guess {
    /// The lane of the digit.
    pub(super) digit: &'static [u32; 16],
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
        let excess = std::array::from_fn(|at| (totals[at / 3] >> (9 * (at % 3)) & 0o777).saturating_sub(9));
        let at = weights.cheapest(excess);
        let counts = if at < 3 { bands.words() } else { stacks.words() };
        let digit = fewest(&counts, at % 3);
        let words = board.words;
        let words = [words[0].words()[lane(digit)], words[1].words()[lane(digit)], words[2].words()[lane(digit)]];
        let (first, second) = if at < 3 { split_band(words, at) } else { split_stack(words, at - 3) };
        Self { digit: &ALONE[digit], first, second }
    }
}

/// The digit with the fewest configurations in this band or stack, two at least.
#[inline(always)]
fn fewest(counts: &[u32; 16], at: usize) -> usize {
    let mut least = u32::MAX;
    for digit in 0..9 {
        let over_two = (counts[lane(digit)] >> (9 * at) & 7).wrapping_sub(2) << 4;
        least = least.min(over_two | digit as u32);
    }
    (least & 15) as usize
}

/// One minirow of a row that has several, and the rest.
#[inline(always)]
fn split_band(words: [u32; 3], band: usize) -> ([u32; 3], [u32; 3]) {
    let (mut first, mut second) = ([0; 3], [0; 3]);
    for (at, word) in words.into_iter().enumerate() {
        let row = word & 0o777 << (9 * band);
        let minirows = (row | row >> 1 | row >> 2) & 0o111_111_111;
        if minirows & minirows.wrapping_sub(1) != 0 {
            let chosen = 7 << minirows.trailing_zeros();
            (first[at], second[at]) = (row & chosen, row & !chosen);
            break;
        }
    }
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
    ([0; 3], [0; 3])
}
