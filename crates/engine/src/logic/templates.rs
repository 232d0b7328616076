//! All ways to place one digit in the whole grid.

use std::ops::ControlFlow;

use super::{Candidate, Evidence, Finder, Role, Sink, State, Step, Technique};
use crate::grid::{CellSet, Digit, DigitSet, House};

/// The templates of a digit are the ways to place it in every row, column and box. What all of them have is placed; what
/// none of them has is excluded.
pub struct Templates;

impl Finder for Templates {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::TemplateSet, Technique::TemplateDelete]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for digit in Digit::ALL {
            sink.check()?;
            let Some((all, any)) = templates(state, digit) else { continue };
            let open = state.cells(digit);
            let of = |cells: CellSet| cells.into_iter().map(move |cell| Candidate::new(cell, digit)).collect::<Vec<_>>();
            let evidence = |cells: CellSet| Evidence {
                digits: DigitSet::from_iter([digit]),
                cells,
                candidates: of(cells).into_iter().map(|candidate| (candidate, Role::Member)).collect(),
                ..Evidence::default()
            };
            let placements = of(all & open);
            sink.emit(Step { placements, evidence: evidence(all & open), ..Step::new(Technique::TemplateSet) })?;
            let eliminations = of(open - any);
            sink.emit(Step { eliminations, evidence: evidence(any & open), ..Step::new(Technique::TemplateDelete) })?;
        }
        ControlFlow::Continue(())
    }
}

/// The cells that all templates of a digit have, and those that any has; `None` if there is no template.
fn templates(state: &State, digit: Digit) -> Option<(CellSet, CellSet)> {
    let filled = state.grid().givens().filter(|&(_, held)| held == digit).map(|(cell, _)| cell).collect::<CellSet>();
    // A template grows row by row; `free` has the cells that it may still use.
    let mut partial: Vec<(CellSet, CellSet)> = vec![(CellSet::EMPTY, state.cells(digit) | filled)];
    for row in 0..9 {
        let row = House::row(row).cell_set();
        let grown = partial.into_iter().flat_map(|(template, free)| {
            let place = move |cell: crate::grid::Cell| {
                let mut template = template;
                template.insert(cell);
                (template, free - cell.peers())
            };
            (free & row).into_iter().map(place)
        });
        partial = grown.collect();
    }
    let fold = |(all, any): (CellSet, CellSet), (template, _): (CellSet, CellSet)| (all & template, any | template);
    if partial.is_empty() { None } else { Some(partial.into_iter().fold((CellSet::ALL, CellSet::EMPTY), fold)) }
}
