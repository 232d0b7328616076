use std::fmt;

use super::{Candidate, Place, PlaceSet, Step};
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, House, HouseKind};

/// A position between the givens and the solution: the digits placed so far and the candidates of the empty cells.
///
/// A filled cell has no candidates here, unlike in [`Candidates`], so that each candidate is still to be decided. The
/// candidates are kept in three views, by cell, by digit, and by house and digit, in about 900 bytes.
///
/// ```
/// use sudoku_engine::grid::{Cell, Digit, Grid, House};
/// use sudoku_engine::logic::State;
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let state = State::new(&line.parse().unwrap());
/// assert_eq!(format!("{:?}", state.digits(Cell::at(0, 2))), "{1, 2, 4}");
/// assert!(state.digits(Cell::at(0, 0)).is_empty(), "r1c1 is filled");
/// assert_eq!(state.places(House::block(0), Digit::new(7).unwrap()).len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct State {
    grid: Grid,
    givens: CellSet,
    empty: CellSet,
    digits: [DigitSet; 81],
    cells: [CellSet; 9],
    /// The places of each digit in each house, in the order of [`House::ALL`].
    places: [[PlaceSet; 9]; 27],
}

impl State {
    /// The state of a puzzle before the first step: all filled cells are givens, and the empty ones have every
    /// candidate that the rules leave.
    pub fn new(grid: &Grid) -> Self {
        let candidates = Candidates::of(grid);
        let givens = grid.givens().map(|(cell, _)| cell).collect();
        Self::with_candidates(grid, givens, |cell| candidates.get(cell))
    }

    /// The state of a grid with these givens and candidates. What `candidates` returns for a filled cell is ignored.
    pub fn with_candidates(grid: &Grid, givens: CellSet, candidates: impl Fn(Cell) -> DigitSet) -> Self {
        let filled: CellSet = grid.givens().map(|(cell, _)| cell).collect();
        let mut state = Self {
            grid: *grid,
            givens,
            empty: !filled,
            digits: [DigitSet::EMPTY; 81],
            cells: [CellSet::EMPTY; 9],
            places: [[PlaceSet::EMPTY; 9]; 27],
        };
        for cell in !filled {
            candidates(cell).into_iter().for_each(|digit| state.insert(Candidate::new(cell, digit)));
        }
        state
    }

    /// The digits placed so far, givens included.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cells whose digits were given.
    #[inline]
    pub const fn givens(&self) -> CellSet {
        self.givens
    }

    /// The cells without a digit.
    #[inline]
    pub const fn empty(&self) -> CellSet {
        self.empty
    }

    /// Whether every cell has a digit.
    #[inline]
    pub const fn is_complete(&self) -> bool {
        self.empty.is_empty()
    }

