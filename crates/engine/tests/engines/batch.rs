//! Batches: the answers are those of single puzzles, in the same order, each under its own budget.

use std::thread;

use sudoku_engine::grid::{Grid, Puzzle};
use sudoku_engine::solver::{Answer, Budget, CancelFlag, Solver, Stopped};

use crate::{NORVIG, Sample, puzzle, samples, solvers};

/// The sample has puzzles with one, several and no solution.
fn puzzles() -> Vec<Puzzle> {
    samples().into_iter().map(|sample| sample.puzzle).collect()
}

/// The part of an answer that does not depend on the order of the search: the solution only if there is no other.
fn verdict(answer: &Answer) -> String {
    match answer {
        Answer::Multiple(_) => "several solutions".to_owned(),
        answer => format!("{answer:?}"),
    }
}

#[test]
fn answers_are_those_of_single_puzzles_in_their_order() {
    let puzzles = puzzles();
    let mut single = Solver::new();
    let expected: Vec<_> =
        puzzles.iter().map(|puzzle| verdict(&single.solve(puzzle, &Budget::UNLIMITED).unwrap())).collect();
    for mut solver in solvers() {
        for size in [0, 1, 15, 16, 31, 32, 33, 64, 65, puzzles.len()] {
            for start in [0, (puzzles.len() - size) / 2, puzzles.len() - size] {
                let range = start..start + size;
                let answers = solver.solve_batch(&puzzles[range.clone()], &Budget::UNLIMITED);
                let found: Vec<_> = answers.iter().map(|answer| verdict(answer.as_ref().unwrap())).collect();
                assert_eq!(found, expected[range], "{} puzzles, {}", size, solver.engine());
            }
        }
    }
}

#[test]
fn counts_are_the_known_ones() {
    let (samples, puzzles) = (samples(), puzzles());
    for mut solver in solvers() {
        for limit in [0, 1, 2, 50, u64::MAX] {
            let counts = solver.count_batch(&puzzles, limit, &Budget::UNLIMITED);
            assert_eq!(counts.len(), puzzles.len());
            for (Sample { puzzle, solutions, .. }, count) in samples.iter().zip(counts) {
                let count = count.unwrap();
                assert_eq!((count.found, count.exact), (*solutions.min(&limit), *solutions < limit), "{puzzle:?}");
            }
        }
    }
}

#[test]
fn equal_puzzles_get_equal_answers() {
    for mut solver in solvers() {
        for puzzle in puzzles().into_iter().step_by(20) {
            let answers = solver.solve_batch(&[puzzle; 70], &Budget::UNLIMITED);
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{puzzle:?}");
        }
    }
}

#[test]
fn each_puzzle_has_its_own_budget() {
    let puzzles = puzzles();
    for mut solver in solvers() {
        let unlimited = solver.solve_batch(&puzzles, &Budget::UNLIMITED);
        let mut stopped_before = puzzles.len();
        for guesses in [0, 1, 10, 200] {
            let answers = solver.solve_batch(&puzzles, &Budget::guesses(guesses));
            let mut stopped = 0;
            for (answer, unlimited) in answers.iter().zip(&unlimited) {
                match answer {
                    Err(end) => {
                        assert_eq!(*end, Stopped::GuessBudget);
                        stopped += 1;
                    }
                    Ok(answer) => assert_eq!(verdict(answer), verdict(unlimited.as_ref().unwrap())),
                }
            }
            assert!(stopped < stopped_before, "{stopped} stopped at {guesses} guesses, {stopped_before} at fewer");
            assert!(solver.guesses() <= guesses * puzzles.len() as u64);
            stopped_before = stopped;
        }
        // Enough for all of them, in lanes or not.
        let answers = solver.solve_batch(&puzzles, &Budget::guesses(20_000));
        assert!(answers.iter().all(Result::is_ok));
    }
}

#[test]
fn a_hard_grid_among_easy_ones_is_refuted() {
    let mut puzzles = puzzles();
    puzzles.truncate(40);
    puzzles[7] = puzzle(NORVIG);
    for mut solver in solvers() {
        let answers = solver.solve_batch(&puzzles, &Budget::guesses(10_000));
        assert!(matches!(answers[7], Ok(Answer::Unsolvable(_))));
        assert!(answers.iter().all(Result::is_ok));
        let answers = solver.solve_batch(&puzzles, &Budget::guesses(2));
        assert_eq!(answers[7], Err(Stopped::GuessBudget));
    }
}

#[test]
fn a_set_flag_ends_the_whole_call() {
    for mut solver in solvers() {
        let cancel = CancelFlag::default();
        let budget = Budget { guesses: u64::MAX, cancel: Some(cancel.clone()) };
        // Counting the solutions of the blank grid would take years: only the flag ends it.
        let empty = Puzzle::new(Grid::EMPTY).unwrap();
        let search = thread::spawn(move || solver.count_batch(&[empty; 40], u64::MAX, &budget));
        cancel.set();
        assert_eq!(search.join().unwrap(), vec![Err(Stopped::Cancelled); 40]);
    }
}

#[test]
fn a_flag_set_before_the_call_cancels_every_puzzle() {
    let cancel = CancelFlag::default();
    cancel.set();
    let budget = Budget { guesses: u64::MAX, cancel: Some(cancel) };
    for mut solver in solvers() {
        assert!(solver.solve_batch(&puzzles(), &budget).iter().all(|answer| *answer == Err(Stopped::Cancelled)));
    }
}
