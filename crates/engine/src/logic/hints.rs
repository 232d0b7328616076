//! The steps in the order in which a person sees them.

use std::ops::ControlFlow;

use super::als::{AlsChains, AlsXyWing, AlsXz, DeathBlossom, SueDeCoq};
use super::chains::{AlternatingChains, GroupedChains, XChains, XyChains};
use super::coloring::{MultiColors, RemotePairs, SimpleColors};
use super::contradiction::ProofByContradiction;
use super::exclusion::{AlignedPairExclusion, AlignedTripleExclusion};
use super::fish::{BasicFish, FinnedFish, FrankenFish, MutantFish};
use super::forcing::{
    DynamicForcingChains, DynamicPlusForcingChains, ForcingChains, MultipleForcingChains, NishioForcingChains,
};
use super::intersections::{DirectLockedCandidates, LockedCandidates};
use super::single_digit::{EmptyRectangle, TurbotFish};
use super::singles::{FullHouse, HiddenSingle, NakedSingle};
use super::subsets::{AnyHiddenSubset, AnyNakedSubset, DirectHiddenSubset, LockedSubset};
use super::templates::Templates;
use super::uniqueness::{AvoidableRectangles, BivalueUniversalGrave, UniqueLoops, UniqueRectangles};
use super::wings::{WWing, WxyzWing, XyWing, XyzWing};
use super::{Finder, Sink, State, Step, Technique};
use crate::solver::CancelFlag;

/// All finders: those that need no pencil marks first, singles before everything, then what is easier to see.
pub const HUMAN_ORDER: &[&dyn Finder] = &[
    &FullHouse,
    &HiddenSingle,
    &NakedSingle,
    &DirectLockedCandidates,
    &DirectHiddenSubset::<2>,
    &DirectHiddenSubset::<3>,
    &LockedSubset,
    &LockedCandidates,
    &AnyNakedSubset::<2>,
    &AnyHiddenSubset::<2>,
    &AnyNakedSubset::<3>,
    &AnyHiddenSubset::<3>,
    &AnyNakedSubset::<4>,
    &AnyHiddenSubset::<4>,
    &RemotePairs,
    &TurbotFish,
    &EmptyRectangle,
    &BasicFish::<2>,
    &BasicFish::<3>,
    &BasicFish::<4>,
    &FinnedFish::<2>,
    &FinnedFish::<3>,
    &FinnedFish::<4>,
    &XyWing,
    &XyzWing,
    &WWing,
    &SimpleColors,
    &MultiColors,
    &UniqueRectangles,
    &AvoidableRectangles,
    &UniqueLoops,
    &BivalueUniversalGrave,
    &AlignedPairExclusion,
    &AlignedTripleExclusion,
    &WxyzWing,
    &XChains,
    &XyChains,
    &SueDeCoq,
    &AlsXz,
    &AlsXyWing,
    &AlternatingChains,
    &GroupedChains,
    &AlsChains,
    &DeathBlossom,
    &ForcingChains,
    &NishioForcingChains,
    &MultipleForcingChains,
    &DynamicForcingChains,
    &DynamicPlusForcingChains,
    &FrankenFish::<2>,
    &FrankenFish::<3>,
    &FrankenFish::<4>,
    &MutantFish::<2>,
    &MutantFish::<3>,
    &MutantFish::<4>,
    &Templates,
    &ProofByContradiction,
];

/// Which techniques may be used.
#[derive(Clone, Debug)]
pub struct Allowed(Vec<Technique>);

impl Allowed {
    /// Every technique.
    pub fn all() -> Self {
        Self(Technique::ALL.to_vec())
    }

    /// Every technique that is true whatever the number of solutions.
    pub fn without_uniqueness() -> Self {
        Self::all().only(|technique| !technique.info().assumes_uniqueness)
    }

    /// Those of these techniques that pass a test.
    #[must_use]
    pub fn only(mut self, keep: impl Fn(Technique) -> bool) -> Self {
        self.0.retain(|&technique| keep(technique));
        self
    }

    /// Whether the technique may be used.
    pub fn contains(&self, technique: Technique) -> bool {
        self.0.binary_search(&technique).is_ok()
    }
}

/// Passes the steps of a state to `each`, those that a person sees first coming first, until it returns `Break`.
///
/// # Errors
/// `Break` means that `each` wanted no further step or that the flag ended the search.
pub fn each_step(
    state: &State,
    allowed: &Allowed,
    cancel: Option<&CancelFlag>,
    each: impl FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    each_step_of(HUMAN_ORDER, state, allowed, cancel, each)
}

fn each_step_of(
    order: &[&dyn Finder],
    state: &State,
    allowed: &Allowed,
    cancel: Option<&CancelFlag>,
    mut each: impl FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut filtered =
        |step: Step| if allowed.contains(step.technique) { each(step) } else { ControlFlow::Continue(()) };
    let mut sink = Sink::new(&mut filtered, cancel);
    order.iter().try_for_each(|finder| {
        sink.check()?;
        let wanted = finder.techniques().iter().any(|&technique| allowed.contains(technique));
        if wanted { finder.find(state, &mut sink) } else { ControlFlow::Continue(()) }
    })
}

/// The first step that these finders offer, each after those before it; `None` if there is none or if the flag ended the
/// search. [`HUMAN_ORDER`] and [`EXPLAINER_ORDER`](super::rating::EXPLAINER_ORDER) are such orders.
///
/// ```
/// use sudoku_engine::logic::hints::{Allowed, first_step};
/// use sudoku_engine::logic::{State, Technique, rating};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let state = State::new(&line.parse().unwrap());
/// let allowed = Allowed::all().only(|technique| technique == Technique::NakedSingle);
/// let step = first_step(rating::EXPLAINER_ORDER, &state, &allowed, None).unwrap();
/// assert_eq!(step.technique, Technique::NakedSingle);
/// ```
pub fn first_step(
    order: &[&dyn Finder],
    state: &State,
    allowed: &Allowed,
    cancel: Option<&CancelFlag>,
) -> Option<Step> {
    let mut found = None;
    let _ = each_step_of(order, state, allowed, cancel, |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    found
}

/// The step that a person sees first; `None` if there is none or if the flag ended the search.
///
/// ```
/// use sudoku_engine::logic::hints::{Allowed, hint};
/// use sudoku_engine::logic::{State, Technique};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let state = State::new(&line.parse().unwrap());
/// let step = hint(&state, &Allowed::all(), None).unwrap();
/// assert_eq!(step.technique, Technique::HiddenSingle);
/// assert_eq!(step.placements[0].to_string(), "r1c6=8");
/// ```
pub fn hint(state: &State, allowed: &Allowed, cancel: Option<&CancelFlag>) -> Option<Step> {
    first_step(HUMAN_ORDER, state, allowed, cancel)
}
