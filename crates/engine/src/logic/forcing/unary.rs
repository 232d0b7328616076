//! Chains of single implications: a candidate that implies its own opposite, and loops that hold in both directions.

use std::ops::ControlFlow;

use super::super::{Candidate, Chain, Evidence, Finder, Role, Score, Sink, State, Step, Technique};
use super::length_penalty;
use super::network::{Literal, Network};
use super::trace::{link, trace};
use crate::grid::{CellSet, DigitSet};

/// Bidirectional cycles and forcing chains: the easiest one by rating, then by length.
///
/// X-chains use the links of one digit, Y-cycles the bivalue cells, and the others both.
pub struct ForcingChains;

impl Finder for ForcingChains {
    fn techniques(&self) -> &'static [Technique] {
        &[
            Technique::BidirectionalXCycle,
            Technique::BidirectionalYCycle,
            Technique::BidirectionalCycle,
            Technique::ForcingXChain,
            Technique::ForcingChain,
        ]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let network = Network::new(state);
        let mut search = Search::new(&network, state);
        for links in [LinkKinds::X, LinkKinds::Y, LinkKinds::XY] {
            for start in 0..network.len() {
                sink.check()?;
                search.run(start, links);
            }
        }
        search.best.take().map_or(ControlFlow::Continue(()), |found| sink.emit(found.step(&network, state)))
    }
}

/// The links that a chain may use.
#[derive(Clone, Copy, PartialEq, Eq)]
struct LinkKinds {
    /// Strong links within houses.
    x: bool,
    /// Links within cells.
    y: bool,
}

impl LinkKinds {
    const X: Self = Self { x: true, y: false };
    const Y: Self = Self { x: false, y: true };
    const XY: Self = Self { x: true, y: true };
}

/// A chain that excludes something.
struct Found {
    links: LinkKinds,
    is_cycle: bool,
    /// From the assumption to the conclusion.
    path: Vec<Literal>,
}

impl Found {
    /// What chains are compared by: the rating in tenths, then the length, then the kind.
    fn key(links: LinkKinds, is_cycle: bool, length: usize) -> (u16, usize, u8) {
        let both = links == LinkKinds::XY;
        let base = if both {
            70
        } else if is_cycle {
            65
        } else {
            66
        };
        (base + length_penalty(length), length, if both { 4 } else { 2 + u8::from(links.y) })
    }

    fn step(self, network: &Network, state: &State) -> Step {
        let length = if self.is_cycle { self.path.len() - 1 } else { self.path.len() };
        let (score, ..) = Self::key(self.links, self.is_cycle, length);
        let technique = match (self.is_cycle, self.links) {
            (true, LinkKinds::X) => Technique::BidirectionalXCycle,
            (true, LinkKinds::Y) => Technique::BidirectionalYCycle,
            (true, _) => Technique::BidirectionalCycle,
            (false, LinkKinds::X) => Technique::ForcingXChain,
            (false, _) => Technique::ForcingChain,
        };
        let mut step = Step { score: Some(Score::tenths(score)), ..Step::new(technique) };
        let last = self.path[self.path.len() - 1];
        let conclusion = network.candidate(last);
        if self.is_cycle {
            step.eliminations = excluded_by_cycle(network, state, &self.path);
        } else if network.is_on(last) {
            step.placements.push(conclusion);
        } else {
            step.eliminations.push(conclusion);
        }
        step.evidence = evidence(network, &self.path);
        step
    }
}

fn evidence(network: &Network, path: &[Literal]) -> Evidence {
    let links = path.iter().enumerate().map(|(at, &literal)| link(network, path, at, literal)).collect();
    let role = |literal: Literal| if network.is_on(literal) { Role::On } else { Role::Off };
    Evidence {
        digits: path.iter().map(|&literal| network.candidate(literal).digit()).collect::<DigitSet>(),
        cells: path.iter().map(|&literal| network.candidate(literal).cell()).collect::<CellSet>(),
        candidates: path.iter().map(|&literal| (network.candidate(literal), role(literal))).collect(),
        chains: vec![Chain { links }],
        ..Evidence::default()
    }
}

/// In a loop either all statements hold or all opposites: what both exclude outside its cells.
fn excluded_by_cycle(network: &Network, state: &State, path: &[Literal]) -> Vec<Candidate> {
    let cells: CellSet = path.iter().map(|&literal| network.candidate(literal).cell()).collect();
    let mut excluded = Vec::new();
    for digit in path.iter().map(|&literal| network.candidate(literal).digit()).collect::<DigitSet>() {
        let (mut forward, mut backward) = (CellSet::EMPTY, CellSet::EMPTY);
        for &literal in path.iter().filter(|&&literal| network.candidate(literal).digit() == digit) {
            let peers = network.candidate(literal).cell().peers();
            if network.is_on(literal) { forward |= peers } else { backward |= peers }
        }
        let both = (forward & backward & state.cells(digit)) - cells;
        excluded.extend(both.into_iter().map(|cell| Candidate::new(cell, digit)));
    }
    excluded
}

