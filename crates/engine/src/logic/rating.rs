//! The rating of Sudoku Explainer 1.2.1: how hard the hardest step is when always the easiest technique is used.
//!
//! Chains within chains (nested forcing chains, 9.5 and above) are missing: such a puzzle has no rating here, though
//! [`hints`](super::hints) explain it to its end.
//!
//! The order of the techniques and their scores are facts about that program; the methods here are written from the
//! definitions of the techniques. Which of several steps of one technique is taken decides what the next ones find, so
//! the finders look at houses, cells and digits in the order in which that program does.

use std::ops::ControlFlow;

use super::exclusion::{AlignedPairExclusion, AlignedTripleExclusion};
use super::fish::BasicFish;
use super::forcing::{
    DynamicForcingChains, DynamicPlusForcingChains, ForcingChains, MultipleForcingChains, NishioForcingChains,
};
use super::intersections::{DirectLockedCandidates, LockedCandidates};
use super::singles::{FullHouse, HiddenSingle, NakedSingle};
use super::subsets::{DirectHiddenSubset, HiddenSubset, NakedSubset};
use super::uniqueness::{BivalueUniversalGrave, UniqueLoops};
use super::wings::{XyWing, XyzWing};
use super::{Finder, Score, Sink, State, Step, Technique};
use crate::grid::Puzzle;
use crate::solver::{CancelFlag, Stopped};

/// The techniques in the order in which Sudoku Explainer tries them.
pub const EXPLAINER_ORDER: &[&dyn Finder] = &[
    &FullHouse,
    &HiddenSingle,
    &DirectLockedCandidates,
    &DirectHiddenSubset::<2>,
    &NakedSingle,
    &DirectHiddenSubset::<3>,
    &LockedCandidates,
    &NakedSubset::<2>,
    &BasicFish::<2>,
    &HiddenSubset::<2>,
    &NakedSubset::<3>,
    &BasicFish::<3>,
    &HiddenSubset::<3>,
    &XyWing,
    &XyzWing,
    &UniqueLoops,
    &NakedSubset::<4>,
    &BasicFish::<4>,
    &HiddenSubset::<4>,
    &BivalueUniversalGrave,
    &AlignedPairExclusion,
    &ForcingChains,
    &AlignedTripleExclusion,
    &NishioForcingChains,
    &MultipleForcingChains,
    &DynamicForcingChains,
    &DynamicPlusForcingChains,
];

/// How hard a puzzle is, on the scale of Sudoku Explainer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The rating of the hardest step (ER).
    pub hardest: Score,
    /// The rating of the hardest step up to the first placement (EP, "pearl").
    pub until_first_placement: Score,
    /// The rating of the first step (ED, "diamond").
    pub first_step: Score,
    /// The technique of the hardest step; of the first one, if there are several.
    pub technique: Technique,
    /// How often each technique was used, in the order of the table.
    pub techniques: Vec<(Technique, usize)>,
}

/// Why a puzzle has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrated {
    /// No technique finds a step: the puzzle has no solution, or several, or it needs the chains within chains of Sudoku
    /// Explainer (from 9.5 on), which are not among [`EXPLAINER_ORDER`].
    #[error("no technique finds a step before the puzzle is solved")]
    Stuck,
    /// The puzzle was complete from the start.
    #[error("the puzzle is complete")]
    Complete,
    /// The search was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Rates a puzzle.
///
/// The puzzle should have one solution: techniques that assume this are used, and what they find means nothing
/// otherwise.
///
/// # Errors
/// Returns [`Unrated`] if there is nothing to rate, or if the flag ended the search.
///
/// ```
/// use sudoku_engine::grid::Puzzle;
/// use sudoku_engine::logic::rating::rate;
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(line.parse().unwrap()).unwrap();
/// assert_eq!(rate(&puzzle, None).unwrap().hardest.to_string(), "1.2");
/// ```
pub fn rate(puzzle: &Puzzle, cancel: Option<&CancelFlag>) -> Result<Rating, Unrated> {
    let mut state = State::new(puzzle.grid());
    let mut rating: Option<Rating> = None;
    let mut placed = false;
    while !state.is_complete() {
        let Some(step) = next_step(&state, cancel) else {
            let cancelled = cancel.is_some_and(CancelFlag::is_set);
            return Err(if cancelled { Unrated::Stopped(Stopped::Cancelled) } else { Unrated::Stuck });
        };
        let (score, technique) = (step.score.unwrap_or(Score::tenths(0)), step.technique);
        let rating = rating.get_or_insert_with(|| Rating::starting_with(score, technique));
        if score > rating.hardest {
            (rating.hardest, rating.technique) = (score, technique);
        }
        if !placed {
            rating.until_first_placement = rating.hardest;
            placed = !step.placements.is_empty();
        }
        rating.count(technique);
        state.apply(&step);
    }
    rating.ok_or(Unrated::Complete)
}

impl Rating {
    fn starting_with(score: Score, technique: Technique) -> Self {
        let techniques = Vec::new();
        Self { hardest: score, until_first_placement: score, first_step: score, technique, techniques }
    }

    fn count(&mut self, technique: Technique) {
        match self.techniques.binary_search_by_key(&technique, |counted| counted.0) {
            Ok(at) => self.techniques[at].1 += 1,
            Err(at) => self.techniques.insert(at, (technique, 1)),
        }
    }
}

/// The step that Sudoku Explainer takes in a state: the first that the first successful technique finds.
///
/// `None` if no technique finds anything, or if the flag is set.
pub fn next_step(state: &State, cancel: Option<&CancelFlag>) -> Option<Step> {
    let mut found = None;
    let mut keep = |step| {
        found = Some(step);
        ControlFlow::Break(())
    };
    let mut sink = Sink::new(&mut keep, cancel);
    let _ = EXPLAINER_ORDER.iter().try_for_each(|finder| finder.find(state, &mut sink));
    found
}
