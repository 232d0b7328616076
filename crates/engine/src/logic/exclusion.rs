//! All ways to fill two or three cells are tried; a candidate that none of them has is excluded.

use std::ops::ControlFlow;

use super::place::choices;
use super::{Candidate, Evidence, Finder, Group, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// Two cells: a way to fill them is impossible if it repeats a digit in a house, or takes both candidates of a cell
/// that they both see.
pub struct AlignedPairExclusion;

impl Finder for AlignedPairExclusion {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::AlignedPairExclusion]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let search = Search::new(state, 2);
        choices::<Cell, 2>(&search.cells, |cells| {
            sink.check()?;
            let excluders = search.excluders(&cells);
            if excluders.len() < 2 { ControlFlow::Continue(()) } else { search.exclude(cells, excluders, sink) }
        })
    }
}

/// As with two cells, but three, and what they all see may have two or three candidates.
///
/// As in Sudoku Explainer, at least two cells must see all of them, and the third has at most three candidates itself
/// and sees one of the others.
pub struct AlignedTripleExclusion;

impl Finder for AlignedTripleExclusion {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::AlignedTripleExclusion]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let search = Search::new(state, 3);
        choices::<Cell, 2>(&search.cells, |[first, second]| {
            sink.check()?;
            let shared = search.excluders(&[first, second]);
            if shared.len() < 2 {
                return ControlFlow::Continue(());
            }
            for third in search.small & (first.peers() | second.peers()) {
                if third == first || third == second {
                    continue;
                }
                let excluders = shared & third.peers();
                if excluders.len() >= 2 {
                    search.exclude([first, second, third], excluders, sink)?;
                }
            }
            ControlFlow::Continue(())
        })
    }
}

struct Search<'a> {
    state: &'a State,
    /// The cells that others can exclude.
    small: CellSet,
    /// The cells that see one of these.
    cells: Vec<Cell>,
}

impl<'a> Search<'a> {
    fn new(state: &'a State, size: usize) -> Self {
        let is_small = |cell: &Cell| (2..=size).contains(&state.digits(*cell).len());
        let small: CellSet = state.empty().into_iter().filter(is_small).collect();
        let sees_small = |cell: &Cell| state.digits(*cell).len() > 1 && !(cell.peers() & small).is_empty();
        Self { state, small, cells: state.empty().into_iter().filter(sees_small).collect() }
    }

    /// The small cells that all these cells see.
    fn excluders(&self, cells: &[Cell]) -> CellSet {
        cells.iter().fold(self.small, |seen, cell| seen & cell.peers())
    }

    fn exclude<const N: usize>(&self, cells: [Cell; N], excluders: CellSet, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut possible = [DigitSet::EMPTY; N];
        let mut used = CellSet::EMPTY;
        for digits in Ways::new(cells.map(|cell| self.state.digits(cell))) {
            let taken: DigitSet = digits.into_iter().collect();
            let repeats = (0..N).any(|a| (0..a).any(|b| digits[a] == digits[b] && cells[a].peers().contains(cells[b])));
            let emptied = excluders.into_iter().find(|&cell| self.state.digits(cell).is_subset(taken));
            match emptied {
                _ if repeats => {}
                Some(cell) => used.insert(cell),
                None => possible.iter_mut().zip(digits).for_each(|(possible, digit)| possible.insert(digit)),
            }
        }
        let excluded = |at: usize| {
            let digits = self.state.digits(cells[at]) - possible[at];
            digits.into_iter().map(move |digit| Candidate::new(cells[at], digit))
        };
        let eliminations: Vec<Candidate> = (0..N).flat_map(excluded).collect();
        if eliminations.is_empty() {
            return ControlFlow::Continue(());
        }
        let set: CellSet = cells.into_iter().collect();
        let group = |cell: Cell| {
            let digits = self.state.digits(cell);
            Group { cells: [cell].into_iter().collect(), digits, shared: digits }
        };
        let evidence = Evidence {
            digits: eliminations.iter().map(|candidate| candidate.digit()).collect(),
            cells: set,
            candidates: self.state.candidates_of(DigitSet::ALL, set).map(|member| (member, Role::Member)).collect(),
            groups: used.into_iter().map(group).collect(),
            ..Evidence::default()
        };
        let technique = if N == 2 { Technique::AlignedPairExclusion } else { Technique::AlignedTripleExclusion };
        sink.emit(Step { eliminations, evidence, ..Step::new(technique) })
    }
}

/// Every way to choose a digit for each of `N` cells, whatever the rules say.
struct Ways<const N: usize> {
    digits: [DigitSet; N],
    next: Option<[Digit; N]>,
}

impl<const N: usize> Ways<N> {
    fn new(digits: [DigitSet; N]) -> Self {
        let mut first = [Digit::ALL[0]; N];
        let filled = first.iter_mut().zip(digits).all(|(slot, digits)| digits.first().map(|d| *slot = d).is_some());
        Self { digits, next: filled.then_some(first) }
    }
}

impl<const N: usize> Iterator for Ways<N> {
    type Item = [Digit; N];

    fn next(&mut self) -> Option<[Digit; N]> {
        let current = self.next?;
        let mut following = current;
        let moved = (0..N).any(|at| {
            if let Some(digit) = self.digits[at].into_iter().find(|&digit| digit > current[at]) {
                following[at] = digit;
                true
            } else {
                following[at] = self.digits[at].first().unwrap_or(current[at]);
                false
            }
        });
        self.next = moved.then_some(following);
        Some(current)
    }
}
