//! What the candidates of ONE digit say about each other, in every puzzle at once. The rule is that of
//! [`single`](crate::solver::single): in a band a digit lies in one of six configurations, and what is in none of them is struck out.
//!
//! ```text
//!   right:  X . .    . X .    . . X        left:  X . .    . X .    . . X
//!           . X .    . . X    X . .               . . X    X . .    . X .
//!           . . X    X . .    . X .               . X .    . . X    X . .
//! ```
//!
//! In a `right` configuration the box goes on by one from row to row, in a `left` one it goes back by one. A
//! configuration is named by its box in the first row, so that three bits say which of the right ones are open. For
//! stacks read: columns of the stack instead of boxes, bands instead of rows.

use super::words::{Mask, Words};

/// The first cell of each minirow of a row.
const MINIROWS: u16 = 0o111;

/// The open configurations of a digit in a band, or in all three stacks.
pub(super) struct Configurations {
    right: Words,
    left: Words,
}

/// What the next and the last box (or column) of a row (or band) had.
struct Others {
    next: Words,
    last: Words,
}

impl Configurations {
    /// Those of three rows, or bands, and what each of these can still hold. What has no candidate may be among it.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn of(rows: [Words; 3], others: &[Others; 3]) -> (Self, [Words; 3]) {
        let [first, second, third] = others;
        let right = rows[0].and(second.next).and(third.last);
        let left = rows[0].and(second.last).and(third.next);
        let in_second = third.next.and(first.last).or(third.last.and(first.next));
        let in_third = first.next.and(second.last).or(first.last.and(second.next));
        (Self { right, left }, [right.or(left), in_second, in_third])
    }

    /// How many there are in the band.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn in_band(&self) -> Words {
        self.right.or(self.left.up::<1>()).ones()
    }

    /// How many there are in this stack.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn in_stack(&self, stack: usize) -> Words {
        let columns = Words::splat(7 << (3 * stack));
        self.right.and(columns).ones().plus(self.left.and(columns).ones())
    }
}

impl Others {
    /// Of a row's minirows. Above the nine bits it leaves rubbish.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn boxes(minirows: Words) -> Self {
        // Twice in a row, so that they turn by shifting.
        let twice = minirows.or(minirows.up::<9>());
        Self { next: twice.down::<3>(), last: twice.down::<6>() }
    }

    /// Of a band's columns.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn columns(band: Words) -> Self {
        Self {
            next: Words::splat(0o333).choose(band.down::<1>(), band.up::<2>()),
            last: Words::splat(0o666).choose(band.up::<1>(), band.down::<2>()),
        }
    }
}

/// Strikes out what is in no configuration of its band. The lanes where the band has no place for the digit come along.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
pub(super) fn prune_band(rows: &mut [Words]) -> (Configurations, Mask) {
    let held = [minirows(rows[0]), minirows(rows[1]), minirows(rows[2])];
    let others = [Others::boxes(held[0]), Others::boxes(held[1]), Others::boxes(held[2])];
    let (open, used) = Configurations::of(held, &others);
    for (row, (used, held)) in rows.iter_mut().zip(used.into_iter().zip(held)) {
        let used = used.and(held);
        *row = row.and(used.up::<3>().minus(used));
    }
    (open, used[0].is_zero())
}

/// Strikes out what is in no configuration of its stack. Where a stack has no place, its columns are emptied.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
pub(super) fn prune_stacks(rows: &mut [Words; 9]) -> Configurations {
    let band = |at: usize| rows[at].or(rows[at + 1]).or(rows[at + 2]);
    let bands = [band(0), band(3), band(6)];
    let others = [Others::columns(bands[0]), Others::columns(bands[1]), Others::columns(bands[2])];
    let (open, used) = Configurations::of(bands, &others);
    for (at, row) in rows.iter_mut().enumerate() {
        *row = row.and(used[at / 3]);
    }
    open
}

/// The minirows that hold a candidate, each as its first cell.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
fn minirows(row: Words) -> Words {
    row.or(row.down::<1>()).or(row.down::<2>()).and(Words::splat(MINIROWS))
}

#[cfg(test)]
mod tests {
    #![expect(unsafe_code, reason = "only a run can tell whether the processor has the instructions")]
    use super::super::Avx512;
    use super::*;

    fn words(row: u16) -> Words {
        Words::new([row; 32])
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn bands_are_pruned() {
        let mut rows = [words(0o003), words(0o770), words(0o777)];
        let (open, lost) = prune_band(&mut rows);
        assert_eq!(rows.map(|row| row.lanes()[5]), [0o003, 0o770, 0o770], "row 1 has the digit in box 1");
        assert_eq!(open.in_band().lanes()[31], 2);
        assert_eq!(lost, Mask::NONE);
        let mut rows = [words(0o003), words(0o005), words(0o777)];
        assert_eq!(prune_band(&mut rows).1, !Mask::NONE, "two rows need box 1");
        assert_eq!(prune_band(&mut [words(0o777); 3]).0.in_band().lanes()[0], 6);
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn stacks_are_pruned() {
        let mut rows = [words(0o777); 9];
        rows[..3].fill(words(0o771));
        let open = prune_stacks(&mut rows);
        assert_eq!(rows[0].lanes()[7], 0o771);
        assert_eq!(rows[8].lanes()[7], 0o776, "the first band has the digit in column 1");
        assert_eq!([0, 1, 2].map(|stack| open.in_stack(stack).lanes()[7]), [2, 6, 6]);
    }

    #[test]
    fn pruning_keeps_what_is_in_a_configuration() {
        if Avx512::detect().is_some() {
            // SAFETY: the processor has the instructions.
            unsafe {
                bands_are_pruned();
                stacks_are_pruned();
            }
        }
    }
}
