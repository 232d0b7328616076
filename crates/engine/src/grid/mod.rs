//! The board: digits, cells, houses, sets of them, and grids in three stages.
//!
//! Each stage is a type, so what an earlier stage proved is not checked again:
//!
//! ```text
//!   text --parse--> Grid --Puzzle::new--> Puzzle --Solver--> Solution
//!                any 81 cells           no conflict        complete; keeps the rules and the givens
//! ```
//!
//! Cells, rows, columns and boxes are counted from 0, cells row by row: `r1c1` is 0 and `r9c9` is 80. A box is a
//! [`HouseKind::Block`] in code, since `box` is a reserved word in Rust.
//!
//! All types but errors are small and `Copy`; only parsing, errors and `String` results allocate.

pub(crate) mod bit_set;
mod candidates;
mod cell;
mod cell_set;
mod conflicts;
mod digit;
mod digit_set;
mod draw;
#[expect(clippy::module_inception, reason = "each type has a file of its name")]
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
