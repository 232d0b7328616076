//! The word of the oracle, the simplest search that is right.

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, naive};

use super::LIMIT;

/// What it may use on one puzzle; it would take minutes for the hardest.
pub const GUESSES: u64 = 400;
/// The first puzzles of each set, on which it may use more, so that sets of hard puzzles get its word, too.
pub const FIRST: usize = 200;
pub const GUESSES_OF_FIRST: u64 = 20_000;

/// Holds that the counts are the oracle's wherever it ends; how many it judged.
pub fn judge(puzzles: &[Puzzle], counts: &[u64]) -> Result<usize, String> {
    let mut judged = 0;
    for (index, (puzzle, &count)) in puzzles.iter().zip(counts).enumerate() {
        let budget = Budget::guesses(if index < FIRST { GUESSES_OF_FIRST } else { GUESSES });
        let Ok(oracle) = naive::count(puzzle, LIMIT, 0, &budget) else { continue };
        if oracle.found != count {
            let line = puzzle.grid().to_line();
            return Err(format!("all count {count}, the oracle counts {}: {line}", oracle.found));
        }
        judged += 1;
    }
    Ok(judged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::NORVIG;

    #[test]
    fn it_finds_what_is_wrong_and_is_silent_where_it_does_not_end() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let easy = Puzzle::new(line.parse().unwrap()).unwrap();
        let hard = Puzzle::new(NORVIG.parse().unwrap()).unwrap();
        assert_eq!(judge(&[easy, hard], &[1, 77]), Ok(1));
        assert!(judge(&[easy], &[2]).unwrap_err().ends_with(line));
    }
}
