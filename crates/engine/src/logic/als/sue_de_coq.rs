use std::ops::ControlFlow;

use super::super::{Evidence, Finder, Group, HouseRole, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, DigitSet, House, HouseKind};

/// Cells of a box and a line, with some more of the line and some more of the box, that have as many candidates between
/// them as cells. If no digit is both in the line's part and in the box's part, each stands once: those of the line's
/// part are excluded from the rest of the line, those of the box's part from the rest of the box, and the others from
/// both.
pub struct SueDeCoq;

impl Finder for SueDeCoq {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::SueDeCoq]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for block in (0..9).map(House::block) {
            for line in House::ALL.into_iter().filter(|line| line.kind() != HouseKind::Block) {
                sink.check()?;
                let shared = block.cell_set() & line.cell_set() & state.empty();
                let line_parts = parts(state, (line.cell_set() & state.empty()) - block.cell_set());
                let block_parts = parts(state, (block.cell_set() & state.empty()) - line.cell_set());
                for core in parts(state, shared).into_iter().filter(|core| core.digits.len() >= core.cells.len() + 2) {
                    let near = |parts: &[Part]| -> Vec<Part> {
                        parts.iter().filter(|part| !(part.digits & core.digits).is_empty()).copied().collect()
                    };
                    let found = Found { state, block, line, core };
                    found.each(&near(&line_parts), &near(&block_parts), sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[derive(Clone, Copy)]
struct Part {
    cells: CellSet,
    digits: DigitSet,
}

/// All choices of one cell or more, with their digits.
fn parts(state: &State, cells: CellSet) -> Vec<Part> {
    let cells: Vec<Cell> = cells.into_iter().collect();
    let mut all = vec![Part { cells: CellSet::EMPTY, digits: DigitSet::EMPTY }; 1 << cells.len()];
    for choice in 1..all.len() {
        let cell = cells[choice.trailing_zeros() as usize];
        let mut part = all[choice & (choice - 1)];
        part.cells.insert(cell);
        part.digits |= state.digits(cell);
        all[choice] = part;
    }
    all.split_off(1)
}

struct Found<'a> {
    state: &'a State,
    block: House,
    line: House,
    core: Part,
}

impl Found<'_> {
    fn each(&self, line_parts: &[Part], block_parts: &[Part], sink: &mut Sink<'_>) -> ControlFlow<()> {
        for in_line in line_parts {
            for in_block in block_parts.iter().filter(|part| part.digits.is_disjoint(in_line.digits)) {
                let cells = self.core.cells | in_line.cells | in_block.cells;
                let digits = self.core.digits | in_line.digits | in_block.digits;
                if cells.len() == digits.len() {
                    sink.emit(self.step(*in_line, *in_block))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn step(&self, in_line: Part, in_block: Part) -> Step {
        let (state, core) = (self.state, self.core);
        let digits = core.digits | in_line.digits | in_block.digits;
        let rest_of_line = self.line.cell_set() - (core.cells | in_line.cells);
        let rest_of_block = self.block.cell_set() - (core.cells | in_block.cells);
        let mut eliminations: Vec<_> = state.candidates_of(digits - in_block.digits, rest_of_line).collect();
        eliminations.extend(state.candidates_of(digits - in_line.digits, rest_of_block));
        eliminations.sort_unstable();
        eliminations.dedup();
        let cells = core.cells | in_line.cells | in_block.cells;
        let group = |part: Part| Group { cells: part.cells, digits: part.digits, shared: part.digits & core.digits };
        let evidence = Evidence {
            digits,
            houses: vec![(self.block, HouseRole::Base), (self.line, HouseRole::Base)],
            cells,
            candidates: state.candidates_of(digits, cells).map(|candidate| (candidate, Role::Member)).collect(),
            groups: vec![group(core), group(in_line), group(in_block)],
            ..Evidence::default()
        };
        Step { eliminations, evidence, ..Step::new(Technique::SueDeCoq) }
    }
}
