//! What follows from the extra candidates of a unique loop.

use super::super::place::choices;
use super::super::scan;
use super::super::subsets::collect;
use super::super::{Candidate, Evidence, Group, HouseRole, Place, Role, Score, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet, House};
use std::ops::ControlFlow;

/// Adds the steps that a loop of these two digits offers.
pub(super) fn steps_of(state: &State, cells: CellSet, pair: [Digit; 2], steps: &mut Vec<Step>) {
    let found = Loop::new(state, cells, pair);
    match found.extra_cells.len() {
        0 => {}
        1 => steps.extend(found.step(1, state.candidates_of(found.pair, found.extra_cells).collect())),
        count => {
            if let (1, Some(digit)) = (found.extras.len(), found.extras.first()) {
                let seen = found.extra_cells.into_iter().fold(state.cells(digit), |cells, cell| cells & cell.peers());
                steps.extend(found.step(2, of(digit, seen).collect()));
            }
            if count == 2 {
                found.add_type_4(pair, steps);
                if found.extras.len() > 1 {
                    found.add_type_3(steps);
                }
            }
        }
    }
}

struct Loop<'a> {
    state: &'a State,
    cells: CellSet,
    pair: DigitSet,
    /// The cells with other candidates than the pair, and these.
    extra_cells: CellSet,
    extras: DigitSet,
}

impl<'a> Loop<'a> {
    fn new(state: &'a State, cells: CellSet, pair: [Digit; 2]) -> Self {
        let pair: DigitSet = pair.into_iter().collect();
        let extra_cells: CellSet = cells.into_iter().filter(|&cell| state.digits(cell) != pair).collect();
        let extras = extra_cells.into_iter().fold(DigitSet::EMPTY, |union, cell| union | state.digits(cell)) - pair;
        Self { state, cells, pair, extra_cells, extras }
    }

    /// One of the pair is locked into the two extra cells of a house, so the other is in neither.
    fn add_type_4(&self, [a, b]: [Digit; 2], steps: &mut Vec<Step>) {
        for house in self.shared_houses() {
            for (locked, other) in [(a, b), (b, a)] {
                if self.state.cells_in(house, locked) == self.extra_cells {
                    let others = of(other, self.state.cells(other) & self.extra_cells).collect();
                    if let Some(mut step) = self.step(4, others) {
                        step.evidence.houses.push((house, HouseRole::Base));
                        steps.push(step);
                    }
                }
            }
        }
    }

    /// The two extra cells act as one cell that has the extra candidates, in a naked or a hidden subset.
    fn add_type_3(&self, steps: &mut Vec<Step>) {
        for house in self.shared_houses() {
            self.add_naked::<1>(house, steps);
            self.add_naked::<2>(house, steps);
            self.add_naked::<3>(house, steps);
            self.add_hidden::<0>(house, steps);
            self.add_hidden::<1>(house, steps);
            self.add_hidden::<2>(house, steps);
        }
    }

    /// A naked subset of the extra candidates and `N` other cells.
    fn add_naked<const N: usize>(&self, house: House, steps: &mut Vec<Step>) {
        let others = (self.state.empty() & house.cell_set()) - self.extra_cells;
        if others.len() < 2 * N {
            return;
        }
        let (places, count) = collect(|place| {
            let cell = Place::new(place).cell(house);
            others.contains(cell) && (2..=N + 1).contains(&self.state.digits(cell).len())
        });
        let _ = choices::<usize, N>(&places[..count], |places| {
            let cells = places.map(|place| Place::new(place).cell(house));
            let digits = cells.iter().fold(self.extras, |union, &cell| union | self.state.digits(cell));
            let cells: CellSet = cells.into_iter().collect();
            if digits.len() == N + 1 {
                let eliminations = self.state.candidates_of(digits, others - cells).collect();
                let group = Group { cells: cells | self.extra_cells, digits, shared: self.extras };
                steps.extend(self.type_3(house, group, N as u16, eliminations));
            }
            ControlFlow::Continue(())
        });
    }

    /// A hidden subset of the pair and `N` other digits, one place of which is one of the extra cells. As in Sudoku
    /// Explainer, it has at least as many digits as there are extra candidates.
    fn add_hidden<const N: usize>(&self, house: House, steps: &mut Vec<Step>) {
        let others = (self.state.empty() & house.cell_set()) - self.extra_cells;
        if others.len() <= 2 * N + 2 || self.extras.len() > N + 2 {
            return;
        }
        let (digits, count) = collect(|digit| {
            let digit = Digit::from_index(digit);
            !(self.pair | self.extras).contains(digit) && !self.state.places(house, digit).is_empty()
        });
        let mut each = |chosen: &[usize]| {
            let digits = self.pair | chosen.iter().map(|&digit| Digit::from_index(digit)).collect();
            let cells = digits.into_iter().fold(CellSet::EMPTY, |all, digit| all | self.state.cells_in(house, digit));
            let cells = cells & others;
            if cells.len() == N + 1 {
                let eliminations = self.state.candidates_of(!digits, cells).collect();
                let group = Group { cells: cells | self.extra_cells, digits, shared: self.pair };
                steps.extend(self.type_3(house, group, N as u16, eliminations));
            }
        };
        if N == 0 {
            each(&[]);
        } else {
            let _ = choices::<usize, N>(&digits[..count], |chosen| {
                each(&chosen);
                ControlFlow::Continue(())
            });
        }
    }

    fn type_3(&self, house: House, group: Group, more: u16, eliminations: Vec<Candidate>) -> Option<Step> {
        let mut step = self.step(3, eliminations)?;
        step.score = step.score.map(|score| score.plus(more));
        step.evidence.houses.push((house, HouseRole::Base));
        step.evidence.groups.push(group);
        Some(step)
    }

    /// The houses of both extra cells.
    fn shared_houses(&self) -> impl Iterator<Item = House> {
        let cells = self.extra_cells;
        let first = cells.first().into_iter().flat_map(scan::houses_of);
        first.filter(move |house: &House| cells.is_subset(house.cell_set()))
    }

    fn step(&self, kind: u8, eliminations: Vec<Candidate>) -> Option<Step> {
        use Technique as T;
        if eliminations.is_empty() {
            return None;
        }
        let (rectangle, longer) = match kind {
            1 => (T::UniqueRectangle1, T::UniqueLoop1),
            2 => (T::UniqueRectangle2, T::UniqueLoop2),
            3 => (T::UniqueRectangle3, T::UniqueLoop3),
            _ => (T::UniqueRectangle4, T::UniqueLoop4),
        };
        let technique = if self.cells.len() == 4 { rectangle } else { longer };
        let score = match self.cells.len() {
            4 => 45,
            6 => 46,
            8 => 47,
            _ => 50,
        };
        let members = self.state.candidates_of(self.pair, self.cells).map(|candidate| (candidate, Role::Member));
        let fins = self.state.candidates_of(self.extras, self.extra_cells).map(|candidate| (candidate, Role::Fin));
        let candidates = members.chain(fins).collect();
        let evidence = Evidence { digits: self.pair, cells: self.cells, candidates, ..Evidence::default() };
        Some(Step { score: Some(Score::tenths(score)), eliminations, evidence, ..Step::new(technique) })
    }
}

fn of(digit: Digit, cells: CellSet) -> impl Iterator<Item = Candidate> {
    cells.into_iter().map(move |cell: Cell| Candidate::new(cell, digit))
}
