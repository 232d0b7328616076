//! The lanes: a search of 32 puzzles at once, one in each lane of the vectors.
//!
//! The same instructions do every step for all lanes. [`words`] defines the vectors and their operations, and
//! [`mask`] sets of lanes. [`mod@sweep`] and [`configurations`] draw conclusions, [`branch`] decides where to guess,
//! [`tree`] makes guesses and backtracks, and [`transpose`] turns grids into lanes and lanes into grids.
//!
//! The rules are those of the [single search](crate::solver::single), without the triad rules and the weights, which
//! here cost more than the guesses they save. There are no restarts and no optimistic branching either: puzzles that
//! take too many guesses are handed over to the single search.
//!
//! A lane costs the same whether it is busy or idle. Work on single lanes is therefore put off until it can be done
//! for many: puzzles are loaded and solutions unloaded for all lanes together, and lanes of the same depth guess and
//! backtrack together. When the puzzles run out, idle lanes share the work of busy ones by taking halves from their
//! stacks.
#![expect(unsafe_code, reason = "the processor is known to have the instructions only at run time")]

mod branch;
mod configurations;
mod mask;
mod sweep;
mod transpose;
mod tree;
mod words;

use super::Avx512;
use crate::grid::{Puzzle, Solution};
use crate::solver::simd::Batch;
use mask::{LANES, Mask};
use sweep::{Boards, Survey, Swept, sweep};
use transpose::{Cells, cells_of, grid_of, load, unload};
use words::Words;

/// The boards of all lanes, the puzzles that wait for a lane, and the solutions that wait for their check.
///
/// ```text
///   puzzles --load--> waiting --copy--> boards --copy--> solved --unload--> Solution::check
///   (32 at a time)                      |    ^           (32 at a time)
///                                 guess v    | backtrack
///                                        stack
/// ```
///
/// A lane takes its next puzzle from the same lane of `waiting`, so only whole vectors move.
#[derive(Debug)]
pub(in crate::solver) struct Lanes {
    boards: Boards,
    survey: Survey,
    /// The sums of the last sweep; 0 in lanes whose board has changed since.
    sums: Words,
    /// The other halves of the guesses that led here. Those of a lane are at `base..depth`; the ones below `base`
    /// went to other lanes. A guess fixes the minirow of a digit in a row or its minicolumn in a box. There are 81 of
    /// each, so the depth is at most 162.
    ///
    /// ```text
    ///              lane 0    lane 1    lane 2
    ///   stack[3]                       half        depth of lane 2 is 4
    ///   stack[2]   half                half        depth of lane 0 is 3
    ///   stack[1]   half                taken
    ///   stack[0]   half                taken       base of lane 2 is 2; lane 1 has no half, its base equals its depth
    /// ```
    stack: Vec<Boards>,
    base: [u8; LANES],
    depth: [u8; LANES],
    busy: Mask,
    /// The indices of the puzzles that busy lanes search.
    puzzles: [usize; LANES],
    waiting: Buffer,
    solved: Buffer,
    guesses: u64,
}

/// The boards of some lanes, and the indices of their puzzles.
#[derive(Debug)]
struct Buffer {
    boards: Boards,
    full: Mask,
    puzzles: [usize; LANES],
}

impl Buffer {
    const EMPTY: Self = Self { boards: Boards::EMPTY, full: Mask::NONE, puzzles: [0; LANES] };
}

impl Lanes {
    /// Returns lanes that are all idle.
    pub(in crate::solver) fn new(_: Avx512) -> Self {
        Self {
            boards: Boards::EMPTY,
            survey: Survey::EMPTY,
            sums: Words::ZERO,
            stack: Vec::new(),
            base: [0; LANES],
            depth: [0; LANES],
            busy: Mask::NONE,
            puzzles: [0; LANES],
            waiting: Buffer::EMPTY,
            solved: Buffer::EMPTY,
            guesses: 0,
        }
    }

    /// Searches all puzzles of the batch. Returns the number of guesses.
    pub(in crate::solver) fn search<F: FnMut(usize, Solution)>(&mut self, batch: &mut Batch<'_, F>) -> u64 {
        self.clear();
        // SAFETY: this value was made from an `Avx512`, so the processor has the instructions.
        unsafe { self.run(batch) };
        self.guesses
    }

