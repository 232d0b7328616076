//! What the candidates of ONE digit say about each other, for its three bands at once.
//!
//! The three rows and the three boxes of a band cross in nine minirows. Each row and each box holds the digit once, so
//! the digit lies in one of six configurations; a minirow that is in none of them can be emptied:
//!
//! ```text
//!   X . .    X . .    . X .    . X .    . . X    . . X
//!   . X .    . . X    X . .    . . X    X . .    . X .
//!   . . X    . X .    . . X    X . .    . X .    X . .
//! ```
//!
//! The minirow of (row, box) is in two of them, in those that take the other two rows in the other two boxes, one way or
//! the other. That needs no table: three times three bits, each asked about the four bits that share neither its row
//! nor its box. This one rule holds pointing and claiming, and a digit that has no place in a row or box of the band.
//!
//! The same holds for the nine minicolumns of a stack, which lie in the three lanes of the vector.

use super::quad::Quad;

/// The first cell of each of the nine minirows of a band, which here stands for the minirow.
const MINIROWS: u32 = 0o111_111_111;
/// The cells of the first row of a band, which here stand for the nine minicolumns.
pub(super) const MINICOLUMNS: u32 = 0o777;
/// The first cell of each row.
const ROWS: u32 = 0o001_001_001;

/// The candidates that are in one of the digit's configurations of their band and of their stack. A digit that cannot
/// be placed has an empty lane.
///
/// The stacks are closed after the bands and may open them again: the first result is what the bands left, and
/// where the second equals it, both are closed.
#[inline]
pub(super) fn close(candidates: Quad) -> (Quad, Quad) {
    let banded = candidates.and(fill_minirows(open_minirows(candidates)));
    (banded, banded.and(fill_minicolumns(open_minicolumns(banded))))
}

/// The minirows that hold a candidate.
#[inline]
pub(super) fn minirows(candidates: Quad) -> Quad {
    candidates.or(candidates.down::<1>()).or(candidates.down::<2>()).and(Quad::splat(MINIROWS))
}

/// The cells of these minirows.
#[inline]
pub(super) fn fill_minirows(minirows: Quad) -> Quad {
    minirows.up::<3>().minus(minirows)
}

/// The minicolumns that hold a candidate.
#[inline]
pub(super) fn minicolumns(candidates: Quad) -> Quad {
    candidates.or(candidates.down::<9>()).or(candidates.down::<18>()).and(Quad::splat(MINICOLUMNS))
}

/// The cells of these minicolumns.
#[inline]
pub(super) fn fill_minicolumns(minicolumns: Quad) -> Quad {
    minicolumns.or(minicolumns.up::<9>()).or(minicolumns.up::<18>())
}

/// The minirows whose other two rows fit into the other two boxes.
#[inline]
fn open_minirows(candidates: Quad) -> Quad {
    let (next, last) = other_boxes(minirows(candidates));
    next_row(next.and(next_row(last)).or(last.and(next_row(next))))
}

/// The minicolumns whose other two bands fit into the other two columns of the box.
#[inline]
fn open_minicolumns(candidates: Quad) -> Quad {
    let (next, last) = other_columns(minicolumns(candidates));
    next.and(last.next_band()).or(last.and(next.next_band())).next_band()
}

/// To each minirow, what the next box and the one after it have in the same row.
#[inline]
pub(super) fn other_boxes(minirows: Quad) -> (Quad, Quad) {
    let turn = |lower: Quad, upper: Quad, wrapped: u32| {
        lower.and(Quad::splat(MINIROWS & !wrapped)).or(upper.and(Quad::splat(MINIROWS & wrapped)))
    };
    let next = turn(minirows.down::<3>(), minirows.up::<6>(), 0o700_700_700);
    (next, turn(minirows.down::<6>(), minirows.up::<3>(), 0o770_770_770))
}

