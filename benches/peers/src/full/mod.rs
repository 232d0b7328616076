//! The comparison of all answers on all puzzles, without a clock.
//!
//! Every contender counts; the solutions of this project's engines are looked at one by one; the oracle counts what it can;
//! and a sample is turned and relabelled, which must not change its counts.

mod oracle;
mod solutions;

use std::time::Instant;

use sudoku_engine::grid::{Puzzle, Symmetry};
use sudoku_engine::random::seeded;
use sudoku_engine::solver::Engine;

use crate::agree;
use crate::contender::Lineup;
use crate::options::Options;
use crate::sets::Set;
use crate::tdoku::Tdoku;

/// The solutions of a puzzle that are counted.
const LIMIT: u64 = 500;
/// The puzzles of each set that are turned, and in how many ways each.
const TURNED: usize = 50;
const WAYS: usize = 4;

/// Compares all on each set, and prints a line for it.
///
/// # Errors
/// The first difference, with its puzzle.
pub fn compare(sets: &[Set], options: &Options, tdokus: &[Tdoku]) -> Result<(), String> {
    println!("Solutions of each puzzle, counted up to {LIMIT}.");
    println!("Compared: {}, and the oracle.\n", Lineup::new(&options.engines, tdokus, &[]).names().join(", "));
    let mut conflicts = 0;
    for set in sets {
        let begin = Instant::now();
        let report = compare_set(set, options, tdokus).map_err(|difference| format!("{}: {difference}", set.name))?;
        println!("{}: {report}; {:.1} s", set.name, begin.elapsed().as_secs_f64());
        conflicts += set.conflicts;
    }
    println!("\nAll agree. Left out:");
    for what in left_out(options, tdokus, conflicts) {
        println!("- {what}");
    }
    Ok(())
}

fn left_out(options: &Options, tdokus: &[Tdoku], conflicts: usize) -> Vec<String> {
    let mut out: Vec<String> = Engine::ALL
        .into_iter()
        .filter(|engine| !options.engines.contains(engine))
        .map(|engine| format!("the engine {engine}, which this machine cannot run or nobody asked for"))
        .collect();
    if tdokus.is_empty() {
        out.push("tdoku, for which no library was named".to_owned());
    }
    if options.most < usize::MAX {
        out.push(format!("all but {} puzzles a set", options.most));
    }
    out.push(format!("{conflicts} grids whose givens conflict: no engine sees such a grid"));
    out.push(format!(
        "the oracle's word on puzzles that take it over {} guesses, {} for the first {} of a set",
        oracle::GUESSES,
        oracle::GUESSES_OF_FIRST,
        oracle::FIRST,
    ));
    out.push("which solutions the peers find: of theirs the counts are compared".to_owned());
    out.push(format!("solutions of a puzzle beyond {LIMIT}; symmetries but {WAYS} of {TURNED} puzzles a set"));
    out
}

fn compare_set(set: &Set, options: &Options, tdokus: &[Tdoku]) -> Result<String, String> {
    let puzzles = &set.puzzles;
    let mut lineup = Lineup::new(&options.engines, tdokus, puzzles);
    let counts = agree::counts(&mut lineup.contenders, puzzles, LIMIT)?;
    let known = known_counts(set, &counts)?;
    for &engine in &options.engines {
        solutions::check(engine, puzzles, &counts)?;
    }
    let judged = oracle::judge(puzzles, &counts)?;
    let turned = turn(puzzles, &counts, options)?;
    Ok(format!(
        "{} puzzles, {} solutions, {} contenders; {known} counts as the file tells, {judged} as the oracle counts; {turned} \
         symmetries",
        puzzles.len(),
        counts.iter().sum::<u64>(),
        lineup.contenders.len(),
    ))
}

/// Holds that the counts are those that the file tells; how many it does.
fn known_counts(set: &Set, counts: &[u64]) -> Result<usize, String> {
    let mut known = 0;
    for ((puzzle, told), &count) in set.puzzles.iter().zip(&set.solutions).zip(counts) {
        let Some(told) = *told else { continue };
        if u128::from(count) != told.min(u128::from(LIMIT)) {
            return Err(format!("the file tells {told} solutions, all count {count}: {}", puzzle.grid().to_line()));
        }
        known += 1;
    }
    Ok(known)
}

/// Holds that a sample keeps its counts when it is turned; how many grids came of it.
fn turn(puzzles: &[Puzzle], counts: &[u64], options: &Options) -> Result<usize, String> {
    let sample = puzzles.len().min(TURNED);
    let turned = images(&puzzles[..sample], options.seed);
    let mut lineup = Lineup::new(&options.engines, &[], &turned);
    let found = agree::counts(&mut lineup.contenders[..lineup.own], &turned, LIMIT)?;
    let expected: Vec<u64> = counts[..sample].iter().flat_map(|&count| [count; WAYS]).collect();
    agree::same(&turned, LIMIT, ("the puzzle before it was turned", &expected), ("every engine", &found))?;
    Ok(turned.len())
}

/// [`WAYS`] images of each puzzle under random symmetries, those of the same puzzle side by side.
fn images(puzzles: &[Puzzle], seed: u64) -> Vec<Puzzle> {
    let mut rng = seeded(seed);
    let copies = puzzles.iter().flat_map(|puzzle| [puzzle.grid(); WAYS]);
    let images = copies.map(|grid| Symmetry::random(&mut rng).apply(grid));
    images.map(|image| Puzzle::new(image).expect("a symmetry makes no conflict")).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use sudoku_engine::grid::Grid;
    use sudoku_engine::solver::{Budget, naive};

    #[test]
    fn counts_are_held_against_those_of_the_file_up_to_the_limit() {
        let puzzle = Puzzle::new(Grid::EMPTY).unwrap();
        let solutions = vec![Some(3), None, Some(6_670_903_752_021_072_936_960)];
        let set = Set { name: String::new(), puzzles: vec![puzzle; 3], solutions, conflicts: 0 };
        assert_eq!(known_counts(&set, &[3, 9, LIMIT]), Ok(2));
        assert!(known_counts(&set, &[2, 9, LIMIT]).is_err());
        assert!(known_counts(&set, &[3, 9, LIMIT - 1]).is_err());
    }

    #[test]
    fn images_differ_and_have_as_many_solutions() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4.9..5....8..79";
        let puzzle = Puzzle::new(line.parse().unwrap()).unwrap();
        let count = |puzzle: &Puzzle| naive::count(puzzle, 500, 0, &Budget::UNLIMITED).unwrap().found;
        let images = images(&[puzzle; 5], 1);
        assert_eq!(images.iter().map(|image| image.grid().to_line()).collect::<HashSet<_>>().len(), 5 * WAYS);
        assert!(images.iter().all(|image| count(image) == count(&puzzle)));
    }
}
