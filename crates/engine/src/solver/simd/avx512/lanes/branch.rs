//! Where to guess: in the band or stack with the fewest configurations over all digits, on the digit that has the
//! fewest there, two at least. A guess takes one minirow of a row that has several, or one minicolumn of a box.

use super::sweep::{Boards, Survey};

/// The candidates of one digit in one lane in two parts, of which every solution keeps to one: with `chosen` the house
/// keeps nothing else, without it everything else.
pub(super) struct LaneGuess {
    digit: usize,
    /// The first row, and how many rows.
    rows: (usize, usize),
    /// The columns of the row or box.
    house: u16,
    chosen: u16,
}

impl LaneGuess {
    /// The guess to make in a lane that is open and where nothing more follows.
    #[inline]
    pub(super) fn on(boards: &Boards, survey: &Survey, lane: usize) -> Option<Self> {
        // Nine configurations are one for each digit: such a band has nothing to guess, and is put last by the wrap.
        let excess = |at: &usize| survey.totals[*at].lanes()[lane].wrapping_sub(10);
        let at = (0..6).min_by_key(excess)?;
        let counts = &survey.counts[at];
        let digit = (0..9).min_by_key(|&digit| counts[digit].lanes()[lane].wrapping_sub(2))?;
        let places = |row: usize| boards.digits[digit][row].lanes()[lane];
        if at < 3 { in_band(digit, places, at) } else { in_stack(digit, places, at - 3) }
    }

    /// Keeps the part with `chosen` in this lane.
    #[inline]
    pub(super) fn keep(&self, boards: &mut Boards, lane: usize) {
        self.each_row(boards, lane, |places| places & (!self.house | self.chosen));
    }

    /// Keeps the part without `chosen` in this lane.
    #[inline]
    pub(super) fn drop(&self, boards: &mut Boards, lane: usize) {
        self.each_row(boards, lane, |places| places & !self.chosen);
    }

    #[inline]
    fn each_row(&self, boards: &mut Boards, lane: usize, change: impl Fn(u16) -> u16) {
        let (first, rows) = self.rows;
        for row in &mut boards.digits[self.digit][first..first + rows] {
            let places = &mut row.lanes_mut()[lane];
            *places = change(*places);
        }
    }
}

/// One minirow of a row that has several.
#[inline]
fn in_band(digit: usize, places: impl Fn(usize) -> u16, band: usize) -> Option<LaneGuess> {
    (3 * band..3 * band + 3).find_map(|row| {
        let row_places = places(row);
        let minirows = (row_places | row_places >> 1 | row_places >> 2) & 0o111;
        let several = minirows & minirows.wrapping_sub(1) != 0;
        let chosen = 7 << (minirows.trailing_zeros() & 15);
        several.then_some(LaneGuess { digit, rows: (row, 1), house: 0o777, chosen })
    })
}

/// One minicolumn of a box that has several.
#[inline]
fn in_stack(digit: usize, places: impl Fn(usize) -> u16, stack: usize) -> Option<LaneGuess> {
    let house = 7 << (3 * stack);
    [0, 3, 6].into_iter().find_map(|row| {
        let columns = (places(row) | places(row + 1) | places(row + 2)) & house;
        let chosen = columns & columns.wrapping_neg();
        (columns != chosen).then_some(LaneGuess { digit, rows: (row, 3), house, chosen })
    })
}