/// To each minicolumn, what the next column of the box and the one after it have in the same band.
#[inline]
pub(super) fn other_columns(minicolumns: Quad) -> (Quad, Quad) {
    let turn = |lower: Quad, upper: Quad, wrapped: u32| {
        lower.and(Quad::splat(MINICOLUMNS & !wrapped)).or(upper.and(Quad::splat(wrapped)))
    };
    let next = turn(minicolumns.down::<1>(), minicolumns.up::<2>(), 0o444);
    (next, turn(minicolumns.down::<2>(), minicolumns.up::<1>(), 0o666))
}

/// To each minirow, what the next row of the band has in the same box. Leaves rubbish above bit 26.
#[inline]
fn next_row(minirows: Quad) -> Quad {
    minirows.down::<9>().or(minirows.up::<18>())
}

/// The candidates that are the only one of their row. Each row must have one.
///
/// ```text
///   row      . X X . . . . . .     . . X . . . . . .
///   - 1      the lowest bit goes, and the bits below it come
///   and row  . . X . . . . . .     . . . . . . . . .    all but the lowest bit
/// ```
///
/// What is left there is even, so that adding `0o776` carries out of the row exactly when something is left.
#[inline]
pub(super) fn alone_in_row(candidates: Quad) -> Quad {
    let rest = candidates.and(candidates.minus(Quad::splat(ROWS)));
    let carries = rest.plus(Quad::splat(0o776_776_776)).and(Quad::splat(ROWS << 9));
    candidates.without(carries.minus(carries.down::<9>()))
}

/// The candidates, of which those rows that have a cell in `chosen` keep nothing else.
#[inline]
pub(super) fn choose_in_rows(candidates: Quad, chosen: Quad) -> Quad {
    let below = Quad::splat(0o377_377_377);
    let high = chosen.and(below).plus(below).or(chosen).and(Quad::splat(0o400_400_400));
    let rows = high.up::<1>().minus(high.down::<8>());
    candidates.without(rows.without(chosen))
}

#[cfg(test)]
mod tests {
    use super::{Quad, alone_in_row, choose_in_rows, close};

    /// A board of one digit, nine rows of `X` for a candidate.
    fn read(board: &str) -> Quad {
        let cells: Vec<bool> = board.chars().filter(|c| !c.is_whitespace()).map(|c| c == 'X').collect();
        let band = |band: usize| cells[27 * band..][..27].iter().rev().fold(0, |word, &x| word << 1 | u32::from(x));
        Quad::new([band(0), band(1), band(2), 0])
    }

    #[test]
    fn closure_empties_minirows_that_fit_nowhere() {
        let (banded, _) = close(read(&("XX. ... ...  XXX XXX ...  XXX XXX XXX".to_owned() + &"X".repeat(54))));
        let left = read(&("XX. ... ...  ... XXX ...  ... ... XXX".to_owned() + &"X".repeat(54)));
        assert_eq!(banded.lanes()[0], left.lanes()[0]);
    }

    #[test]
    fn closure_empties_columns_of_a_stack() {
        let one_column = "X.. XXX XXX".repeat(3);
        let (_, closed) = close(read(&(one_column + &"X".repeat(54))));
        let others = ".XX XXX XXX".repeat(3);
        assert_eq!(closed.lanes()[1], read(&("X".repeat(27) + &others + &others)).lanes()[1]);
    }

    #[test]
    fn a_digit_without_place_has_an_empty_lane() {
        let (_, closed) = close(read(&("... XXX ...".repeat(3) + &"X".repeat(54))));
        assert_eq!(closed.lanes()[0], 0);
    }

    #[test]
    fn alone_in_row_is_found_at_every_place() {
        for place in 0..9 {
            let two = Quad::splat((1 << place | 1 << ((place + 1) % 9)) | 1 << (9 + place) | 1 << (18 + place));
            assert_eq!(alone_in_row(two).lanes()[0], 1 << (9 + place) | 1 << (18 + place));
        }
    }

    #[test]
    fn a_chosen_cell_clears_its_row_alone() {
        for place in 0..9 {
            let chosen = Quad::splat(1 << (9 + place));
            let left = choose_in_rows(Quad::splat(0o777_777_777), chosen).lanes()[0];
            assert_eq!(left, 0o777_000_777 | 1 << (9 + place));
        }
    }
}
