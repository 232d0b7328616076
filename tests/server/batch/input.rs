//! Batches, and the answers that they should get.

use sudoku_engine::solver::{Budget, Solver};
use sudoku_server::api::batch::{InputFormat, Limits, OutputFormat, Splitter, Tally, solve_chunk};

/// The answers that a body should get.
pub(crate) fn expected(input: InputFormat, output: OutputFormat, body: &[u8]) -> Vec<u8> {
    let (mut solver, mut tally, mut answers) = (Solver::new(), Tally::default(), Vec::new());
    let mut splitter = Splitter::new(input, Limits { line: 65536 });
    let mut rest = body;
    let mut add = |chunk: &_| {
        answers.extend(solve_chunk(chunk, output, &mut solver, &Budget::UNLIMITED, &mut tally));
    };
    while let Some(chunk) = splitter.push(&mut rest) {
        add(&chunk);
    }
    splitter.finish().iter().for_each(add);
    answers
}

/// Lines of unique, unsolvable and invalid grids, and now and then a line that is no grid. No grid has several
/// solutions, because which one is found depends on the grids searched at the same time.
pub(crate) fn lines(count: usize) -> Vec<String> {
    const GRIDS: [&str; 3] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".876543212........3........4........5........6........7........8........9........",
        "11...............................................................................",
    ];
    // Permuting the digits gives another grid of the same kind.
    let relabelled = |number: usize| {
        let change = |character: char| match character.to_digit(10) {
            Some(digit) => char::from_digit((digit + (number / 3) as u32 - 1) % 9 + 1, 10).unwrap(),
            None => character,
        };
        GRIDS[number % 3].chars().map(change).collect::<String>()
    };
    (0..count).map(|number| if number % 50 == 49 { format!("bad line {number}") } else { relabelled(number) }).collect()
}

pub(crate) fn text(count: usize) -> Vec<u8> {
    lines(count).iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
}
