//! The board and its words: digits, cells, houses, sets of them, and the three stages of a grid.
//!
//! A grid passes through typed stages, so that no later code checks again what an earlier stage proved:
//!
//! ```text
//!   text --parse--> Grid --Puzzle::new--> Puzzle --solver--> Solution
//!                any 81 cells        no conflict         complete, rules and givens hold
//! ```
//!
//! Cells are numbered row by row, `r1c1` = 0 to `r9c9` = 80. What JSON and prose call a *box* is a
//! [`HouseKind::Block`] in the code, since `box` is a reserved word in Rust.

mod bit_set;
mod candidates;
mod cell;
mod cell_set;
mod conflicts;
mod digit;
mod digit_set;
mod draw;
#[expect(clippy::module_inception, reason = "the file of the type Grid, as each type has one")]
mod grid;
mod house;
mod parse;
mod parse_error;
mod puzzle;
mod solution;
mod symmetry;

pub use candidates::Candidates;
pub use cell::Cell;
pub use cell_set::{CellSet, CellSetIter};
pub use conflicts::{Conflict, conflicts};
pub use digit::Digit;
pub use digit_set::{DigitSet, DigitSetIter};
pub use grid::Grid;
pub use house::{House, HouseKind};
pub use parse::read_cell;
pub use parse_error::{BadCharacter, ParseError};
pub use puzzle::{ConflictingGivens, Puzzle};
pub use solution::Solution;
pub use symmetry::Symmetry;
