//! A technique finds the image of what it finds when the board is turned, mirrored, permuted or relabelled.

use std::collections::BTreeSet;

use sudoku_engine::grid::{Cell, DigitSet, Symmetry};
use sudoku_engine::logic::hints::HUMAN_ORDER;
use sudoku_engine::logic::rating::{EXPLAINER_ORDER, next_step};
use sudoku_engine::logic::{Candidate, Family, Finder, Score, State, Step, Technique, all};
use sudoku_engine::random::seeded;

use crate::{is_slow, puzzles};

type Finding = (Technique, Vec<Candidate>, Vec<Candidate>);

fn image_of(symmetry: Symmetry, candidate: Candidate) -> Candidate {
    Candidate::new(symmetry.apply_cell(candidate.cell()), symmetry.apply_digit(candidate.digit()))
}

fn image(symmetry: Symmetry, state: &State) -> State {
    let back = symmetry.inverse();
    let givens = state.givens().into_iter().map(|cell| symmetry.apply_cell(cell)).collect();
    let digits = |cell: Cell| -> DigitSet {
        state.digits(back.apply_cell(cell)).into_iter().map(|digit| symmetry.apply_digit(digit)).collect()
    };
    State::with_candidates(&symmetry.apply(state.grid()), givens, digits)
}

fn findings(steps: &[Step], symmetry: Symmetry) -> BTreeSet<Finding> {
    let list = |candidates: &[Candidate]| {
        let images: BTreeSet<Candidate> = candidates.iter().map(|&candidate| image_of(symmetry, candidate)).collect();
        images.into_iter().collect()
    };
    steps.iter().map(|step| (step.technique, list(&step.placements), list(&step.eliminations))).collect()
}

/// Finders of long chains pass one of several equally short ones on. Whether they find any, and the best rating, must
/// still be the same; but Sudoku Explainer's multiple chains start in one cell of each house, and not in all, so that their
/// ratings do depend on the board's orientation. A chain of almost locked sets takes each set once, on the first way to it.
fn picks_one(finder: &dyn Finder) -> bool {
    finder.techniques().iter().any(|technique| {
        let chains = matches!(technique.info().family, Family::Chains | Family::ForcingChains);
        let sets = *technique == Technique::DeathBlossom;
        (chains && *technique != Technique::XChain && *technique != Technique::XyChain)
            || sets
            || *technique == Technique::ProofByContradiction
    })
}

/// Whether there are steps, and their lowest rating.
fn best(steps: &[Step]) -> (bool, Option<Score>) {
    (!steps.is_empty(), steps.iter().filter_map(|step| step.score).min())
}

#[test]
fn every_finder_finds_the_image_of_what_it_finds() {
    let mut rng = seeded(7);
    for puzzle in puzzles().iter().step_by(6) {
        let mut state = State::new(puzzle.grid());
        for round in 0.. {
            if round % 24 == 3 {
                let symmetry = Symmetry::random(&mut rng);
                let image = image(symmetry, &state);
                let slow = |finder: &&&dyn Finder| finder.techniques().iter().any(|&technique| is_slow(technique));
                for finder in HUMAN_ORDER.iter().chain(EXPLAINER_ORDER).filter(|finder| !slow(finder)) {
                    let (here, there) = (all(*finder, &state, None), all(*finder, &image, None));
                    if finder
                        .techniques()
                        .iter()
                        .any(|one| matches!(one, Technique::RegionForcingChain | Technique::AlsChain))
                    {
                        continue;
                    }
                    if picks_one(*finder) {
                        assert_eq!(best(&here), best(&there), "{:?} in\n{state:?}", finder.techniques());
                    } else {
                        assert_eq!(findings(&here, symmetry), findings(&there, Symmetry::IDENTITY), "in\n{state:?}");
                    }
                }
            }
            let Some(step) = next_step(&state, None) else { break };
            state.apply(&step);
        }
    }
}
