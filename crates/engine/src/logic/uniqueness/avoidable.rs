use std::ops::ControlFlow;

use super::super::{Candidate, Evidence, Finder, Role, Sink, State, Step, Technique};
use super::rectangles::{Corners, rectangles};
use crate::grid::{CellSet, Digit, DigitSet};

/// Rectangles in which some cells are filled, but none was given. If they held two digits in turn, these could be
/// exchanged in the solution, and there would be a second one.
pub struct AvoidableRectangles;

impl Finder for AvoidableRectangles {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::AvoidableRectangle1, Technique::AvoidableRectangle2]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for corners in rectangles() {
            let cells: CellSet = corners.into_iter().collect();
            let open = cells & state.empty();
            if !(cells & state.givens()).is_empty() || !(1..=2).contains(&open.len()) {
                continue;
            }
            if let Some(deadly) = deadly(state, corners) {
                sink.emit(step(state, corners, open, deadly))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The digits that the corners would hold in turn, as the filled ones have it; `None` if these differ from that, or do
/// not show both digits.
fn deadly(state: &State, corners: Corners) -> Option<[Digit; 4]> {
    let turn = |first: usize| {
        let filled = [first, first + 2].into_iter().filter_map(|at| state.grid().get(corners[at]));
        let digits: DigitSet = filled.collect();
        digits.first().filter(|_| digits.len() == 1)
    };
    let (even, odd) = (turn(0)?, turn(1)?);
    (even != odd).then_some([even, odd, even, odd])
}

fn step(state: &State, corners: Corners, open: CellSet, deadly: [Digit; 4]) -> Step {
    let ends: Vec<Candidate> =
        (0..4).filter(|&at| open.contains(corners[at])).map(|at| Candidate::new(corners[at], deadly[at])).collect();
    let mut step = Step::new(Technique::AvoidableRectangle1);
    if let [end] = ends[..] {
        step.eliminations.extend(Some(end).filter(|&end| state.has(end)));
    } else {
        step.technique = Technique::AvoidableRectangle2;
        let others = |end: &Candidate| state.digits(end.cell()) - DigitSet::from_iter([end.digit()]);
        let union = ends.iter().fold(DigitSet::EMPTY, |union, end| union | others(end));
        if let (1, Some(digit)) = (union.len(), union.first())
            && ends.iter().all(|&end| state.has(end))
        {
            let seen = ends.iter().fold(state.cells(digit), |seen, end| seen & end.cell().peers());
            step.eliminations.extend(seen.into_iter().map(|cell| Candidate::new(cell, digit)));
        }
    }
    step.evidence = Evidence {
        digits: deadly.into_iter().collect(),
        cells: corners.into_iter().collect(),
        candidates: ends.into_iter().map(|end| (end, Role::Member)).collect(),
        ..Evidence::default()
    };
    step
}