/// The search from each candidate, breadth first, so that the first chain to a conclusion is a shortest one.
struct Search<'a> {
    network: &'a Network,
    state: &'a State,
    /// The statements reached, in order, each with the place of the one before.
    reached: Vec<(Literal, u32)>,
    /// Which statements were reached in the search of this number.
    seen: Vec<u32>,
    searches: u32,
    best: Option<Found>,
    best_key: (u16, usize, u8),
}

const ROOT: u32 = u32::MAX;

impl<'a> Search<'a> {
    fn new(network: &'a Network, state: &'a State) -> Self {
        let seen = vec![0; 2 * usize::from(network.len())];
        let best_key = (u16::MAX, usize::MAX, 0);
        Self { network, state, reached: Vec::new(), seen, searches: 0, best: None, best_key }
    }

    fn run(&mut self, start: u16, links: LinkKinds) {
        let cell = self.network.candidates[usize::from(start)].cell();
        if !links.x && self.state.digits(cell).len() > 2 {
            return;
        }
        self.cycles(start, links);
        if links.x {
            self.contradiction(start, links);
            self.contradiction(start + self.network.len(), links);
        }
    }

    fn begin(&mut self, start: Literal) {
        self.searches += 1;
        self.reached.clear();
        self.reached.push((start, ROOT));
        self.seen[usize::from(start)] = self.searches;
    }

    /// Looks for loops back to the start. A statement that is off may be reached again and again: what closes a loop
    /// sees the start, and so is reached at once.
    fn cycles(&mut self, start: u16, links: LinkKinds) {
        let (network, n) = (self.network, self.network.len());
        self.begin(start);
        let mut at = 0;
        while let Some(&(on, _)) = self.reached.get(at) {
            for &off in network.weak(on, links.y) {
                if self.is_ancestor(at, off + n) {
                    continue;
                }
                for &next in network.strong(off, links.y, links.x) {
                    if next == start && at > 0 {
                        let path = [self.path(at), vec![off + n, start]].concat();
                        self.offer(links, true, path);
                    }
                    if self.seen[usize::from(next)] != self.searches {
                        self.seen[usize::from(next)] = self.searches;
                        self.reached.push((off + n, at as u32));
                        let parent = self.reached.len() as u32 - 1;
                        self.reached.push((next, parent));
                    }
                }
            }
            // Only the statements that are on are followed; each stands after the one that is off before it.
            at += 2;
        }
    }

    fn is_ancestor(&self, mut at: usize, literal: Literal) -> bool {
        loop {
            let (here, before) = self.reached[at];
            if here == literal {
                return true;
            }
            if before == ROOT {
                return false;
            }
            at = before as usize;
        }
    }

    /// Looks for the opposite of the start.
    fn contradiction(&mut self, start: Literal, links: LinkKinds) {
        let (network, n) = (self.network, self.network.len());
        let goal = network.opposite(start);
        self.begin(start);
        let mut at = 0;
        while let Some(&(literal, _)) = self.reached.get(at) {
            let on = network.is_on(literal);
            let next = if on { network.weak(literal, links.y) } else { network.strong(literal - n, links.y, links.x) };
            for &next in next {
                let next = if on { next + n } else { next };
                if self.seen[usize::from(next)] == self.searches {
                    continue;
                }
                self.seen[usize::from(next)] = self.searches;
                self.reached.push((next, at as u32));
                if next == goal {
                    let path = self.path(self.reached.len() - 1);
                    self.offer(links, false, path);
                    return;
                }
            }
            at += 1;
        }
    }

    fn path(&self, at: usize) -> Vec<Literal> {
        trace(at, |at| self.reached[at].0, |at| (self.reached[at].1 != ROOT).then_some(self.reached[at].1 as usize))
    }

    fn offer(&mut self, links: LinkKinds, is_cycle: bool, path: Vec<Literal>) {
        let length = if is_cycle { path.len() - 1 } else { path.len() };
        let key = Found::key(links, is_cycle, length);
        if key < self.best_key && !(is_cycle && excluded_by_cycle(self.network, self.state, &path).is_empty()) {
            self.best_key = key;
            self.best = Some(Found { links, is_cycle, path });
        }
    }
}
