//! The puzzle sets on disk: `*.txt` with one puzzle a line, `*.tsv` with the puzzle in the first column under a header.

use std::fs;
use std::io;
use std::path::Path;

use sudoku_server::grid::{Grid, Puzzle};

/// The sets in the order of the report.
const SETS: [&str; 9] = [
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

/// A grid that has no solution, and that costs a solver without propagation minutes (Peter Norvig's essay).
const NORVIG: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// Puzzles that are measured together.
pub struct Set {
    /// The name in the report.
    pub name: String,
    /// The puzzles in shuffled order.
    pub puzzles: Vec<Puzzle>,
}

/// The sets of a folder, each shuffled by the seed and cut to `most` puzzles. A set that is not there is left out, with a word on stderr.
pub fn load(folder: &Path, seed: u64, most: usize) -> Vec<Set> {
    let mut sets = Vec::new();
    for file in SETS {
        match read(&folder.join(file)) {
            Ok(mut puzzles) => {
                shuffle(&mut puzzles, seed);
                puzzles.truncate(most);
                let name = file.split('.').next().unwrap_or(file).to_owned();
                sets.push(Set { name, puzzles });
            }
            Err(error) => eprintln!("{file} is left out: {error}"),
        }
    }
    sets.push(Set { name: "norvig_impossible".to_owned(), puzzles: puzzle(NORVIG).into_iter().collect() });
    sets
}

fn read(path: &Path) -> io::Result<Vec<Puzzle>> {
    let text = fs::read_to_string(path)?;
    let header = usize::from(path.extension().is_some_and(|extension| extension == "tsv"));
    Ok(text.lines().skip(header).filter_map(|line| puzzle(line.split('\t').next()?)).collect())
}

/// The puzzle of a line; `None` where its givens conflict, since no engine sees such a grid.
fn puzzle(line: &str) -> Option<Puzzle> {
    let grid: Grid = line.parse().ok()?;
    Puzzle::new(grid).ok()
}

/// Fisher and Yates' shuffle, fed by a linear congruential generator: the same order for the same seed everywhere.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for last in (1..items.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(last, (state >> 33) as usize % (last + 1));
    }
}
