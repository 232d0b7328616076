use std::ops::ControlFlow;

use super::super::place::choices;
use super::super::subsets::collect;
use super::super::{Candidate, Evidence, Finder, Group, HouseRole, Place, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet, House};

/// Bivalue universal graves: all empty cells would have two candidates, and all digits two places in each house where
/// they are missing, if it were not for a few extra candidates. Such a grid has no solution or several, so one of the
/// extra candidates is true.
pub struct BivalueUniversalGrave;

impl Finder for BivalueUniversalGrave {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::Bug1, Technique::Bug2, Technique::Bug3, Technique::Bug4]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let Some(grave) = Grave::of(state) else { return ControlFlow::Continue(()) };
        if grave.cells.len() == 1 {
            let others = grave.cells.into_iter().flat_map(|cell| grave.base_of(cell));
            return sink.emit(grave.step(Technique::Bug1, others.collect()));
        }
        if let (1, Some(digit)) = (grave.extras.len(), grave.extras.first()) {
            let seen = grave.cells.into_iter().fold(state.cells(digit), |seen, cell| seen & cell.peers());
            let eliminations = seen.into_iter().map(|cell| Candidate::new(cell, digit)).collect();
            sink.emit(grave.step(Technique::Bug2, eliminations))?;
        }
        for house in House::ALL.into_iter().filter(|house| grave.cells.is_subset(house.cell_set())) {
            grave.type_4(house, sink)?;
            grave.type_3::<1>(house, sink)?;
            grave.type_3::<2>(house, sink)?;
            grave.type_3::<3>(house, sink)?;
        }
        ControlFlow::Continue(())
    }
}

struct Grave<'a> {
    state: &'a State,
    /// The cells with extra candidates.
    cells: CellSet,
    /// Those of each cell, and those of all.
    extras_of: [DigitSet; 81],
    extras: DigitSet,
}

impl<'a> Grave<'a> {
    fn of(state: &'a State) -> Option<Self> {
        let cells: CellSet = state.empty().into_iter().filter(|&cell| state.digits(cell).len() > 2).collect();
        let mut grave = Self { state, cells, extras_of: [DigitSet::EMPTY; 81], extras: DigitSet::EMPTY };
        if cells.is_empty() {
            return None;
        }
        for cell in cells {
            let crowded = |digit: &Digit| cell.houses().iter().all(|&house| state.places(house, *digit).len() > 2);
            let extras: DigitSet = state.digits(cell).into_iter().filter(crowded).collect();
            grave.extras_of[cell.index()] = extras;
            grave.extras |= extras;
        }
        grave.is_grave().then_some(grave)
    }

    /// Whether two candidates are left in every cell, and two places or none of every digit in every house, once the
    /// extra candidates are gone.
    fn is_grave(&self) -> bool {
        let base = |cell: Cell| self.state.digits(cell) - self.extras_of[cell.index()];
        let two_digits = self.state.empty().into_iter().all(|cell| base(cell).len() == 2);
        let two_places = |house: House, digit: Digit| {
            let places = self.state.cells_in(house, digit).into_iter();
            matches!(places.filter(|&cell| base(cell).contains(digit)).count(), 0 | 2)
        };
        two_digits && House::ALL.into_iter().all(|house| Digit::ALL.into_iter().all(|digit| two_places(house, digit)))
    }

    /// The candidates of a cell that are no extra ones.
    fn base_of(&self, cell: Cell) -> impl Iterator<Item = Candidate> {
        let digits = self.state.digits(cell) - self.extras_of[cell.index()];
        digits.into_iter().map(move |digit| Candidate::new(cell, digit))
    }

    /// Two cells of a house have a digit besides the extra ones: it is in one of them, and an extra one in the other.
    fn type_4(&self, house: House, sink: &mut Sink<'_>) -> ControlFlow<()> {
        if self.cells.len() != 2 {
            return ControlFlow::Continue(());
        }
        let bases = self.cells.into_iter().map(|cell| self.state.digits(cell) - self.extras_of[cell.index()]);
        let shared = bases.fold(DigitSet::ALL, |shared, base| shared & base);
        for digit in shared.into_iter().filter(|&digit| self.state.cells_in(house, digit) == self.cells) {
            let others = self.cells.into_iter().flat_map(|cell| self.base_of(cell));
            let mut step = self.step(Technique::Bug4, others.filter(|other| other.digit() != digit).collect());
            step.evidence.houses.push((house, HouseRole::Base));
            sink.emit(step)?;
        }
        ControlFlow::Continue(())
    }

    /// The cells act as one that has the extra candidates, in a naked subset with `N` others.
    fn type_3<const N: usize>(&self, house: House, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let others = (self.state.empty() & house.cell_set()) - self.cells;
        let (places, count) = collect(|place| others.contains(Place::new(place).cell(house)));
        choices::<usize, N>(&places[..count], |places| {
            let cells: CellSet = places.into_iter().map(|place| Place::new(place).cell(house)).collect();
            let digits = cells.into_iter().fold(self.extras, |union, cell| union | self.state.digits(cell));
            if digits.len() != N + 1 {
                return ControlFlow::Continue(());
            }
            let mut step = self.step(Technique::Bug3, self.state.candidates_of(digits, others - cells).collect());
            step.score = step.score.map(|score| score.plus(N as u16 - 1));
            step.evidence.houses.push((house, HouseRole::Base));
            step.evidence.groups.push(Group { cells: cells | self.cells, digits, shared: self.extras });
            sink.emit(step)
        })
    }

    fn step(&self, technique: Technique, eliminations: Vec<Candidate>) -> Step {
        let extras =
            |cell: Cell| self.extras_of[cell.index()].into_iter().map(move |digit| Candidate::new(cell, digit));
        let evidence = Evidence {
            digits: self.extras,
            cells: self.cells,
            candidates: self.cells.into_iter().flat_map(extras).map(|extra| (extra, Role::Fin)).collect(),
            ..Evidence::default()
        };
        Step { eliminations, evidence, ..Step::new(technique) }
    }
}
