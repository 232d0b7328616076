//! Every engine against known counts, the naive oracle, and itself under the symmetries of the board.
#![expect(clippy::disallowed_methods, reason = "the rule is for the engine; a test starts threads")]

mod batch;
mod worst;

use std::thread;

use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
use proptest::sample::{Index, subsequence};
use proptest::test_runner::Config;
use sudoku_engine::grid::{Cell, Digit, Grid, Puzzle, Symmetry, conflicts};
use sudoku_engine::random::seeded;
use sudoku_engine::solver::{Answer, Budget, CancelFlag, Engine, Refutation, Solver, Stopped, naive};

/// The guesses of the oracle on one puzzle. The hardest need far more; for those there are the known counts.
const ORACLE: Budget = Budget::guesses(400);

/// A grid without solution that costs a solver without propagation minutes (from Peter Norvig's essay).
const NORVIG: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

struct Sample {
    puzzle: Puzzle,
    solutions: u64,
    set: &'static str,
}

fn samples() -> Vec<Sample> {
    include_str!("../data/counts.txt").lines().map(sample).collect()
}

fn sample(line: &'static str) -> Sample {
    let fields: Vec<&str> = line.split(':').collect();
    let [grid, solutions, set] = fields[..] else { panic!("not puzzle:solutions:set: {line}") };
    Sample { puzzle: puzzle(grid), solutions: solutions.parse().expect("a number of solutions"), set }
}

fn puzzle(line: &str) -> Puzzle {
    Puzzle::new(line.parse().expect("a grid")).expect("no conflict")
}

/// A solver with each engine that this machine can run.
fn solvers() -> impl Iterator<Item = Solver> {
    Engine::ALL.into_iter().filter_map(Solver::with_engine)
}

fn count(puzzle: &Puzzle, limit: u64) -> u64 {
    Solver::new().count(puzzle, limit, 0, &Budget::UNLIMITED).expect("the budget is unlimited").found
}

#[test]
fn engines_are_named_and_the_best_is_chosen() {
    assert_eq!(Engine::ALL.map(|engine| engine.to_string()), ["avx512", "avx2", "portable"]);
    assert_eq!(Solver::new().engine(), Engine::best());
    for engine in Engine::ALL {
        let solver = Solver::with_engine(engine);
        assert_eq!(solver.is_some(), engine.is_available());
        assert!(solver.is_none_or(|solver| solver.engine() == engine));
    }
    assert!(Engine::Portable.is_available());
}

#[test]
fn counts_are_the_known_ones() {
    for mut solver in solvers() {
        for Sample { puzzle, solutions, set } in samples() {
            let count = solver.count(&puzzle, u64::MAX, 400, &Budget::UNLIMITED).unwrap();
            assert_eq!((count.found, count.exact), (solutions, true), "{set} {puzzle:?}");
            assert_eq!(count.solutions.len() as u64, solutions.min(400));
            let mut lines: Vec<String> = count.solutions.iter().map(|solution| solution.grid().to_line()).collect();
            lines.sort();
            lines.dedup();
            assert_eq!(lines.len(), count.solutions.len(), "repeated solutions: {puzzle:?}");
        }
    }
}

#[test]
fn every_engine_makes_the_same_guesses() {
    for Sample { puzzle, set, .. } in samples() {
        let search = |mut solver: Solver| {
            let count = solver.count(&puzzle, 20, 20, &Budget::UNLIMITED).unwrap();
            (solver.guesses(), count)
        };
        let searches: Vec<_> = solvers().map(search).collect();
        assert!(searches.iter().all(|search| *search == searches[0]), "{set} {puzzle:?}");
    }
}

#[test]
fn solve_agrees_with_the_counts() {
    for mut solver in solvers() {
        for Sample { puzzle, solutions, set } in samples() {
            let answer = solver.solve(&puzzle, &Budget::UNLIMITED).unwrap();
            match (solutions, answer) {
                (0, Answer::Unsolvable(reason)) => {
                    let shown = ["empty_cell", "digit_without_place"].contains(&set);
                    assert_eq!(reason != Refutation::Search, shown, "{set} {puzzle:?}");
                }
                (1, Answer::Unique(_)) | (2.., Answer::Multiple(_)) => {}
                _ => panic!("{solutions} solutions, but {answer:?}: {puzzle:?}"),
            }
        }
    }
}

#[test]
fn the_oracle_agrees() {
    for mut solver in solvers() {
        let mut compared = 0;
        for Sample { puzzle, .. } in samples() {
            let Ok(expected) = naive::count(&puzzle, 50, 50, &ORACLE) else { continue };
            let mut found = solver.count(&puzzle, 50, 50, &Budget::UNLIMITED).unwrap();
            assert_eq!((found.found, found.exact), (expected.found, expected.exact), "{puzzle:?}");
            if found.exact {
                let mut expected = expected.solutions;
                let line = |solution: &sudoku_engine::grid::Solution| solution.grid().to_line();
                found.solutions.sort_by_key(line);
                expected.sort_by_key(line);
                assert_eq!(found.solutions, expected, "{puzzle:?}");
            }
            compared += 1;
        }
        assert!(compared > 100, "the oracle finished only {compared}");
    }
}

