//! One place or one digit is left.

use std::ops::ControlFlow;

use super::scan;
use super::{Candidate, Evidence, Finder, HouseRole, Role, Score, Sink, State, Step, Technique};
use crate::grid::{Digit, DigitSet, House, HouseKind};

/// The last empty cell of a house.
pub struct FullHouse;

impl Finder for FullHouse {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::FullHouse]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for house in scan::HOUSES {
            if (state.empty() & house.cell_set()).len() == 1 {
                for digit in Digit::ALL {
                    only_place(state, house, digit, Technique::FullHouse).map_or(CONTINUE, |step| sink.emit(step))?;
                }
            }
        }
        CONTINUE
    }
}

/// A digit that has one place in a house; rated 1.2 in a box and 1.5 in a line.
pub struct HiddenSingle;

impl Finder for HiddenSingle {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::HiddenSingle]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for house in scan::HOUSES {
            for digit in Digit::ALL {
                if let Some(mut step) = only_place(state, house, digit, Technique::HiddenSingle) {
                    step.score = Some(Score::tenths(if house.kind() == HouseKind::Block { 12 } else { 15 }));
                    sink.emit(step)?;
                }
            }
        }
        CONTINUE
    }
}

/// A cell that has one candidate.
pub struct NakedSingle;

impl Finder for NakedSingle {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::NakedSingle]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for cell in state.empty() {
            let digits = state.digits(cell);
            if let (1, Some(digit)) = (digits.len(), digits.first()) {
                let evidence = Evidence { digits, cells: [cell].into_iter().collect(), ..Evidence::default() };
                let placements = vec![Candidate::new(cell, digit)];
                sink.emit(Step { placements, evidence, ..Step::new(Technique::NakedSingle) })?;
            }
        }
        CONTINUE
    }
}

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

fn only_place(state: &State, house: House, digit: Digit, technique: Technique) -> Option<Step> {
    let places = state.places(house, digit);
    if places.len() != 1 {
        return None;
    }
    let candidate = Candidate::new(places.first()?.cell(house), digit);
    let evidence = Evidence {
        digits: DigitSet::from_iter([digit]),
        houses: vec![(house, HouseRole::Base)],
        cells: [candidate.cell()].into_iter().collect(),
        candidates: vec![(candidate, Role::Member)],
        ..Evidence::default()
    };
    Some(Step { placements: vec![candidate], evidence, ..Step::new(technique) })
}
