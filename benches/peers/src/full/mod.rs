//! The comparison of all answers on all puzzles, without a clock.
//!
//! Every contender counts; the solutions of this project's engines are checked one by one; the oracle counts what it
//! can; and the symmetric images of a sample must have the counts of their originals.

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

/// How many solutions of a puzzle are counted.
const LIMIT: u64 = 500;
/// How many puzzles of each set are sampled for images, and how many images each has.
const SAMPLE: usize = 50;
const IMAGES: usize = 4;

/// Compares all contenders on each set, and prints a line for each.
///
/// # Errors
/// The first difference, with its puzzle.
pub fn compare(sets: &[Set], options: &Options, tdokus: &[Tdoku]) -> Result<(), String> {
    println!("Solutions of each puzzle, counted up to {LIMIT}.");
    println!("Compared: {}, and the oracle.\n", Lineup::new(&options.engines, tdokus, &[]).names().join(", "));
    let mut conflicts = 0;
    for set in sets {
        let start = Instant::now();
        let report = compare_set(set, options, tdokus).map_err(|difference| format!("{}: {difference}", set.name))?;
        println!("{}: {report}; {:.1} s", set.name, start.elapsed().as_secs_f64());
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
        .map(|engine| format!("the engine {engine}: not available here, or not chosen"))
        .collect();
    if tdokus.is_empty() {
        out.push("tdoku: no library was given".to_owned());
    }
    if options.most < usize::MAX {
        out.push(format!("all but {} puzzles of a set", options.most));
    }
    out.push(format!("{conflicts} grids whose givens conflict: they are no puzzles"));
    out.push(format!(
        "the oracle on puzzles that take it more than {} guesses, {} for the first {} of a set",
        oracle::GUESSES,
        oracle::GUESSES_OF_FIRST,
        oracle::FIRST,
    ));
    out.push("the solutions of the peers: only their counts are compared".to_owned());
    out.push(format!("solutions of a puzzle beyond {LIMIT}; images beyond {IMAGES} of {SAMPLE} puzzles of a set"));
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
    let images = compare_images(puzzles, &counts, options)?;
    Ok(format!(
        "{} puzzles, {} solutions, {} contenders; {known} counts as in the file, {judged} as the oracle's; \
         {images} images",
        puzzles.len(),
        counts.iter().sum::<u64>(),
        lineup.contenders.len(),
    ))
}

/// Checks the counts against those of the file. Returns how many the file has.
fn known_counts(set: &Set, counts: &[u64]) -> Result<usize, String> {
    let mut known = 0;
    for ((puzzle, expected), &count) in set.puzzles.iter().zip(&set.solutions).zip(counts) {
        let Some(expected) = *expected else { continue };
        if u128::from(count) != expected.min(u128::from(LIMIT)) {
            return Err(format!("the file says {expected} solutions, all count {count}: {}", puzzle.grid().to_line()));
        }
        known += 1;
    }
    Ok(known)
}

/// Checks that the images of a sample have the counts of their originals. Returns the number of images.
fn compare_images(puzzles: &[Puzzle], counts: &[u64], options: &Options) -> Result<usize, String> {
    let sample = puzzles.len().min(SAMPLE);
    let images = images(&puzzles[..sample], options.seed);
    let mut lineup = Lineup::new(&options.engines, &[], &images);
    let found = agree::counts(&mut lineup.contenders[..lineup.own], &images, LIMIT)?;
    let expected: Vec<u64> = counts[..sample].iter().flat_map(|&count| [count; IMAGES]).collect();
    agree::same(&images, LIMIT, ("for the original every contender", &expected), ("every engine", &found))?;
    Ok(images.len())
}

/// [`IMAGES`] images of each puzzle under random symmetries, those of the same puzzle side by side.
fn images(puzzles: &[Puzzle], seed: u64) -> Vec<Puzzle> {
    let mut rng = seeded(seed);
    let copies = puzzles.iter().flat_map(|puzzle| [puzzle.grid(); IMAGES]);
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
    fn counts_are_checked_against_those_of_the_file_up_to_the_limit() {
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
        assert_eq!(images.iter().map(|image| image.grid().to_line()).collect::<HashSet<_>>().len(), 5 * IMAGES);
        assert!(images.iter().all(|image| count(image) == count(&puzzle)));
    }
}
