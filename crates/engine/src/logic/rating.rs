//! The rating of Sudoku Explainer 1.2.1: how hard the hardest step is when always the easiest technique is used.

use std::ops::ControlFlow;

use super::exclusion::{AlignedPairExclusion, AlignedTripleExclusion};
use super::fish::BasicFish;
use super::forcing::{DynamicForcingChains, ForcingChains, MultipleForcingChains, NishioForcingChains};
use super::intersections::{DirectLockedCandidates, LockedCandidates};
use super::singles::{FullHouse, HiddenSingle, NakedSingle};
use super::subsets::{DirectHiddenSubset, HiddenSubset, NakedSubset};
use super::uniqueness::{BivalueUniversalGrave, UniqueLoops};
use super::wings::{XyWing, XyzWing};
use super::{Finder, Sink, State, Step};
use crate::solver::CancelFlag;

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
];

/// The step that Sudoku Explainer takes in a state: the first that the first successful technique finds.
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
