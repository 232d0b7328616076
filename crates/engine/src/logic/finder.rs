use std::collections::HashSet;
use std::ops::ControlFlow;

use super::{Candidate, State, Step, Technique};
use crate::solver::CancelFlag;

/// Looks for every step that one technique, or a few of a kind, offers in a state.
///
/// A finder is a constant without data. It passes its steps to the sink in the order in which it comes upon them, and
/// returns `Break` as soon as the sink does.
pub trait Finder: Sync {
    /// The techniques that its steps may have.
    fn techniques(&self) -> &'static [Technique];

    /// Passes all steps to the sink.
    ///
    /// # Errors
    /// `Break` means that the sink wants no further step or that the search was cancelled.
    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()>;
}

/// Takes the steps of a [`Finder`]. Those that change nothing are dropped, so that finders need no check of their own.
pub struct Sink<'a> {
    each: &'a mut dyn FnMut(Step) -> ControlFlow<()>,
    cancel: Option<&'a CancelFlag>,
}

impl<'a> Sink<'a> {
    /// A sink that calls `each` for every step, until this returns `Break` or the flag is set.
    pub fn new(each: &'a mut dyn FnMut(Step) -> ControlFlow<()>, cancel: Option<&'a CancelFlag>) -> Self {
        Self { each, cancel }
    }

    /// Passes a step on, unless it changes nothing.
    ///
    /// # Errors
    /// `Break` means that no further step is wanted.
    pub fn emit(&mut self, step: Step) -> ControlFlow<()> {
        if step.is_empty() { ControlFlow::Continue(()) } else { (self.each)(step) }
    }

    /// The flag that ends the search.
    pub fn cancel(&self) -> Option<&'a CancelFlag> {
        self.cancel
    }

    /// Whether the search should go on. Long searches ask this between their parts.
    ///
    /// # Errors
    /// `Break` means that the search was cancelled.
    pub fn check(&self) -> ControlFlow<()> {
        if self.cancel.is_some_and(CancelFlag::is_set) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Tells steps apart by what they conclude, for techniques that find the same over and over.
#[derive(Debug, Default)]
pub(super) struct Distinct(HashSet<(Technique, Vec<Candidate>)>);

impl Distinct {
    /// Whether no step of this technique with these eliminations was asked about before.
    pub(super) fn is_new(&mut self, step: &Step) -> bool {
        self.0.insert((step.technique, step.eliminations.clone()))
    }
}

/// The first step that a finder offers.
pub fn first(finder: &dyn Finder, state: &State, cancel: Option<&CancelFlag>) -> Option<Step> {
    let mut found = None;
    let _ = finder.find(
        state,
        &mut Sink::new(
            &mut |step| {
                found = Some(step);
                ControlFlow::Break(())
            },
            cancel,
        ),
    );
    found
}

/// Every step that a finder offers.
pub fn all(finder: &dyn Finder, state: &State, cancel: Option<&CancelFlag>) -> Vec<Step> {
    let mut found = Vec::new();
    let _ = finder.find(
        state,
        &mut Sink::new(
            &mut |step| {
                found.push(step);
                ControlFlow::Continue(())
            },
            cancel,
        ),
    );
    found
}
