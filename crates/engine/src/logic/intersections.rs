//! A digit whose places in one house all lie in another: it is excluded from the rest of the other.

use std::ops::ControlFlow;

use super::{Candidate, Evidence, Finder, HouseRole, Role, Sink, State, Step, Technique};
use crate::grid::{CellSet, Digit, DigitSet, House, HouseKind};

/// All places of a digit in a box lie on one line (pointing), or all places on a line in one box (claiming).
pub struct LockedCandidates;

impl Finder for LockedCandidates {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::Pointing, Technique::Claiming]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        each_lock(state, |base, cover, digit| {
            let technique = technique(base, Technique::Pointing, Technique::Claiming);
            sink.emit(step(state, base, cover, digit, technique))
        })
    }
}

/// Locked candidates that leave the digit one place in another house: a step that needs no pencil marks.
pub struct DirectLockedCandidates;

impl Finder for DirectLockedCandidates {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::DirectPointing, Technique::DirectClaiming]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        each_lock(state, |base, cover, digit| {
            for other in houses_of(base.kind()) {
                let places = state.cells_in(other, digit);
                let left = places - cover.cell_set();
                if other == base || left.len() != 1 || places.len() == 1 {
                    continue;
                }
                let technique = technique(base, Technique::DirectPointing, Technique::DirectClaiming);
                let mut step = step(state, base, cover, digit, technique);
                step.eliminations.clear();
                step.placements = left.into_iter().map(|cell| Candidate::new(cell, digit)).collect();
                step.evidence.houses.push((other, HouseRole::Source));
                sink.emit(step)?;
            }
            ControlFlow::Continue(())
        })
    }
}

/// Calls `each` with the house that locks a digit, the house that it is locked into, and the digit.
fn each_lock(state: &State, mut each: impl FnMut(House, House, Digit) -> ControlFlow<()>) -> ControlFlow<()> {
    use HouseKind::{Block, Column, Row};
    for (from, into) in [(Block, Column), (Block, Row), (Column, Block), (Row, Block)] {
        for base in houses_of(from) {
            for cover in houses_of(into) {
                let shared = base.cell_set() & cover.cell_set();
                if shared.is_empty() {
                    continue;
                }
                for digit in Digit::ALL {
                    let places = state.cells_in(base, digit);
                    if places.len() > 1 && places.is_subset(shared) {
                        each(base, cover, digit)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn houses_of(kind: HouseKind) -> impl Iterator<Item = House> {
    House::ALL.into_iter().filter(move |house| house.kind() == kind)
}

fn technique(base: House, pointing: Technique, claiming: Technique) -> Technique {
    if base.kind() == HouseKind::Block { pointing } else { claiming }
}

fn step(state: &State, base: House, cover: House, digit: Digit, technique: Technique) -> Step {
    let cells: CellSet = state.cells_in(base, digit);
    let excluded = state.cells_in(cover, digit) - base.cell_set();
    let of = |cells: CellSet| cells.into_iter().map(move |cell| Candidate::new(cell, digit));
    let evidence = Evidence {
        digits: DigitSet::from_iter([digit]),
        houses: vec![(base, HouseRole::Base), (cover, HouseRole::Cover)],
        cells,
        candidates: of(cells).map(|candidate| (candidate, Role::Member)).collect(),
        ..Evidence::default()
    };
    Step { eliminations: of(excluded).collect(), evidence, ..Step::new(technique) }
}
