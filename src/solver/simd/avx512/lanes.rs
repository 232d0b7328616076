//! Puzzles into the lanes, solutions out of them.
#![expect(unsafe_code, reason = "only a run can tell whether the processor has the instructions")]

use super::Avx512;
use super::sweep::{Board, Survey, Swept, sweep};
use super::transpose::{Cells, cells_of, grid_of, load, unload};
use super::words::{LANES, Mask, Words};
use crate::grid::{Puzzle, Solution};
use crate::solver::simd::Work;

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
    pub(super) board: Board,
    pub(super) survey: Survey,
    /// The sums of the last sweep; 0 in lanes whose board was changed since.
    pub(super) sums: Words,
    /// The other halves of the guesses that led here. In a lane those from `base` to below `depth` mean something;
    /// those below `base` went to other lanes. There are never more than 162, for the reason that the search of
    /// single puzzles gives.
    pub(super) stack: Vec<Board>,
    pub(super) base: [u8; LANES],
    pub(super) depth: [u8; LANES],
    pub(super) busy: Mask,
    /// The numbers of the puzzles that busy lanes work at.
    pub(super) puzzles: [usize; LANES],
    waiting: Shelf,
    solved: Shelf,
    pub(super) nodes: u64,
}

/// Boards of some lanes, and the numbers of their puzzles.
#[derive(Debug)]
struct Shelf {
    board: Board,
    full: Mask,
    puzzles: [usize; LANES],
}

impl Shelf {
    const EMPTY: Self = Self { board: Board::EMPTY, full: Mask::NONE, puzzles: [0; LANES] };
}

impl Lanes {
    /// Lanes without work.
    pub(in crate::solver) fn new(_: Avx512) -> Self {
        Self {
            board: Board::EMPTY,
            survey: Survey::EMPTY,
            sums: Words::ZERO,
            stack: Vec::new(),
            base: [0; LANES],
            depth: [0; LANES],
            busy: Mask::NONE,
            puzzles: [0; LANES],
            waiting: Shelf::EMPTY,
            solved: Shelf::EMPTY,
            nodes: 0,
        }
    }

    /// Searches all puzzles. Gives the number of guesses.
    pub(in crate::solver) fn search<F: FnMut(usize, Solution)>(&mut self, work: &mut Work<'_, F>) -> u64 {
        self.clear();
        // SAFETY: this value was made with an `Avx512`, so that the processor has these instructions.
        unsafe { self.run(work) };
        self.nodes
    }

    fn clear(&mut self) {
        self.busy = Mask::NONE;
        self.waiting.full = Mask::NONE;
        self.solved.full = Mask::NONE;
        self.nodes = 0;
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
    fn run<F: FnMut(usize, Solution)>(&mut self, work: &mut Work<'_, F>) {
        let mut next = 0;
        while !work.budget.is_cancelled() {
            self.refill(work, &mut next);
            if !self.busy.any() {
                break;
            }
            let Swept { contradiction, open, sum } = sweep(&mut self.board, &mut self.survey);
            let unchanged = sum.equals(self.sums);
            self.sums = sum;
            let failed = self.busy & contradiction;
            let settled = self.busy & unchanged & !failed;
            if !(failed | settled).any() {
                continue;
            }
            let solved = settled & !open;
            self.keep_solutions(work, solved);
            self.go_back(work, (failed | solved) & self.busy);
            self.guess(work, settled & open & self.busy);
        }
        self.check_solutions(work);
    }

    /// Gives idle lanes the puzzles that wait for them.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn refill<F>(&mut self, work: &mut Work<'_, F>, next: &mut usize) {
        let idle = !self.busy;
        if (idle & !self.waiting.full).any() && *next < work.puzzles.len() {
            self.fetch(work.puzzles, next);
        }
        let taken = idle & self.waiting.full;
        if taken != idle {
            self.share(work, idle & !taken);
        }
        if !taken.any() {
            return;
        }
        self.board.take(taken, &self.waiting.board);
        self.sums = self.sums.with(taken, Words::ZERO);
        self.waiting.full = self.waiting.full & !taken;
        for lane in taken.lanes() {
            let puzzle = self.waiting.puzzles[lane];
            self.begin(lane, puzzle);
            work.jobs[puzzle].lanes = 1;
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
        load(&mut self.waiting.board, filled, &grids);
        self.waiting.full |= filled;
    }

    /// Puts solved lanes aside, and ends the search of puzzles with enough solutions.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn keep_solutions<F: FnMut(usize, Solution)>(&mut self, work: &mut Work<'_, F>, lanes: Mask) {
        if (self.solved.full & lanes).any() {
            self.check_solutions(work);
        }
        if !lanes.any() {
            return;
        }
        self.solved.board.take(lanes, &self.board);
        for lane in lanes.lanes() {
            let index = self.puzzles[lane];
            let job = &mut work.jobs[index];
            // Another lane may just have found the last one that was wanted.
            if job.found < work.limit {
                job.found += 1;
                self.solved.full |= Mask::one(lane);
                self.solved.puzzles[lane] = index;
                if job.found == work.limit {
                    self.end(job, lane, Ok(()));
                }
            }
        }
    }

    /// Checks the solutions that were put aside, and hands them out.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn check_solutions<F: FnMut(usize, Solution)>(&mut self, work: &mut Work<'_, F>) {
        let grids = unload(&self.solved.board);
        for lane in self.solved.full.lanes() {
            let index = self.solved.puzzles[lane];
            let solution = Solution::check(&work.puzzles[index], grid_of(&grids[lane]));
            (work.found)(index, solution.expect("a settled board of single candidates keeps the rules"));
        }
        self.solved.full = Mask::NONE;
    }
}
