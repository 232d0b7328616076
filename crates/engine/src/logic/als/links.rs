use std::ops::ControlFlow;

use super::super::finder::Distinct;
use super::super::{Candidate, Evidence, Finder, Group, Role, Sink, State, Step, Technique};
use super::sets::{AlmostLockedSet, almost_locked_sets, seen_by_all};
use crate::grid::{CellSet, Digit, DigitSet};

/// Two almost locked sets with a restricted common: what sees all places of another common digit in both is excluded. With
/// two restricted commons, both sets are locked for all other digits.
pub struct AlsXz;

/// Two almost locked sets that a third is tied to by different restricted commons.
pub struct AlsXyWing;

/// Almost locked sets, each tied to the next by another restricted common than to the one before.
pub struct AlsChains;

impl Finder for AlsXz {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::AlsXz]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let (web, mut distinct) = (Web::new(state), Distinct::default());
        for (at, ties) in web.ties.iter().enumerate() {
            sink.check()?;
            for (other, commons) in ties.iter().filter(|(other, _)| usize::from(*other) > at) {
                let pair = [web.sets[at], web.sets[usize::from(*other)]];
                let mut step = web.step(Technique::AlsXz, &pair, *commons);
                if commons.len() == 1 {
                    step.eliminations = web.excluded(pair, *commons);
                } else {
                    step.eliminations = web.doubly_linked(pair, *commons);
                }
                if distinct.is_new(&step) {
                    sink.emit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Finder for AlsXyWing {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::AlsXyWing]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let (web, mut distinct) = (Web::new(state), Distinct::default());
        for (pivot, ties) in web.ties.iter().enumerate() {
            sink.check()?;
            for (at, (first, x)) in ties.iter().enumerate() {
                for (second, y) in &ties[at + 1..] {
                    let wings = [web.sets[usize::from(*first)], web.sets[usize::from(*second)]];
                    // Each wing is tied by a restricted common of its own.
                    let choices = x.into_iter().flat_map(|x| y.into_iter().map(move |y| (x, y)));
                    for (x, y) in choices.filter(|(x, y)| x != y) {
                        let used = [x, y].into_iter().collect();
                        let eliminations = web.excluded(wings, used);
                        if !eliminations.is_empty() {
                            let step = web.step(Technique::AlsXyWing, &[wings[0], web.sets[pivot], wings[1]], used);
                            let step = Step { eliminations, ..step };
                            if distinct.is_new(&step) {
                                sink.emit(step)?;
                            }
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Finder for AlsChains {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::AlsChain]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let (web, mut distinct) = (Web::new(state), Distinct::default());
        for start in 0..web.sets.len() {
            sink.check()?;
            web.chains_from(start, &mut distinct, sink)?;
        }
        ControlFlow::Continue(())
    }
}

/// All almost locked sets of a state and the restricted commons between them.
struct Web<'a> {
    state: &'a State,
    sets: Vec<AlmostLockedSet>,
    /// For each set, those it has restricted commons with, and these.
    ties: Vec<Vec<(u16, DigitSet)>>,
}

impl<'a> Web<'a> {
    fn new(state: &'a State) -> Self {
        let sets = almost_locked_sets(state, 1);
        let seen = |set: &AlmostLockedSet| {
            Digit::ALL.map(|digit| {
                if set.digits.contains(digit) { seen_by_all(set.places(state, digit)) } else { CellSet::EMPTY }
            })
        };
        let seen: Vec<[CellSet; 9]> = sets.iter().map(seen).collect();
        let mut ties = vec![Vec::new(); sets.len()];
        for (at, set) in sets.iter().enumerate() {
            for (other_at, other) in sets.iter().enumerate().skip(at + 1) {
                let restricted = |digit: &Digit| other.places(state, *digit).is_subset(seen[at][digit.index()]);
                let commons: DigitSet = (set.digits & other.digits).into_iter().filter(restricted).collect();
                if !commons.is_empty() {
                    ties[at].push((other_at as u16, commons));
                    ties[other_at].push((at as u16, commons));
                }
            }
        }
        Self { state, sets, ties }
    }

    /// What sees all places, in both sets, of a common digit that is not restricted.
    fn excluded(&self, pair: [AlmostLockedSet; 2], restricted: DigitSet) -> Vec<Candidate> {
        let cells = pair[0].cells | pair[1].cells;
        let mut excluded = Vec::new();
        for digit in (pair[0].digits & pair[1].digits) - restricted {
            let places = cells & self.state.cells(digit);
            let seen = seen_by_all(places) & self.state.cells(digit);
            excluded.extend(seen.into_iter().map(|cell| Candidate::new(cell, digit)));
        }
        excluded
    }

    /// Each set holds one of the two restricted commons, and so all its other digits.
    fn doubly_linked(&self, pair: [AlmostLockedSet; 2], commons: DigitSet) -> Vec<Candidate> {
        let mut excluded = self.excluded(pair, commons);
        if !(pair[0].cells & pair[1].cells).is_empty() {
            return excluded;
        }
        for set in pair {
            for digit in set.digits - commons {
                let seen = seen_by_all(set.places(self.state, digit)) & self.state.cells(digit);
                excluded.extend(seen.into_iter().map(|cell| Candidate::new(cell, digit)));
            }
        }
        for digit in commons {
            let places = (pair[0].cells | pair[1].cells) & self.state.cells(digit);
            let seen = seen_by_all(places) & self.state.cells(digit);
            excluded.extend(seen.into_iter().map(|cell| Candidate::new(cell, digit)));
        }
        excluded.sort_unstable();
        excluded.dedup();
        excluded
    }

    /// Chains of four sets and more from one, breadth first: each set is entered once by each digit.
    fn chains_from(&self, start: usize, distinct: &mut Distinct, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut reached: Vec<(u16, Option<Digit>, usize)> = vec![(start as u16, None, usize::MAX)];
        let mut seen = vec![DigitSet::EMPTY; self.sets.len()];
        let mut at = 0;
        while let Some(&(set, entered, _)) = reached.get(at) {
            for (next, commons) in &self.ties[usize::from(set)] {
                for digit in commons.into_iter().filter(|&digit| Some(digit) != entered) {
                    if usize::from(*next) == start || seen[usize::from(*next)].contains(digit) {
                        continue;
                    }
                    seen[usize::from(*next)].insert(digit);
                    reached.push((*next, Some(digit), at));
                    if usize::from(*next) > start {
                        let step = self.chain(&reached);
                        if let Some(step) = step.filter(|step| !step.is_empty() && distinct.is_new(step)) {
                            sink.emit(step)?;
                        }
                    }
                }
            }
            at += 1;
        }
        ControlFlow::Continue(())
    }

    /// The chain to the set reached last, if it is long enough.
    fn chain(&self, reached: &[(u16, Option<Digit>, usize)]) -> Option<Step> {
        let (mut sets, mut commons) = (Vec::new(), Vec::new());
        let mut at = reached.len() - 1;
        while let Some(&(set, digit, before)) = reached.get(at) {
            sets.push(self.sets[usize::from(set)]);
            commons.extend(digit);
            at = before;
        }
        if sets.len() < 4 {
            return None;
        }
        let ends = [*sets.first()?, *sets.last()?];
        let used = [*commons.first()?, *commons.last()?].into_iter().collect();
        let eliminations = self.excluded(ends, used);
        if eliminations.is_empty() {
            return None;
        }
        Some(Step { eliminations, ..self.step(Technique::AlsChain, &sets, commons.into_iter().collect()) })
    }

    fn step(&self, technique: Technique, sets: &[AlmostLockedSet], commons: DigitSet) -> Step {
        let cells = sets.iter().fold(CellSet::EMPTY, |cells, set| cells | set.cells);
        let group =
            |set: &AlmostLockedSet| Group { cells: set.cells, digits: set.digits, shared: commons & set.digits };
        let members = self.state.candidates_of(commons, cells);
        let evidence = Evidence {
            digits: commons,
            cells,
            candidates: members.map(|candidate| (candidate, Role::Member)).collect(),
            groups: sets.iter().map(group).collect(),
            ..Evidence::default()
        };
        Step { evidence, ..Step::new(technique) }
    }
}
