//! The state of a search, and the sweep that draws conclusions from it.

use super::closure::{alone_in_row, choose_in_rows, close};
use super::quad::Quad;
use crate::grid::{Cell, Digit, Grid};

/// The 27 cells of a band.
const BAND: u32 = 0o777_777_777;

/// The candidates of all cells, digit by digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    /// The cells that can hold each digit.
    pub(super) digits: [Quad; 9],
    /// The digits, a bit each, whose candidates changed since they were closed.
    pub(super) dirty: u32,
    /// The cells of one candidate whose digit was told.
    decided: Quad,
    /// The minirows and the minicolumns whose three digits were told.
    pub(super) triads: [Quad; 2],
}

/// What a board turned out to be.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// It has no solution; with the cells where that showed. All bits of a lane stand for the band as a whole.
    Contradiction(Quad),
    /// It needs a guess.
    Open,
    /// Every cell has one candidate. Whether these keep the rules is not known yet.
    Full,
}

/// The cells that at least one, and at least two digits claim.
#[derive(Clone, Copy, Debug)]
struct Claims {
    one: Quad,
    two: Quad,
}

impl Claims {
    #[inline]
    fn none() -> Self {
        Self { one: Quad::splat(0), two: Quad::splat(0) }
    }

    #[inline]
    fn of_two(a: Quad, b: Quad) -> Self {
        Self { one: a.or(b), two: a.and(b) }
    }

    #[inline]
    fn join(self, other: Self) -> Self {
        let both = self.one.and(other.one);
        Self { one: self.one.or(other.one), two: self.two.or(other.two).or(both) }
    }

    /// A tree of pairs, which is less deep than one digit after the other.
    #[inline]
    fn of(digits: &[Quad; 9]) -> Self {
        let pair = |at: usize| Self::of_two(digits[at], digits[at + 1]);
        let mut claims = pair(0).join(pair(2)).join(pair(4).join(pair(6)));
        claims.add(digits[8]);
        claims
    }

    #[inline]
    fn add(&mut self, cells: Quad) {
        self.two = self.two.or(self.one.and(cells));
        self.one = self.one.or(cells);
    }
}

/// A set of digits that stays in a vector until it is asked for: bit `digit` of any band.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks(Quad);

impl Marks {
    #[inline]
    pub(super) fn none() -> Self {
        Self(Quad::splat(0))
    }

    /// Puts the digit in, unless all lanes of `not` are full.
    #[inline]
    pub(super) fn add_unless(&mut self, digit: usize, not: Quad) {
        self.0 = self.0.or(Quad::splat(1 << digit).without(not));
    }

    #[inline]
    pub(super) fn digits(self) -> u32 {
        self.0.union()
    }
}

/// What the closure of the dirty digits found.
struct Closed {
    /// For each digit that was dirty, its cells that are alone in their row.
    alone: [Quad; 9],
    claims: Claims,
    /// All bits of a band that has no place for some digit.
    lost: Quad,
    /// The digits that may not be closed yet.
    again: Marks,
}

impl Board {
    /// The board of a grid, with nothing concluded yet.
    pub(super) fn new(grid: &Grid) -> Self {
        // Vectors of sixteen bytes are read here; the last one reaches beyond the last cell.
        let mut bytes = [0; 96];
        for (byte, content) in bytes.iter_mut().zip(grid.cells()) {
            *byte = content.map_or(0, Digit::get);
        }
        let givens: [Quad; 9] = std::array::from_fn(|digit| Quad::positions(&bytes, digit as u8 + 1));
        let blank = Quad::splat(BAND).without(givens.iter().fold(Quad::splat(0), |all, &cells| all.or(cells)));
        // A given is a cell of one candidate; the first sweep tells it to the rest.
        Self {
            digits: givens.map(|cells| cells.or(blank)),
            dirty: 0o777,
            decided: Quad::splat(0),
            triads: [Quad::splat(0); 2],
        }
    }

