//! Conclusions from the candidates of ONE digit, for all nine digits at once.
//!
//! A band has three rows and three boxes, which cross in nine minirows. Each row and each box holds the digit once,
//! so the digit lies in one of six configurations:
//!
//! ```text
//!   X . .    . X .    . . X        X . .    . X .    . . X
//!   . X .    . . X    X . .        . . X    X . .    . X .
//!   . . X    X . .    . X .        . X .    . . X    X . .
//! ```
//!
//! A minirow is *supported* if it is in a configuration whose other two minirows both hold a candidate. The
//! candidates of a minirow without support are eliminated. Each minirow is in two configurations, which take the
//! other two rows through the other two boxes, one way or the other:
//!
//! ```text
//!   m . .    m . .        m is supported by both a, or by both b
//!   . a .    . . b
//!   . . a    . b .
//! ```
//!
//! This one rule covers pointing and claiming, and finds the digits that have no place in a row or box of the band.
//!
//! The same is true of a stack, whose three columns and three boxes cross in nine minicolumns.
//!
//! # Representation
//!
//! The candidates of a digit are three words of 27 bits. Word `k` holds row `k` of each band, so that what is compared
//! within a band is in the same bits of three words, and what is compared within a stack is in one word:
//!
//! ```text
//!              box 1   box 2   box 3
//!   word 0     0 1 2   3 4 5   6 7 8   r1  | 9 ...  17  r4  | 18 ... 26  r7
//!   word 1     0 1 2   3 4 5   6 7 8   r2  | 9 ...  17  r5  | 18 ... 26  r8
//!   word 2     0 1 2   3 4 5   6 7 8   r3  | 9 ...  17  r6  | 18 ... 26  r9
//! ```
//!
//! In octal a minirow is one figure of a word, and a row is three: `0o007_000_000` in word 1 is r8c1 to r8c3.
//!
//! A set of minirows is a word with the first cell of each. A set of minicolumns is a word in which a row stands for
//! its band: bit 9 is the minicolumn r4c1 to r6c1.

use super::nine::Nine;

/// All cells of a word.
pub(super) const CELLS: u32 = 0o777_777_777;
/// The first cell of each minirow, which stands for the minirow.
pub(super) const MINIROWS: u32 = 0o111_111_111;
/// The first cell of each row.
pub(super) const ROWS: u32 = 0o001_001_001;

/// Returns the minirows that hold a candidate.
#[inline(always)]
pub(super) fn minirows<V: Nine>(cells: V) -> V {
    (cells | cells.down::<1>() | cells.down::<2>()) & cells.splat(MINIROWS)
}

/// Returns the minicolumns that hold a candidate.
#[inline(always)]
pub(super) fn minicolumns<V: Nine>(words: [V; 3]) -> V {
    words[0] | words[1] | words[2]
}

/// Returns the cells of these minirows: for each, its bit subtracted from the next minirow's bit, as in `0o10 - 0o1`.
#[inline(always)]
pub(super) fn fill<V: Nine>(minirows: V) -> V {
    minirows.up::<3>() - minirows
}

/// Returns at each minirow the bit of the next box in its row, and that of the previous box: of a row `abc`, `bca` and
/// `cab`.
#[inline(always)]
pub(super) fn other_boxes<V: Nine>(minirows: V) -> (V, V) {
    let (third, not_first) = (minirows.splat(0o700_700_700), minirows.splat(0o770_770_770));
    let next = third.choose(minirows.up::<6>(), minirows.down::<3>());
    (next, not_first.choose(minirows.up::<3>(), minirows.down::<6>()))
}

/// Returns at each minicolumn the bit of the next column in its box, and that of the previous column: of a box `abc`,
/// `bca` and `cab`.
#[inline(always)]
pub(super) fn other_columns<V: Nine>(minicolumns: V) -> (V, V) {
    let (third, not_first) = (minicolumns.splat(0o444_444_444), minicolumns.splat(0o666_666_666));
    let next = third.choose(minicolumns.up::<2>(), minicolumns.down::<1>());
    (next, not_first.choose(minicolumns.up::<1>(), minicolumns.down::<2>()))
}

