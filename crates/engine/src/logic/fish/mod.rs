//! A digit in as many base houses as cover houses: the covers hold it in the bases, and nowhere else.

mod basic;
mod complex;
mod search;

pub use basic::BasicFish;
pub use complex::{FinnedFish, FrankenFish, MutantFish};
