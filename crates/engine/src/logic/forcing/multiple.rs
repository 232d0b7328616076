//! Chains from every candidate of a cell, from every place of a digit in a house, or from a candidate and its opposite.

use std::ops::ControlFlow;

use super::super::{Candidate, Finder, Sink, State, Technique, scan};
use super::network::{Literal, Network};
use super::proof::{Argument, Proof};
use super::tree::{Grower, Mode, Tree};
use crate::grid::{Cell, House};

/// Nishio: the links of one digit lead from a candidate to a contradiction.
pub struct NishioForcingChains;

impl Finder for NishioForcingChains {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::NishioForcingChain]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        find(state, Mode { dynamic: true, one_digit: true, level: 0 }, sink)
    }
}

/// Chains from every candidate of a cell or every place of a digit in a house lead to the same conclusion.
pub struct MultipleForcingChains;

impl Finder for MultipleForcingChains {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::CellForcingChain, Technique::RegionForcingChain]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        find(state, Mode { dynamic: false, one_digit: false, level: 0 }, sink)
    }
}

/// As multiple chains, where each step may use all that came before it; also contradictions, and what follows both
/// from a candidate and from its opposite.
pub struct DynamicForcingChains;

impl Finder for DynamicForcingChains {
    fn techniques(&self) -> &'static [Technique] {
        &[
            Technique::DynamicCellForcingChain,
            Technique::DynamicRegionForcingChain,
            Technique::DynamicContradictionForcingChain,
            Technique::DynamicDoubleForcingChain,
        ]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        find(state, Mode { dynamic: true, one_digit: false, level: 0 }, sink)
    }
}

/// As dynamic chains, where locked candidates, pairs and X-wings among what is left may follow too.
pub struct DynamicPlusForcingChains;

impl Finder for DynamicPlusForcingChains {
    fn techniques(&self) -> &'static [Technique] {
        &[
            Technique::DynamicPlusCellForcingChain,
            Technique::DynamicPlusRegionForcingChain,
            Technique::DynamicPlusContradictionForcingChain,
            Technique::DynamicPlusDoubleForcingChain,
        ]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        find(state, Mode { dynamic: true, one_digit: false, level: 1 }, sink)
    }
}

fn find(state: &State, mode: Mode, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let network = Network::new(state);
    let mut search = Search::new(&network, state, mode);
    for cell in state.empty() {
        let count = state.digits(cell).len();
        if count > 2 || (count > 1 && mode.dynamic) {
            search.cell(cell, sink)?;
        }
    }
    let Some(proof) = search.best else { return ControlFlow::Continue(()) };
    sink.emit(proof.step(&network, state, mode))
}

struct Search<'a> {
    network: &'a Network,
    state: &'a State,
    mode: Mode,
    grower: Grower<'a>,
    /// What follows from each candidate, once it has been asked for.
    trees: Vec<Option<Box<Tree>>>,
    best: Option<Proof>,
    best_key: (u16, usize, u8),
}

impl<'a> Search<'a> {
    fn new(network: &'a Network, state: &'a State, mode: Mode) -> Self {
        let trees = (0..network.len()).map(|_| None).collect();
        let best_key = (u16::MAX, usize::MAX, 0);
        Self { network, state, mode, grower: Grower::new(network, state, mode), trees, best: None, best_key }
    }

    /// All arguments that start in a cell, in the order in which Sudoku Explainer tries them.
    fn cell(&mut self, cell: Cell, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let digits = self.state.digits(cell);
        for digit in digits {
            sink.check()?;
            let candidate = Candidate::new(cell, digit);
            let start = self.network.number(candidate);
            if self.mode.dynamic {
                self.for_and_against(start, digits.len() > 2);
            }
            self.ensure(start);
            if !self.mode.one_digit {
                for house in scan::houses_of(cell) {
                    if self.state.cells_in(house, digit).first() == Some(cell) {
                        self.house(house, candidate);
                    }
                }
            }
        }
        if !self.mode.one_digit {
            let starts: Vec<Literal> =
                digits.into_iter().map(|d| self.network.number(Candidate::new(cell, d))).collect();
            self.reduce(Argument::Cell(cell), &starts);
        }
        ControlFlow::Continue(())
    }

    /// What a candidate and its opposite lead to: a contradiction, or the same from both.
    fn for_and_against(&mut self, start: Literal, both: bool) {
        self.ensure(start);
        let against = self.grower.grow(self.network.opposite(start));
        let tree = self.trees[usize::from(start)].take().expect("it was grown");
        for (tree, assumption) in [(&*tree, start), (&against, self.network.opposite(start))] {
            if let Some(contradiction) = tree.contradiction {
                let size = tree.size(contradiction.on) + tree.size(contradiction.off);
                let conclusion = self.network.opposite(assumption);
                self.offer(7, size, || {
                    Proof::new(Argument::Contradiction(contradiction), vec![assumption], conclusion)
                });
            }
        }
        if both && !self.mode.one_digit {
            for &literal in tree.on.iter().chain(&tree.off).filter(|&&literal| against.has(literal)) {
                let size = tree.size(literal) + against.size(literal);
                let starts = || vec![start, self.network.opposite(start)];
                self.offer(1, size, || Proof::new(Argument::Double, starts(), literal));
            }
        }
        self.trees[usize::from(start)] = Some(tree);
    }

    fn house(&mut self, house: House, first: Candidate) {
        let cells = self.state.cells_in(house, first.digit());
        if cells.len() < 2 {
            return;
        }
        let number = |cell: Cell| self.network.number(Candidate::new(cell, first.digit()));
        let starts: Vec<Literal> = cells.into_iter().map(number).collect();
        self.reduce(Argument::House(house), &starts);
    }

    /// What all of these candidates, one of which is true, lead to.
    fn reduce(&mut self, argument: Argument, starts: &[Literal]) {
        for &start in starts {
            self.ensure(start);
        }
        let trees: Vec<&Tree> = starts.iter().filter_map(|&start| self.trees[usize::from(start)].as_deref()).collect();
        let key = if matches!(argument, Argument::Cell(_)) { 5 } else { 6 };
        let mut best: Option<(usize, Literal)> = None;
        for &literal in trees[0].on.iter().chain(&trees[0].off) {
            if trees[1..].iter().all(|tree| tree.has(literal)) {
                let size = trees.iter().map(|tree| tree.size(literal)).sum();
                if best.is_none_or(|best| size < best.0) {
                    best = Some((size, literal));
                }
            }
        }
        if let Some((size, literal)) = best {
            self.offer(key, size, || Proof::new(argument, starts.to_vec(), literal));
        }
    }

    fn ensure(&mut self, start: Literal) {
        if self.trees[usize::from(start)].is_none() {
            self.trees[usize::from(start)] = Some(Box::new(self.grower.grow(start)));
        }
    }

    fn offer(&mut self, kind: u8, size: usize, proof: impl FnOnce() -> Proof) {
        let key = (self.mode.score(size).as_tenths(), size, kind);
        if key < self.best_key {
            self.best_key = key;
            self.best = Some(proof().of_size(size));
        }
    }
}
