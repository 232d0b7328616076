use std::ops::ControlFlow;

use super::super::place::choices;
use super::super::scan;
use super::super::{Candidate, Evidence, Finder, HouseRole, Place, PlaceSet, Role, Sink, State, Step, Technique};
use crate::grid::{CellSet, Digit, DigitSet, House};

/// `N` cells of a house that have `N` candidates between them: no other cell of the house holds these.
///
/// As in Sudoku Explainer, one house is looked at, and only if it has at least `2 N` empty cells: a larger naked subset
/// is a smaller hidden one of the other digits.
pub struct NakedSubset<const N: usize>;

impl<const N: usize> Finder for NakedSubset<N> {
    fn techniques(&self) -> &'static [Technique] {
        const BY_SIZE: &[Technique] = &[Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuadruple];
        &BY_SIZE[N - 2..N - 1]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for house in scan::HOUSES {
            let empty = state.empty() & house.cell_set();
            if empty.len() < 2 * N {
                continue;
            }
            let (places, count) = collect(|place| (2..=N).contains(&state.digits(Place::new(place).cell(house)).len()));
            choices::<usize, N>(&places[..count], |places| {
                let cells = places.map(|place| Place::new(place).cell(house));
                let digits = cells.iter().fold(DigitSet::EMPTY, |union, &cell| union | state.digits(cell));
                if digits.len() != N {
                    return ControlFlow::Continue(());
                }
                sink.emit(naked(state, house, cells.into_iter().collect(), digits))
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// `N` digits that have `N` places in a house between them: these cells hold no other digit.
///
/// As in Sudoku Explainer, only houses of more than `2 N` empty cells are looked at.
pub struct HiddenSubset<const N: usize>;

impl<const N: usize> Finder for HiddenSubset<N> {
    fn techniques(&self) -> &'static [Technique] {
        const BY_SIZE: &[Technique] = &[Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuadruple];
        &BY_SIZE[N - 2..N - 1]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        each_hidden::<N>(state, 2 * N + 1, |house, cells, digits| sink.emit(hidden(state, house, cells, digits)))
    }
}

/// A hidden subset that leaves another digit one place in the house.
pub struct DirectHiddenSubset<const N: usize>;

impl<const N: usize> Finder for DirectHiddenSubset<N> {
    fn techniques(&self) -> &'static [Technique] {
        const BY_SIZE: &[Technique] = &[Technique::DirectHiddenPair, Technique::DirectHiddenTriple];
        &BY_SIZE[N - 2..N - 1]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        each_hidden::<N>(state, N + 1, |house, cells, digits| {
            for digit in !digits {
                let places = state.cells_in(house, digit);
                let left = places - cells;
                if places.len() > 1 && left.len() == 1 {
                    let mut step = hidden(state, house, cells, digits);
                    step.technique = if N == 2 { Technique::DirectHiddenPair } else { Technique::DirectHiddenTriple };
                    step.score = step.technique.info().score;
                    step.eliminations.clear();
                    step.placements = left.into_iter().map(|cell| Candidate::new(cell, digit)).collect();
                    sink.emit(step)?;
                }
            }
            ControlFlow::Continue(())
        })
    }
}

/// Calls `each` with the house, the cells and the digits of every hidden subset in the houses of at least `least` empty
/// cells.
pub(super) fn each_hidden<const N: usize>(
    state: &State,
    least: usize,
    mut each: impl FnMut(House, CellSet, DigitSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in scan::HOUSES {
        if (state.empty() & house.cell_set()).len() < least {
            continue;
        }
        let (digits, count) = collect(|digit| (2..=N).contains(&state.places(house, Digit::from_index(digit)).len()));
        choices::<usize, N>(&digits[..count], |digits| {
            let digits = digits.map(Digit::from_index);
            let places = digits.iter().fold(PlaceSet::EMPTY, |union, &digit| union | state.places(house, digit));
            if places.len() != N {
                return ControlFlow::Continue(());
            }
            each(house, places.cells(house), digits.into_iter().collect())
        })?;
    }
    ControlFlow::Continue(())
}

/// The numbers of 0 to 8 that can be part of a subset, and how many there are.
pub(in super::super) fn collect(fits: impl Fn(usize) -> bool) -> ([usize; 9], usize) {
    let (mut all, mut count) = ([0; 9], 0);
    for index in (0..9).filter(|&index| fits(index)) {
        all[count] = index;
        count += 1;
    }
    (all, count)
}

pub(super) fn naked(state: &State, house: House, cells: CellSet, digits: DigitSet) -> Step {
    let technique = match cells.len() {
        2 => Technique::NakedPair,
        3 => Technique::NakedTriple,
        _ => Technique::NakedQuadruple,
    };
    let eliminations = state.candidates_of(digits, house.cell_set() - cells).collect();
    Step { eliminations, evidence: evidence(state, house, cells, digits), ..Step::new(technique) }
}

pub(super) fn hidden(state: &State, house: House, cells: CellSet, digits: DigitSet) -> Step {
    let technique = match cells.len() {
        2 => Technique::HiddenPair,
        3 => Technique::HiddenTriple,
        _ => Technique::HiddenQuadruple,
    };
    let eliminations = state.candidates_of(!digits, cells).collect();
    Step { eliminations, evidence: evidence(state, house, cells, digits), ..Step::new(technique) }
}

pub(super) fn evidence(state: &State, house: House, cells: CellSet, digits: DigitSet) -> Evidence {
    let candidates = state.candidates_of(digits, cells).map(|candidate| (candidate, Role::Member)).collect();
    Evidence { digits, houses: vec![(house, HouseRole::Base)], cells, candidates, ..Evidence::default() }
}
