//! From the givens to the solution.

use sudoku_engine::grid::{Grid, Puzzle};
use sudoku_engine::logic::contradiction::ProofByContradiction;
use sudoku_engine::logic::hints::{Allowed, HUMAN_ORDER, hint};
use sudoku_engine::logic::rating::{EXPLAINER_ORDER, Unrated, next_step, rate};
use sudoku_engine::logic::{Finder, State, Technique, all, first};
use sudoku_engine::solver::{CancelFlag, Stopped};

use crate::{RATINGS, is_slow, is_sound, puzzle, puzzles, solve};

/// Arto Inkala's puzzle of 2012, rated 10.7.
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn ratings_are_those_of_sudoku_explainer() {
    for line in RATINGS.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let rating = rate(&puzzle(fields[0]), None).expect("it can be rated");
        let ours = [rating.hardest, rating.until_first_placement, rating.first_step].map(|score| score.to_string());
        assert_eq!(ours[..], fields[1..], "{line}");
        assert_eq!(rating.techniques.iter().filter(|used| used.0 == rating.technique).count(), 1);
    }
}

#[test]
fn no_step_of_any_technique_is_wrong() {
    for (at, puzzle) in puzzles().iter().enumerate() {
        let solution = solve(puzzle.grid());
        let mut state = State::new(puzzle.grid());
        for round in 0.. {
            // All techniques at a few states of each puzzle, the next step at all.
            if (round + 5 * at) % 40 == 0 {
                let slow = |finder: &&&dyn Finder| finder.techniques().iter().any(|&technique| is_slow(technique));
                for finder in HUMAN_ORDER.iter().chain(EXPLAINER_ORDER).filter(|finder| at % 20 == 0 || !slow(finder)) {
                    for step in all(*finder, &state, None) {
                        assert!(is_sound(&step, &solution), "{step:?}");
                    }
                }
            }
            let Some(step) = next_step(&state, None) else { break };
            assert!(is_sound(&step, &solution), "{step:?} in\n{state:?}");
            state.apply(&step);
        }
        assert_eq!(state.grid(), solution.grid());
    }
}

#[test]
fn every_puzzle_is_explained_to_its_end_without_assuming_uniqueness() {
    let allowed = Allowed::without_uniqueness();
    for puzzle in puzzles().iter().step_by(6).chain([&puzzle(INKALA)]) {
        let solution = solve(puzzle.grid());
        let mut state = State::new(puzzle.grid());
        while !state.is_complete() {
            let step = hint(&state, &allowed, None).expect("there is always a step");
            assert!(!step.technique.info().assumes_uniqueness && is_sound(&step, &solution), "{step:?}");
            state.apply(&step);
        }
        assert_eq!(state.grid(), solution.grid());
    }
}

#[test]
fn the_last_resort_alone_solves_the_hardest_puzzle() {
    let solution = solve(&INKALA.parse().unwrap());
    let allowed = Allowed::all().only(|technique| {
        matches!(technique, Technique::FullHouse | Technique::NakedSingle | Technique::ProofByContradiction)
    });
    let mut state = State::new(puzzle(INKALA).grid());
    let mut proofs = 0;
    while !state.is_complete() {
        let step = hint(&state, &allowed, None).expect("there is always a step");
        assert!(is_sound(&step, &solution), "{step:?}");
        proofs += usize::from(step.technique == Technique::ProofByContradiction);
        state.apply(&step);
    }
    assert!(proofs > 10);
}

#[test]
fn a_set_flag_ends_every_long_search() {
    let cancel = CancelFlag::default();
    cancel.set();
    let inkala = puzzle(INKALA);
    assert_eq!(rate(&inkala, Some(&cancel)), Err(Unrated::Stopped(Stopped::Cancelled)));
    assert_eq!(hint(&State::new(inkala.grid()), &Allowed::all(), Some(&cancel)), None);
    assert_eq!(first(&ProofByContradiction, &State::new(inkala.grid()), Some(&cancel)), None);
}

#[test]
fn what_cannot_be_rated_says_why() {
    let empty = Puzzle::new(Grid::EMPTY).unwrap();
    assert_eq!(rate(&empty, None), Err(Unrated::Stuck));
    let complete = Puzzle::new(*solve(&INKALA.parse().unwrap()).grid()).unwrap();
    assert_eq!(rate(&complete, None), Err(Unrated::Complete));
}
