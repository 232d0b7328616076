//! What a second solution would follow from, in a puzzle that has one solution.

mod loops;
mod loop_types;

pub use loops::UniqueLoops;
