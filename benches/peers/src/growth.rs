//! Puzzles grouped by their guesses instead of by their origin, to see how cost grows.

use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, Engine, Solver};

use crate::sets::Set;

/// The puzzles of all sets in new sets, by the guesses that it takes to prove uniqueness: none, one, two or three,
/// four to seven, and so on. Each new set has at most `most` puzzles; empty ones are left out.
pub fn by_guesses(sets: &[Set], engine: Engine, most: usize) -> Vec<Set> {
    let mut solver = Solver::with_engine(engine).expect("only engines that are available are chosen");
    let mut groups: Vec<Vec<Puzzle>> = Vec::new();
    for puzzle in sets.iter().flat_map(|set| &set.puzzles) {
        solver.count(puzzle, 2, 0, &Budget::UNLIMITED).expect("the budget is unlimited");
        let group = group(solver.guesses());
        groups.resize_with(groups.len().max(group + 1), Vec::new);
        if groups[group].len() < most {
            groups[group].push(*puzzle);
        }
    }
    let set = |(group, puzzles): (usize, Vec<Puzzle>)| {
        let solutions = vec![None; puzzles.len()];
        Set { name: name(group), puzzles, solutions, conflicts: 0 }
    };
    groups.into_iter().enumerate().filter(|(_, puzzles)| !puzzles.is_empty()).map(set).collect()
}

/// The groups start at 0, 1, 2, 4, 8 guesses and so on.
fn group(guesses: u64) -> usize {
    (u64::BITS - guesses.leading_zeros()) as usize
}

fn name(group: usize) -> String {
    match group {
        0 => "0 guesses".to_owned(),
        1 => "1 guess".to_owned(),
        _ => format!("{} to {} guesses", 1_u64 << (group - 1), (1_u64 << group) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::{group, name};

    #[test]
    fn names_of_groups_contain_their_guesses() {
        let names = [0, 1, 2, 3, 4, 7, 8, 500].map(|guesses| name(group(guesses)));
        let expected = ["0 guesses", "1 guess", "2 to 3 guesses", "2 to 3 guesses", "4 to 7 guesses", "4 to 7 guesses"];
        assert_eq!(names[..6], expected);
        assert_eq!(names[6..], ["8 to 15 guesses", "256 to 511 guesses"]);
    }
}
