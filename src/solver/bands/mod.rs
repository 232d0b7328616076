//! The engine: candidates as bit boards, conclusions by vectors without a table or a loop over cells, then guesses.
//!
//! # Representation
//!
//! A [`Board`] holds, for each digit, the cells that can take it: 27 words of 27 bits. A word is a band,
//! and the three bands of a digit lie side by side in one vector, so that the board is nine vectors:
//!
//! ```text
//!             box 1   box 2   box 3                lane 0    lane 1    lane 2    lane 3
//!   row 1    0  1  2  3  4  5  6  7  8    digit 1  rows 1-3  rows 4-6  rows 7-9  idle
//!   row 2    9 10 11 12 13 14 15 16 17    digit 2  rows 1-3  rows 4-6  rows 7-9  idle
//!   row 3   18 19 20 21 22 23 24 25 26    ...
//!            bits of one lane             digit 9  rows 1-3  rows 4-6  rows 7-9  idle
//! ```
//!
//! In octal a minirow is one figure of such a word, a row is three figures: `0o007_000_000` is r3c1 to r3c3.
//!
//! # Search
//!
//! [`board`] sweeps until nothing changes: naked singles, the [`closure`] of each digit in its bands and stacks, hidden
//! singles. Before a guess [`triads`] looks across digits. [`branch`] says where to guess. Both halves of a guess are
//! boards; one goes on, the other onto a stack, so nothing is ever undone.
//!
//! # What lost
//!
//! - Plain arrays `[u32; 4]` in place of [`quad::Quad`]: the compiler vectorises them in parts only. 1.4 to 1.8 times
//!   slower.
//! - Closing all nine digits in every sweep instead of the changed ones: up to 1.4 times slower.
//! - Choosing the rows of naked singles at every closure instead of once, when they appear: 1.1 times slower.
//! - Looking across digits only where a guess has few possibilities: fewer looks, yet 1.1 times slower, since the place of
//!   the guess must be sought twice.
//!
//! [`board`] and [`branch`] name what lost there.

mod board;
mod branch;
mod closure;
mod quad;
mod triads;

use board::{Board, State};
use branch::{Guess, Weights};

use super::{Budget, Stopped};
use crate::grid::{Puzzle, Solution};

/// After so many guesses without a solution the search begins again, with the weights that it has by then, and after
/// four times as many the next time. At most a third of the guesses is lost that way, and a search that began badly is
/// saved: Norvig's grid takes 429 guesses in place of more than 10,000. Beginning again after 128 already costs the
/// hardest puzzles 7 % more guesses; after 512 it costs Norvig's grid 60 % more.
const FIRST_RESTART: u64 = 256;

/// One search after the other, in the same memory.
#[derive(Debug)]
pub(super) struct Search {
    /// The other halves of the guesses that led here.
    ///
    /// A guess fixes the minirow of a digit in a row or its minicolumn in a box, and there are 81 of each: so it never
    /// holds more than 162, and rarely more than 20.
    stack: Vec<Board>,
    nodes: u64,
}

impl Search {
    pub(super) fn new() -> Self {
        Self { stack: Vec::with_capacity(32), nodes: 0 }
    }

    /// The guesses of the last search.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The boards of a search that was left off, at most one more than its guesses: for each digit and row the columns where
    /// the digit can stand.
    pub(super) fn unexplored(&self) -> impl Iterator<Item = [[u16; 9]; 9]> {
        self.stack.iter().map(|board| board.to_rows())
    }

    /// Hands each solution to `found`, until that says that it has enough. Gives whether the search came to its end: it is
    /// left off before it makes more than `patience` guesses, and [`unexplored`](Self::unexplored) is what it had yet to do.
    pub(super) fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        patience: u64,
        mut found: impl FnMut(Solution) -> bool,
    ) -> Result<bool, Stopped> {
        let mut board = Board::new(puzzle.grid());
        let mut weights = Weights::EVEN;
        let mut restart = FIRST_RESTART;
        self.nodes = 0;
        self.stack.clear();
        loop {
            match settle(&mut board) {
                State::Open if self.nodes == patience => {
                    self.stack.push(board);
                    return Ok(false);
                }
                State::Open if self.nodes == restart => {
                    restart *= 4;
                    self.stack.clear();
                    board = Board::new(puzzle.grid());
                    continue;
                }
                State::Open => {
                    budget.check(self.nodes)?;
                    self.nodes += 1;
                    let guess = Guess::on(&board, &weights);
                    board.assume(guess.digit, guess.second);
                    self.stack.push(board);
                    board.assume(guess.digit, guess.first);
                    continue;
                }
                State::Contradiction(cells) => weights.blame(cells),
                // A full board may break a rule that no sweep has come to yet; the check decides.
                State::Full => {
                    if let Some(solution) = Solution::check(puzzle, board.to_grid()) {
                        // From here on a new beginning would find this solution again.
                        restart = u64::MAX;
                        if found(solution) {
                            return Ok(true);
                        }
                    }
                }
            }
            match self.stack.pop() {
                Some(next) => board = next,
                None => return Ok(true),
            }
        }
    }
}

/// Everything that can be concluded without a guess.
fn settle(board: &mut Board) -> State {
    loop {
        let state = board.propagate();
        if !matches!(state, State::Open) {
            return state;
        }
        if let Some(short) = board.triads() {
            return State::Contradiction(short);
        }
        if board.dirty == 0 {
            return State::Open;
        }
    }
}
