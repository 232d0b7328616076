//! What a second solution would follow from, in a puzzle that has one solution.

mod avoidable;
mod bug;
mod loops;
mod rectangles;
mod loop_types;
mod rectangle_types;

pub use avoidable::AvoidableRectangles;
pub use bug::BivalueUniversalGrave;
pub use loops::UniqueLoops;
pub use rectangles::UniqueRectangles;