#[test]
fn limits_are_kept_and_reported() {
    for mut solver in solvers() {
        for Sample { puzzle, solutions, .. } in
            samples().into_iter().filter(|sample| (2..300).contains(&sample.solutions))
        {
            for limit in [0, 1, 2, 3, solutions, solutions + 1] {
                let count = solver.count(&puzzle, limit, 2, &Budget::UNLIMITED).unwrap();
                assert_eq!((count.found, count.exact), (solutions.min(limit), solutions < limit), "{limit} {puzzle:?}");
                assert_eq!(count.solutions.len() as u64, count.found.min(2));
            }
        }
    }
}

#[test]
fn reported_grids_get_the_true_verdict() {
    for line in include_str!("../data/reported_grids.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (grid, verdict, solutions, solution) = (fields[2], fields[3], fields[4], fields[5]);
        let grid: Grid = grid.parse().unwrap();
        if verdict == "conflict" {
            assert!(!conflicts(&grid).is_empty(), "{line}");
            continue;
        }
        let puzzle = Puzzle::new(grid).unwrap();
        match (verdict, Solver::new().solve(&puzzle, &Budget::UNLIMITED).unwrap()) {
            ("unsolvable", Answer::Unsolvable(_)) => {}
            ("unique", Answer::Unique(found)) => assert_eq!(found.grid().to_line(), solution, "{line}"),
            ("multiple", Answer::Multiple(_)) if solutions == "many" => assert_eq!(count(&puzzle, 500), 500),
            ("multiple", Answer::Multiple(_)) => assert_eq!(count(&puzzle, u64::MAX).to_string(), solutions, "{line}"),
            (_, answer) => panic!("{answer:?} for {line}"),
        }
    }
}

#[test]
fn norvigs_grid_is_refuted_with_few_guesses() {
    for mut solver in solvers() {
        let answer = solver.solve(&puzzle(NORVIG), &Budget::guesses(3_000));
        assert_eq!(answer, Ok(Answer::Unsolvable(Refutation::Search)));
        assert!(solver.guesses() > 0);
    }
}

#[test]
fn a_used_budget_is_never_an_answer() {
    for mut solver in solvers() {
        let mut stopped = 0;
        for Sample { puzzle, solutions, set } in samples().into_iter().filter(|sample| sample.solutions < 2) {
            solver.count(&puzzle, 2, 0, &Budget::UNLIMITED).unwrap();
            let needed = solver.guesses();
            assert_eq!(solver.count(&puzzle, 2, 0, &Budget::guesses(needed)).unwrap().found, solutions);
            if needed > 0 {
                for guesses in [0, needed - 1] {
                    assert_eq!(
                        solver.solve(&puzzle, &Budget::guesses(guesses)),
                        Err(Stopped::GuessBudget),
                        "{set} {puzzle:?}"
                    );
                    assert_eq!(solver.guesses(), guesses);
                }
                stopped += 1;
            }
        }
        assert!(stopped > 100, "only {stopped} puzzles needed a guess");
    }
}

#[test]
fn a_set_flag_stops_the_search() {
    let cancel = CancelFlag::default();
    let budget = Budget { guesses: u64::MAX, cancel: Some(cancel.clone()) };
    let empty = Puzzle::new(Grid::EMPTY).unwrap();
    assert!(matches!(Solver::new().solve(&empty, &budget), Ok(Answer::Multiple(_))));
    // Counting the solutions of the blank grid would take years: only the flag ends it.
    let search = thread::spawn(move || Solver::new().count(&empty, u64::MAX, 0, &budget));
    cancel.set();
    assert_eq!(search.join().unwrap(), Err(Stopped::Cancelled));
}

fn symmetry() -> impl Strategy<Value = Symmetry> {
    any::<u64>().prop_map(|seed| Symmetry::random(&mut seeded(seed)))
}

/// Some givens of a solved grid, sometimes with one of them changed.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let kept = subsequence((0..81).collect::<Vec<usize>>(), 24..50);
    (kept, symmetry(), any::<Option<(Index, u8)>>()).prop_filter_map("conflict", move |(kept, symmetry, change)| {
        let full: Grid = solved.parse().expect("a grid");
        let mut grid = Grid::EMPTY;
        for &cell in &kept {
            grid.set(Cell::new(cell), full.get(Cell::new(cell)));
        }
        if let Some((at, digit)) = change {
            grid.set(Cell::new(*at.get(&kept)), Some(Digit::from_index(usize::from(digit) % 9)));
        }
        Puzzle::new(symmetry.apply(&grid)).ok()
    })
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    #[test]
    fn symmetries_keep_the_solutions(at in any::<Index>(), symmetry in symmetry()) {
        let samples = samples();
        let Sample { puzzle, solutions, .. } = &samples[at.index(samples.len())];
        let image = Puzzle::new(symmetry.apply(puzzle.grid())).expect("symmetries make no conflict");
        prop_assert_eq!(count(&image, u64::MAX), *solutions);
        let solve = |puzzle| Solver::new().solve(puzzle, &Budget::UNLIMITED).expect("the budget is unlimited");
        if let (Answer::Unique(solution), Answer::Unique(of_image)) = (solve(puzzle), solve(&image)) {
            prop_assert_eq!(*of_image.grid(), symmetry.apply(solution.grid()));
        }
    }

    #[test]
    fn random_puzzles_count_as_the_oracle_counts(puzzle in puzzles(), limit in 1_u64..40) {
        if let Ok(expected) = naive::count(&puzzle, limit, 0, &ORACLE) {
            let found = Solver::new().count(&puzzle, limit, 0, &Budget::UNLIMITED).expect("the budget is unlimited");
            prop_assert_eq!(found, expected);
        }
    }
}
