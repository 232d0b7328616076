use super::super::{Reason, State, Step};
use super::conclusion::{ends_step, excluded_by_ends, loop_step, own_step};
use super::graph::Graph;

/// A place that is true or false, with the one it follows from.
#[derive(Clone, Copy, Debug)]
struct Reached {
    place: u16,
    on: bool,
    before: usize,
    reason: Reason,
}

/// A chain from its start to an end: places with whether they are true, and why each follows from the one before.
pub(super) type Path = Vec<(u16, bool, Reason)>;

/// Follows all chains from a place, breadth first, so that the first one to an end is a shortest one; calls `found` with
/// the length and the step of each that concludes something.
pub(super) fn from(graph: &Graph, state: &State, start: u16, mut found: impl FnMut(usize, Step)) {
    // The place is false: what is true then, the end, is so unless the place is true.
    walk(graph, start, false, |end, on, path| {
        if !on {
            return;
        }
        let excluded = excluded_by_ends(graph, state, start, end);
        let closes = graph.weak[usize::from(end)].contains(&start);
        if excluded.is_empty() && !closes {
            return;
        }
        let path = path();
        if end >= start && (path.len() > 2 || end == start) {
            found(path.len(), ends_step(graph, &path, excluded));
        }
        if closes && path.len() > 2 {
            found(path.len() + 1, loop_step(graph, state, &path));
        }
    });
    // The place is true, and false then.
    if graph.places[usize::from(start)].single() {
        walk(graph, start, true, |end, on, path| {
            if end == start && !on {
                let path = path();
                found(path.len(), own_step(graph, &path));
            }
        });
    }
}

/// Calls `each` with every place reached, whether it is true, and a way to get the chain to it.
fn walk(graph: &Graph, start: u16, start_on: bool, mut each: impl FnMut(u16, bool, &dyn Fn() -> Path)) {
    let mut reached = vec![Reached { place: start, on: start_on, before: usize::MAX, reason: Reason::Assumption }];
    let mut seen = [vec![false; graph.places.len()], vec![false; graph.places.len()]];
    seen[usize::from(start_on)][usize::from(start)] = true;
    let mut at = 0;
    while let Some(&here) = reached.get(at) {
        let place = usize::from(here.place);
        let weak = graph.weak[place].iter().filter(|_| here.on).map(|&next| (next, Reason::CellTaken));
        let strong = graph.strong[place].iter().filter(|_| !here.on).copied();
        for (next, reason) in weak.chain(strong) {
            let on = !here.on;
            if seen[usize::from(on)][usize::from(next)] {
                continue;
            }
            seen[usize::from(on)][usize::from(next)] = true;
            reached.push(Reached { place: next, on, before: at, reason });
            each(next, on, &|| path(&reached));
        }
        at += 1;
    }
}

/// The chain to the place reached last.
fn path(reached: &[Reached]) -> Path {
    let mut path = Path::new();
    let mut at = reached.len() - 1;
    while let Some(here) = reached.get(at) {
        path.push((here.place, here.on, here.reason));
        at = here.before;
    }
    path.reverse();
    path
}
