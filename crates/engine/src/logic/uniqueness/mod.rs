//! What a second solution would follow from, in a puzzle that has one solution.

mod bug;
mod loops;
mod loop_types;

pub use bug::BivalueUniversalGrave;
pub use loops::UniqueLoops;
