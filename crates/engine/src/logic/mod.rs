//! Solves as people do: hints, explanations, and ratings that agree with Sudoku Explainer.
//!
//! A [`State`] has the digits placed so far and the candidates of the empty cells. A [`Finder`] passes every [`Step`] that
//! a technique offers in a state to a [`Sink`]; a step has its placements or eliminations and, as data, the evidence for
//! them, which [`explain`] puts into words. Two orders of finders exist and are never mixed:
//!
//! - [`hints::HUMAN_ORDER`]: what a person sees first. [`hints::hint`] takes the first step.
//! - [`rating::EXPLAINER_ORDER`]: that of Sudoku Explainer 1.2.1. [`rating::rate`] says how hard a puzzle is.
//!
//! [`Technique::info`] has the names, the family and the score of each technique, from one table.
//!
//! # From a puzzle to its solution, step by step
//!
//! ```
//! use sudoku_engine::logic::hints::{Allowed, hint};
//! use sudoku_engine::logic::{State, explain};
//!
//! let line = "..............1..2.34....5........1.......3..6.7..8......35......8.4....7..9....6";
//! let mut state = State::new(&line.parse().unwrap());
//! let mut explanation = Vec::new();
//! while let Some(step) = hint(&state, &Allowed::all(), None) {
//!     explanation.push(explain::text(&step));
//!     state.apply(&step);
//! }
//! assert!(state.is_complete());
//! assert!(explanation.len() > 60);
//! ```
//!
//! A step is true of every solution of the puzzle, except where its technique
//! [assumes uniqueness](Info::assumes_uniqueness): use those only once the [solver](crate::solver) has proved that there
//! is one solution, and [`hints::Allowed::without_uniqueness`] otherwise.
//!
//! # Sources
//!
//! The techniques are written from their definitions, as players have published them. Names are HoDoKu's; order and scores
//! of the ratings are facts about Sudoku Explainer 1.2.1, and so is the order in which its finders look at a grid.
//! `examples/agree` compares ratings and techniques with published ones.

pub mod als;
mod candidate;
pub mod chains;
pub mod coloring;
pub mod contradiction;
pub mod exclusion;
pub mod explain;
mod finder;
pub mod fish;
pub mod forcing;
pub mod hints;
pub mod intersections;
mod place;
pub mod rating;
mod scan;
mod score;
pub mod single_digit;
pub mod singles;
mod state;
mod step;
pub mod subsets;
mod technique;
pub mod templates;
mod trial;
pub mod uniqueness;
pub mod wings;

pub use candidate::Candidate;
pub use finder::{Finder, Sink, all, first};
pub use place::{Place, PlaceSet, PlaceSetIter};
pub use score::Score;
pub use state::State;
pub use step::{Chain, Evidence, Group, HouseRole, Link, Node, Reason, Role, Step};
pub use technique::{Family, Info, Technique};
