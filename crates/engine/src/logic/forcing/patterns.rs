//! Simple patterns among the candidates that an assumption leaves.

use std::ops::ControlFlow;

use super::super::fish::BasicFish;
use super::super::intersections::LockedCandidates;
use super::super::subsets::{HiddenSubset, NakedSubset};
use super::super::{Candidate, Family, Finder, HouseRole, Sink, State, Step, Technique};
use crate::grid::{CellSet, House};

/// A pattern that is there only because candidates are gone.
pub(super) struct Pattern {
    pub(super) technique: Technique,
    /// The candidates whose absence makes the pattern.
    pub(super) gone: Vec<Candidate>,
    pub(super) excluded: Vec<Candidate>,
}

/// In the order in which Sudoku Explainer tries them.
const FINDERS: [&dyn Finder; 4] = [&LockedCandidates, &HiddenSubset::<2>, &NakedSubset::<2>, &BasicFish::<2>];

/// All patterns of the first finder that finds any, in what is left of a state.
pub(super) fn patterns(state: &State, left: &State) -> Vec<Pattern> {
    let mut found = Vec::new();
    for finder in FINDERS {
        let mut keep = |step: Step| {
            let gone = gone(state, left, &step);
            if !gone.is_empty() {
                found.push(Pattern { technique: step.technique, gone, excluded: step.eliminations });
            }
            ControlFlow::Continue(())
        };
        let _ = finder.find(left, &mut Sink::new(&mut keep, None));
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// The candidates that would spoil a step if they were still there.
fn gone(state: &State, left: &State, step: &Step) -> Vec<Candidate> {
    let evidence = &step.evidence;
    let houses = |role| evidence.houses.iter().filter(move |(_, its)| *its == role).map(|(house, _)| *house);
    let union =
        |houses: &mut dyn Iterator<Item = House>| houses.fold(CellSet::EMPTY, |all, house| all | house.cell_set());
    let (bases, covers) = (union(&mut houses(HouseRole::Base)), union(&mut houses(HouseRole::Cover)));
    let (digits, cells) = match (step.technique, step.technique.info().family) {
        (_, Family::Intersections | Family::Fish) => (evidence.digits, bases - covers),
        (Technique::HiddenPair, _) => (evidence.digits, bases - evidence.cells),
        _ => (!evidence.digits, evidence.cells),
    };
    state.candidates_of(digits, cells).filter(|&candidate| !left.has(candidate)).collect()
}
