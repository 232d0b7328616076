//! What always finds a step: a candidate is assumed, and if nothing follows, another one within that.

use std::ops::ControlFlow;

use super::trial::Trial;
use super::{Candidate, Evidence, Finder, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet};

/// A candidate that leads to a contradiction by singles alone, or by cases each of which does. Nobody would find it by
/// hand; it is there so that every puzzle with one solution has a full explanation.
///
/// Takes well under a millisecond in a puzzle with one solution. In a state with few candidates gone and many solutions, or
/// hidden contradictions, it takes as long as a search by trial may; the flag ends it.
///
/// The evidence has a chain for each case, from the assumptions to the cell or the digit that is left without a place.
pub struct ProofByContradiction;

impl Finder for ProofByContradiction {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::ProofByContradiction]
    }

    /// Passes one step to the sink: one of the fewest cases.
    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut open: Vec<Candidate> = state.empty().into_iter().flat_map(|cell| of_cell(state, cell)).collect();
        let mut most_cases = 1;
        while !open.is_empty() {
            let mut unknown = Vec::new();
            for candidate in open {
                sink.check()?;
                match refute(state, candidate, most_cases, sink) {
                    Outcome::Refuted(trials) => return sink.emit(step(candidate, &trials)),
                    Outcome::Possible => {}
                    Outcome::TooManyCases => unknown.push(candidate),
                }
            }
            open = unknown;
            most_cases *= 4;
        }
        ControlFlow::Continue(())
    }
}

enum Outcome {
    /// Every case ended in a contradiction.
    Refuted(Vec<Trial>),
    /// One case is a solution.
    Possible,
    TooManyCases,
}

/// Assumes a candidate; where nothing follows any more, tries each candidate of a cell with the fewest.
fn refute(state: &State, candidate: Candidate, most_cases: usize, sink: &Sink<'_>) -> Outcome {
    let mut ended = Vec::new();
    let mut waiting = vec![Trial::new(state, candidate)];
    while let Some(trial) = waiting.pop() {
        if sink.check().is_break() {
            return Outcome::TooManyCases;
        }
        if trial.contradiction().is_some() {
            ended.push(trial);
            if ended.len() + waiting.len() > most_cases {
                return Outcome::TooManyCases;
            }
            continue;
        }
        let open = trial.state().empty().into_iter().filter(|&cell| trial.state().digits(cell).len() > 1);
        let Some(cell) = open.min_by_key(|&cell| trial.state().digits(cell).len()) else { return Outcome::Possible };
        if ended.len() + waiting.len() + trial.state().digits(cell).len() > most_cases {
            return Outcome::TooManyCases;
        }
        waiting.extend(of_cell(trial.state(), cell).map(|candidate| trial.with(candidate)));
    }
    Outcome::Refuted(ended)
}

fn of_cell(state: &State, cell: Cell) -> impl Iterator<Item = Candidate> {
    state.digits(cell).into_iter().map(move |digit| Candidate::new(cell, digit))
}

fn step(candidate: Candidate, trials: &[Trial]) -> Step {
    let evidence = Evidence {
        digits: [candidate.digit()].into_iter().collect(),
        cells: CellSet::from_iter([candidate.cell()]),
        candidates: vec![(candidate, Role::On)],
        chains: trials.iter().map(Trial::chain).collect(),
        ..Evidence::default()
    };
    Step { eliminations: vec![candidate], evidence, ..Step::new(Technique::ProofByContradiction) }
}