/// Returns at each band the bits of the next one: of bands `abc`, `bca`.
#[inline(always)]
pub(super) fn next_band<V: Nine>(cells: V) -> V {
    (cells.down::<9>() | cells.up::<18>()) & cells.splat(CELLS)
}

/// The support of a digit's minirows.
pub(super) struct Support<V> {
    /// The supported minirows of each word. They need not hold a candidate themselves.
    pub(super) minirows: [V; 3],
    /// The first cell of each band without a configuration.
    pub(super) lost: V,
}

/// Returns the minirows that their band supports.
#[inline(always)]
pub(super) fn band_support<V: Nine>(words: [V; 3]) -> Support<V> {
    let rows = [minirows(words[0]), minirows(words[1]), minirows(words[2])];
    let [first, second, third] = [other_boxes(rows[0]), other_boxes(rows[1]), other_boxes(rows[2])];
    let minirows = [
        (second.0 & third.1) | (second.1 & third.0),
        (third.0 & first.1) | (third.1 & first.0),
        (first.0 & second.1) | (first.1 & second.0),
    ];
    // Every configuration has a minirow in the first row.
    let row = rows[0] & minirows[0];
    let found = row | row.down::<3>() | row.down::<6>();
    Support { minirows, lost: row.splat(ROWS).without(found) }
}

/// Returns the minicolumns that their stack supports. They need not hold a candidate themselves. A stack without a
/// configuration supports none, and so the next sweep finds its bands lost.
#[inline(always)]
pub(super) fn stack_support<V: Nine>(words: [V; 3]) -> V {
    let (next, previous) = other_columns(minicolumns(words));
    // What each band and the next one support in the third.
    let support = (next & next_band(previous)) | (previous & next_band(next));
    next_band(support)
}

/// Returns the number of configurations that each digit has in each band, in three bits from the first cell of the
/// band.
#[inline(always)]
pub(super) fn count_in_bands<V: Nine>(words: [V; 3]) -> V {
    let first = minirows(words[0]);
    let (second, third) = (other_boxes(minirows(words[1])), other_boxes(minirows(words[2])));
    // Each configuration once, at its minirow in the first row of the band.
    let counts = (first & second.0 & third.1) + (first & second.1 & third.0);
    (counts + counts.down::<3>() + counts.down::<6>()) & counts.splat(0o007_007_007)
}

/// Returns the number of configurations that each digit has in each stack, as [`count_in_bands`] does for bands.
#[inline(always)]
pub(super) fn count_in_stacks<V: Nine>(words: [V; 3]) -> V {
    let columns = minicolumns(words);
    let (next, previous) = other_columns(columns);
    let (next_below, previous_below) = (next_band(next), next_band(previous));
    // Each configuration once, at its column in the first band: those that move right from band to band, those that
    // move left.
    let right = columns & next_below & next_band(previous_below) & columns.splat(0o777);
    let left = columns & previous_below & next_band(next_below) & columns.splat(0o777);
    let both = right | left.up::<9>();
    // A figure for each stack, `right` in the lower three and `left` in the upper three; then its number of bits.
    let numbers = both - (both.down::<1>() & both.splat(0o333_333)) - (both.down::<2>() & both.splat(0o111_111));
    let counts = numbers + numbers.down::<9>();
    (counts & counts.splat(0o7)) | (counts & counts.splat(0o70)).up::<6>() | (counts & counts.splat(0o700)).up::<12>()
}

/// Returns the candidates that are the only one in their row. Every row must have a candidate.
///
/// ```text
///   row      . X X . . . . . .     . . X . . . . . .
///   - 1      X . X . . . . . .     X X . . . . . . .    the lowest bit goes, all bits below it come
///   and row  . . X . . . . . .     . . . . . . . . .    all bits but the lowest
/// ```
///
/// The last line is an even number, so adding `0o776` carries out of the row exactly if it is not zero.
#[inline(always)]
pub(super) fn alone_in_row<V: Nine>(cells: V) -> V {
    let rest = cells & (cells - cells.splat(ROWS));
    let carries = (rest + rest.splat(0o776_776_776)) & rest.splat(ROWS << 9);
    cells.without(carries - carries.down::<9>())
}

