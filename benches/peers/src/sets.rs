//! The puzzle sets on disk: `*.txt` with one puzzle a line, `*.tsv` with a header and the puzzle in the first column.
//! In both, a tab or a colon ends the puzzle.

use std::fs;
use std::path::{Path, PathBuf};

use sudoku_engine::grid::{Grid, Puzzle};
use sudoku_engine::random::{RngExt, seeded};

/// The sets that come first in the report, in this order; the others of the folder follow by name.
const ORDER: [&str; 9] = [
    "17clue.txt",
    "kaggle_easy.txt",
    "random_minimal.txt",
    "magictour_top1465.txt",
    "forum_hardest_1106.txt",
    "forum_hardest_1905_11plus.txt",
    "serg_benchmark_multisolution.txt",
    "unsolvable.tsv",
    "kaggle3m_rated_sample.txt",
];

/// A grid without solution that costs a solver without propagation minutes (from Peter Norvig's essay).
pub const NORVIG: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// Puzzles that are measured together.
pub struct Set {
    /// The name in the report.
    pub name: String,
    /// The puzzles in shuffled order.
    pub puzzles: Vec<Puzzle>,
    /// The number of solutions of each puzzle, where the file gives it; a lower bound where it says `>=`.
    pub solutions: Vec<Option<u128>>,
    /// The number of grids left out because their givens conflict.
    pub conflicts: usize,
}

/// The sets of a folder, or the one of a file, whose names contain `only`, each shuffled by the seed and cut to `most`
/// puzzles. Sets that are missing are reported on standard error.
///
/// # Errors
/// When the folder or one of its files cannot be read, a line is no grid, or a file has no puzzle.
pub fn load(folder: &Path, only: &str, seed: u64, most: usize) -> Result<Vec<Set>, String> {
    let mut sets = Vec::new();
    for path in files(folder)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name.contains(only) {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let set = read(name, &text, path.extension().is_some_and(|extension| extension == "tsv"));
            let set = set.map_err(|error| format!("{}, {error}", path.display()))?;
            if set.puzzles.is_empty() {
                return Err(format!("{} has no puzzle", path.display()));
            }
            sets.push(set);
        }
    }
    let norvig = "norvig_impossible";
    if norvig.contains(only) {
        sets.push(read(norvig.to_owned(), NORVIG, false)?);
    }
    for set in &mut sets {
        set.draw(seed, most);
    }
    Ok(sets)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let cannot = |error| format!("{}: {error}", folder.display());
    let mut others = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        others.push(entry.map_err(cannot)?.path());
    }
    let is_set = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "txt" || extension == "tsv");
    others.retain(|path| is_set(path) && !ORDER.iter().any(|name| path.ends_with(name)));
    others.sort();
    let (mut files, missing): (Vec<_>, Vec<_>) =
        ORDER.iter().map(|name| folder.join(name)).partition(|path| path.exists());
    for path in missing {
        eprintln!("{} is missing and left out", path.display());
    }
    files.append(&mut others);
    Ok(files)
}

fn read(name: String, text: &str, has_header: bool) -> Result<Set, String> {
    let mut set = Set { name, puzzles: Vec::new(), solutions: Vec::new(), conflicts: 0 };
    let header = text.lines().next().filter(|_| has_header).unwrap_or_default();
    let column = header.split('\t').position(|name| name == "solutions");
    for (index, line) in text.lines().enumerate().skip(usize::from(has_header)) {
        let fields: Vec<&str> = line.split(['\t', ':']).collect();
        let grid: Grid = fields[0].parse().map_err(|error| format!("line {}: {error}", index + 1))?;
        let Ok(puzzle) = Puzzle::new(grid) else {
            set.conflicts += 1;
            continue;
        };
        set.puzzles.push(puzzle);
        set.solutions.push(column.and_then(|column| fields.get(column)?.trim_start_matches(">=").parse().ok()));
    }
    Ok(set)
}

impl Set {
    fn draw(&mut self, seed: u64, most: usize) {
        // The same seed shuffles both lists alike.
        seeded(seed).shuffle(&mut self.puzzles);
        seeded(seed).shuffle(&mut self.solutions);
        self.puzzles.truncate(most);
        self.solutions.truncate(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(header: &str, solutions: [&str; 3]) -> String {
        let blanks = ".".repeat(80);
        let lines = solutions.iter().zip(1..).map(|(field, digit)| format!("{digit}{blanks}{field}\n"));
        header.to_owned() + &lines.collect::<String>()
    }

    #[test]
    fn known_counts_stay_with_their_puzzles() {
        let text = text("puzzle\tkind\tsolutions\n", ["\ta\t1", "\ta\t>=2", "\ta\t6670903752021072936960"]);
        let mut set = read("set".to_owned(), &text, true).unwrap();
        set.draw(3, 3);
        let digit = |puzzle: &Puzzle| puzzle.grid().cells()[0].unwrap().get();
        for (puzzle, solutions) in set.puzzles.iter().zip(&set.solutions) {
            assert_eq!(*solutions, Some([1, 2, 6_670_903_752_021_072_936_960][usize::from(digit(puzzle)) - 1]));
        }
        set.draw(3, 2);
        assert_eq!((set.puzzles.len(), set.solutions.len()), (2, 2));
    }

    #[test]
    fn conflicts_are_counted_and_unknown_counts_are_none() {
        let conflict = format!("1.1{}\n", ".".repeat(78));
        let set = read("set".to_owned(), &text(&conflict, ["", ":7:x", "\tx"]), false).unwrap();
        assert_eq!((set.puzzles.len(), set.conflicts), (3, 1));
        assert_eq!(set.solutions, [None; 3]);
    }

    #[test]
    fn a_line_that_is_no_grid_is_an_error() {
        let error = read("set".to_owned(), &text("1.2\n", ["", "", ""]), false).err().unwrap();
        assert!(error.starts_with("line 1: "), "{error}");
    }
}
