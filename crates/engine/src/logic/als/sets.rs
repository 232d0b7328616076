use super::super::State;
use crate::grid::{Cell, CellSet, Digit, DigitSet, House};

/// An almost locked set: cells of a house with one more candidate between them than there are cells. Without any one
/// of its digits, it holds all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct AlmostLockedSet {
    pub(in super::super) cells: CellSet,
    pub(in super::super) digits: DigitSet,
}

impl AlmostLockedSet {
    /// The places of a digit in the set.
    pub(in super::super) fn places(&self, state: &State, digit: Digit) -> CellSet {
        self.cells & state.cells(digit)
    }
}

/// All almost locked sets of `least` cells or more, each once, small ones first.
pub(in super::super) fn almost_locked_sets(state: &State, least: usize) -> Vec<AlmostLockedSet> {
    let mut sets: Vec<AlmostLockedSet> = Vec::new();
    for house in House::ALL {
        let cells: Vec<Cell> = (state.empty() & house.cell_set()).into_iter().collect();
        // The cells and digits of each choice of the house's cells, as a bit pattern.
        let mut choices = vec![(CellSet::EMPTY, DigitSet::EMPTY); 1 << cells.len()];
        for choice in 1..choices.len() {
            let cell = cells[choice.trailing_zeros() as usize];
            let (mut chosen, digits) = choices[choice & (choice - 1)];
            chosen.insert(cell);
            choices[choice] = (chosen, digits | state.digits(cell));
        }
        let fitting =
            choices.into_iter().filter(|(cells, digits)| cells.len() >= least && digits.len() == cells.len() + 1);
        sets.extend(fitting.map(|(cells, digits)| AlmostLockedSet { cells, digits }));
    }
    sets.sort_by_key(|set| (set.cells.len(), set.cells.into_iter().map(Cell::index).collect::<Vec<_>>()));
    sets.dedup();
    sets
}

/// The cells that see all of these.
pub(in super::super) fn seen_by_all(cells: CellSet) -> CellSet {
    cells.into_iter().fold(CellSet::ALL, |seen, cell| seen & cell.peers())
}