/// Returns all cells of the rows that have one of these cells.
///
/// Adding `0o377` to the lower eight bits of a row carries into the ninth unless they are zero.
#[inline(always)]
pub(super) fn rows_of<V: Nine>(cells: V) -> V {
    let below = cells.splat(0o377_377_377);
    let high = (((cells & below) + below) | cells) & cells.splat(0o400_400_400);
    high.up::<1>() - high.down::<8>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::single::Quads;

    /// Reads a board of nine rows, `X` for a candidate, and gives every digit these candidates.
    fn read(board: &str) -> [Quads; 3] {
        let cells: Vec<bool> = board.chars().filter(|c| !c.is_whitespace()).map(|c| c == 'X').collect();
        assert_eq!(cells.len(), 81);
        let word = |third: usize| {
            (0..27).filter(|bit| cells[27 * (bit / 9) + 9 * third + bit % 9]).fold(0, |word, bit| word | 1 << bit)
        };
        [0, 1, 2].map(|third| Quads::new((), &[word(third); 16]))
    }

    fn first(vector: Quads) -> u32 {
        vector.words()[0]
    }

    #[test]
    fn minirows_in_no_configuration_have_no_support() {
        let words = read(&("XX. ... ...  XXX XXX ...  XXX XXX XXX".to_owned() + &"X".repeat(54)));
        let Support { minirows: supported, lost } = band_support(words);
        assert_eq!(first(supported[1] & minirows(words[1])) & 0o777, 0o010, "row 1 has the digit in box 1");
        assert_eq!(first(supported[2] & minirows(words[2])) & 0o777, 0o100);
        assert_eq!(first(lost), 0);
        let words = read(&("... XXX ...".repeat(3) + &"X".repeat(54)));
        assert_eq!(first(band_support(words).lost), 0o001, "three rows need box 2");
    }

    #[test]
    fn minicolumns_in_no_configuration_have_no_support() {
        let words = read(&("X.. XXX XXX".repeat(3) + &"X".repeat(54)));
        assert_eq!(first(stack_support(words)), 0o776_776_777, "the first band has the digit in column 1");
        // The last column of the last box in the last band is the highest bit of a word.
        let words = read(&("X".repeat(54) + &"XXX XXX ..X".repeat(3)));
        assert_eq!(first(stack_support(words)), 0o777_377_377);
    }

    #[test]
    fn configurations_are_counted() {
        let free = read(&"X".repeat(81));
        assert_eq!(first(count_in_bands(free)), 0o006_006_006);
        assert_eq!(first(count_in_stacks(free)), 0o006_006_006);
        // r1c1 holds the digit, and its peers have no candidate.
        let placed = "X.. ... ...  ... XXX XXX  ... XXX XXX".to_owned() + &".XX XXX XXX".repeat(6);
        assert_eq!(first(count_in_bands(read(&placed))), 0o006_006_002);
        assert_eq!(first(count_in_stacks(read(&placed))), 0o006_006_002);
        let solved = concat!(
            "X.. ... ...  ... X.. ...  ... ... X..",
            ".X. ... ...  ... .X. ...  ... ... .X.",
            "..X ... ...  ... ..X ...  ... ... ..X",
        );
        assert_eq!(first(count_in_bands(read(solved))), 0o001_001_001);
        assert_eq!(first(count_in_stacks(read(solved))), 0o001_001_001);
    }

    #[test]
    fn a_cell_alone_in_its_row_is_found_in_every_column() {
        for place in 0..9 {
            let word = (1 << place | 1 << ((place + 1) % 9)) | 1 << (9 + place) | 1 << (18 + place);
            assert_eq!(first(alone_in_row(Quads::new((), &[word; 16]))), 1 << (9 + place) | 1 << (18 + place));
        }
    }

    #[test]
    fn a_cell_fills_its_own_row_only() {
        for place in 0..27 {
            assert_eq!(first(rows_of(Quads::new((), &[1 << place; 16]))), 0o777 << (9 * (place / 9)));
        }
    }
}
