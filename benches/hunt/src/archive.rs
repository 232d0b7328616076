//! The worst grids so far, few of which may resemble each other.

use sudoku_engine::grid::{Cell, Puzzle};

/// How many grids that resemble each other are kept.
const MOST_ALIKE: usize = 3;

/// A grid and its cost.
#[derive(Clone, Copy)]
pub struct Kept {
    /// The grid.
    pub puzzle: Puzzle,
    /// The guesses that it takes.
    pub guesses: u64,
}

/// Grids, those of the most guesses first.
pub struct Archive {
    room: usize,
    kept: Vec<Kept>,
}

impl Archive {
    /// An empty archive with room for this many grids.
    pub fn new(room: usize) -> Self {
        Self { room, kept: Vec::new() }
    }

    /// The grids, the worst first.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// The guesses of the worst grid; 0 if there is none.
    pub fn worst(&self) -> u64 {
        self.kept.first().map_or(0, |kept| kept.guesses)
    }

    /// Keeps the grid if it is worse than the mildest of those kept, or than the mildest of those that resemble it once
    /// there are enough of these. Returns whether it was kept.
    pub fn offer(&mut self, new: Kept) -> bool {
        let full = self.kept.len() == self.room;
        if full && self.kept.last().is_none_or(|last| new.guesses <= last.guesses) {
            return false;
        }
        let alike: Vec<usize> =
            (0..self.kept.len()).filter(|&at| are_alike(&self.kept[at].puzzle, &new.puzzle)).collect();
        if alike.iter().any(|&at| self.kept[at].puzzle == new.puzzle) {
            return false;
        }
        if let Some(&mildest) = alike.last().filter(|_| alike.len() >= MOST_ALIKE) {
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

/// Whether the grids share at least half of the givens of the one that has fewer.
fn are_alike(a: &Puzzle, b: &Puzzle) -> bool {
    let givens = |puzzle: &Puzzle| puzzle.grid().givens().count();
    let common = |cell: Cell| a.grid().get(cell).is_some() && a.grid().get(cell) == b.grid().get(cell);
    2 * Cell::ALL.into_iter().filter(|&cell| common(cell)).count() >= givens(a).min(givens(b))
}
