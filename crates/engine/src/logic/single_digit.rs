//! Short chains of one digit: two houses with two places each, or a box whose places form a cross.

use std::ops::ControlFlow;

use super::{Candidate, Evidence, Finder, HouseRole, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet, House, HouseKind};

/// The last two places of a digit in a house: one of them is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StrongLink {
    pub(super) house: House,
    pub(super) ends: [Cell; 2],
}

/// The strong links of a digit, those in rows first, then columns, then boxes.
pub(super) fn strong_links(state: &State, digit: Digit) -> impl Iterator<Item = StrongLink> {
    House::ALL.into_iter().filter_map(move |house| {
        let mut cells = state.cells_in(house, digit).into_iter();
        match (cells.next(), cells.next(), cells.next()) {
            (Some(first), Some(second), None) => Some(StrongLink { house, ends: [first, second] }),
            _ => None,
        }
    })
}

/// Two strong links of a digit, an end of one seeing an end of the other: one of the far ends is true.
///
/// It is a skyscraper if both links are rows or both columns and the near ends share a line, a two-string kite if they
/// are a row and a column and the near ends share a box, and else a turbot fish.
pub struct TurbotFish;

impl Finder for TurbotFish {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::Skyscraper, Technique::TwoStringKite, Technique::TurbotFish]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for digit in Digit::ALL {
            let links: Vec<StrongLink> = strong_links(state, digit).collect();
            for (at, one) in links.iter().enumerate() {
                for other in &links[at + 1..] {
                    for [near, far] in [one.ends, [one.ends[1], one.ends[0]]] {
                        for [next, end] in [other.ends, [other.ends[1], other.ends[0]]] {
                            let distinct = CellSet::from_iter([near, far, next, end]).len() == 4;
                            if distinct && near.peers().contains(next) {
                                sink.emit(step(state, digit, [*one, *other], [far, near, next, end]))?;
                                dual(state, digit, [*one, *other], [far, near, next, end], &links, sink)?;
                            }
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Two kites through the same two cells of a box, each with the links that the other does not use.
fn dual(
    state: &State,
    digit: Digit,
    [row, column]: [StrongLink; 2],
    [far, near, next, end]: [Cell; 4],
    links: &[StrongLink],
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    if technique([row, column], near, next) != Technique::TwoStringKite {
        return ControlFlow::Continue(());
    }
    let through = |house: House, cell: Cell| {
        let link = links.iter().find(|link| link.house == house)?;
        link.ends.into_iter().find(|&other| other != cell).map(|other| (*link, other))
    };
    let twin = through(House::row(next.row()), next).zip(through(House::column(near.column()), near));
    let Some(((twin_row, twin_far), (twin_column, twin_end))) = twin else { return ControlFlow::Continue(()) };
    let mut step_of_both = step(state, digit, [row, column], [far, near, next, end]);
    let other = step(state, digit, [twin_row, twin_column], [twin_far, next, near, twin_end]);
    if step_of_both.is_empty() || other.is_empty() || step_of_both.eliminations == other.eliminations {
        return ControlFlow::Continue(());
    }
    step_of_both.eliminations.extend(other.eliminations);
    step_of_both.evidence.houses.extend(other.evidence.houses);
    step_of_both.evidence.candidates.extend(other.evidence.candidates);
    step_of_both.evidence.cells |= other.evidence.cells;
    sink.emit(step_of_both)
}

fn technique([one, other]: [StrongLink; 2], near: Cell, next: Cell) -> Technique {
    use HouseKind::{Block, Column, Row};
    let same_line = near.row() == next.row() || near.column() == next.column();
    match (one.house.kind(), other.house.kind()) {
        (Row, Row) | (Column, Column) if same_line => Technique::Skyscraper,
        (Row, Column) | (Column, Row) if near.block() == next.block() => Technique::TwoStringKite,
        (Row | Column | Block, Row | Column | Block) => Technique::TurbotFish,
    }
}

/// From the far end of one link over its near end and the next link to its end.
fn step(state: &State, digit: Digit, links: [StrongLink; 2], path: [Cell; 4]) -> Step {
    let [far, near, next, end] = path;
    let excluded = (state.cells(digit) & far.peers() & end.peers()) - path.into_iter().collect();
    let role = [Role::On, Role::Off, Role::Off, Role::On];
    let evidence = Evidence {
        digits: DigitSet::from_iter([digit]),
        houses: links.map(|link| (link.house, HouseRole::Base)).to_vec(),
        cells: path.into_iter().collect(),
        candidates: path.into_iter().map(|cell| Candidate::new(cell, digit)).zip(role).collect(),
        ..Evidence::default()
    };
    let eliminations = excluded.into_iter().map(|cell| Candidate::new(cell, digit)).collect();
    Step { eliminations, evidence, ..Step::new(technique(links, near, next)) }
}

/// All places of a digit in a box lie in one of its rows or one of its columns; a strong link ends in one of them: the
/// cell where the other meets the link's far end is excluded.
///
/// ```text
///   . X . | . . . | .       The digit is in row 2 or in column 2 of the box. If the link's
///   X . X | . A . | .       near end A is false, its far end B is true; if A is true, the
///   . X . | . . . | .       box has it in column 2. So it is not at x.
///   ------+-------+--
///   . x . | . B . | .
/// ```
pub struct EmptyRectangle;

impl Finder for EmptyRectangle {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::EmptyRectangle]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for digit in Digit::ALL {
            let links: Vec<StrongLink> =
                strong_links(state, digit).filter(|link| link.house.kind() != HouseKind::Block).collect();
            for block in 0..9 {
                let block = House::block(block);
                let mut found: Vec<Step> = Vec::new();
                for hinge in block.cells() {
                    let cross = [House::row(hinge.row()), House::column(hinge.column())];
                    if is_hinge(state, digit, block, cross) {
                        rectangles(state, digit, block, cross, &links, &mut found);
                    }
                }
                duals(&mut found);
                found.into_iter().try_for_each(|step| sink.emit(step))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether the digit is in the row and the column of a box alone, and not in one of them alone.
fn is_hinge(state: &State, digit: Digit, block: House, [row, column]: [House; 2]) -> bool {
    let cells = state.cells_in(block, digit);
    let (row, column) = (row.cell_set(), column.cell_set());
    cells.len() > 1 && cells.is_subset(row | column) && !cells.is_subset(row) && !cells.is_subset(column)
}

fn rectangles(
    state: &State,
    digit: Digit,
    block: House,
    cross: [House; 2],
    links: &[StrongLink],
    found: &mut Vec<Step>,
) {
    for (along, across) in [(cross[0], cross[1]), (cross[1], cross[0])] {
        for link in links.iter().filter(|link| link.house.kind() == across.kind() && link.house != across) {
            for [near, far] in [link.ends, [link.ends[1], link.ends[0]]] {
                let outside = !block.cell_set().contains(near) && !block.cell_set().contains(far);
                if !outside || !along.cell_set().contains(near) {
                    continue;
                }
                let corner = (far.peers() & across.cell_set() & state.cells(digit)) - block.cell_set();
                let members = state.cells_in(block, digit);
                let of = |cells: CellSet, role| cells.into_iter().map(move |cell| (Candidate::new(cell, digit), role));
                let ends = CellSet::from_iter([near, far]);
                let evidence = Evidence {
                    digits: DigitSet::from_iter([digit]),
                    houses: vec![(block, HouseRole::Base), (link.house, HouseRole::Base)],
                    cells: members | ends,
                    candidates: of(members, Role::Member).chain(of(ends, Role::On)).collect(),
                    ..Evidence::default()
                };
                let eliminations: Vec<Candidate> = corner
                    .into_iter()
                    .filter(|cell| on_line(*cell, far, along))
                    .map(|cell| Candidate::new(cell, digit))
                    .collect();
                if !eliminations.is_empty() {
                    found.push(Step { eliminations, evidence, ..Step::new(Technique::EmptyRectangle) });
                }
            }
        }
    }
}

/// Whether two cells share a line of the same kind as this one.
fn on_line(a: Cell, b: Cell, line: House) -> bool {
    if line.kind() == HouseKind::Row { a.row() == b.row() } else { a.column() == b.column() }
}

/// Two rectangles of a box with two candidates hold at once.
fn duals(found: &mut Vec<Step>) {
    let singles = found.clone();
    for (at, one) in singles.iter().enumerate() {
        for other in &singles[at + 1..] {
            if one.eliminations != other.eliminations {
                let mut both = one.clone();
                both.eliminations.extend(&other.eliminations);
                both.evidence.houses.extend(&other.evidence.houses);
                both.evidence.candidates.extend(&other.evidence.candidates);
                both.evidence.cells |= other.evidence.cells;
                found.push(both);
            }
        }
    }
}
