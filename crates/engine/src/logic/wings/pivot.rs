use std::ops::ControlFlow;

use super::super::scan;
use super::super::{Candidate, Evidence, Finder, Group, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// A pivot of two candidates x and y sees a wing of x and z and a wing of y and z: what sees both wings is not z.
pub struct XyWing;

impl Finder for XyWing {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::XyWing]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        each_wing(state, 2, sink)
    }
}

/// As an XY-wing, but the pivot has z too: what sees the pivot and both wings is not z.
pub struct XyzWing;

impl Finder for XyzWing {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::XyzWing]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        each_wing(state, 3, sink)
    }
}

fn each_wing(state: &State, size: usize, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let bivalue = state.bivalue();
    for pivot in state.empty() {
        let digits = state.digits(pivot);
        if digits.len() != size {
            continue;
        }
        let fits = |wing: Cell| (digits & state.digits(wing)).len() == size - 1;
        let wings = || scan::peers_of(pivot).iter().copied().filter(|&wing| bivalue.contains(wing) && fits(wing));
        for (at, first) in wings().enumerate() {
            for second in wings().skip(at + 1) {
                let shared = state.digits(first) & state.digits(second);
                let all = digits | state.digits(first) | state.digits(second);
                if let (1, 3, Some(z)) = (shared.len(), all.len(), shared.first())
                    && digits.contains(z) == (size == 3)
                {
                    sink.emit(step(state, [pivot, first, second], z))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn step(state: &State, [pivot, first, second]: [Cell; 3], z: Digit) -> Step {
    let pivot_has_z = state.digits(pivot).contains(z);
    let technique = if pivot_has_z { Technique::XyzWing } else { Technique::XyWing };
    let mut excluded = state.cells(z) & first.peers() & second.peers();
    excluded.remove(pivot);
    if pivot_has_z {
        excluded &= pivot.peers();
    }
    let cells: CellSet = [pivot, first, second].into_iter().collect();
    let shared = DigitSet::from_iter([z]);
    let group = |cell: Cell| Group { cells: [cell].into_iter().collect(), digits: state.digits(cell), shared };
    let role = |candidate: Candidate| if candidate.digit() == z { Role::On } else { Role::Member };
    let members = state.candidates_of(DigitSet::ALL, cells);
    let evidence = Evidence {
        digits: state.digits(pivot) | shared,
        cells,
        candidates: members.map(|candidate| (candidate, role(candidate))).collect(),
        groups: vec![group(pivot), group(first), group(second)],
        ..Evidence::default()
    };
    let eliminations = excluded.into_iter().map(|cell| Candidate::new(cell, z)).collect();
    Step { eliminations, evidence, ..Step::new(technique) }
}