    fn clear(&mut self) {
        self.busy = Mask::NONE;
        self.waiting.full = Mask::NONE;
        self.solved.full = Mask::NONE;
        self.guesses = 0;
    }

    /// Starts the search of a puzzle in a lane that has its board.
    #[inline]
    fn start(&mut self, lane: usize, puzzle: usize) {
        self.puzzles[lane] = puzzle;
        self.busy |= Mask::one(lane);
        (self.base[lane], self.depth[lane]) = (0, 0);
    }

    /// Sweeps, guesses and backtracks until no puzzle is left or the batch is cancelled.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn run<F: FnMut(usize, Solution)>(&mut self, batch: &mut Batch<'_, F>) {
        let mut next = 0;
        while !batch.budget.is_cancelled() {
            self.refill(batch, &mut next);
            if !self.busy.any() {
                break;
            }
            let Swept { contradiction, open, sum } = sweep(&mut self.boards, &mut self.survey);
            let unchanged = sum.equals(self.sums);
            self.sums = sum;
            let failed = self.busy & contradiction;
            let settled = self.busy & unchanged & !failed;
            if !(failed | settled).any() {
                continue;
            }
            let solved = settled & !open;
            self.buffer_solutions(batch, solved);
            self.backtrack(batch, (failed | solved) & self.busy);
            self.guess(batch, settled & open & self.busy);
        }
        self.check_solutions(batch);
    }

    /// Fills idle lanes with the puzzles that wait for them, or else with work of busy lanes.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn refill<F>(&mut self, batch: &mut Batch<'_, F>, next: &mut usize) {
        let idle = !self.busy;
        if (idle & !self.waiting.full).any() && *next < batch.puzzles.len() {
            self.fetch(batch.puzzles, next);
        }
        let taken = idle & self.waiting.full;
        if taken != idle {
            self.share_work(batch, idle & !taken);
        }
        if !taken.any() {
            return;
        }
        self.boards.copy_lanes(taken, &self.waiting.boards);
        self.sums = self.sums.with(taken, Words::ZERO);
        self.waiting.full = self.waiting.full & !taken;
        for lane in taken.lanes() {
            let puzzle = self.waiting.puzzles[lane];
            self.start(lane, puzzle);
            batch.statuses[puzzle].lanes = 1;
        }
    }

    /// Loads the next puzzles into the lanes where none waits.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn fetch(&mut self, puzzles: &[Puzzle], next: &mut usize) {
        let mut grids: [Cells; LANES] = [[[0; 16]; 6]; LANES];
        let mut filled = Mask::NONE;
        for (lane, puzzle) in (!self.waiting.full).lanes().zip(&puzzles[*next..]) {
            grids[lane] = cells_of(puzzle.grid());
            self.waiting.puzzles[lane] = *next;
            filled |= Mask::one(lane);
            *next += 1;
        }
        load(&mut self.waiting.boards, filled, &grids);
        self.waiting.full |= filled;
    }

    /// Buffers the solutions of these lanes, and ends the search of puzzles that have enough.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn buffer_solutions<F: FnMut(usize, Solution)>(&mut self, batch: &mut Batch<'_, F>, lanes: Mask) {
        if (self.solved.full & lanes).any() {
            self.check_solutions(batch);
        }
        if !lanes.any() {
            return;
        }
        self.solved.boards.copy_lanes(lanes, &self.boards);
        for lane in lanes.lanes() {
            let index = self.puzzles[lane];
            let status = &mut batch.statuses[index];
            // Another lane may just have found the last solution wanted.
            if status.found < batch.limit {
                status.found += 1;
                self.solved.full |= Mask::one(lane);
                self.solved.puzzles[lane] = index;
                if status.found == batch.limit {
                    self.end(status, lane, Ok(()));
                }
            }
        }
    }

    /// Checks the buffered solutions and reports them.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn check_solutions<F: FnMut(usize, Solution)>(&mut self, batch: &mut Batch<'_, F>) {
        let grids = unload(&self.solved.boards);
        for lane in self.solved.full.lanes() {
            let index = self.solved.puzzles[lane];
            let solution = Solution::check(&batch.puzzles[index], grid_of(&grids[lane]));
            (batch.found)(index, solution.expect("a settled board of single candidates keeps the rules"));
        }
        self.solved.full = Mask::NONE;
    }
}
