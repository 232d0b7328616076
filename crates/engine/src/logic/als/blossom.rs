use std::ops::ControlFlow;

use super::super::finder::Distinct;
use super::super::{Candidate, Evidence, Finder, Group, Role, Sink, State, Step, Technique};
use super::sets::{AlmostLockedSet, almost_locked_sets, seen_by_all};
use crate::grid::{Cell, CellSet, Digit};

/// A cell (the stem), each of whose candidates is seen from an almost locked set (a petal) that has it: whichever the cell
/// holds, one petal lacks that digit and is locked. What sees all places of a digit that all petals have is excluded.
pub struct DeathBlossom;

impl Finder for DeathBlossom {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::DeathBlossom]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let (sets, mut distinct) = (almost_locked_sets(state, 1), Distinct::default());
        for stem in state.empty() {
            sink.check()?;
            let petals: Vec<(Digit, Vec<&AlmostLockedSet>)> =
                state.digits(stem).into_iter().map(|digit| (digit, petals(state, &sets, stem, digit))).collect();
            if petals.iter().any(|(_, petals)| petals.is_empty()) {
                continue;
            }
            for digit in !state.digits(stem) {
                for target in state.cells(digit) {
                    let step = blossom(state, stem, &petals, Candidate::new(target, digit));
                    if let Some(step) = step.filter(|step| distinct.is_new(step)) {
                        sink.emit(step)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The sets whose places of a digit all see the stem.
fn petals<'a>(state: &State, sets: &'a [AlmostLockedSet], stem: Cell, digit: Digit) -> Vec<&'a AlmostLockedSet> {
    let fits = |set: &&AlmostLockedSet| {
        set.digits.contains(digit) && !set.cells.contains(stem) && set.places(state, digit).is_subset(stem.peers())
    };
    sets.iter().filter(fits).collect()
}

/// The blossom that excludes a candidate, with the smallest petals.
fn blossom(state: &State, stem: Cell, petals: &[(Digit, Vec<&AlmostLockedSet>)], target: Candidate) -> Option<Step> {
    let excludes = |set: &&&AlmostLockedSet| {
        set.digits.contains(target.digit()) && set.places(state, target.digit()).is_subset(target.cell().peers())
    };
    let chosen: Option<Vec<(Digit, AlmostLockedSet)>> =
        petals.iter().map(|(digit, petals)| petals.iter().find(excludes).map(|&&petal| (*digit, petal))).collect();
    let chosen = chosen?;
    let cells = chosen.iter().fold(CellSet::EMPTY, |cells, (_, petal)| cells | petal.cells);
    let group = |(digit, petal): &(Digit, AlmostLockedSet)| Group {
        cells: petal.cells,
        digits: petal.digits,
        shared: [*digit].into_iter().collect(),
    };
    let mut evidence = Evidence {
        digits: state.digits(stem),
        cells,
        candidates: state.digits(stem).into_iter().map(|digit| (Candidate::new(stem, digit), Role::Member)).collect(),
        groups: chosen.iter().map(group).collect(),
        ..Evidence::default()
    };
    evidence.cells.insert(stem);
    let all = !state.digits(stem);
    let common = chosen.iter().fold(all, |common, (_, petal)| common & petal.digits);
    let seen_by_digit = |digit: Digit| {
        let seen = seen_by_all(cells & state.cells(digit)) & state.cells(digit);
        seen.into_iter().map(move |cell| Candidate::new(cell, digit))
    };
    let eliminations = common.into_iter().flat_map(seen_by_digit).collect();
    Some(Step { eliminations, evidence, ..Step::new(Technique::DeathBlossom) })
}
