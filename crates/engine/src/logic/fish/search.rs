use std::ops::ControlFlow;

use super::super::State;
use crate::grid::{CellSet, Digit, House, HouseKind};
use crate::solver::CancelFlag;

/// Which houses a fish is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Bases of rows and covers of columns, or the other way round.
    Basic,
    /// The same with boxes among them.
    Franken,
    /// All others.
    Mutant,
}

/// `N` bases and `N` covers that exclude something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<const N: usize> {
    pub(super) bases: [House; N],
    pub(super) covers: [House; N],
    /// The candidates in the bases.
    pub(super) members: CellSet,
    /// Those in no cover, or in two bases.
    pub(super) fins: CellSet,
    pub(super) excluded: CellSet,
}

impl<const N: usize> Found<N> {
    /// The members that are no fins.
    pub(super) fn covered(&self) -> CellSet {
        self.members - self.fins
    }
}

/// More fins than that see hardly anything in common.
const MOST_FINS: usize = 5;

/// Digits with more candidates are not searched for mutant fish: it would take seconds, and find none.
const MOST_CELLS: usize = 40;

/// Calls `each` with all fish of a digit and a shape, those of the same bases one after the other.
pub(super) fn search<const N: usize>(
    state: &State,
    digit: Digit,
    shape: Shape,
    cancel: Option<&CancelFlag>,
    mut each: impl FnMut(Found<N>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let pools: &[(&[HouseKind], &[HouseKind])] = match shape {
        Shape::Basic => &[(&[HouseKind::Row], &[HouseKind::Column]), (&[HouseKind::Column], &[HouseKind::Row])],
        Shape::Franken => &[
            (&[HouseKind::Row, HouseKind::Block], &[HouseKind::Column, HouseKind::Block]),
            (&[HouseKind::Column, HouseKind::Block], &[HouseKind::Row, HouseKind::Block]),
        ],
        Shape::Mutant => &[(&ALL_KINDS, &ALL_KINDS)],
    };
    if shape == Shape::Mutant && state.cells(digit).len() > MOST_CELLS {
        return ControlFlow::Continue(());
    }
    for (bases, covers) in pools {
        let houses = |kinds: &[HouseKind]| -> Vec<(House, CellSet)> {
            let pool = House::ALL.into_iter().filter(|house| kinds.contains(&house.kind()));
            pool.map(|house| (house, state.cells_in(house, digit))).filter(|house| !house.1.is_empty()).collect()
        };
        let (bases, covers) = (houses(bases), houses(covers));
        let mut search = Search::<N> { cells: state.cells(digit), shape, covers };
        pick::<N>(&bases, |bases| {
            if cancel.is_some_and(CancelFlag::is_set) {
                return ControlFlow::Break(());
            }
            search.with_bases(bases, &mut each)
        })?;
    }
    ControlFlow::Continue(())
}

const ALL_KINDS: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Block];

/// All choices of `N` houses.
fn pick<const N: usize>(
    houses: &[(House, CellSet)],
    each: impl FnMut([(House, CellSet); N]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    super::super::place::choices::<(House, CellSet), N>(houses, each)
}

struct Search<const N: usize> {
    /// The candidates of the digit.
    cells: CellSet,
    shape: Shape,
    covers: Vec<(House, CellSet)>,
}

impl<const N: usize> Search<N> {
    fn with_bases(
        &mut self,
        bases: [(House, CellSet); N],
        each: &mut impl FnMut(Found<N>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut members, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for (_, cells) in bases {
            twice |= members & cells;
            members |= cells;
        }
        // What sees all fins that any covers leave must see those in two bases.
        let reach = seen_by_all(twice, self.cells);
        if twice.len() > MOST_FINS || reach.is_empty() {
            return ControlFlow::Continue(());
        }
        let bases = bases.map(|base| base.0);
        let useful = self.covers.iter().filter(|cover| !bases.contains(&cover.0) && !(cover.1 & members).is_empty());
        let useful: Vec<(House, CellSet)> = useful.copied().collect();
        let most = useful.iter().map(|cover| (cover.1 & members).len()).max().unwrap_or(0);
        if members.len() > N * most + MOST_FINS {
            return ControlFlow::Continue(());
        }
        pick::<N>(&useful, |covers| {
            let (mut covered, mut covered_twice) = (CellSet::EMPTY, CellSet::EMPTY);
            for (_, cells) in covers {
                covered_twice |= covered & cells;
                covered |= cells;
            }
            let fins = (members - covered) | twice;
            if fins.len() > MOST_FINS {
                return ControlFlow::Continue(());
            }
            let excluded = seen_by_all(fins, ((covered - members) | covered_twice) - fins);
            let found = Found { bases, covers: covers.map(|cover| cover.0), members, fins, excluded };
            if excluded.is_empty() || shape(&found) != self.shape { ControlFlow::Continue(()) } else { each(found) }
        })
    }
}

/// Those of some cells that see all fins.
fn seen_by_all(fins: CellSet, cells: CellSet) -> CellSet {
    fins.into_iter().fold(cells, |seen, fin| seen & fin.peers())
}

fn shape<const N: usize>(found: &Found<N>) -> Shape {
    let has = |houses: &[House], kind| houses.iter().any(|house| house.kind() == kind);
    let across = |a, b| {
        let pure = |houses: &[House], other| !has(houses, other);
        pure(&found.bases, b) && pure(&found.covers, a)
    };
    if !across(HouseKind::Row, HouseKind::Column) && !across(HouseKind::Column, HouseKind::Row) {
        return Shape::Mutant;
    }
    let boxes = has(&found.bases, HouseKind::Block) || has(&found.covers, HouseKind::Block);
    if boxes { Shape::Franken } else { Shape::Basic }
}