    /// The candidates of a cell; none if it is filled.
    #[inline]
    pub const fn digits(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    /// The cells that have the digit as a candidate.
    #[inline]
    pub const fn cells(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// The cells of a house that have the digit as a candidate.
    #[inline]
    pub const fn cells_in(&self, house: House, digit: Digit) -> CellSet {
        self.cells(digit).intersection(house.cell_set())
    }

    /// The places of a house that have the digit as a candidate.
    #[inline]
    pub const fn places(&self, house: House, digit: Digit) -> PlaceSet {
        self.places[index_of(house)][digit.index()]
    }

    /// Whether the candidate is still there.
    #[inline]
    pub const fn has(&self, candidate: Candidate) -> bool {
        self.digits(candidate.cell()).contains(candidate.digit())
    }

    /// The cells that have exactly two candidates.
    pub fn bivalue(&self) -> CellSet {
        self.empty.into_iter().filter(|&cell| self.digits(cell).len() == 2).collect()
    }

    /// The candidates of these digits in these cells.
    pub fn candidates_of(&self, digits: DigitSet, cells: CellSet) -> impl Iterator<Item = Candidate> {
        let of = move |digit| (self.cells(digit) & cells).into_iter().map(move |cell| Candidate::new(cell, digit));
        digits.into_iter().flat_map(of)
    }

    /// Whether a cell has no candidate, or a house has no place for a digit: then there is no solution.
    pub fn is_contradictory(&self) -> bool {
        let stuck = |cell| self.digits(cell).is_empty();
        let missing = |house: House| {
            let placed: DigitSet = house.cells().into_iter().filter_map(|cell| self.grid.get(cell)).collect();
            (!placed).into_iter().any(|digit| self.places(house, digit).is_empty())
        };
        self.empty.into_iter().any(stuck) || House::ALL.into_iter().any(missing)
    }

    /// Removes a candidate, if it is there.
    pub const fn eliminate(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        self.digits[cell.index()].remove(digit);
        self.cells[digit.index()].remove(cell);
        let [row, column, block] = cell.houses();
        self.places[index_of(row)][digit.index()].remove(Place::of(cell, HouseKind::Row));
        self.places[index_of(column)][digit.index()].remove(Place::of(cell, HouseKind::Column));
        self.places[index_of(block)][digit.index()].remove(Place::of(cell, HouseKind::Block));
    }

    /// Adds a candidate: the reverse of [`eliminate`](Self::eliminate).
    pub(super) const fn insert(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        self.digits[cell.index()].insert(digit);
        self.cells[digit.index()].insert(cell);
        let [row, column, block] = cell.houses();
        self.places[index_of(row)][digit.index()].insert(Place::of(cell, HouseKind::Row));
        self.places[index_of(column)][digit.index()].insert(Place::of(cell, HouseKind::Column));
        self.places[index_of(block)][digit.index()].insert(Place::of(cell, HouseKind::Block));
    }

    /// Places a digit: the cell is filled, and its peers lose the digit. Draws no further conclusions.
    pub fn place(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        self.digits(cell).into_iter().for_each(|other| self.eliminate(Candidate::new(cell, other)));
        (self.cells(digit) & cell.peers()).into_iter().for_each(|peer| self.eliminate(Candidate::new(peer, digit)));
        self.empty.remove(cell);
        self.grid.set(cell, Some(digit));
    }

    /// Makes the placements and eliminations of a step.
    pub fn apply(&mut self, step: &Step) {
        step.placements.iter().for_each(|&candidate| self.place(candidate));
        step.eliminations.iter().for_each(|&candidate| self.eliminate(candidate));
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut candidates = Candidates::of(&self.grid);
        for cell in self.empty {
            let gone = candidates.get(cell) - self.digits(cell);
            gone.into_iter().for_each(|digit| candidates.remove(cell, digit));
        }
        fmt::Debug::fmt(&candidates, f)
    }
}

/// Where a house stands in [`House::ALL`].
#[inline]
const fn index_of(house: House) -> usize {
    house.index()
        + match house.kind() {
            HouseKind::Row => 0,
            HouseKind::Column => 9,
            HouseKind::Block => 18,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_views_agree_after_every_change() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let mut state = State::new(&line.parse().unwrap());
        let mut step = 0;
        // Until no candidate is left, whatever becomes of the rules.
        while let Some(cell) = state.empty().into_iter().find(|&cell| !state.digits(cell).is_empty()) {
            let digit = state.digits(cell).first().unwrap();
            let candidate = Candidate::new(cell, digit);
            if step % 2 == 0 {
                state.eliminate(candidate);
            } else {
                state.place(candidate);
            }
            step += 1;
            for index in 0..Candidate::COUNT {
                let candidate = Candidate::from_index(index);
                let (cell, digit) = (candidate.cell(), candidate.digit());
                assert_eq!(state.cells(digit).contains(cell), state.has(candidate));
                for house in cell.houses() {
                    assert_eq!(
                        state.places(house, digit).contains(Place::of(cell, house.kind())),
                        state.has(candidate)
                    );
                    assert_eq!(state.places(house, digit).cells(house), state.cells_in(house, digit));
                }
            }
        }
        assert!(step > 20 && state.is_contradictory());
    }
}
