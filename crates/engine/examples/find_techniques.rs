//! Looks for a position for each technique in a file of puzzles, `puzzle` or `puzzle:...` a line, and writes them as the
//! fixtures in `tests/data/techniques.tsv` are: technique, digits placed so far, those of them that were given, candidates of
//! the empty cells, placements, eliminations.
#![expect(clippy::disallowed_methods, reason = "the rule is for the engine; a program reads files")]

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::{env, fs};

use sudoku_engine::grid::{Cell, Digit, Grid, Puzzle};
use sudoku_engine::logic::hints::HUMAN_ORDER;
use sudoku_engine::logic::rating::{EXPLAINER_ORDER, next_step};
use sudoku_engine::logic::{Candidate, Sink, State, Step, Technique};
use sudoku_engine::solver::{Answer, Budget, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: find_techniques FILE")?;
    let text = fs::read_to_string(path)?;
    let mut found: BTreeMap<Technique, String> = BTreeMap::new();
    let mut solver = Solver::new();
    for line in text.lines() {
        let Some(grid) = line.get(..81).and_then(|line| Grid::from_line_bytes(line.as_bytes())) else { continue };
        let Ok(puzzle) = Puzzle::new(grid) else { continue };
        if matches!(solver.solve(&puzzle, &Budget::UNLIMITED)?, Answer::Unique(_)) {
            search(&grid, &mut found);
        }
    }
    for row in found.values() {
        println!("{row}");
    }
    for technique in Technique::ALL.iter().filter(|technique| !found.contains_key(technique)) {
        eprintln!("no position for {}", technique.info().id);
    }
    Ok(())
}

/// Adds a row for each technique that finds a step on the way to the solution and has none yet.
fn search(grid: &Grid, found: &mut BTreeMap<Technique, String>) {
    let mut state = State::new(grid);
    while !state.is_complete() {
        for finder in HUMAN_ORDER.iter().chain(EXPLAINER_ORDER) {
            if finder.techniques().iter().all(|technique| found.contains_key(technique)) {
                continue;
            }
            let mut keep = |step: Step| {
                found.entry(step.technique).or_insert_with(|| row(&state, &step));
                ControlFlow::Continue(())
            };
            let _ = finder.find(&state, &mut Sink::new(&mut keep, None));
        }
        let Some(step) = next_step(&state, None) else { return };
        state.apply(&step);
    }
}

fn row(state: &State, step: &Step) -> String {
    let mut givens = Grid::EMPTY;
    for cell in state.givens() {
        givens.set(cell, state.grid().get(cell));
    }
    let digits = |cell: Cell| state.digits(cell).into_iter().map(Digit::to_char).collect::<String>();
    let candidates: Vec<String> = state.empty().into_iter().map(digits).collect();
    let list = |candidates: &[Candidate]| {
        let mut candidates = candidates.to_vec();
        candidates.sort_unstable();
        candidates.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let id = step.technique.info().id;
    let (values, givens) = (state.grid().to_line(), givens.to_line());
    [id, &values, &givens, &candidates.join(" "), &list(&step.placements), &list(&step.eliminations)].join("\t")
}
