//! The search of 32 puzzles at once, one in each lane of the vectors.
//!
//! Every step is done for all lanes by the same instructions. [`words`] names the vectors and their operations;
//! [`sweep`] and [`configurations`] draw conclusions, [`branch`] decides where to guess, [`tree`] makes guesses and takes
//! them back, and [`transpose`] turns grids into lanes and lanes into grids.
//!
//! The rules are those of the search of [`single`](crate::solver::single) puzzles, without the rules across digits and
//! without weights: both save guesses, but cost more here than the guesses they save.
//!
//! A lane costs the same whether it works or idles. What concerns single lanes is therefore put off until there is work
//! for many: puzzles are loaded and solutions unloaded for all lanes together, and guesses are made and taken back for
//! all lanes of the same depth. When the puzzles run out, idle lanes help others by taking over waiting halves of their
//! guesses.
#![expect(unsafe_code, reason = "only a run can tell whether the processor has the instructions")]

mod branch;
mod configurations;
mod sweep;
mod transpose;
mod tree;
mod words;

use super::Avx512;
use crate::grid::{Puzzle, Solution};
use crate::solver::simd::Batch;
use sweep::{Boards, Survey, Swept, sweep};
use transpose::{Cells, cells_of, grid_of, load, unload};
use words::{LANES, Mask, Words};

/// One board for all lanes, with the puzzles that wait for a lane and the solutions that wait for their check.
///
/// ```text
///   puzzles --load--> waiting --take--> board --take--> solved --unload--> Solution::check
///   (32 at a time)                      |   ^           (32 at a time)
///                                 guess v   | go_back
///                                       stack
/// ```
///
/// A lane takes its next puzzle from the same lane of `waiting`, so that only whole vectors move.
#[derive(Debug)]
pub(in crate::solver) struct Lanes {
    boards: Boards,
    survey: Survey,
    /// The sums of the last sweep; 0 in lanes whose board was changed since.
    sums: Words,
    /// The other halves of the guesses that led here. In a lane those from `base` to below `depth` mean something;
    /// those below `base` went to other lanes. There are never more than 162, for the reason that the search of
    /// single puzzles gives.
    stack: Vec<Boards>,
    base: [u8; LANES],
    depth: [u8; LANES],
    busy: Mask,
    /// The numbers of the puzzles that busy lanes work at.
    puzzles: [usize; LANES],
    waiting: Shelf,
    solved: Shelf,
    guesses: u64,
}

/// Boards of some lanes, and the numbers of their puzzles.
#[derive(Debug)]
struct Shelf {
    boards: Boards,
    full: Mask,
    puzzles: [usize; LANES],
}

impl Shelf {
    const EMPTY: Self = Self { boards: Boards::EMPTY, full: Mask::NONE, puzzles: [0; LANES] };
}

impl Lanes {
    /// Lanes without batch.
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
            waiting: Shelf::EMPTY,
            solved: Shelf::EMPTY,
            guesses: 0,
        }
    }

    /// Searches all puzzles. Gives the number of guesses.
    pub(in crate::solver) fn search<F: FnMut(usize, Solution)>(&mut self, batch: &mut Batch<'_, F>) -> u64 {
        self.clear();
        // SAFETY: this value was made with an `Avx512`, so that the processor has these instructions.
        unsafe { self.run(batch) };
        self.guesses
    }

    fn clear(&mut self) {
        self.busy = Mask::NONE;
        self.waiting.full = Mask::NONE;
        self.solved.full = Mask::NONE;
        self.guesses = 0;
    }

    /// Lets a lane begin with the board that was put there.
    #[inline]
    fn begin(&mut self, lane: usize, puzzle: usize) {
        self.puzzles[lane] = puzzle;
        self.busy |= Mask::one(lane);
        (self.base[lane], self.depth[lane]) = (0, 0);
    }

    /// Works at the puzzles until none is left.
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
            self.keep_solutions(batch, solved);
            self.go_back(batch, (failed | solved) & self.busy);
            self.guess(batch, settled & open & self.busy);
        }
        self.check_solutions(batch);
    }

    /// Gives idle lanes the puzzles that wait for them.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn refill<F>(&mut self, batch: &mut Batch<'_, F>, next: &mut usize) {
        let idle = !self.busy;
        if (idle & !self.waiting.full).any() && *next < batch.puzzles.len() {
            self.fetch(batch.puzzles, next);
        }
        let taken = idle & self.waiting.full;
        if taken != idle {
            self.share(batch, idle & !taken);
        }
        if !taken.any() {
            return;
        }
        self.boards.take(taken, &self.waiting.boards);
        self.sums = self.sums.with(taken, Words::ZERO);
        self.waiting.full = self.waiting.full & !taken;
        for lane in taken.lanes() {
            let puzzle = self.waiting.puzzles[lane];
            self.begin(lane, puzzle);
            batch.statuses[puzzle].lanes = 1;
        }
    }

    /// Puts the next puzzles into the lanes where none waits.
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

    /// Puts solved lanes aside, and ends the search of puzzles with enough solutions.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn keep_solutions<F: FnMut(usize, Solution)>(&mut self, batch: &mut Batch<'_, F>, lanes: Mask) {
        if (self.solved.full & lanes).any() {
            self.check_solutions(batch);
        }
        if !lanes.any() {
            return;
        }
        self.solved.boards.take(lanes, &self.boards);
        for lane in lanes.lanes() {
            let index = self.puzzles[lane];
            let status = &mut batch.statuses[index];
            // Another lane may just have found the last one that was wanted.
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

    /// Checks the solutions that were put aside, and hands them out.
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
