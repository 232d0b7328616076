use std::ops::ControlFlow;

use super::super::place::choices;
use super::super::scan;
use super::super::{Finder, HouseRole, Place, Sink, State, Step, Technique};
use super::explainer::{collect, each_hidden, evidence, hidden};
use crate::grid::{CellSet, DigitSet, House};

/// A naked pair or triple in cells that a box and a line share: no other cell of either holds these digits.
pub struct LockedSubset;

impl Finder for LockedSubset {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::LockedPair, Technique::LockedTriple]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        each_naked::<2>(state, |cells, digits| locked(state, cells, digits, Technique::LockedPair, sink))?;
        each_naked::<3>(state, |cells, digits| locked(state, cells, digits, Technique::LockedTriple, sink))
    }
}

/// As [`NakedSubset`](super::NakedSubset), in houses with any number of empty cells, and with all that the cells
/// exclude in two houses if they share two.
pub struct AnyNakedSubset<const N: usize>;

impl<const N: usize> Finder for AnyNakedSubset<N> {
    fn techniques(&self) -> &'static [Technique] {
        super::NakedSubset::<N>.techniques()
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let technique = self.techniques()[0];
        each_naked::<N>(state, |cells, digits| sink.emit(step(state, cells, digits, technique)))
    }
}

/// As [`HiddenSubset`](super::HiddenSubset), in houses with any number of empty cells.
pub struct AnyHiddenSubset<const N: usize>;

impl<const N: usize> Finder for AnyHiddenSubset<N> {
    fn techniques(&self) -> &'static [Technique] {
        super::HiddenSubset::<N>.techniques()
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        each_hidden::<N>(state, N + 1, |house, cells, digits| sink.emit(hidden(state, house, cells, digits)))
    }
}

/// Calls `each` with the cells and digits of every naked subset, once even if the cells share two houses.
fn each_naked<const N: usize>(
    state: &State,
    mut each: impl FnMut(CellSet, DigitSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in scan::HOUSES {
        let (places, count) = collect(|place| (2..=N).contains(&state.digits(Place::new(place).cell(house)).len()));
        choices::<usize, N>(&places[..count], |places| {
            let cells: CellSet = places.into_iter().map(|place| Place::new(place).cell(house)).collect();
            let digits = cells.into_iter().fold(DigitSet::EMPTY, |union, cell| union | state.digits(cell));
            let is_first = shared_houses(cells).next() == Some(house);
            if digits.len() == N && is_first { each(cells, digits) } else { ControlFlow::Continue(()) }
        })?;
    }
    ControlFlow::Continue(())
}

/// The houses that hold all of these cells.
fn shared_houses(cells: CellSet) -> impl Iterator<Item = House> {
    scan::HOUSES.into_iter().filter(move |house| cells.is_subset(house.cell_set()))
}

fn locked(
    state: &State,
    cells: CellSet,
    digits: DigitSet,
    technique: Technique,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let excludes = |house: House| state.candidates_of(digits, house.cell_set() - cells).next().is_some();
    if shared_houses(cells).filter(|&house| excludes(house)).count() < 2 {
        return ControlFlow::Continue(());
    }
    sink.emit(step(state, cells, digits, technique))
}

fn step(state: &State, cells: CellSet, digits: DigitSet, technique: Technique) -> Step {
    let houses: Vec<House> = shared_houses(cells).collect();
    let others = houses.iter().fold(CellSet::EMPTY, |union, house| union | house.cell_set()) - cells;
    let mut evidence = evidence(state, houses[0], cells, digits);
    evidence.houses = houses.into_iter().map(|house| (house, HouseRole::Base)).collect();
    Step { eliminations: state.candidates_of(digits, others).collect(), evidence, ..Step::new(technique) }
}
