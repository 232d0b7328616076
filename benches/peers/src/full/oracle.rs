//! The verdict of the oracle, the simplest search that is right.

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, naive};

use super::LIMIT;

/// The guesses that it may make on one puzzle; the hardest would take it minutes.
pub const GUESSES: u64 = 400;
/// On this many first puzzles of each set it may make more guesses, so that it judges some of the hard sets too.
pub const FIRST: usize = 200;
pub const GUESSES_OF_FIRST: u64 = 20_000;

/// Checks the counts against the oracle's, where it comes to an end. Returns how many it judged.
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
    fn wrong_counts_are_found_and_hard_puzzles_skipped() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let easy = Puzzle::new(line.parse().unwrap()).unwrap();
        let hard = Puzzle::new(NORVIG.parse().unwrap()).unwrap();
        assert_eq!(judge(&[easy, hard], &[1, 77]), Ok(1));
        assert!(judge(&[easy], &[2]).unwrap_err().ends_with(line));
    }
}
