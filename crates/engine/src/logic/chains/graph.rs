use std::collections::HashMap;

use super::super::als::sets::{AlmostLockedSet, almost_locked_sets, seen_by_all};
use super::super::{Group, Reason, State};
use crate::grid::{CellSet, Digit, DigitSet, House};

/// Which strong links a chain may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kinds {
    /// The last two places of a digit in a house.
    Houses,
    /// The two candidates of a cell.
    Cells,
    /// Both.
    Both,
    /// Both, where the places of a house that lie within a box and a line count as one.
    Groups,
    /// The same and almost locked sets.
    Sets,
}

/// A digit in one of a few cells: one cell, the places in a box and a line, or those in an almost locked set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) digit: Digit,
    pub(super) cells: CellSet,
}

impl Place {
    /// The cell, if there is one only.
    pub(super) fn single(&self) -> bool {
        self.cells.len() == 1
    }
}

/// The places of a state with the links between them.
pub(super) struct Graph {
    pub(super) places: Vec<Place>,
    /// For each place, those of which one is true if it is false, and why.
    pub(super) strong: Vec<Vec<(u16, Reason)>>,
    /// For each place, those that are false if it is true.
    pub(super) weak: Vec<Vec<u16>>,
    number: HashMap<Place, u16>,
}

impl Graph {
    pub(super) fn new(state: &State, kinds: Kinds) -> Self {
        let mut graph = Self { places: vec![], strong: vec![], weak: vec![], number: HashMap::new() };
        for digit in Digit::ALL {
            for cell in state.cells(digit) {
                graph.intern(Place { digit, cells: CellSet::from_iter([cell]) });
            }
        }
        let grouped = matches!(kinds, Kinds::Groups | Kinds::Sets);
        if kinds != Kinds::Houses {
            graph.link_cells(state);
        }
        if kinds != Kinds::Cells {
            for house in House::ALL {
                for digit in Digit::ALL {
                    graph.link_house(state, house, digit, grouped);
                }
            }
        }
        if kinds == Kinds::Sets {
            almost_locked_sets(state, 2)
                .iter()
                .filter(|set| set.cells.len() < 6)
                .for_each(|set| graph.link_set(state, set));
        }
        graph.link_weakly(state);
        graph
    }

    fn intern(&mut self, place: Place) -> u16 {
        if let Some(&number) = self.number.get(&place) {
            return number;
        }
        let number = self.places.len() as u16;
        self.places.push(place);
        self.strong.push(Vec::new());
        self.number.insert(place, number);
        number
    }

    fn link(&mut self, a: Place, b: Place, reason: Reason) {
        let (a, b) = (self.intern(a), self.intern(b));
        for (from, to) in [(a, b), (b, a)] {
            if !self.strong[usize::from(from)].iter().any(|link| link.0 == to) {
                self.strong[usize::from(from)].push((to, reason));
            }
        }
    }

    fn link_cells(&mut self, state: &State) {
        for cell in state.bivalue() {
            let cells = CellSet::from_iter([cell]);
            let mut digits = state.digits(cell).into_iter().map(|digit| Place { digit, cells });
            if let (Some(a), Some(b)) = (digits.next(), digits.next()) {
                self.link(a, b, Reason::LastDigit);
            }
        }
    }

    /// The places of a digit in a house, split into two parts that each are one cell, or lie in another house too.
    fn link_house(&mut self, state: &State, house: House, digit: Digit, groups: bool) {
        let cells = state.cells_in(house, digit);
        let single = cells.into_iter().map(|cell| CellSet::from_iter([cell]));
        let crossing = House::ALL.into_iter().filter(|&other| other != house && groups);
        let grouped = crossing.map(|other| cells & other.cell_set()).filter(|part| part.len() > 1);
        for part in single.chain(grouped) {
            let rest = cells - part;
            let is_one = rest.len() == 1;
            let is_group = groups
                && rest.len() > 1
                && House::ALL.iter().any(|&other| other != house && rest.is_subset(other.cell_set()));
            if is_one || is_group {
                self.link(Place { digit, cells: part }, Place { digit, cells: rest }, Reason::LastPlace(house));
            }
        }
    }

    /// If an almost locked set lacks one of its digits, it has every other.
    fn link_set(&mut self, state: &State, set: &AlmostLockedSet) {
        for a in set.digits {
            for b in set.digits.into_iter().filter(|&b| b > a) {
                let [from, to] = [a, b].map(|digit| Place { digit, cells: set.places(state, digit) });
                let reach = |place: &Place| !(seen_by_all(place.cells) & state.cells(place.digit)).is_empty();
                if reach(&from) && reach(&to) {
                    let shared = DigitSet::from_iter([a, b]);
                    let group = Group { cells: set.cells, digits: set.digits, shared };
                    self.link(from, to, Reason::AlmostLocked(group));
                }
            }
        }
    }

    fn link_weakly(&mut self, state: &State) {
        let mut of_digit = [const { Vec::new() }; 9];
        for (at, place) in self.places.iter().enumerate() {
            of_digit[place.digit.index()].push(at as u16);
        }
        for place in &self.places {
            let seen = seen_by_all(place.cells);
            let same_digit = of_digit[place.digit.index()].iter().copied();
            let mut linked: Vec<u16> =
                same_digit.filter(|&other| self.places[usize::from(other)].cells.is_subset(seen)).collect();
            if let (true, Some(cell)) = (place.single(), place.cells.first()) {
                let others = state.digits(cell).into_iter().filter(|&digit| digit != place.digit);
                linked.extend(others.map(|digit| self.number[&Place { digit, cells: place.cells }]));
            }
            self.weak.push(linked);
        }
    }
}
