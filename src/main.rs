//! The `sudoku-server` binary.

fn main() {}
