//! Stand-ins on targets without these engines: `detect` never finds one, so none of these types ever has a value.

use std::convert::Infallible;

use super::Batch;
use crate::solver::single::Single;

#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Absent(Infallible);

pub(in crate::solver) type Avx512 = Absent;
pub(in crate::solver) type Avx2 = Absent;

impl Absent {
    pub(in crate::solver) fn detect() -> Option<Self> {
        None
    }

    pub(in crate::solver) fn single(self) -> Box<dyn Single> {
        match self.0 {}
    }
}

#[derive(Debug)]
pub(in crate::solver) struct Lanes(Infallible);

impl Lanes {
    pub(in crate::solver) fn new(absent: Absent) -> Self {
        match absent.0 {}
    }

    pub(in crate::solver) fn search<F>(&mut self, _: &mut Batch<'_, F>) -> u64 {
        match self.0 {}
    }
}
