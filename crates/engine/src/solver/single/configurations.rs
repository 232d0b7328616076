//! What the candidates of ONE digit say about each other, for all nine digits at once.
//!
//! A band has three rows and three boxes, which cross in nine minirows. Each row and each box holds the digit once, so the
//! digit lies in one of six configurations; a minirow that is in none of them can be emptied:
//!
//! ```text
//!   X . .    . X .    . . X        X . .    . X .    . . X
//!   . X .    . . X    X . .        . . X    X . .    . X .
//!   . . X    X . .    . X .        . X .    . . X    X . .
//! ```
//!
//! The minirow of (row, box) is in two of them, which take the other two rows in the other two boxes, one way or the
//! other. This one rule holds pointing and claiming, and a digit that has no place in a row or box of the band.
//!
//! The same holds for stacks, whose three columns and three boxes cross in nine minicolumns.
//!
//! # Representation
//!
//! The candidates of a digit are three words of 27 bits. Word `k` holds row `k` of each band, so that what is to be
//! compared in a band lies at the same place of three words, and what is to be compared in a stack lies in one word:
//!
//! ```text
//!              box 1   box 2   box 3
//!   word 0     0 1 2   3 4 5   6 7 8   r1  | 9 ...  17  r4  | 18 ... 26  r7
//!   word 1     0 1 2   3 4 5   6 7 8   r2  | 9 ...  17  r5  | 18 ... 26  r8
//!   word 2     0 1 2   3 4 5   6 7 8   r3  | 9 ...  17  r6  | 18 ... 26  r9
//! ```
//!
//! In octal a minirow is one figure of such a word, and a row is three: `0o007_000_000` in word 1 is r8c1 to r8c3.

use super::nine::Nine;

/// All cells of a word.
pub(super) const CELLS: u32 = 0o777_777_777;
/// The first cell of each minirow, which here stands for the minirow.
pub(super) const MINIROWS: u32 = 0o111_111_111;
/// The first cell of each row.
pub(super) const ROWS: u32 = 0o001_001_001;

/// The minirows that hold a candidate.
#[inline(always)]
pub(super) fn minirows<V: Nine>(cells: V) -> V {
    (cells | cells.down::<1>() | cells.down::<2>()) & cells.all(MINIROWS)
}

/// The minicolumns that hold a candidate, each as its column in its band.
#[inline(always)]
pub(super) fn minicolumns<V: Nine>(words: [V; 3]) -> V {
    words[0] | words[1] | words[2]
}

/// The cells of these minirows.
#[inline(always)]
pub(super) fn fill<V: Nine>(minirows: V) -> V {
    minirows.up::<3>() - minirows
}

/// To each minirow what the next box has in the same row, and what the one after it has.
#[inline(always)]
pub(super) fn other_boxes<V: Nine>(minirows: V) -> (V, V) {
    let (third, not_first) = (minirows.all(0o700_700_700), minirows.all(0o770_770_770));
    let next = third.choose(minirows.up::<6>(), minirows.down::<3>());
    (next, not_first.choose(minirows.up::<3>(), minirows.down::<6>()))
}

/// To each minicolumn what the next column of the box has in the same band, and what the one after it has.
#[inline(always)]
pub(super) fn other_columns<V: Nine>(minicolumns: V) -> (V, V) {
    let (third, not_first) = (minicolumns.all(0o444_444_444), minicolumns.all(0o666_666_666));
    let next = third.choose(minicolumns.up::<2>(), minicolumns.down::<1>());
    (next, not_first.choose(minicolumns.up::<1>(), minicolumns.down::<2>()))
}

/// To each band what the next one has.
#[inline(always)]
pub(super) fn next_band<V: Nine>(cells: V) -> V {
    (cells.down::<9>() | cells.up::<18>()) & cells.all(CELLS)
}

/// What a digit can do in the bands.
pub(super) struct Open<V> {
    /// The minirows of each word that are in a configuration. What has no candidate may be among them.
    pub(super) places: [V; 3],
    /// The first cell of each band that has none.
    pub(super) lost: V,
}

/// What is in a configuration of its band.
#[inline(always)]
pub(super) fn open_in_bands<V: Nine>(words: [V; 3]) -> Open<V> {
    let rows = [minirows(words[0]), minirows(words[1]), minirows(words[2])];
    let [first, second, third] = [other_boxes(rows[0]), other_boxes(rows[1]), other_boxes(rows[2])];
    let places = [
        (second.0 & third.1) | (second.1 & third.0),
        (third.0 & first.1) | (third.1 & first.0),
        (first.0 & second.1) | (first.1 & second.0),
    ];
    let row = rows[0] & places[0];
    let found = row | row.down::<3>() | row.down::<6>();
    Open { places, lost: row.all(ROWS).without(found) }
}

/// The minicolumns that are in a configuration of their stack, those of each word. What has no candidate may be among them;
/// a stack that has no configuration has none of them, and so loses its bands in the next sweep.
#[inline(always)]
pub(super) fn open_in_stacks<V: Nine>(words: [V; 3]) -> V {
    let (next, last) = other_columns(minicolumns(words));
    let of_this_band_and_the_next = (next & next_band(last)) | (last & next_band(next));
    next_band(of_this_band_and_the_next)
}

