//! From statements to the links of a chain that can be shown.

use super::super::{Link, Node, Reason};
use super::network::{Literal, Network};
use crate::grid::CellSet;

/// The way from the start of a search to a place in it.
pub(super) fn trace(
    end: usize,
    literal: impl Fn(usize) -> Literal,
    before: impl Fn(usize) -> Option<usize>,
) -> Vec<Literal> {
    let mut path = vec![literal(end)];
    let mut at = end;
    while let Some(parent) = before(at) {
        path.push(literal(parent));
        at = parent;
    }
    path.reverse();
    path
}

/// A statement of a path, which follows from the one before.
pub(super) fn link(network: &Network, path: &[Literal], at: usize, literal: Literal) -> Link {
    let node = node(network, literal);
    match at.checked_sub(1) {
        None => Link { node, reason: Reason::Assumption, from: vec![] },
        Some(before) => Link { node, reason: reason(network, path[before], literal), from: vec![before] },
    }
}

pub(super) fn node(network: &Network, literal: Literal) -> Node {
    let candidate = network.candidate(literal);
    Node { digit: candidate.digit(), cells: CellSet::from_iter([candidate.cell()]), on: network.is_on(literal) }
}

/// Why a statement follows from one about a candidate that it is linked with.
pub(super) fn reason(network: &Network, from: Literal, to: Literal) -> Reason {
    let (on, before, after) = (network.is_on(to), network.candidate(from), network.candidate(to));
    if before.cell() == after.cell() {
        return if on { Reason::LastDigit } else { Reason::CellTaken };
    }
    let shared = before.cell().houses().into_iter().find(|house| house.cell_set().contains(after.cell()));
    match shared {
        Some(house) if on => Reason::LastPlace(house),
        Some(house) => Reason::HouseTaken(house),
        None => Reason::Assumption,
    }
}
