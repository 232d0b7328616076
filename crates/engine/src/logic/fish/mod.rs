//! A digit in as many base houses as cover houses.

mod basic;

pub use basic::BasicFish;
