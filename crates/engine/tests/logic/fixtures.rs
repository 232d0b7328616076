//! A position for each technique, as `examples/find_techniques.rs` writes them.

use std::collections::HashMap;

use sudoku_engine::grid::{Cell, Digit, DigitSet, Grid};
use sudoku_engine::logic::hints::HUMAN_ORDER;
use sudoku_engine::logic::rating::EXPLAINER_ORDER;
use sudoku_engine::logic::{Candidate, State, Step, Technique, all, explain};

use crate::{is_sound, solve};

struct Fixture {
    technique: Technique,
    givens: Grid,
    state: State,
    placements: Vec<Candidate>,
    eliminations: Vec<Candidate>,
}

fn fixtures() -> Vec<Fixture> {
    include_str!("../data/techniques.tsv").lines().map(fixture).collect()
}

fn fixture(line: &str) -> Fixture {
    let fields: Vec<&str> = line.split('\t').collect();
    let [id, values, givens, candidates, placements, eliminations] = fields[..] else { panic!("six fields: {line}") };
    let (grid, givens): (Grid, Grid) = (values.parse().expect("a grid"), givens.parse().expect("a grid"));
    let blank = Cell::ALL.into_iter().filter(|&cell| grid.get(cell).is_none());
    let digits = |text: &str| text.bytes().filter_map(|digit| Digit::new(digit - b'0')).collect::<DigitSet>();
    let candidates: HashMap<Cell, DigitSet> = blank.zip(candidates.split(' ').map(digits)).collect();
    let given = givens.givens().map(|(cell, _)| cell).collect();
    Fixture {
        technique: Technique::from_id(id).unwrap_or_else(|| panic!("{id} is a technique")),
        givens,
        state: State::with_candidates(&grid, given, |cell| candidates.get(&cell).copied().unwrap_or_default()),
        placements: list(placements),
        eliminations: list(eliminations),
    }
}

fn list(text: &str) -> Vec<Candidate> {
    let one = |text: &str| {
        let all = (0..Candidate::COUNT).map(Candidate::from_index);
        all.into_iter().find(|candidate| candidate.to_string() == text).expect("a candidate")
    };
    text.split_whitespace().map(one).collect()
}

fn is_expected(fixture: &Fixture, step: &Step) -> bool {
    let sorted = |candidates: &[Candidate]| {
        let mut candidates = candidates.to_vec();
        candidates.sort_unstable();
        candidates
    };
    step.technique == fixture.technique
        && sorted(&step.placements) == fixture.placements
        && sorted(&step.eliminations) == fixture.eliminations
}

#[test]
fn every_technique_has_a_position_that_it_finds() {
    let fixtures = fixtures();
    for technique in Technique::ALL {
        let fixture = fixtures.iter().find(|fixture| fixture.technique == *technique);
        let fixture = fixture.unwrap_or_else(|| panic!("{technique} has no position in tests/data/techniques.tsv"));
        let finders =
            HUMAN_ORDER.iter().chain(EXPLAINER_ORDER).filter(|finder| finder.techniques().contains(technique));
        let steps: Vec<Step> = finders.flat_map(|finder| all(*finder, &fixture.state, None)).collect();
        let step = steps.iter().find(|step| is_expected(fixture, step));
        let step = step.unwrap_or_else(|| panic!("{technique} is not found in {:?}", fixture.state));
        assert!(is_sound(step, &solve(&fixture.givens)), "{step:?}");
        assert_eq!(step.score.is_some(), technique.info().score.is_some(), "{technique} has its score");
        let text = explain::text(step);
        assert!(text.starts_with(technique.info().name) && text.ends_with('.'), "{text}");
        assert!(text.contains(&step.placements.iter().chain(&step.eliminations).next().unwrap().cell().to_string()));
        let nudge = explain::nudge(step);
        assert!(nudge.ends_with('.') && nudge.len() < text.len(), "a nudge says less: {nudge}");
    }
}

#[test]
fn what_a_finder_says_it_finds_is_what_it_finds() {
    for fixture in fixtures() {
        for finder in HUMAN_ORDER {
            let slow = finder.techniques().iter().any(|technique| crate::is_slow(*technique));
            for step in if slow { vec![] } else { all(*finder, &fixture.state, None) } {
                assert!(finder.techniques().contains(&step.technique), "{step:?}");
                assert!(
                    step.eliminations.iter().chain(&step.placements).all(|&candidate| fixture.state.has(candidate))
                );
            }
        }
    }
}
