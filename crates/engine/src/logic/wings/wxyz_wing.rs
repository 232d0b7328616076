use std::ops::ControlFlow;

use super::super::place::choices;
use super::super::{Candidate, Evidence, Finder, Group, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// Four cells with four candidates between them, all seen by a pivot among them, where all places of every candidate
/// but z see each other: each of these is held once at most, so one cell holds z, and what sees all places of z does
/// not.
pub struct WxyzWing;

impl Finder for WxyzWing {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::WxyzWing]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let few: CellSet =
            state.empty().into_iter().filter(|&cell| (2..=4).contains(&state.digits(cell).len())).collect();
        for pivot in few {
            sink.check()?;
            let wings: Vec<Cell> = (few & pivot.peers()).into_iter().collect();
            choices::<Cell, 3>(&wings, |wings| {
                let cells: CellSet = wings.into_iter().chain([pivot]).collect();
                let digits = cells.into_iter().fold(DigitSet::EMPTY, |union, cell| union | state.digits(cell));
                if digits.len() == 4 { wing(state, cells, digits, sink) } else { ControlFlow::Continue(()) }
            })?;
        }
        ControlFlow::Continue(())
    }
}

fn wing(state: &State, cells: CellSet, digits: DigitSet, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let restricted = |digit: &Digit| {
        let places = state.cells(*digit) & cells;
        places.into_iter().all(|cell| (places - cell.peers()).len() == 1)
    };
    let mut free = digits.into_iter().filter(|digit| !restricted(digit));
    let (Some(z), None) = (free.next(), free.next()) else { return ControlFlow::Continue(()) };
    let places = state.cells(z) & cells;
    let excluded = places.into_iter().fold(state.cells(z) - cells, |seen, cell| seen & cell.peers());
    let shared = [z].into_iter().collect();
    let evidence = Evidence {
        digits,
        cells,
        candidates: places.into_iter().map(|cell| (Candidate::new(cell, z), Role::On)).collect(),
        groups: vec![Group { cells, digits, shared }],
        ..Evidence::default()
    };
    let eliminations = excluded.into_iter().map(|cell| Candidate::new(cell, z)).collect();
    sink.emit(Step { eliminations, evidence, ..Step::new(Technique::WxyzWing) })
}
