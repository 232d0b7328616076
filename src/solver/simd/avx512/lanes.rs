//! Which puzzle is in which lane, and what is done with a lane that can go no further on its own.
#![expect(unsafe_code, reason = "only a run can tell whether the processor has the instructions")]

use super::branch::Guess;
use super::sweep::{Board, Survey, Swept, sweep};
use super::transpose::{Cells, cells_of, grid_of, load, unload};
use super::words::{LANES, Mask, Words, is_available};
use crate::grid::{Puzzle, Solution};
use crate::solver::simd::{HANDOVER, Work};

/// One board for all lanes, with the puzzles that wait for a lane and the solutions that wait for their check.
///
/// ```text
///   puzzles --load--> waiting --take--> board --take--> solved --unload--> Solution::check
///   (32 at a time)                      |   ^           (32 at a time)
///                                  push v   | pop
///                                       stack
/// ```
///
/// A lane takes its next puzzle from the same lane of `waiting`, so that only whole vectors move.
#[derive(Debug)]
pub(in crate::solver) struct Lanes {
    board: Board,
    survey: Survey,
    /// The sums of the last sweep; 0 in lanes whose board was changed since.
    sums: Words,
    /// The other halves of the guesses that led here. `depth` says how many of these boards mean something in a lane; at
    /// most 162, as in the scalar engine.
    stack: Vec<Board>,
    depth: [u8; LANES],
    busy: Mask,
    jobs: [Job; LANES],
    waiting: Shelf,
    solved: Shelf,
    nodes: u64,
}

/// The puzzle of a lane.
#[derive(Clone, Copy, Debug, Default)]
struct Job {
    index: usize,
    guesses: u64,
    found: u64,
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
    /// The engine, where the processor has the instructions for it.
    pub(in crate::solver) fn new() -> Option<Self> {
        is_available().then(|| Self {
            board: Board::EMPTY,
            survey: Survey::EMPTY,
            sums: Words::ZERO,
            stack: Vec::new(),
            depth: [0; LANES],
            busy: Mask::NONE,
            jobs: [Job::default(); LANES],
            waiting: Shelf::EMPTY,
            solved: Shelf::EMPTY,
            nodes: 0,
        })
    }

    /// Searches all puzzles. Gives the number of guesses.
    pub(in crate::solver) fn search<F: FnMut(usize, Solution)>(&mut self, work: &mut Work<'_, F>) -> u64 {
        // SAFETY: `new` made this value after it had seen that the processor has these instructions.
        unsafe { self.run(work) };
        self.nodes
    }

    #[target_feature(enable = "avx512bitalg,avx512vl")]
    fn run<F: FnMut(usize, Solution)>(&mut self, work: &mut Work<'_, F>) {
        self.busy = Mask::NONE;
        self.waiting.full = Mask::NONE;
        self.solved.full = Mask::NONE;
        self.nodes = 0;
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
            self.go_back(work, failed | solved);
            self.guess(work, settled & open);
        }
        self.check_solutions(work);
    }

    /// Gives idle lanes the puzzles that wait for them.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn refill<F>(&mut self, work: &Work<'_, F>, next: &mut usize) {
        let idle = !self.busy;
        if (idle & !self.waiting.full).any() && *next < work.puzzles.len() {
            self.fetch(work.puzzles, next);
        }
        let taken = idle & self.waiting.full;
        if !taken.any() {
            return;
        }
        self.board.take(taken, &self.waiting.board);
        self.sums = self.sums.with(taken, Words::ZERO);
        self.busy |= taken;
        self.waiting.full = self.waiting.full & !taken;
        for lane in taken.lanes() {
            self.jobs[lane] = Job { index: self.waiting.puzzles[lane], guesses: 0, found: 0 };
            self.depth[lane] = 0;
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

    /// Puts solved lanes aside; those that have enough solutions are sent back to their first guess.
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
        self.solved.full |= lanes;
        for lane in lanes.lanes() {
            let job = &mut self.jobs[lane];
            self.solved.puzzles[lane] = job.index;
            job.found += 1;
            if job.found == work.limit {
                self.depth[lane] = 0;
            }
        }
    }

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

    /// Takes up the other half of the last guess; lanes without one are done.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn go_back<F>(&mut self, work: &mut Work<'_, F>, lanes: Mask) {
        let mut left = lanes;
        for lane in lanes.lanes().filter(|&lane| self.depth[lane] == 0) {
            work.ends[self.jobs[lane].index] = Ok(());
            self.busy = self.busy & !Mask::one(lane);
            left = left & !Mask::one(lane);
        }
        self.sums = self.sums.with(left, Words::ZERO);
        while let Some((depth, group)) = next_group(&self.depth, &mut left) {
            self.board.take(group, &self.stack[depth - 1]);
            group.lanes().for_each(|lane| self.depth[lane] -= 1);
        }
    }

    /// Splits each of these lanes in two: one half goes on, the other onto the stack.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn guess<F>(&mut self, work: &mut Work<'_, F>, lanes: Mask) {
        let mut left = lanes & !self.give_up(work, lanes);
        self.sums = self.sums.with(left, Words::ZERO);
        while let Some((depth, group)) = next_group(&self.depth, &mut left) {
            if depth == self.stack.len() {
                self.stack.push(Board::EMPTY);
            }
            let other = &mut self.stack[depth];
            other.take(group, &self.board);
            for lane in group.lanes() {
                let guess = Guess::on(&self.board, &self.survey, lane);
                let guess = guess.expect("an open lane has a digit of two configurations");
                guess.drop(other, lane);
                guess.keep(&mut self.board, lane);
                self.depth[lane] += 1;
            }
        }
    }

    /// Counts the guess that each of these lanes is about to make; ends those that may not. Gives the latter.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    fn give_up<F>(&mut self, work: &mut Work<'_, F>, lanes: Mask) -> Mask {
        let mut ended = Mask::NONE;
        for lane in lanes.lanes() {
            let job = &mut self.jobs[lane];
            if let Err(stopped) = work.budget.check(job.guesses) {
                work.ends[job.index] = Err(stopped);
                ended |= Mask::one(lane);
            } else if job.guesses >= HANDOVER && job.found == 0 {
                work.left.push(job.index);
                ended |= Mask::one(lane);
            } else {
                job.guesses += 1;
                self.nodes += 1;
            }
        }
        self.busy = self.busy & !ended;
        ended
    }
}

/// Takes out of `left` the lanes that are as deep as the first one.
#[inline]
fn next_group(depth: &[u8; LANES], left: &mut Mask) -> Option<(usize, Mask)> {
    let first = depth[left.lanes().next()?];
    let group =
        left.lanes().filter(|&lane| depth[lane] == first).fold(Mask::NONE, |group, lane| group | Mask::one(lane));
    *left = *left & !group;
    Some((usize::from(first), group))
}
