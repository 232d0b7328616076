//! Conclusions from the candidates of ONE digit, in all puzzles at once. The rule is that of the [single
//! search](crate::solver::single): in a band a digit lies in one of six configurations, and minirows that are in none
//! of them are emptied.
//!
//! ```text
//!   right:  X . .    . X .    . . X        left:  X . .    . X .    . . X
//!           . X .    . . X    X . .               . . X    X . .    . X .
//!           . . X    X . .    . X .               . X .    . . X    X . .
//! ```
//!
//! From row to row a `right` configuration moves to the next box, a `left` one to the previous box. A configuration
//! is named by its box in the first row, so three bits hold the right ones, and three the left ones. For stacks read
//! columns of the stack instead of boxes, and bands instead of rows.

use super::mask::Mask;
use super::words::Words;

/// The first cell of each minirow of a row.
const MINIROWS: u16 = 0o111;

/// The configurations that a digit still has in a band, or in all three stacks.
pub(super) struct Configurations {
    right: Words,
    left: Words,
}

/// At each minirow of a row, the bits of the next and the previous box; or at each minicolumn of a band, those of the
/// next and the previous column in its box.
struct Others {
    next: Words,
    previous: Words,
}

impl Configurations {
    /// Returns the configurations in three rows, or three bands, and the supported minirows, or minicolumns, of each.
    /// Those of the second and third need not hold a candidate themselves.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn of(rows: [Words; 3], others: &[Others; 3]) -> (Self, [Words; 3]) {
        let [first, second, third] = others;
        let right = rows[0].and(second.next).and(third.previous);
        let left = rows[0].and(second.previous).and(third.next);
        let in_second = third.next.and(first.previous).or(third.previous.and(first.next));
        let in_third = first.next.and(second.previous).or(first.previous.and(second.next));
        (Self { right, left }, [right.or(left), in_second, in_third])
    }

    /// Returns how many there are in the band.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn in_band(&self) -> Words {
        self.right.or(self.left.up::<1>()).ones()
    }

    /// Returns how many there are in this stack.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn in_stack(&self, stack: usize) -> Words {
        let columns = Words::splat(7 << (3 * stack));
        self.right.and(columns).ones().plus(self.left.and(columns).ones())
    }
}

impl Others {
    /// Returns those of the minirows of a row. The bits above the lowest nine may be anything.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn boxes(minirows: Words) -> Self {
        // Two copies side by side: a shift of them is a rotation.
        let twice = minirows.or(minirows.up::<9>());
        Self { next: twice.down::<3>(), previous: twice.down::<6>() }
    }

    /// Returns those of the minicolumns of a band.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn columns(band: Words) -> Self {
        Self {
            next: Words::splat(0o333).choose(band.down::<1>(), band.up::<2>()),
            previous: Words::splat(0o666).choose(band.up::<1>(), band.down::<2>()),
        }
    }
}

/// Prunes a digit to its configurations in a band. Returns these, and the lanes that have none.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
pub(super) fn prune_band(rows: &mut [Words]) -> (Configurations, Mask) {
    let held = [minirows(rows[0]), minirows(rows[1]), minirows(rows[2])];
    let others = [Others::boxes(held[0]), Others::boxes(held[1]), Others::boxes(held[2])];
    let (configurations, supported) = Configurations::of(held, &others);
    for (row, (supported, held)) in rows.iter_mut().zip(supported.into_iter().zip(held)) {
        let kept = supported.and(held);
        *row = row.and(kept.up::<3>().minus(kept));
    }
    (configurations, supported[0].is_zero())
}

/// Prunes a digit to its configurations in the three stacks. Returns these. A stack without any is emptied.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
pub(super) fn prune_stacks(rows: &mut [Words; 9]) -> Configurations {
    let band = |first: usize| rows[first].or(rows[first + 1]).or(rows[first + 2]);
    let bands = [band(0), band(3), band(6)];
    let others = [Others::columns(bands[0]), Others::columns(bands[1]), Others::columns(bands[2])];
    let (configurations, supported) = Configurations::of(bands, &others);
    for (at, row) in rows.iter_mut().enumerate() {
        *row = row.and(supported[at / 3]);
    }
    configurations
}

/// Returns the minirows that hold a candidate, each as its first cell.
#[target_feature(enable = "avx512bitalg,avx512vl")]
#[inline]
fn minirows(row: Words) -> Words {
    row.or(row.down::<1>()).or(row.down::<2>()).and(Words::splat(MINIROWS))
}

#[cfg(test)]
mod tests {
    #![expect(unsafe_code, reason = "a test finds out at run time whether the processor has the instructions")]
    use super::super::Avx512;
    use super::*;

    fn words(row: u16) -> Words {
        Words::new([row; 32])
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn bands_are_pruned() {
        let mut rows = [words(0o003), words(0o770), words(0o777)];
        let (configurations, lost) = prune_band(&mut rows);
        assert_eq!(rows.map(|row| row.lanes()[5]), [0o003, 0o770, 0o770], "row 1 has the digit in box 1");
        assert_eq!(configurations.in_band().lanes()[31], 2);
        assert_eq!(lost, Mask::NONE);
        let mut rows = [words(0o003), words(0o005), words(0o777)];
        assert_eq!(prune_band(&mut rows).1, !Mask::NONE, "two rows need box 1");
        assert_eq!(prune_band(&mut [words(0o777); 3]).0.in_band().lanes()[0], 6);
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn stacks_are_pruned() {
        let mut rows = [words(0o777); 9];
        rows[..3].fill(words(0o771));
        let configurations = prune_stacks(&mut rows);
        assert_eq!(rows[0].lanes()[7], 0o771);
        assert_eq!(rows[8].lanes()[7], 0o776, "the first band has the digit in column 1");
        assert_eq!([0, 1, 2].map(|stack| configurations.in_stack(stack).lanes()[7]), [2, 6, 6]);
    }

    #[test]
    fn pruning_keeps_supported_candidates() {
        if Avx512::detect().is_some() {
            // SAFETY: the processor has the instructions.
            unsafe {
                bands_are_pruned();
                stacks_are_pruned();
            }
        }
    }
}
