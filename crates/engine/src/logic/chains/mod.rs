//! Alternating inference chains: of every strong link one end is true at least, of every weak link one at most.

mod conclusion;
mod graph;
mod search;

use std::ops::ControlFlow;

use super::{Finder, Sink, State, Step, Technique};
use graph::{Graph, Kinds};

/// Chains of one digit: one of the two ends is true.
pub struct XChains;

/// Chains of cells with two candidates.
pub struct XyChains;

/// Chains and loops of cells and houses.
pub struct AlternatingChains;

/// Chains in which the places of a digit in a box and a line may count as one, or an almost locked set as a link.
pub struct GroupedChains;

impl Finder for XChains {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::XChain]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        find(state, Kinds::Houses, self, sink)
    }
}

impl Finder for XyChains {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::XyChain]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        find(state, Kinds::Cells, self, sink)
    }
}

impl Finder for AlternatingChains {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::ContinuousNiceLoop, Technique::DiscontinuousNiceLoop, Technique::Aic]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        find(state, Kinds::Both, self, sink)
    }
}

impl Finder for GroupedChains {
    fn techniques(&self) -> &'static [Technique] {
        use Technique as T;
        &[T::GroupedContinuousNiceLoop, T::GroupedDiscontinuousNiceLoop, T::GroupedAic]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        find(state, Kinds::Groups, self, sink)?;
        find(state, Kinds::Sets, self, sink)
    }
}

/// Emits the chains of the finder's techniques, the shortest first.
fn find(state: &State, kinds: Kinds, finder: &dyn Finder, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let graph = Graph::new(state, kinds);
    let mut steps: Vec<(usize, Step)> = Vec::new();
    for start in 0..graph.places.len() as u16 {
        sink.check()?;
        search::from(&graph, state, start, |length, step: Step| {
            if finder.techniques().contains(&step.technique) && !step.is_empty() {
                steps.push((length, step));
            }
        });
    }
    steps.sort_by_key(|(length, _)| *length);
    let mut emitted: Vec<(Technique, Vec<super::Candidate>)> = Vec::new();
    for (_, step) in steps {
        let result = (step.technique, step.eliminations.clone());
        if !emitted.contains(&result) {
            emitted.push(result);
            sink.emit(step)?;
        }
    }
    ControlFlow::Continue(())
}
