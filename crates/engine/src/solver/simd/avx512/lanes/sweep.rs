//! One sweep: a step of conclusions in all puzzles at once, without a branch.

use super::configurations::{prune_band, prune_stacks};
use super::mask::Mask;
use super::words::Words;

/// The candidates of 32 puzzles. Each lane of `digits[digit][row]` has nine bits: the columns where the digit is a
/// candidate in that row.
///
/// ```text
///                      lane 0       lane 1      ...
///   digit 1, row 1    .X..X....    ...X.....           bit 0, here on the left, is column 1
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

    /// Copies these lanes of other boards.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn copy_lanes(&mut self, lanes: Mask, other: &Self) {
        for (mine, others) in self.digits.as_flattened_mut().iter_mut().zip(other.digits.as_flattened()) {
            *mine = mine.with(lanes, *others);
        }
    }

    /// Copies one lane of other boards into this lane.
    pub(super) fn copy_lane(&mut self, lane: usize, other: &Self, from: usize) {
        for (mine, others) in self.digits.as_flattened_mut().iter_mut().zip(other.digits.as_flattened()) {
            mine.lanes_mut()[lane] = others.lanes()[from];
        }
    }
}

/// The number of configurations of each digit in each band (0 to 2) and stack (3 to 5), and the sums over the digits.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    pub(super) counts: [[Words; 9]; 6],
    pub(super) totals: [Words; 6],
}

impl Survey {
    pub(super) const EMPTY: Self = Self { counts: [[Words::ZERO; 9]; 6], totals: [Words::ZERO; 6] };
}

/// The results of a sweep.
pub(super) struct Swept {
    /// The lanes without a solution.
    pub(super) contradiction: Mask,
    /// The lanes where a cell has two or more candidates.
    pub(super) open: Mask,
    /// The sum of all rows as numbers, at most 81 times 511, which fits into sixteen bits. A sweep that eliminates
    /// anything makes it smaller.
    pub(super) sum: Words,
}

/// Prunes every digit to its configurations in the bands and stacks, then takes naked and hidden singles.
///
/// A lane whose sum stays the same is settled: nothing more follows. If it is not open either, every cell has one
/// candidate, and every digit one configuration in each band and stack: it is solved.
#[target_feature(enable = "avx512bitalg,avx512vl")]
pub(super) fn sweep(boards: &mut Boards, survey: &mut Survey) -> Swept {
    let mut contradiction = Mask::NONE;
    let mut totals = [Words::ZERO; 6];
    for (digit, candidates) in boards.digits.iter_mut().enumerate() {
        let mut rows = *candidates;
        for band in 0..3 {
            let (configurations, lost) = prune_band(&mut rows[3 * band..3 * band + 3]);
            contradiction |= lost;
            survey.counts[band][digit] = configurations.in_band();
            totals[band] = totals[band].plus(configurations.in_band());
        }
        let configurations = prune_stacks(&mut rows);
        for stack in 0..3 {
            survey.counts[3 + stack][digit] = configurations.in_stack(stack);
            totals[3 + stack] = totals[3 + stack].plus(configurations.in_stack(stack));
        }
        *candidates = rows;
    }
    survey.totals = totals;
    let mut swept = Swept { contradiction, open: Mask::NONE, sum: Words::ZERO };
    for row in 0..9 {
        take_singles(boards, row, &mut swept);
    }
    swept
}

/// Takes the naked singles of a row, and its hidden singles. Pruning has made the hidden singles of columns and boxes
/// hidden singles of rows.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
fn take_singles(boards: &mut Boards, row: usize, swept: &mut Swept) {
    let mut digits = [Words::ZERO; 9];
    for (digit, candidates) in boards.digits.iter().enumerate() {
        digits[digit] = candidates[row];
    }
    let (mut one, mut two) = (Words::ZERO, Words::ZERO);
    for &candidates in &digits {
        two = two.or(one.and(candidates));
        one = one.or(candidates);
    }
    let naked = one.without(two);
    let (mut taken, mut clash) = (Words::ZERO, Words::ZERO);
    let mut hidden = [Words::ZERO; 9];
    for (candidates, hidden) in digits.iter_mut().zip(&mut hidden) {
        let has_naked = candidates.meets(naked);
        *candidates = candidates.with(has_naked, candidates.and(naked));
        let single = candidates.at_most_one();
        // Two naked singles of one digit in a row.
        swept.contradiction |= has_naked & !single;
        *hidden = Words::ZERO.with(single, *candidates);
        clash = clash.or(taken.and(*hidden));
        taken = taken.or(*hidden);
    }
    for (digit, (&candidates, &hidden)) in digits.iter().zip(&hidden).enumerate() {
        let kept = candidates.without(taken).or(hidden);
        swept.sum = swept.sum.plus(kept);
        boards.digits[digit][row] = kept;
    }
    let full = one.equals(Words::splat(0o777));
    swept.contradiction |= !full | !clash.is_zero();
    swept.open |= !two.is_zero();
}
