//! Moves in the search trees: guessing, backtracking, and sharing work between lanes.

use super::Lanes;
use super::branch::LaneGuess;
use super::mask::{LANES, Mask};
use super::sweep::Boards;
use super::words::Words;
use crate::solver::Stopped;
use crate::solver::simd::{Batch, HANDOVER, Status};

impl Lanes {
    /// Goes on with the other half of the last guess in each of these lanes. A lane without one becomes idle.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn backtrack<F>(&mut self, batch: &mut Batch<'_, F>, lanes: Mask) {
        let mut pending = lanes;
        for lane in lanes.lanes().filter(|&lane| self.depth[lane] == self.base[lane]) {
            let status = &mut batch.statuses[self.puzzles[lane]];
            status.lanes -= 1;
            if status.lanes == 0 {
                status.end = Ok(());
            }
            self.busy = self.busy & !Mask::one(lane);
            pending = pending & !Mask::one(lane);
        }
        self.sums = self.sums.with(pending, Words::ZERO);
        while let Some((depth, group)) = next_group(&self.depth, &mut pending) {
            self.boards.copy_lanes(group, &self.stack[depth - 1]);
            group.lanes().for_each(|lane| self.depth[lane] -= 1);
        }
    }

    /// Makes a guess in each of these lanes: goes on with the chosen half, and puts the other onto the stack.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn guess<F>(&mut self, batch: &mut Batch<'_, F>, lanes: Mask) {
        lanes.lanes().for_each(|lane| self.count_guess(batch, lane));
        let mut pending = lanes & self.busy;
        self.sums = self.sums.with(pending, Words::ZERO);
        while let Some((depth, group)) = next_group(&self.depth, &mut pending) {
            if depth == self.stack.len() {
                self.stack.push(Boards::EMPTY);
            }
            let other = &mut self.stack[depth];
            other.copy_lanes(group, &self.boards);
            for lane in group.lanes() {
                let guess = LaneGuess::on(&self.boards, &self.survey, lane);
                let guess = guess.expect("an open lane has a digit with two configurations");
                guess.keep_rest(other, lane);
                guess.keep_chosen(&mut self.boards, lane);
                self.depth[lane] += 1;
            }
        }
    }

    /// Counts the guess that a lane is about to make, or ends the search of its puzzle if it may not.
    #[inline]
    fn count_guess<F>(&mut self, batch: &mut Batch<'_, F>, lane: usize) {
        let index = self.puzzles[lane];
        let status = &mut batch.statuses[index];
        if !(self.busy & Mask::one(lane)).any() {
            // Another lane has just ended the search of this puzzle.
        } else if let Err(stopped) = batch.budget.check(status.guesses) {
            self.end(status, lane, Err(stopped));
        } else if status.guesses >= HANDOVER && status.found == 0 {
            batch.handed_over.push(index);
            self.end(status, lane, Err(Stopped::Cancelled));
        } else {
            status.guesses += 1;
            self.guesses += 1;
        }
    }

    /// Ends the search of a lane's puzzle, in all lanes that share it.
    #[inline]
    pub(super) fn end(&mut self, status: &mut Status, lane: usize, end: Result<(), Stopped>) {
        let mut partners = Mask::one(lane);
        if status.lanes > 1 {
            let puzzle = self.puzzles[lane];
            let same = self.busy.lanes().filter(|&other| self.puzzles[other] == puzzle);
            partners = same.fold(partners, |all, other| all | Mask::one(other));
        }
        self.busy = self.busy & !partners;
        status.lanes = 0;
        status.end = end;
    }

    /// Shares work between lanes: each of these idle ones takes the oldest half of the busy lane with the most halves
    /// on the stack. The oldest is the root of the largest tree.
    pub(super) fn share_work<F>(&mut self, batch: &mut Batch<'_, F>, idle: Mask) {
        for lane in idle.lanes() {
            let halves = |&lane: &usize| self.depth[lane] - self.base[lane];
            let Some(donor) = self.busy.lanes().max_by_key(halves).filter(|lane| halves(lane) > 0) else { return };
            let half = &self.stack[usize::from(self.base[donor])];
            self.boards.copy_lane(lane, half, donor);
            self.base[donor] += 1;
            (self.base[lane], self.depth[lane]) = (0, 0);
            self.sums.lanes_mut()[lane] = 0;
            self.puzzles[lane] = self.puzzles[donor];
            batch.statuses[self.puzzles[lane]].lanes += 1;
            self.busy |= Mask::one(lane);
        }
    }
}

/// Removes the lanes as deep as the first one from `pending`. Returns that depth and these lanes.
#[inline]
fn next_group(depth: &[u8; LANES], pending: &mut Mask) -> Option<(usize, Mask)> {
    let first = depth[pending.lanes().next()?];
    let group =
        pending.lanes().filter(|&lane| depth[lane] == first).fold(Mask::NONE, |group, lane| group | Mask::one(lane));
    *pending = *pending & !group;
    Some((usize::from(first), group))
}
