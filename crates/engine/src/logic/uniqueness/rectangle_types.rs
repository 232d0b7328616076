//! What follows from the other candidates of a unique rectangle.

use std::ops::ControlFlow;

use super::super::place::choices;
use super::super::{Candidate, Evidence, Group, HouseRole, Role, Sink, State, Step, Technique};
use super::rectangles::Corners;
use crate::grid::{Cell, CellSet, Digit, DigitSet, House};

/// A rectangle with the two digits that not all of its cells may hold.
pub(super) struct Pattern<'a> {
    pub(super) state: &'a State,
    pub(super) corners: Corners,
    pub(super) pair: [Digit; 2],
    /// The cells that have no other candidates.
    pub(super) floor: CellSet,
}

impl Pattern<'_> {
    pub(super) fn steps(&self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let roof = self.roof();
        match roof.len() {
            1 => sink.emit(self.step(Technique::UniqueRectangle1, self.state.candidates_of(self.digits(), roof)))?,
            2 => self.with_two(sink)?,
            3 => self.with_one_extra_digit(Technique::UniqueRectangle5, sink)?,
            _ => {}
        }
        self.hidden(sink)
    }

    fn digits(&self) -> DigitSet {
        self.pair.into_iter().collect()
    }

    /// The cells that have other candidates.
    fn roof(&self) -> CellSet {
        self.corners.into_iter().collect::<CellSet>() - self.floor
    }

    fn extras(&self) -> DigitSet {
        self.roof().into_iter().fold(DigitSet::EMPTY, |union, cell| union | self.state.digits(cell)) - self.digits()
    }

    fn with_two(&self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let houses: Vec<House> = houses_of(self.roof()).collect();
        if houses.is_empty() {
            self.with_one_extra_digit(Technique::UniqueRectangle5, sink)?;
            return self.diagonal(sink);
        }
        self.with_one_extra_digit(Technique::UniqueRectangle2, sink)?;
        for house in houses {
            self.locked(house, sink)?;
            self.subset::<1>(house, sink)?;
            self.subset::<2>(house, sink)?;
            self.subset::<3>(house, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Types 2 and 5: the extra candidates are one digit, which is true in one of their cells.
    fn with_one_extra_digit(&self, technique: Technique, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let extras = self.extras();
        let (1, Some(digit)) = (extras.len(), extras.first()) else { return ControlFlow::Continue(()) };
        let seen = self.roof().into_iter().fold(self.state.cells(digit), |seen, cell| seen & cell.peers());
        sink.emit(self.step(technique, seen.into_iter().map(|cell| Candidate::new(cell, digit))))
    }

    /// Type 4: a house of the roof has one of the digits in no other cell, so the roof does not hold the other.
    fn locked(&self, house: House, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for [locked, other] in self.both_orders() {
            if self.is_confined(house, locked, self.roof()) {
                let others = self.state.candidates_of([other].into_iter().collect(), self.roof());
                let mut step = self.step(Technique::UniqueRectangle4, others);
                step.evidence.houses.push((house, HouseRole::Base));
                sink.emit(step)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Type 3: the roof acts as one cell of the extra candidates, in a naked subset with `N` others.
    fn subset<const N: usize>(&self, house: House, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let (roof, extras) = (self.roof(), self.extras());
        let others: Vec<Cell> = ((self.state.empty() & house.cell_set()) - roof).into_iter().collect();
        choices::<Cell, N>(&others, |cells| {
            let digits = cells.iter().fold(extras, |union, &cell| union | self.state.digits(cell));
            if digits.len() != N + 1 || extras.len() < 2 {
                return ControlFlow::Continue(());
            }
            let set = roof | cells.into_iter().collect();
            let excluded = houses_of(set).fold(CellSet::EMPTY, |union, house| union | house.cell_set()) - set;
            let mut step = self.step(Technique::UniqueRectangle3, self.state.candidates_of(digits, excluded));
            step.evidence.houses.push((house, HouseRole::Base));
            step.evidence.groups.push(Group { cells: set, digits, shared: extras });
            sink.emit(step)
        })
    }

    /// Type 6: one of the digits is in no other cells of the two rows, or of the two columns. If it were in the roof,
    /// the other would be in the floor.
    fn diagonal(&self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let cells: CellSet = self.corners.into_iter().collect();
        let lines = |corner: Cell| [House::row(corner.row()), House::column(corner.column())];
        let (first, third) = (lines(self.corners[0]), lines(self.corners[2]));
        for digit in self.pair {
            let confined = |house: House| self.is_confined(house, digit, cells);
            if (0..2).any(|kind| confined(first[kind]) && confined(third[kind])) {
                let digits = [digit].into_iter().collect();
                sink.emit(self.step(Technique::UniqueRectangle6, self.state.candidates_of(digits, self.roof())))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A corner opposite to the floor: its row and its column have one digit in no other cells. If it held the other
    /// one, so would the opposite corner, and their neighbours this one.
    fn hidden(&self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let cells: CellSet = self.corners.into_iter().collect();
        for at in 0..4 {
            let (corner, opposite) = (self.corners[at], self.corners[(at + 2) % 4]);
            if !self.floor.contains(opposite) {
                continue;
            }
            let lines = [House::row(corner.row()), House::column(corner.column())];
            for [strong, other] in self.both_orders() {
                if lines.iter().all(|&line| self.is_confined(line, strong, cells)) {
                    let excluded = Some(Candidate::new(corner, other)).filter(|&candidate| self.state.has(candidate));
                    let mut step = self.step(Technique::HiddenRectangle, excluded.into_iter());
                    step.evidence.houses.extend(lines.map(|line| (line, HouseRole::Base)));
                    sink.emit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the house has places for the digit in these cells, and in no others.
    fn is_confined(&self, house: House, digit: Digit, cells: CellSet) -> bool {
        let places = self.state.cells_in(house, digit);
        !places.is_empty() && places.is_subset(cells)
    }

    fn both_orders(&self) -> [[Digit; 2]; 2] {
        let [a, b] = self.pair;
        [[a, b], [b, a]]
    }

    fn step(&self, technique: Technique, eliminations: impl Iterator<Item = Candidate>) -> Step {
        let cells: CellSet = self.corners.into_iter().collect();
        let members = self.state.candidates_of(self.digits(), cells).map(|candidate| (candidate, Role::Member));
        let fins = self.state.candidates_of(self.extras(), self.roof()).map(|candidate| (candidate, Role::Fin));
        let evidence =
            Evidence { digits: self.digits(), cells, candidates: members.chain(fins).collect(), ..Evidence::default() };
        Step { eliminations: eliminations.collect(), evidence, ..Step::new(technique) }
    }
}

/// The houses that hold all of these cells.
fn houses_of(cells: CellSet) -> impl Iterator<Item = House> {
    House::ALL.into_iter().filter(move |house| cells.is_subset(house.cell_set()))
}
