//! The worst grids so far, without room for a hundred changes of the same one.

use sudoku_engine::grid::{Cell, Puzzle};

/// So many that are kin to each other may be kept.
const MOST_KIN: usize = 3;

/// A grid and what it cost.
#[derive(Clone, Copy)]
pub struct Kept {
    /// The grid.
    pub puzzle: Puzzle,
    /// Its guesses.
    pub guesses: u64,
}

/// Grids in falling order of their guesses.
pub struct Archive {
    room: usize,
    kept: Vec<Kept>,
}

impl Archive {
    /// Takes up to `room` grids.
    pub fn new(room: usize) -> Self {
        Self { room, kept: Vec::new() }
    }

    /// The grids, the worst first.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// The guesses of the worst; 0 when there is none.
    pub fn worst(&self) -> u64 {
        self.kept.first().map_or(0, |kept| kept.guesses)
    }

    /// Keeps the grid if it is worse than one of those that are kept, or than one of its kin when there are enough of
    /// these. Gives whether it was kept.
    pub fn offer(&mut self, new: Kept) -> bool {
        let full = self.kept.len() == self.room;
        if full && self.kept.last().is_none_or(|last| new.guesses <= last.guesses) {
            return false;
        }
        let kin: Vec<usize> = (0..self.kept.len()).filter(|&at| are_kin(&self.kept[at].puzzle, &new.puzzle)).collect();
        if kin.iter().any(|&at| self.kept[at].puzzle == new.puzzle) {
            return false;
        }
        if let Some(&mildest) = kin.last().filter(|_| kin.len() >= MOST_KIN) {
            if self.kept[mildest].guesses >= new.guesses {
                return false;
            }
            self.kept.remove(mildest);
        }
        let at = self.kept.partition_point(|kept| kept.guesses >= new.guesses);
        self.kept.insert(at, new);
        self.kept.truncate(self.room);
        true
    }
}

/// Whether at least half of the givens of one stand in the other as well.
fn are_kin(a: &Puzzle, b: &Puzzle) -> bool {
    let givens = |puzzle: &Puzzle| puzzle.grid().givens().count();
    let common = |cell: Cell| a.grid().get(cell).is_some() && a.grid().get(cell) == b.grid().get(cell);
    2 * Cell::ALL.into_iter().filter(|&cell| common(cell)).count() >= givens(a).min(givens(b))
}
