//! Any text either is a grid or is refused with a message; nothing makes the parser panic. The digits of a grid stand
//! in its text, in order, and the grid is read the same again from each form that it is written in.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_engine::grid::Grid;

fuzz_target!(|text: &str| match text.parse::<Grid>() {
    Ok(grid) => {
        let mut characters = text.chars();
        let mut digits = grid.givens().map(|(_, digit)| digit.to_char());
        assert!(digits.all(|digit| characters.any(|character| character == digit)), "a digit that nobody sent");
        assert_eq!(grid.to_line().parse(), Ok(grid), "81 characters");
        assert_eq!(grid.to_string().parse(), Ok(grid), "the drawn board");
    }
    Err(refusal) => assert!(!refusal.to_string().is_empty()),
});
