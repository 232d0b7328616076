//! Where to guess.
//!
//! A guess splits the configurations of one digit in one band or stack. It is the band or stack with the fewest
//! configurations in total, weighed by how often contradictions showed there; in it the digit with the fewest.
//!
//! What lost, in guesses a puzzle with limit 2:
//!
//! ```text
//!                                                         hardest_1106   magictour
//!   this                                                           123          11
//!   without weights                                                125          12
//!   the digit of the fewest configurations, wherever it is         155          13
//!   a cell of two candidates, where there is one                   247          15
//! ```

use super::board::Board;
use super::closure::{minicolumns, minirows, other_boxes, other_columns};
use super::quad::Quad;

/// How often contradictions showed in each of the three bands and three stacks, over [`Weights::EVEN`].
///
/// A search that cannot see why it fails would go through everything that has nothing to do with it. The weights lead it to
/// where it fails: Norvig's grid takes 429 guesses with them and more than 500,000 without.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights([u32; 6]);

impl Weights {
    pub(super) const EVEN: Self = Self([8; 6]);
    const MOST: u32 = 1 << 12;

    /// The band (0 to 2) or stack (3 to 5) with the least excess for its weight. Where there is none, there is nothing to
    /// guess.
    fn cheapest(&self, bands: [u32; 4], stacks: [u32; 4]) -> usize {
        let excess = [bands[0], bands[1], bands[2], stacks[0], stacks[1], stacks[2]];
        let cost = |at: &usize| (excess[*at] << 16).wrapping_sub(1) / self.0[*at];
        (0..6).min_by_key(cost).unwrap_or(0)
    }

    /// Remembers that a contradiction showed in these cells. It speaks for the bands where it touches no more of them
    /// than of the stacks, and the other way round: a column that fails touches three bands and one stack.
    pub(super) fn blame(&mut self, cells: Quad) {
        let [a, b, c, _] = cells.lanes();
        let columns = minicolumns(Quad::splat(a | b | c)).lanes()[0];
        let touched = [a, b, c, columns & 0o7, columns & 0o70, columns & 0o700].map(|cells| u32::from(cells != 0));
        let (bands, stacks) = (touched[..3].iter().sum::<u32>(), touched[3..].iter().sum::<u32>());
        for (at, (weight, touched)) in self.0.iter_mut().zip(touched).enumerate() {
            let speaks = if at < 3 { bands <= stacks } else { stacks <= bands };
            *weight += touched * u32::from(speaks);
        }
        if self.0.iter().any(|&weight| weight >= Self::MOST) {
            self.0 = self.0.map(|weight| weight / 2 + 1);
        }
    }
}

/// How many configurations each digit has in each band, or in each stack: in lane `band`, or lane `stack`.
struct Configurations([Quad; 9]);

impl Configurations {
    /// What the bands, or the stacks have more than the nine that they come down to.
    #[inline]
    fn excess(&self) -> [u32; 4] {
        self.0.iter().fold(Quad::splat(0), |total, &count| total.plus(count)).minus(Quad::splat(9)).lanes()
    }

    /// The digit with the fewest in this band or stack, two at least.
    #[inline]
    fn fewest(&self, lane: usize) -> usize {
        (0..9).min_by_key(|&digit| self.0[digit].lanes()[lane].wrapping_sub(2)).unwrap_or(0)
    }
}

/// A guess: the candidates of one digit in two parts, of which every solution keeps to one.
pub(super) struct Guess {
    pub(super) digit: usize,
    pub(super) first: Quad,
    pub(super) second: Quad,
}

impl Guess {
    /// The guess to make on an open board.
    pub(super) fn on(board: &Board, weights: &Weights) -> Self {
        let bands = Configurations(board.digits.map(in_bands));
        let stacks = Configurations(board.digits.map(in_stacks));
        let at = weights.cheapest(bands.excess(), stacks.excess());
        let (of, lane) = if at < 3 { (bands, at) } else { (stacks, at - 3) };
        let digit = of.fewest(lane);
        let cells = board.digits[digit];
        let (first, second) = if at < 3 { split_band(cells, lane) } else { split_stack(cells, lane) };
        Self { digit, first, second }
    }
}

