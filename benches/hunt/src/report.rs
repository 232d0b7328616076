//! How every engine fares on the grids that were found.

use std::fmt::Write as _;

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::Engine;

use crate::target::Target;

/// The most guesses on one grid, some ten seconds.
const CAP: u64 = 20_000_000;

struct Row {
    line: String,
    /// 0, 1, or 2 for several; `?` if no engine comes to an end.
    solutions: String,
    /// Those of each engine.
    guesses: Vec<u64>,
}

/// A line for each grid, `puzzle:solutions:engine guesses, engine guesses`, those of the most guesses first. Prints
/// the worst grid of each engine, by guesses and by time, to standard error.
///
/// # Errors
/// When two engines disagree about a grid.
pub fn report(puzzles: &[Puzzle]) -> Result<String, String> {
    let mut targets: Vec<Target> = Engine::ALL.into_iter().filter_map(|engine| Target::new(engine, false)).collect();
    let mut rows = puzzles.iter().map(|puzzle| row(puzzle, &mut targets)).collect::<Result<Vec<_>, _>>()?;
    rows.sort_by(|a, b| b.guesses.iter().max().cmp(&a.guesses.iter().max()).then_with(|| a.line.cmp(&b.line)));
    for (at, target) in targets.iter().enumerate() {
        if let Some(row) = rows.iter().max_by_key(|row| row.guesses[at]) {
            eprintln!("{target}: most guesses {}, {} solutions: {}", row.guesses[at], row.solutions, row.line);
        }
    }
    for target in Engine::ALL.into_iter().flat_map(|engine| [Target::new(engine, false), Target::new(engine, true)]) {
        target.into_iter().for_each(|target| print_slowest(target, puzzles));
    }
    let mut text = String::new();
    for Row { line, solutions, guesses } in rows {
        let guesses: Vec<String> =
            targets.iter().zip(guesses).map(|(target, guesses)| format!("{target} {guesses}")).collect();
        writeln!(text, "{line}:{solutions}:{}", guesses.join(", ")).map_err(|error| error.to_string())?;
    }
    Ok(text)
}

fn row(puzzle: &Puzzle, targets: &mut [Target]) -> Result<Row, String> {
    let line = puzzle.grid().to_line();
    let costs: Vec<_> = targets.iter_mut().map(|target| target.cost(puzzle, CAP)).collect();
    let mut verdicts: Vec<usize> = costs.iter().filter_map(|cost| cost.solutions).collect();
    verdicts.dedup();
    let solutions = match verdicts[..] {
        [solutions] => solutions.to_string(),
        [] => "?".to_owned(),
        _ => return Err(format!("the engines disagree, {verdicts:?}: {line}")),
    };
    Ok(Row { line, solutions, guesses: costs.iter().map(|cost| cost.guesses).collect() })
}

fn print_slowest(mut target: Target, puzzles: &[Puzzle]) {
    let mut times: Vec<(f64, &Puzzle)> =
        puzzles.iter().map(|puzzle| (target.microseconds(puzzle, CAP), puzzle)).collect();
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    if let (Some((most, puzzle)), Some((median, _))) = (times.first(), times.get(times.len() / 2)) {
        eprintln!("{target}: {most:.0} us at most, {median:.0} us for the median: {}", puzzle.grid().to_line());
    }
}
