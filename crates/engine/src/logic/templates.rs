//! All ways to place one digit in the whole grid.

use std::ops::ControlFlow;

use super::{Candidate, Evidence, Finder, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet, House};

/// The templates of a digit are the ways to place it in every row, column and box. What all of them have is placed; what
/// none of them has is excluded. Templates that leave another digit none are no ways to place it.
pub struct Templates;

impl Finder for Templates {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::TemplateSet, Technique::TemplateDelete]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut templates = Digit::ALL.map(|digit| templates(state, digit));
        refine(&mut templates, sink)?;
        for (digit, templates) in Digit::ALL.into_iter().zip(&templates) {
            let all = templates.iter().fold(CellSet::ALL, |all, &template| all & template);
            let any = templates.iter().fold(CellSet::EMPTY, |any, &template| any | template);
            if templates.is_empty() {
                continue;
            }
            let open = state.cells(digit);
            let of =
                |cells: CellSet| cells.into_iter().map(move |cell| Candidate::new(cell, digit)).collect::<Vec<_>>();
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

/// Drops the templates of a digit that overlap with all templates of another, until none does. Does nothing if there are so
/// many that it would take long.
fn refine(templates: &mut [Vec<CellSet>; 9], sink: &Sink<'_>) -> ControlFlow<()> {
    if templates.iter().map(Vec::len).sum::<usize>() > MOST_TEMPLATES {
        return ControlFlow::Continue(());
    }
    loop {
        let before: usize = templates.iter().map(Vec::len).sum();
        for digit in 0..9 {
            sink.check()?;
            let mut own = std::mem::take(&mut templates[digit]);
            let goes_with =
                |template: CellSet, others: &[CellSet]| others.iter().any(|&other| template.is_disjoint(other));
            own.retain(|&template| (0..9).all(|other| other == digit || goes_with(template, &templates[other])));
            templates[digit] = own;
        }
        if templates.iter().map(Vec::len).sum::<usize>() == before {
            return ControlFlow::Continue(());
        }
    }
}

const MOST_TEMPLATES: usize = 4_000;

/// All templates of a digit.
fn templates(state: &State, digit: Digit) -> Vec<CellSet> {
    let filled = state.grid().givens().filter(|&(_, held)| held == digit).map(|(cell, _)| cell).collect::<CellSet>();
    // A template grows row by row; the second set has the cells that it may still use.
    let mut partial: Vec<(CellSet, CellSet)> = vec![(CellSet::EMPTY, state.cells(digit) | filled)];
    for row in 0..9 {
        let row = House::row(row).cell_set();
        let grown = partial.into_iter().flat_map(|(template, free)| {
            let place = move |cell: Cell| {
                let mut template = template;
                template.insert(cell);
                (template, free - cell.peers())
            };
            (free & row).into_iter().map(place)
        });
        partial = grown.collect();
    }
    partial.into_iter().map(|(template, _)| template).collect()
}
