//! What chains and loops exclude.

use super::super::als::sets::seen_by_all;
use super::super::{Candidate, Chain, Evidence, Link, Node, Reason, Role, State, Step, Technique};
use super::graph::{Graph, Place};
use super::search::Path;
use crate::grid::{CellSet, Digit, DigitSet, House};

/// What cannot be true since one of two places is.
pub(super) fn excluded_by_ends(graph: &Graph, state: &State, start: u16, end: u16) -> Vec<Candidate> {
    let [a, b] = [start, end].map(|place| graph.places[usize::from(place)]);
    if start != end && a.digit == b.digit {
        return of(a.digit, (seen_by_all(a.cells | b.cells) & state.cells(a.digit)) - (a.cells | b.cells));
    }
    let (Some(cell), Some(other), true) = (a.cells.first(), b.cells.first(), a.single() && b.single()) else {
        return vec![];
    };
    if cell == other {
        let rest = state.digits(cell) - DigitSet::from_iter([a.digit, b.digit]);
        return rest.into_iter().map(|digit| Candidate::new(cell, digit)).collect();
    }
    // One cell holds its digit, so it does not hold the other's; at least if they see each other.
    let crossed = [Candidate::new(cell, b.digit), Candidate::new(other, a.digit)];
    let crossed = crossed.into_iter().filter(|&candidate| cell.peers().contains(other) && state.has(candidate));
    crossed.collect()
}

fn of(digit: Digit, cells: CellSet) -> Vec<Candidate> {
    cells.into_iter().map(|cell| Candidate::new(cell, digit)).collect()
}

/// The start or the end of a chain is true.
pub(super) fn ends_step(graph: &Graph, path: &Path, excluded: Vec<Candidate>) -> Step {
    let [a, b] = [path[0].0, path[path.len() - 1].0].map(|place| graph.places[usize::from(place)]);
    let strong = || path.iter().filter(|(_, on, reason)| *on && *reason != Reason::Assumption);
    let one_digit = path.iter().all(|step| graph.places[usize::from(step.0)].digit == a.digit);
    let in_cells = strong().all(|step| step.2 == Reason::LastDigit);
    let technique = match is_grouped(graph, path) {
        true if a.cells == b.cells => Technique::GroupedDiscontinuousNiceLoop,
        true => Technique::GroupedAic,
        false if a.cells == b.cells => Technique::DiscontinuousNiceLoop,
        false if one_digit => Technique::XChain,
        false if in_cells && a.digit == b.digit => Technique::XyChain,
        false => Technique::Aic,
    };
    Step { eliminations: excluded, evidence: evidence(graph, path), ..Step::new(technique) }
}

/// The start of a chain is false, since it cannot be true.
pub(super) fn own_step(graph: &Graph, path: &Path) -> Step {
    let start = graph.places[usize::from(path[0].0)];
    let technique = if is_grouped(graph, path) {
        Technique::GroupedDiscontinuousNiceLoop
    } else {
        Technique::DiscontinuousNiceLoop
    };
    Step { eliminations: of(start.digit, start.cells), evidence: evidence(graph, path), ..Step::new(technique) }
}

/// The end of a chain excludes its start: one end of every link in the loop is true, and only one.
pub(super) fn loop_step(graph: &Graph, state: &State, path: &Path) -> Step {
    let mut excluded: Vec<Candidate> = Vec::new();
    for (at, (to, on, reason)) in path.iter().enumerate() {
        let before = path[at.checked_sub(1).unwrap_or(path.len() - 1)].0;
        let [from, to] = [before, *to].map(|place| graph.places[usize::from(place)]);
        if !on {
            excluded.extend(excluded_by_link(state, from, to));
        } else if let Reason::AlmostLocked(group) = reason {
            let locked = group.digits - group.shared;
            let places = |digit| group.cells & state.cells(digit);
            excluded.extend(
                locked.into_iter().flat_map(|d| of(d, (seen_by_all(places(d)) & state.cells(d)) - group.cells)),
            );
        }
    }
    excluded.sort_unstable();
    excluded.dedup();
    let technique =
        if is_grouped(graph, path) { Technique::GroupedContinuousNiceLoop } else { Technique::ContinuousNiceLoop };
    let mut evidence = evidence(graph, path);
    if let Some(chain) = evidence.chains.first_mut() {
        let node = chain.links.first().map(|link| link.node);
        let last = chain.links.len() - 1;
        chain.links.extend(node.map(|node| Link { node, reason: weak_reason(path, graph), from: vec![last] }));
    }
    Step { eliminations: excluded, evidence, ..Step::new(technique) }
}

/// Why the end of a path excludes its start.
fn weak_reason(path: &Path, graph: &Graph) -> Reason {
    let [start, end] = [path[0].0, path[path.len() - 1].0].map(|place| graph.places[usize::from(place)]);
    reason(end, start, Reason::CellTaken)
}

fn excluded_by_link(state: &State, a: Place, b: Place) -> Vec<Candidate> {
    if a.digit == b.digit {
        return of(a.digit, (seen_by_all(a.cells | b.cells) & state.cells(a.digit)) - (a.cells | b.cells));
    }
    let others = |digits: DigitSet| digits - DigitSet::from_iter([a.digit, b.digit]);
    let in_cell = |cell| others(state.digits(cell)).into_iter().map(move |digit| Candidate::new(cell, digit));
    a.cells.into_iter().flat_map(in_cell).collect()
}

fn is_grouped(graph: &Graph, path: &Path) -> bool {
    path.iter().any(|(place, _, reason)| {
        !graph.places[usize::from(*place)].single() || matches!(reason, Reason::AlmostLocked(_))
    })
}

fn evidence(graph: &Graph, path: &Path) -> Evidence {
    let mut evidence = Evidence::default();
    let mut chain = Chain::default();
    for (at, (place, on, why)) in path.iter().enumerate() {
        let here = graph.places[usize::from(*place)];
        let before = at.checked_sub(1).map(|before| graph.places[usize::from(path[before].0)]);
        let node = Node { digit: here.digit, cells: here.cells, on: *on };
        let reason = before.map_or(Reason::Assumption, |before| reason(before, here, *why));
        chain.links.push(Link { node, reason, from: at.checked_sub(1).into_iter().collect() });
        evidence.digits.insert(here.digit);
        evidence.cells |= here.cells;
        let role = if *on { Role::On } else { Role::Off };
        evidence.candidates.extend(of(here.digit, here.cells).into_iter().map(|candidate| (candidate, role)));
        evidence.groups.extend(match why {
            Reason::AlmostLocked(group) => Some(*group),
            _ => None,
        });
    }
    evidence.chains.push(chain);
    evidence
}

/// The reason of a link, where that of a weak link is found here.
fn reason(from: Place, to: Place, reason: Reason) -> Reason {
    if reason != Reason::CellTaken || from.digit != to.digit {
        return reason;
    }
    let both = from.cells | to.cells;
    let house = House::ALL.into_iter().find(|house| both.is_subset(house.cell_set()));
    house.map_or(Reason::PeersTaken, Reason::HouseTaken)
}
