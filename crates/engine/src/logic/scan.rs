//! The orders in which Sudoku Explainer looks at houses and cells. Which of several steps it takes first depends on
//! them, and on that step the ratings of later ones.

use crate::grid::{Cell, CellSet, House};

/// All houses: boxes, columns, rows.
pub(super) const HOUSES: [House; 27] = {
    let mut houses = [House::block(0); 27];
    let mut at = 0;
    while at < 9 {
        houses[at] = House::block(at);
        houses[at + 9] = House::column(at);
        houses[at + 18] = House::row(at);
        at += 1;
    }
    houses
};

/// The houses of a cell: box, row, column.
#[inline]
pub(super) const fn houses_of(cell: Cell) -> [House; 3] {
    let [row, column, block] = cell.houses();
    [block, row, column]
}

/// The peers of a cell: those of its box, then those left of its row, then those of its column.
#[inline]
pub(super) const fn peers_of(cell: Cell) -> &'static [Cell; 20] {
    &PEERS[cell.index()]
}

static PEERS: [[Cell; 20]; 81] = {
    let mut all = [[Cell::new(0); 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        all[cell] = peers_in_order(Cell::new(cell));
        cell += 1;
    }
    all
};

const fn peers_in_order(cell: Cell) -> [Cell; 20] {
    let mut peers = [cell; 20];
    let mut seen = CellSet::EMPTY;
    seen.insert(cell);
    let (mut count, mut at) = (0, 0);
    while at < 27 {
        let peer = houses_of(cell)[at / 9].cells()[at % 9];
        if !seen.contains(peer) {
            seen.insert(peer);
            peers[count] = peer;
            count += 1;
        }
        at += 1;
    }
    peers
}