/// How many configurations each digit has in each band: three bits at the first cell of the band.
#[inline(always)]
pub(super) fn count_in_bands<V: Nine>(words: [V; 3]) -> V {
    let first = minirows(words[0]);
    let (second, third) = (other_boxes(minirows(words[1])), other_boxes(minirows(words[2])));
    // Each configuration once, by its minirow in the first row of the band.
    let counts = (first & second.0 & third.1) + (first & second.1 & third.0);
    (counts + counts.down::<3>() + counts.down::<6>()) & counts.all(0o007_007_007)
}

/// How many configurations each digit has in each stack: as in [`count_in_bands`], with the stacks in place of bands.
#[inline(always)]
pub(super) fn count_in_stacks<V: Nine>(words: [V; 3]) -> V {
    let columns = minicolumns(words);
    let (next, last) = other_columns(columns);
    let (next_below, last_below) = (next_band(next), next_band(last));
    // Each configuration once, by its column in the first band: those that go on to the right, and those to the left.
    let right = columns & next_below & next_band(last_below) & columns.all(0o777);
    let left = columns & last_below & next_band(next_below) & columns.all(0o777);
    let both = right | left.up::<9>();
    // A figure of three bits becomes their number.
    let numbers = both - (both.down::<1>() & both.all(0o333_333)) - (both.down::<2>() & both.all(0o111_111));
    let counts = numbers + numbers.down::<9>();
    (counts & counts.all(0o7)) | (counts & counts.all(0o70)).up::<6>() | (counts & counts.all(0o700)).up::<12>()
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
#[inline(always)]
pub(super) fn alone_in_row<V: Nine>(cells: V) -> V {
    let rest = cells & (cells - cells.all(ROWS));
    let carries = (rest + rest.all(0o776_776_776)) & rest.all(ROWS << 9);
    cells.without(carries - carries.down::<9>())
}

/// All cells of the rows that have one of these cells.
#[inline(always)]
pub(super) fn rows_of<V: Nine>(cells: V) -> V {
    let below = cells.all(0o377_377_377);
    let high = (((cells & below) + below) | cells) & cells.all(0o400_400_400);
    high.up::<1>() - high.down::<8>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::single::Quads;

    /// The words of a digit on a board of nine rows, `X` for a candidate, as all digits' words.
    fn read(board: &str) -> [Quads; 3] {
        let cells: Vec<bool> = board.chars().filter(|c| !c.is_whitespace()).map(|c| c == 'X').collect();
        assert_eq!(cells.len(), 81);
        let word = |third: usize| {
            (0..27).filter(|at| cells[27 * (at / 9) + 9 * third + at % 9]).fold(0, |word, at| word | 1 << at)
        };
        [0, 1, 2].map(|third| Quads::new((), &[word(third); 16]))
    }

    fn first(vector: Quads) -> u32 {
        vector.words()[0]
    }

    #[test]
    fn minirows_that_fit_nowhere_are_not_open() {
        let words = read(&("XX. ... ...  XXX XXX ...  XXX XXX XXX".to_owned() + &"X".repeat(54)));
        let Open { places, lost } = open_in_bands(words);
        assert_eq!(first(places[1] & minirows(words[1])) & 0o777, 0o010, "row 1 has the digit in box 1");
        assert_eq!(first(places[2] & minirows(words[2])) & 0o777, 0o100);
        assert_eq!(first(lost), 0);
        let words = read(&("... XXX ...".repeat(3) + &"X".repeat(54)));
        assert_eq!(first(open_in_bands(words).lost), 0o001, "three rows have one box");
    }

    #[test]
    fn columns_that_fit_nowhere_are_not_open() {
        let words = read(&("X.. XXX XXX".repeat(3) + &"X".repeat(54)));
        assert_eq!(first(open_in_stacks(words)), 0o776_776_777, "the first band has the digit in column 1");
        // The last column of the last box is the last bit of a word.
        let words = read(&("X".repeat(54) + &"XXX XXX ..X".repeat(3)));
        assert_eq!(first(open_in_stacks(words)), 0o777_377_377);
    }

    #[test]
    fn configurations_are_counted() {
        let free = read(&"X".repeat(81));
        assert_eq!(first(count_in_bands(free)), 0o006_006_006);
        assert_eq!(first(count_in_stacks(free)), 0o006_006_006);
        // r1c1 holds the digit, and its houses are cleared.
        let placed = "X.. ... ...  ... XXX XXX  ... XXX XXX".to_owned() + &".XX XXX XXX".repeat(6);
        assert_eq!(first(count_in_bands(read(&placed))), 0o006_006_002);
        assert_eq!(first(count_in_stacks(read(&placed))), 0o006_006_002);
        let solved = "X.. ... ... ... X.. ... ... ... X.. .X. ... ... ... .X. ... ... ... .X. ..X ... ... ... ..X ... ... ... ..X";
        assert_eq!(first(count_in_bands(read(solved))), 0o001_001_001);
        assert_eq!(first(count_in_stacks(read(solved))), 0o001_001_001);
    }

    #[test]
    fn a_cell_alone_in_its_row_is_found_at_every_place() {
        for place in 0..9 {
            let word = (1 << place | 1 << ((place + 1) % 9)) | 1 << (9 + place) | 1 << (18 + place);
            assert_eq!(first(alone_in_row(Quads::new((), &[word; 16]))), 1 << (9 + place) | 1 << (18 + place));
        }
    }

    #[test]
    fn a_cell_fills_its_row_alone() {
        for place in 0..27 {
            assert_eq!(first(rows_of(Quads::new((), &[1 << place; 16]))), 0o777 << (9 * (place / 9)));
        }
    }
}
