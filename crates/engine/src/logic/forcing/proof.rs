use super::super::{Chain, Evidence, HouseRole, Link, Reason, Role, State, Step, Technique};
use super::network::{Literal, Network};
use super::trace::{node, reason};
use super::tree::{Contradiction, Grower, Mode};
use crate::grid::{Cell, CellSet, DigitSet, House};

/// Why a conclusion holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// Every candidate of the cell leads to it.
    Cell(Cell),
    /// Every place of a digit in the house leads to it.
    House(House),
    /// Its opposite leads to a contradiction.
    Contradiction(Contradiction),
    /// A candidate and its opposite both lead to it.
    Double,
}

/// An argument with all that is needed to grow its chains again and to show them.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    argument: Argument,
    assumptions: Vec<Literal>,
    conclusion: Literal,
    /// The statements of all chains together.
    size: usize,
}

impl Proof {
    pub(super) fn new(argument: Argument, assumptions: Vec<Literal>, conclusion: Literal) -> Self {
        Self { argument, assumptions, conclusion, size: 0 }
    }

    pub(super) fn of_size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    pub(super) fn step(&self, network: &Network, state: &State, mode: Mode) -> Step {
        let mut step = Step::new(self.technique(mode));
        step.score = Some(mode.score(self.size));
        let conclusion = network.candidate(self.conclusion);
        if network.is_on(self.conclusion) {
            step.placements.push(conclusion);
        } else {
            step.eliminations.push(conclusion);
        }
        step.evidence = self.evidence(network, state, mode);
        step
    }

    fn technique(&self, mode: Mode) -> Technique {
        use Technique as T;
        if mode.one_digit {
            return T::NishioForcingChain;
        }
        let kinds = match (mode.dynamic, mode.level) {
            (false, _) => [T::CellForcingChain, T::RegionForcingChain, T::ForcingChain, T::ForcingChain],
            (true, 0) => [
                T::DynamicCellForcingChain,
                T::DynamicRegionForcingChain,
                T::DynamicContradictionForcingChain,
                T::DynamicDoubleForcingChain,
            ],
            (true, _) => [
                T::DynamicPlusCellForcingChain,
                T::DynamicPlusRegionForcingChain,
                T::DynamicPlusContradictionForcingChain,
                T::DynamicPlusDoubleForcingChain,
            ],
        };
        match self.argument {
            Argument::Cell(_) => kinds[0],
            Argument::House(_) => kinds[1],
            Argument::Contradiction(_) => kinds[2],
            Argument::Double => kinds[3],
        }
    }

    fn evidence(&self, network: &Network, state: &State, mode: Mode) -> Evidence {
        let mut grower = Grower::new(network, state, mode);
        let mut evidence = Evidence::default();
        for &assumption in &self.assumptions {
            grower.grow(assumption);
            match self.argument {
                Argument::Contradiction(contradiction) => {
                    evidence.chains.push(chain(network, &grower, contradiction.on));
                    evidence.chains.push(chain(network, &grower, contradiction.off));
                }
                _ => evidence.chains.push(chain(network, &grower, self.conclusion)),
            }
        }
        if let Argument::House(house) = self.argument {
            evidence.houses.push((house, HouseRole::Source));
        }
        let starts = self.assumptions.iter().map(|&assumption| network.candidate(assumption));
        evidence.cells = starts.clone().map(super::super::candidate::Candidate::cell).collect::<CellSet>();
        evidence.digits = starts.clone().map(super::super::candidate::Candidate::digit).collect::<DigitSet>();
        evidence.candidates = starts.map(|candidate| (candidate, Role::On)).collect();
        evidence
    }
}

/// The statements of the grower's last tree that one of them rests on, each after its parents.
fn chain(network: &Network, grower: &Grower<'_>, conclusion: Literal) -> Chain {
    let mut place = vec![None; 2 * usize::from(network.len())];
    let mut links: Vec<Link> = Vec::new();
    // Each statement is met twice: first its parents are put before it, then it gets its own place.
    let mut waiting = vec![(conclusion, false)];
    while let Some((literal, parents_done)) = waiting.pop() {
        if place[usize::from(literal)].is_some() {
            continue;
        }
        let parents = grower.parents(literal);
        if parents_done {
            let from = parents.iter().filter_map(|&parent| place[usize::from(parent)]).collect();
            let reason = match (grower.pattern(literal), parents.first()) {
                (Some(technique), _) => Reason::Pattern(technique),
                (None, Some(&parent)) => reason(network, parent, literal),
                (None, None) => Reason::Assumption,
            };
            place[usize::from(literal)] = Some(links.len());
            links.push(Link { node: node(network, literal), reason, from });
        } else {
            waiting.push((literal, true));
            waiting.extend(parents.iter().rev().map(|&parent| (parent, false)));
        }
    }
    Chain { links }
}
