//! Where to guess.

use super::board::Board;
use super::closure::{column_configurations, row_configurations};
use super::quad::Quad;

impl<Q: Quad> Board<Q> {
    /// Splits the board in two, and returns the half to try first... `self` keeps the other.
    pub(super) fn split(&mut self) -> (Self, u32) {
        let mut counts = [[0u32; 8]; 9];
        let mut totals = [0u32; 8];
        for digit in 0..9 {
            let x = self.digits[digit];
            let (rows, columns) = (row_configurations(x).lanes(), column_configurations(x).lanes());
            for band in 0..3 {
                counts[digit][band] = rows[band];
                counts[digit][band + 3] = columns[band];
                totals[band] += rows[band];
                totals[band + 3] += columns[band];
            }
        }
        let band = (0..6).min_by_key(|&band| totals[band].wrapping_sub(10)).unwrap_or(0);
        let digit = (0..9).min_by_key(|&digit| counts[digit][band].wrapping_sub(2)).unwrap_or(0);
        let mut first = *self;
        let (yes, no) =
            if band < 3 { split_rows(self.digits[digit], band) } else { split_columns(self.digits[digit], band - 3) };
        first.digits[digit] = yes;
        self.digits[digit] = no;
        (first, 1 << digit)
    }
}

/// The lowest minirow of a row that has several, or not.
fn split_rows<Q: Quad>(x: Q, band: usize) -> (Q, Q) {
    let lanes = x.lanes();
    for row in 0..3 {
        let word = lanes[band] >> (9 * row) & 0o777;
        let m = (word | word >> 1 | word >> 2) & 0o111;
        let lowest = m & m.wrapping_neg();
        if m != lowest {
            let (mut yes, mut no) = (lanes, lanes);
            let chosen = (lowest * 7) << (9 * row);
            no[band] &= !chosen;
            yes[band] &= !(0o777 << (9 * row)) | chosen;
            return (Q::new(yes), Q::new(no));
        }
    }
    unreachable!("the digit has two configurations in the band")
}

fn split_columns<Q: Quad>(x: Q, stack: usize) -> (Q, Q) {
    let lanes = x.lanes();
    for band in 0..3 {
        let word = lanes[band];
        let c = (word | word >> 9 | word >> 18) & (7 << (3 * stack));
        let lowest = c & c.wrapping_neg();
        if c != lowest {
            let (mut yes, mut no) = (lanes, lanes);
            let column = |bits: u32| bits | bits << 9 | bits << 18;
            no[band] &= !column(lowest);
            yes[band] &= !column(7 << (3 * stack)) | column(lowest);
            return (Q::new(yes), Q::new(no));
        }
    }
    unreachable!("the digit has two configurations in the stack")
}
