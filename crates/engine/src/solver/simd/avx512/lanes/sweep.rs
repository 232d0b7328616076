//! One step of conclusions in every puzzle at once, without a branch.

use super::configurations::{prune_band, prune_stacks};
use super::words::{Mask, Words};

/// The candidates of 32 puzzles: `digits[digit][row]` has in each lane nine bits, the columns where the digit can
/// stand.
///
/// ```text
///                      lane 0       lane 1      ...
///   digit 1, row 1    .X..X....    ...X.....           bit 0 is column 1, and here on the left
///   digit 1, row 2    X.......X    XX.......
///   ...
///   digit 9, row 9    ..X......    .....X.X.
/// ```
#[derive(Clone, Debug)]
pub(super) struct Boards {
    pub(super) digits: [[Words; 9]; 9],
}

impl Boards {
    pub(super) const EMPTY: Self = Self { digits: [[Words::ZERO; 9]; 9] };

    /// Takes over these lanes of another board.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn take(&mut self, lanes: Mask, other: &Self) {
        for (mine, others) in self.digits.as_flattened_mut().iter_mut().zip(other.digits.as_flattened()) {
            *mine = mine.with(lanes, *others);
        }
    }

    /// Takes over one lane of another board into any lane.
    pub(super) fn copy_lane(&mut self, lane: usize, other: &Self, from: usize) {
        for (mine, others) in self.digits.as_flattened_mut().iter_mut().zip(other.digits.as_flattened()) {
            mine.lanes_mut()[lane] = others.lanes()[from];
        }
    }
}

/// How many configurations each digit has in each band (0 to 2) and stack (3 to 5), and the sums over the digits.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    pub(super) counts: [[Words; 9]; 6],
    pub(super) totals: [Words; 6],
}

impl Survey {
    pub(super) const EMPTY: Self = Self { counts: [[Words::ZERO; 9]; 6], totals: [Words::ZERO; 6] };
}

/// What a sweep found.
pub(super) struct Swept {
    /// The lanes that have no solution.
    pub(super) contradiction: Mask,
    /// The lanes with a cell of two or more candidates.
    pub(super) open: Mask,
    /// A number that is smaller after every sweep that struck out something: the sum of all rows, 81 times 511 at most.
    pub(super) sum: Words,
}

/// Closes every digit in its bands and stacks, and takes naked and hidden singles.
///
/// Nothing more follows in a lane whose sum stays what it was. Where it is not open either, every cell has one
/// candidate and every digit one configuration in each band and stack: it is solved.
#[target_feature(enable = "avx512bitalg,avx512vl")]
pub(super) fn sweep(boards: &mut Boards, survey: &mut Survey) -> Swept {
    let mut contradiction = Mask::NONE;
    let mut totals = [Words::ZERO; 6];
    for (digit, places) in boards.digits.iter_mut().enumerate() {
        let mut rows = *places;
        for band in 0..3 {
            let (open, lost) = prune_band(&mut rows[3 * band..3 * band + 3]);
            contradiction |= lost;
            survey.counts[band][digit] = open.in_band();
            totals[band] = totals[band].plus(open.in_band());
        }
        let open = prune_stacks(&mut rows);
        for stack in 0..3 {
            survey.counts[3 + stack][digit] = open.in_stack(stack);
            totals[3 + stack] = totals[3 + stack].plus(open.in_stack(stack));
        }
        *places = rows;
    }
    survey.totals = totals;
    let mut swept = Swept { contradiction, open: Mask::NONE, sum: Words::ZERO };
    for row in 0..9 {
        take_singles(boards, row, &mut swept);
    }
    swept
}

/// Takes the singles of one row. The closure made the hidden singles of columns and boxes such of rows.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
fn take_singles(boards: &mut Boards, row: usize, swept: &mut Swept) {
    let mut digits = [Words::ZERO; 9];
    for (digit, places) in boards.digits.iter().enumerate() {
        digits[digit] = places[row];
    }
    let (mut one, mut two) = (Words::ZERO, Words::ZERO);
    for &places in &digits {
        two = two.or(one.and(places));
        one = one.or(places);
    }
    let naked = one.without(two);
    let (mut taken, mut clash) = (Words::ZERO, Words::ZERO);
    let mut hidden = [Words::ZERO; 9];
    for (places, hidden) in digits.iter_mut().zip(&mut hidden) {
        let met = places.meets(naked);
        *places = places.with(met, places.and(naked));
        let single = places.is_single();
        // A row that is left with two naked singles has one of them.
        swept.contradiction |= met & !single;
        *hidden = Words::ZERO.with(single, *places);
        clash = clash.or(taken.and(*hidden));
        taken = taken.or(*hidden);
    }
    for (digit, (&places, &hidden)) in digits.iter().zip(&hidden).enumerate() {
        let kept = places.without(taken).or(hidden);
        swept.sum = swept.sum.plus(kept);
        boards.digits[digit][row] = kept;
    }
    let full = one.equals(Words::splat(0o777));
    swept.contradiction |= !full | !clash.is_zero();
    swept.open |= !two.is_zero();
}
