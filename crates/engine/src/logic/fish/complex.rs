use std::collections::HashSet;
use std::ops::ControlFlow;

use super::super::{Candidate, Evidence, Finder, HouseRole, Role, Sink, State, Step, Technique};
use super::search::{Found, Shape, search};
use crate::grid::{CellSet, Digit, DigitSet};

/// Fish of rows and columns with fins: what a fish without the fins would exclude, as far as it sees all fins, is
/// excluded, since either a fin is true or the fish is.
///
/// ```text
///   . X . | . X F     F is a fin of the X-wing of the X: if it is not true, the X-wing
///   . . . | . x .     excludes all x and y; if it is, y still stands.
///   . X . | . X .
///   ------+------
///   . . . | . y .
/// ```
///
/// A sashimi fish lacks a corner: without the fins, one of its base houses has one candidate.
pub struct FinnedFish<const N: usize>;

/// Fish with boxes beside rows or columns: bases of rows and boxes and covers of columns and boxes, or the other way
/// round.
pub struct FrankenFish<const N: usize>;

/// Fish of any houses.
pub struct MutantFish<const N: usize>;

impl<const N: usize> Finder for FinnedFish<N> {
    fn techniques(&self) -> &'static [Technique] {
        use Technique as T;
        match N {
            2 => &[T::FinnedXWing, T::SashimiXWing],
            3 => &[T::FinnedSwordfish, T::SashimiSwordfish],
            _ => &[T::FinnedJellyfish, T::SashimiJellyfish],
        }
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let technique = |found: &Found<N>| {
            let members = found.covered();
            let lacks_corner = found.bases.iter().any(|base| (members & base.cell_set()).len() < 2);
            (!found.fins.is_empty()).then_some(self.techniques()[usize::from(lacks_corner)])
        };
        find(state, Shape::Basic, technique, sink)
    }
}

impl<const N: usize> Finder for FrankenFish<N> {
    fn techniques(&self) -> &'static [Technique] {
        use Technique as T;
        match N {
            2 => &[T::FrankenXWing, T::FinnedFrankenXWing],
            3 => &[T::FrankenSwordfish, T::FinnedFrankenSwordfish],
            _ => &[T::FrankenJellyfish, T::FinnedFrankenJellyfish],
        }
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let technique = |found: &Found<N>| Some(self.techniques()[usize::from(!found.fins.is_empty())]);
        find(state, Shape::Franken, technique, sink)
    }
}

impl<const N: usize> Finder for MutantFish<N> {
    fn techniques(&self) -> &'static [Technique] {
        use Technique as T;
        match N {
            2 => &[T::MutantXWing, T::FinnedMutantXWing],
            3 => &[T::MutantSwordfish, T::FinnedMutantSwordfish],
            _ => &[T::MutantJellyfish, T::FinnedMutantJellyfish],
        }
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let technique = |found: &Found<N>| Some(self.techniques()[usize::from(!found.fins.is_empty())]);
        find(state, Shape::Mutant, technique, sink)
    }
}

fn find<const N: usize>(
    state: &State,
    shape: Shape,
    technique: impl Fn(&Found<N>) -> Option<Technique>,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    for digit in Digit::ALL {
        let mut seen: HashSet<(Technique, CellSet)> = HashSet::new();
        // Those of the same bases so far: two of them hold at once (Siamese fish).
        let mut twins: Vec<(Technique, Found<N>)> = Vec::new();
        search::<N>(state, digit, shape, sink.cancel(), |found| {
            let Some(technique) = technique(&found) else { return ControlFlow::Continue(()) };
            if seen.insert((technique, found.excluded)) {
                sink.emit(step(digit, &found, found.excluded, technique))?;
            }
            twins.retain(|(_, twin)| twin.bases == found.bases);
            for (other, twin) in &twins {
                let nested = found.excluded.is_subset(twin.excluded) || twin.excluded.is_subset(found.excluded);
                let (technique, both) = (technique.min(*other), found.excluded | twin.excluded);
                if !nested && seen.insert((technique, both)) {
                    sink.emit(step(digit, &found, both, technique))?;
                }
            }
            twins.push((technique, found));
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

fn step<const N: usize>(digit: Digit, found: &Found<N>, excluded: CellSet, technique: Technique) -> Step {
    let of = |cells: CellSet| cells.into_iter().map(move |cell| Candidate::new(cell, digit));
    let bases = found.bases.iter().map(|&house| (house, HouseRole::Base));
    let covers = found.covers.iter().map(|&house| (house, HouseRole::Cover));
    let members = of(found.covered()).map(|candidate| (candidate, Role::Member));
    let evidence = Evidence {
        digits: DigitSet::from_iter([digit]),
        houses: bases.chain(covers).collect(),
        cells: found.members,
        candidates: members.chain(of(found.fins).map(|candidate| (candidate, Role::Fin))).collect(),
        ..Evidence::default()
    };
    Step { eliminations: of(excluded).collect(), evidence, ..Step::new(technique) }
}
