use std::ops::ControlFlow;

use super::super::{Finder, Sink, State, Technique};
use super::rectangle_types::Pattern;
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// Four cells in two rows, two columns and two boxes, going round: the first and the third are opposite corners.
pub(super) type Corners = [Cell; 4];

/// All rectangles of a board.
pub(super) fn rectangles() -> impl Iterator<Item = Corners> {
    let pairs = || (0..9).flat_map(|a| (a + 1..9).map(move |b| (a, b)));
    let corners = pairs().flat_map(move |rows| pairs().map(move |columns| (rows, columns)));
    corners.filter_map(|((top, bottom), (left, right))| {
        // Two boxes: either the rows or the columns are of one band or stack, and not both.
        let of_two_boxes = (top / 3 == bottom / 3) != (left / 3 == right / 3);
        let corners = [Cell::at(top, left), Cell::at(top, right), Cell::at(bottom, right), Cell::at(bottom, left)];
        of_two_boxes.then_some(corners)
    })
}

/// Unique rectangles, types 1 to 6, and hidden rectangles. If all four cells held two digits, these could be exchanged,
/// and there would be a second solution; so one of the other candidates is true. A cell may lack one of the two digits.
pub struct UniqueRectangles;

impl Finder for UniqueRectangles {
    fn techniques(&self) -> &'static [Technique] {
        use Technique as T;
        &[
            T::UniqueRectangle1,
            T::UniqueRectangle2,
            T::UniqueRectangle3,
            T::UniqueRectangle4,
            T::UniqueRectangle5,
            T::UniqueRectangle6,
            T::HiddenRectangle,
        ]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for corners in rectangles() {
            let cells: CellSet = corners.into_iter().collect();
            if !cells.is_subset(state.empty()) {
                continue;
            }
            for [a, b] in pairs_of(state, corners) {
                let pair = [a, b].into_iter().collect();
                let fits = |cell: &Cell| !(state.digits(*cell) & pair).is_empty();
                let floor: CellSet = cells.into_iter().filter(|&cell| state.digits(cell).is_subset(pair)).collect();
                if !floor.is_empty() && corners.iter().all(fits) {
                    Pattern { state, corners, pair: [a, b], floor }.steps(sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The pairs of digits that a corner has at most.
fn pairs_of(state: &State, corners: Corners) -> impl Iterator<Item = [Digit; 2]> {
    let all = corners.iter().fold(DigitSet::EMPTY, |union, &cell| union | state.digits(cell));
    let small: Vec<DigitSet> = corners.map(|cell| state.digits(cell)).into_iter().filter(|d| d.len() <= 2).collect();
    let pairs = all.into_iter().flat_map(move |a| all.into_iter().filter(move |&b| b > a).map(move |b| [a, b]));
    pairs.filter(move |pair| small.iter().any(|digits| digits.is_subset(pair.iter().copied().collect())))
}
