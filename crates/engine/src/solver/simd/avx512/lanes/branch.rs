//! Where to guess: in the band or stack with the fewest configurations over all digits, on the digit with the fewest
//! there, but at least two. A guess chooses one minirow of a row that has several, or one minicolumn of a box.

use super::sweep::{Boards, Survey};

/// The candidates of one digit in a house, in two parts. Every solution has the digit in one of them: in the chosen
/// cells, or in the rest of the house.
pub(super) struct LaneGuess {
    digit: usize,
    /// The first row of the house, and the number of its rows.
    rows: (usize, usize),
    /// The columns of the house.
    house: u16,
    /// The chosen columns.
    chosen: u16,
}

impl LaneGuess {
    /// Returns the guess to make in a lane that is settled and open.
    #[inline]
    pub(super) fn on(boards: &Boards, survey: &Survey, lane: usize) -> Option<Self> {
        // With nine configurations each digit has one, and there is nothing to guess: the wrap puts such a band
        // or stack last, and a digit with one configuration likewise.
        let excess = |at: &usize| survey.totals[*at].lanes()[lane].wrapping_sub(10);
        let band_or_stack = (0..6).min_by_key(excess)?;
        let counts = &survey.counts[band_or_stack];
        let digit = (0..9).min_by_key(|&digit| counts[digit].lanes()[lane].wrapping_sub(2))?;
        let candidates = |row: usize| boards.digits[digit][row].lanes()[lane];
        if band_or_stack < 3 {
            split_band(digit, candidates, band_or_stack)
        } else {
            split_stack(digit, candidates, band_or_stack - 3)
        }
    }

    /// Keeps the chosen candidates in this lane.
    #[inline]
    pub(super) fn keep_chosen(&self, boards: &mut Boards, lane: usize) {
        self.each_row(boards, lane, |candidates| candidates & (!self.house | self.chosen));
    }

    /// Keeps the rest in this lane.
    #[inline]
    pub(super) fn keep_rest(&self, boards: &mut Boards, lane: usize) {
        self.each_row(boards, lane, |candidates| candidates & !self.chosen);
    }

    #[inline]
    fn each_row(&self, boards: &mut Boards, lane: usize, change: impl Fn(u16) -> u16) {
        let (first, rows) = self.rows;
        for row in &mut boards.digits[self.digit][first..first + rows] {
            let candidates = &mut row.lanes_mut()[lane];
            *candidates = change(*candidates);
        }
    }
}

/// Splits the first row of a band with several minirows: chooses one of them.
#[inline]
fn split_band(digit: usize, candidates: impl Fn(usize) -> u16, band: usize) -> Option<LaneGuess> {
    (3 * band..3 * band + 3).find_map(|row| {
        let cells = candidates(row);
        let minirows = (cells | cells >> 1 | cells >> 2) & 0o111;
        let several = minirows & minirows.wrapping_sub(1) != 0;
        let chosen = 7 << (minirows.trailing_zeros() & 15);
        several.then_some(LaneGuess { digit, rows: (row, 1), house: 0o777, chosen })
    })
}

/// Splits the first box of a stack with several minicolumns: chooses one of them.
#[inline]
fn split_stack(digit: usize, candidates: impl Fn(usize) -> u16, stack: usize) -> Option<LaneGuess> {
    let house = 7 << (3 * stack);
    [0, 3, 6].into_iter().find_map(|row| {
        let columns = (candidates(row) | candidates(row + 1) | candidates(row + 2)) & house;
        let chosen = columns & columns.wrapping_neg();
        (columns != chosen).then_some(LaneGuess { digit, rows: (row, 3), house, chosen })
    })
}
