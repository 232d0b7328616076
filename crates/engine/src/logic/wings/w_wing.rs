use std::ops::ControlFlow;

use super::super::single_digit::{StrongLink, strong_links};
use super::super::{Candidate, Evidence, Finder, Group, HouseRole, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit};

/// Two cells with the same two candidates x and y, each seeing one end of a house's last two places for y: not both
/// hold y, so one holds x, and what sees both does not.
pub struct WWing;

impl Finder for WWing {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::WWing]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let bivalue = state.bivalue();
        for first in bivalue {
            let twins = bivalue.into_iter().filter(|&cell| cell > first && state.digits(cell) == state.digits(first));
            for second in twins.filter(|second| !first.peers().contains(*second)) {
                for y in state.digits(first) {
                    let Some(x) = state.digits(first).into_iter().find(|&digit| digit != y) else { continue };
                    for link in strong_links(state, y) {
                        link_wings(state, [first, second], [x, y], link, sink)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn link_wings(
    state: &State,
    [first, second]: [Cell; 2],
    [x, y]: [Digit; 2],
    link: StrongLink,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let [a, b] = link.ends;
    let sees = |wing: Cell, end: Cell| wing.peers().contains(end);
    if !(sees(first, a) && sees(second, b) || sees(first, b) && sees(second, a)) {
        return ControlFlow::Continue(());
    }
    let excluded = state.cells(x) & first.peers() & second.peers();
    let cells: CellSet = [first, second].into_iter().collect();
    let wings = state.candidates_of([x].into_iter().collect(), cells).map(|candidate| (candidate, Role::On));
    let ends = link.ends.map(|cell| (Candidate::new(cell, y), Role::Member));
    let digits = [x, y].into_iter().collect();
    let evidence = Evidence {
        digits,
        houses: vec![(link.house, HouseRole::Base)],
        cells,
        candidates: wings.chain(ends).collect(),
        groups: vec![Group { cells, digits, shared: [x].into_iter().collect() }],
        ..Evidence::default()
    };
    let eliminations = excluded.into_iter().map(|cell| Candidate::new(cell, x)).collect();
    sink.emit(Step { eliminations, evidence, ..Step::new(Technique::WWing) })
}