/// How many configurations a digit has in each band. In lane `band`.
#[inline]
fn in_bands(cells: Quad) -> Quad {
    let own = minirows(cells);
    let (next, last) = other_boxes(own);
    // Each configuration once: by its minirow in the first row of the band, with those of the rows below.
    let right = own.and(next.down::<9>()).and(last.down::<18>()).and(Quad::splat(0o111));
    let left = own.and(last.down::<9>()).and(next.down::<18>()).and(Quad::splat(0o111));
    let sums = right.plus(left);
    sums.plus(sums.down::<3>()).plus(sums.down::<6>()).and(Quad::splat(0o7))
}

/// How many configurations a digit has in each stack. In lane `stack`.
#[inline]
fn in_stacks(cells: Quad) -> Quad {
    let own = minicolumns(cells);
    let (next, last) = other_columns(own);
    let (next_below, last_below) = (next.next_band(), last.next_band());
    let right = own.and(next_below).and(last_below.next_band());
    let left = own.and(last_below).and(next_below.next_band());
    // Each configuration once: those of the first stack by their column in the first band, and so on.
    let stack = Quad::new([0o007, 0o070, 0o700, 0]);
    let both = right.and(stack).or(left.and(stack).up::<9>());
    // A figure of three bits becomes their number.
    let numbers =
        both.minus(both.down::<1>().and(Quad::splat(0o333_333))).minus(both.down::<2>().and(Quad::splat(0o111_111)));
    let sums = numbers.plus(numbers.down::<9>());
    sums.or(sums.down::<3>()).or(sums.down::<6>()).and(Quad::splat(0o7))
}

/// One minirow of a row that has several, and the rest.
fn split_band(cells: Quad, band: usize) -> (Quad, Quad) {
    let own = minirows(cells).lanes()[band];
    let row = [0o777, 0o777_000, 0o777_000_000].into_iter().find(|row| (own & row).count_ones() > 1);
    let row = row.expect("a digit of two configurations has a row of two minirows");
    let chosen = 7 << (own & row).trailing_zeros();
    split(cells, band, row, chosen)
}

/// One minicolumn of a box that has several, and the rest.
fn split_stack(cells: Quad, stack: usize) -> (Quad, Quad) {
    let own = minicolumns(cells).lanes();
    let columns = 0o7 << (3 * stack);
    let band = (0..3).find(|&band| (own[band] & columns).count_ones() > 1);
    let band = band.expect("a digit of two configurations has a box of two minicolumns");
    let chosen = 1 << (own[band] & columns).trailing_zeros();
    split(cells, band, columns * 0o001_001_001, chosen * 0o001_001_001)
}

/// The cells with, and those without `chosen` in this house of a band.
fn split(cells: Quad, band: usize, house: u32, chosen: u32) -> (Quad, Quad) {
    let (mut with, mut without) = (cells.lanes(), cells.lanes());
    with[band] &= !house | chosen;
    without[band] &= !chosen;
    (Quad::new(with), Quad::new(without))
}

#[cfg(test)]
mod tests {
    use super::{Quad, in_bands, in_stacks};

    #[test]
    fn a_free_digit_has_six_configurations_everywhere() {
        let free = Quad::splat(0o777_777_777);
        assert_eq!(in_bands(free).lanes()[..3], [6, 6, 6]);
        assert_eq!(in_stacks(free).lanes()[..3], [6, 6, 6]);
    }

    #[test]
    fn a_placed_digit_halves_or_settles_them() {
        // r1c1 holds the digit; the rest of its houses is cleared.
        let rows = |first: u32, second: u32, third: u32| first | second << 9 | third << 18;
        let first = rows(0o001, 0o770, 0o770);
        let below = rows(0o776, 0o776, 0o776);
        let placed = Quad::new([first, below, below, 0]);
        assert_eq!(in_bands(placed).lanes()[..3], [2, 6, 6]);
        assert_eq!(in_stacks(placed).lanes()[..3], [2, 6, 6]);
        let solved = Quad::new([rows(0o001, 0o010, 0o100), rows(0o002, 0o020, 0o200), rows(0o004, 0o040, 0o400), 0]);
        assert_eq!(in_bands(solved).lanes()[..3], [1, 1, 1]);
        assert_eq!(in_stacks(solved).lanes()[..3], [1, 1, 1]);
    }
}