    /// Takes these as the only candidates of a digit, a part of those that it has.
    #[inline]
    pub(super) fn assume(&mut self, digit: usize, cells: Quad) {
        self.digits[digit] = cells;
        self.dirty |= 1 << digit;
    }

    /// Draws conclusions until nothing changes.
    ///
    /// Each sweep takes the naked singles (cells of one candidate), closes the digits that changed, takes the hidden
    /// singles (rows with one place for a digit; the closure makes those of columns and boxes such rows), and clears
    /// their cells of the other digits.
    #[inline]
    pub(super) fn propagate(&mut self) -> State {
        loop {
            let claims = Claims::of(&self.digits);
            let empty = Quad::splat(BAND).without(claims.one);
            if empty.any() {
                return State::Contradiction(empty);
            }
            if !claims.two.any() {
                return State::Full;
            }
            let single = claims.one.without(claims.two);
            self.tell(single);
            if self.dirty == 0 {
                return State::Open;
            }
            let closed = self.close_dirty();
            let wrong = closed.claims.two.or(closed.lost);
            if wrong.any() {
                return State::Contradiction(wrong);
            }
            self.clear_others(&closed);
        }
    }

    /// Makes the digits of cells dirty that newly have one candidate.
    #[inline]
    fn tell(&mut self, single: Quad) {
        let fresh = single.without(self.decided);
        self.decided = single;
        if fresh.any() {
            let mut marks = Marks::none();
            for (digit, cells) in self.digits.iter_mut().enumerate() {
                let chosen = choose_in_rows(*cells, cells.and(fresh));
                marks.add_unless(digit, chosen.equal_lanes(*cells));
                *cells = chosen;
            }
            self.dirty |= marks.digits();
        }
    }

    // The digits are closed independently of each other, so that the processor works at several of them at once.
    // Clearing the cells that the last one took before closing the next one took 1.3 times as long.
    #[inline]
    fn close_dirty(&mut self) -> Closed {
        let none = Quad::splat(0);
        let mut closed = Closed { alone: [none; 9], claims: Claims::none(), lost: none, again: Marks::none() };
        let mut dirty = self.dirty;
        while dirty != 0 {
            let digit = dirty.trailing_zeros() as usize;
            dirty &= dirty - 1;
            let cells = self.digits[digit];
            let (banded, cells) = close(cells);
            closed.again.add_unless(digit, cells.equal_lanes(banded));
            closed.lost = closed.lost.or(cells.empty_lanes());
            closed.alone[digit] = alone_in_row(cells);
            closed.claims.add(closed.alone[digit]);
            self.digits[digit] = cells;
        }
        closed
    }

    #[inline]
    fn clear_others(&mut self, closed: &Closed) {
        let mut dirty = closed.again;
        for (digit, (cells, &alone)) in self.digits.iter_mut().zip(&closed.alone).enumerate() {
            let cleared = cells.without(closed.claims.one.without(alone));
            dirty.add_unless(digit, cleared.equal_lanes(*cells));
            *cells = cleared;
        }
        self.dirty = dirty.digits();
    }

    /// For each digit and row the columns where the digit can stand, column 1 the lowest bit.
    pub(super) fn to_rows(self) -> [[u16; 9]; 9] {
        self.digits.map(|cells| {
            let bands = cells.lanes();
            std::array::from_fn(|row| (bands[row / 3] >> (9 * (row % 3)) & 0o777) as u16)
        })
    }

    /// The grid of a board that is [`State::Full`].
    pub(super) fn to_grid(self) -> Grid {
        let mut cells = [None; 96];
        for (candidates, digit) in self.digits.iter().zip(Digit::all()) {
            for (band, mut word) in candidates.lanes().into_iter().take(3).enumerate() {
                while word != 0 {
                    cells[27 * band + (word.trailing_zeros() & 31) as usize] = Some(digit);
                    word &= word - 1;
                }
            }
        }
        let mut grid = Grid::EMPTY;
        Cell::all().for_each(|cell| grid.set(cell, cells[cell.index()]));
        grid
    }
}
