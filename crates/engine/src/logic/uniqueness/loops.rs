use std::ops::ControlFlow;

use super::super::scan;
use super::super::{Finder, Sink, State, Step, Technique};
use super::loop_types::steps_of;
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// Unique rectangles and longer loops, types 1 to 4, the easiest rating first.
///
/// A loop of cells, each in a house with the next, could hold two digits in turn if it had no other candidates; the
/// digits could then be exchanged, and there would be a second solution. So one of the extra candidates is true.
///
/// ```text
///   12  .  . | 12  .  .       Each house of the loop has two of its cells, one at an even
///    .  .  . |  .  .  .       and one at an odd place of the loop.
///   12  .  . | 123 .  .       Here r3c4 is 3.
/// ```
pub struct UniqueLoops;

impl Finder for UniqueLoops {
    fn techniques(&self) -> &'static [Technique] {
        &[
            Technique::UniqueRectangle1,
            Technique::UniqueRectangle2,
            Technique::UniqueRectangle3,
            Technique::UniqueRectangle4,
            Technique::UniqueLoop1,
            Technique::UniqueLoop2,
            Technique::UniqueLoop3,
            Technique::UniqueLoop4,
        ]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut steps: Vec<Step> = Vec::new();
        let bivalue = state.bivalue();
        for start in bivalue {
            let mut found: Vec<CellSet> = Vec::new();
            let mut digits = state.digits(start).into_iter();
            let (Some(a), Some(b)) = (digits.next(), digits.next()) else { continue };
            Walk::new(state, [a, b], start).each(|loop_cells| {
                let cells: CellSet = loop_cells.iter().copied().collect();
                if !found.contains(&cells) {
                    found.push(cells);
                    steps_of(state, cells, [a, b], &mut steps);
                }
            });
        }
        steps.sort_by_key(|step| (step.score, step.technique));
        steps.into_iter().try_for_each(|step| sink.emit(step))
    }
}

/// Two cells in each of a loop's houses: at most 18 cells.
const LONGEST: usize = 18;

/// The search for loops through a start, depth first.
struct Walk<'a> {
    state: &'a State,
    pair: DigitSet,
    /// The cells that have both digits, without those bivalue ones before the start, whose own search had them.
    open: CellSet,
    path: [Cell; LONGEST],
    /// The next peer to try at each place of the path.
    next: [usize; LONGEST],
    len: usize,
}

impl<'a> Walk<'a> {
    fn new(state: &'a State, digits: [Digit; 2], start: Cell) -> Self {
        let pair: DigitSet = digits.into_iter().collect();
        let both = state.cells(digits[0]) & state.cells(digits[1]);
        let open = both.into_iter().filter(|&cell| cell > start || state.digits(cell) != pair).collect();
        Self { state, pair, open, path: [start; LONGEST], next: [0; LONGEST], len: 1 }
    }

    fn each(mut self, mut found: impl FnMut(&[Cell])) {
        while self.len > 0 {
            let last = self.len - 1;
            let Some(&cell) = scan::peers_of(self.path[last]).get(self.next[last]) else {
                self.len -= 1;
                continue;
            };
            self.next[last] += 1;
            if cell == self.path[0] {
                if self.len >= 4 && self.is_loop() {
                    found(&self.path[..self.len]);
                }
            } else if self.len < LONGEST && self.may_add(cell) {
                self.path[self.len] = cell;
                self.next[self.len] = 0;
                self.len += 1;
            }
        }
    }

    /// Whether no house of the cell gets a third cell of the loop, or a second one of the same turn; and whether there
    /// are at most two cells with extra candidates, or any number with the same one.
    fn may_add(&self, cell: Cell) -> bool {
        let path = &self.path[..self.len];
        if !self.open.contains(cell) || path.contains(&cell) {
            return false;
        }
        let same_turn = path.iter().skip(self.len % 2).step_by(2);
        let other_turn: CellSet = path.iter().skip(1 - self.len % 2).step_by(2).copied().collect();
        let crowded = scan::houses_of(cell).iter().any(|house| (house.cell_set() & other_turn).len() > 1);
        if crowded || same_turn.into_iter().any(|other| cell.peers().contains(*other)) {
            return false;
        }
        let extras = path.iter().chain([&cell]).map(|&cell| self.state.digits(cell) - self.pair);
        let with_extras = extras.clone().filter(|extra| !extra.is_empty()).count();
        with_extras <= 2 || extras.fold(DigitSet::EMPTY, |union, extra| union | extra).len() == 1
    }

    /// Whether each house that has a cell of the path has two, of either turn.
    fn is_loop(&self) -> bool {
        let turn = |first: usize| self.path[..self.len].iter().skip(first).step_by(2).copied().collect::<CellSet>();
        let (even, odd) = (turn(0), turn(1));
        let balanced = |cell: &Cell| {
            let count = |cells: CellSet, house: &crate::grid::House| (cells & house.cell_set()).len();
            scan::houses_of(*cell).iter().all(|house| count(even, house) == 1 && count(odd, house) == 1)
        };
        self.len.is_multiple_of(2) && self.path[..self.len].iter().all(balanced)
    }
}
