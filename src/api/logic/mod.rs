//! What the engine's logic finds, as JSON: steps with their evidence, techniques, levels of difficulty.
//!
//! ```text
//!   Question --answer, on a solver thread--> Answered --> {"status": "hint", "hint": {...}}
//!   a grid, its puzzle, what is allowed      StepBody (step.rs) with its PatternBody (pattern.rs)
//! ```

mod level;
mod pattern;
mod question;
mod step;
mod technique;

pub(super) use level::level;
pub(super) use question::{Answered, Order, Question};
pub(super) use step::Detail;
pub(super) use technique::{TechniqueBody, se};
