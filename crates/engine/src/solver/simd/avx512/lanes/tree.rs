//! Moves in the search trees: guesses, ways back, and lanes that help each other.

use super::Lanes;
use super::branch::LaneGuess;
use super::sweep::Boards;
use super::words::{LANES, Mask, Words};
use crate::solver::Stopped;
use crate::solver::simd::{Batch, HANDOVER, Status};

impl Lanes {
    /// Takes up the other half of the last guess; lanes without one are done.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn go_back<F>(&mut self, batch: &mut Batch<'_, F>, lanes: Mask) {
        let mut left = lanes;
        for lane in lanes.lanes().filter(|&lane| self.depth[lane] == self.base[lane]) {
            let status = &mut batch.statuses[self.puzzles[lane]];
            status.lanes -= 1;
            if status.lanes == 0 {
                status.end = Ok(());
            }
            self.busy = self.busy & !Mask::one(lane);
            left = left & !Mask::one(lane);
        }
        self.sums = self.sums.with(left, Words::ZERO);
        while let Some((depth, group)) = next_group(&self.depth, &mut left) {
            self.boards.take(group, &self.stack[depth - 1]);
            group.lanes().for_each(|lane| self.depth[lane] -= 1);
        }
    }

    /// Splits each of these lanes in two: one half goes on, the other onto the stack.
    #[target_feature(enable = "avx512bitalg,avx512vl")]
    #[inline]
    pub(super) fn guess<F>(&mut self, batch: &mut Batch<'_, F>, lanes: Mask) {
        lanes.lanes().for_each(|lane| self.count_guess(batch, lane));
        let mut left = lanes & self.busy;
        self.sums = self.sums.with(left, Words::ZERO);
        while let Some((depth, group)) = next_group(&self.depth, &mut left) {
            if depth == self.stack.len() {
                self.stack.push(Boards::EMPTY);
            }
            let other = &mut self.stack[depth];
            other.take(group, &self.boards);
            for lane in group.lanes() {
                let guess = LaneGuess::on(&self.boards, &self.survey, lane);
                let guess = guess.expect("an open lane has a digit of two configurations");
                guess.drop(other, lane);
                guess.keep(&mut self.boards, lane);
                self.depth[lane] += 1;
            }
        }
    }

    /// Counts the guess that a lane is about to make, or ends the search of its puzzle when it may not.
    #[inline]
    fn count_guess<F>(&mut self, batch: &mut Batch<'_, F>, lane: usize) {
        let index = self.puzzles[lane];
        let status = &mut batch.statuses[index];
        if !(self.busy & Mask::one(lane)).any() {
            // Ended a moment ago on behalf of another lane.
        } else if let Err(stopped) = batch.budget.check(status.guesses) {
            self.end(status, lane, Err(stopped));
        } else if status.guesses >= HANDOVER && status.found == 0 {
            batch.left.push(index);
            self.end(status, lane, Err(Stopped::Cancelled));
        } else {
            status.guesses += 1;
            self.guesses += 1;
        }
    }

    /// Ends the search that a lane takes part in.
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

    /// Lets lanes without a puzzle take over the oldest half that waits on the stack of a busy one.
    pub(super) fn share<F>(&mut self, batch: &mut Batch<'_, F>, idle: Mask) {
        for lane in idle.lanes() {
            let waiting = |&lane: &usize| self.depth[lane] - self.base[lane];
            let Some(from) = self.busy.lanes().max_by_key(waiting).filter(|lane| waiting(lane) > 0) else { return };
            let half = &self.stack[usize::from(self.base[from])];
            self.boards.copy_lane(lane, half, from);
            self.base[from] += 1;
            (self.base[lane], self.depth[lane]) = (0, 0);
            self.sums.lanes_mut()[lane] = 0;
            self.puzzles[lane] = self.puzzles[from];
            batch.statuses[self.puzzles[lane]].lanes += 1;
            self.busy |= Mask::one(lane);
        }
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
