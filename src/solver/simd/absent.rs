//! In place of the engine where a target has no such vectors: it is never available, and so never called.

use std::convert::Infallible;

use super::Work;

pub(in crate::solver) fn is_available() -> bool {
    false
}

#[derive(Debug)]
pub(in crate::solver) struct Lanes(Infallible);

impl Lanes {
    pub(in crate::solver) fn new() -> Option<Self> {
        None
    }

    pub(in crate::solver) fn search<F>(&mut self, _: &mut Work<'_, F>) -> u64 {
        match self.0 {}
    }

    pub(in crate::solver) fn resume<F>(&mut self, _: &mut Work<'_, F>, _: impl Iterator<Item = [[u16; 9]; 9]>) -> u64 {
        match self.0 {}
    }
}
