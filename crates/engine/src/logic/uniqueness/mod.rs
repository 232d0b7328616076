//! What a second solution would follow from, in a puzzle that has one solution.

mod avoidable;
mod bug;
mod loop_types;
mod loops;
mod rectangle_types;
mod rectangles;

pub use avoidable::AvoidableRectangles;
pub use bug::BivalueUniversalGrave;
pub use loops::UniqueLoops;
pub use rectangles::UniqueRectangles;
