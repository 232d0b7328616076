//! Solves 9x9 Sudoku grids.
#![deny(unsafe_code)]

pub mod grid;
pub mod random;
pub mod solver;
