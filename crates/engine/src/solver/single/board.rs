//! The state of a search, and the sweeps that draw conclusions from it.

use super::configurations::{
    CELLS, MINIROWS, Support, alone_in_row, band_support, fill, minicolumns, minirows, other_boxes, other_columns,
    rows_of, stack_support,
};
use super::nine::{Nine, others, three};

/// The candidates of all cells: for each digit the three words that [`configurations`](super::configurations)
/// describes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<V> {
    pub(super) words: [V; 3],
}

/// What is known of a board after all conclusions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has no solution.
    Contradiction,
    /// It needs a guess.
    Open,
    /// Every digit has one cell in every row. Whether these cells keep the rules is not known yet.
    Full,
}

/// What the triad rules did to a board.
enum Triads {
    Contradiction,
    Changed,
    Unchanged,
}

impl<V: Nine> Board<V> {
    /// Returns the board of a puzzle. The only conclusion drawn is that a given stands alone in its row.
    #[inline(always)]
    pub(super) fn new(givens: [V; 3], blank: [u32; 3]) -> Self {
        let mut words = givens;
        for (word, blank) in words.iter_mut().zip(blank) {
            *word = rows_of(*word).choose(*word, word.splat(blank));
        }
        Self { words }
    }

    /// Eliminates a digit, given by its lane mask, from these cells of each word.
    #[inline(always)]
    pub(super) fn eliminate(&mut self, digit: &[u32; 16], cells: [u32; 3]) {
        for (word, cells) in self.words.iter_mut().zip(cells) {
            *word = word.without(word.load(digit) & word.splat(cells));
        }
    }

    /// Draws all conclusions that need no guess. The triad rules draw more of them, but take longer.
    #[inline(always)]
    pub(super) fn settle(&mut self, use_triads: bool) -> State {
        loop {
            let state = self.propagate();
            if !use_triads || state != State::Open {
                return state;
            }
            match self.triads() {
                Triads::Contradiction => return State::Contradiction,
                Triads::Unchanged => return State::Open,
                Triads::Changed => {}
            }
        }
    }

    /// Sweeps until nothing changes.
    ///
    /// A sweep prunes the board to the configurations of each digit, then takes naked singles (cells with one
    /// candidate) and hidden singles of rows (rows with one place for a digit). Hidden singles of columns and boxes
    /// need no rule of their own: pruning makes them hidden singles of rows. A sweep does all this for all digits at
    /// once and without a branch.
    #[inline(always)]
    fn propagate(&mut self) -> State {
        loop {
            let before = self.words;
            let Support { minirows, lost } = band_support(before);
            let in_bands =
                [before[0] & fill(minirows[0]), before[1] & fill(minirows[1]), before[2] & fill(minirows[2])];
            // Computed after the bands, the stacks eliminate more; computed from `before`, they need not wait for the
            // bands.
            let minicolumns = stack_support(if V::LATENCY_BOUND { before } else { in_bands });
            let pruned = [in_bands[0] & minicolumns, in_bands[1] & minicolumns, in_bands[2] & minicolumns];
            let (mut impossible, mut several, mut crowded) = (lost, lost.splat(0), lost.splat(0));
            for (word, pruned) in self.words.iter_mut().zip(pruned) {
                let (claimed, candidates) = others(pruned);
                impossible = impossible | pruned.splat(CELLS).without(candidates);
                let alone = alone_in_row(pruned);
                several = several | pruned.without(alone);
                let naked = pruned.without(claimed);
                crowded = crowded | naked.without(alone);
                let taken = others(alone).0 | rows_of(naked).without(naked);
                *word = pruned.without(taken);
            }
            if impossible.any() {
                return State::Contradiction;
            }
            if !several.any() {
                self.words = pruned;
                return State::Full;
            }
            // What the bands eliminated needs no further sweep, since pruning them again changes nothing.
            if !self.differs(if V::LATENCY_BOUND { before } else { in_bands }) {
                // A naked single clears its row, so what is left beside it is another naked single.
                return if crowded.any() { State::Contradiction } else { State::Open };
            }
        }
    }

    /// Applies two rules to each minirow and minicolumn, a triad of cells that holds exactly three digits. If only
    /// three digits can go there, all three are there and nowhere else in the box and in the row or column. If three
    /// digits must go there, no other digit does.
    ///
    /// ```text
    ///              box 1              box 2           box 3
    ///   can go     12   23   13       456 (1)5 46     7(2) 89  789     1, 2 and 3 leave the rest of the row
    ///   must go    1(4) 2(5) 13(6)    45  56   46     78   89  79      4, 5 and 6 leave the minirow
    ///
    ///   ( )        eliminated
    /// ```
    ///
    /// In every sweep these rules would cost more than they gain. Before a guess they save a fifth of the guesses of
    /// hard puzzles.
    #[inline(always)]
    fn triads(&mut self) -> Triads {
        let before = self.words;
        let columns = minicolumns(before);
        let (full, enough) = three(columns);
        let mut short = columns.splat(CELLS).without(enough);
        let elsewhere = either(other_columns(columns & full));
        let forced = columns.without(either(other_columns(columns)));
        let by_columns = elsewhere | three(forced).1.without(forced);
        for word in &mut self.words {
            let rows = minirows(*word);
            let (full, enough) = three(rows);
            short = short | rows.splat(MINIROWS).without(enough);
            let elsewhere = either(other_boxes(rows & full));
            let forced = rows.without(either(other_boxes(rows)));
            *word = word.without(fill(elsewhere | three(forced).1.without(forced)) | by_columns);
        }
        if short.any() {
            Triads::Contradiction
        } else if self.differs(before) {
            Triads::Changed
        } else {
            Triads::Unchanged
        }
    }

    /// Returns whether the candidates differ from these.
    #[inline(always)]
    fn differs(&self, before: [V; 3]) -> bool {
        let [a, b, c] = self.words;
        ((a ^ before[0]) | (b ^ before[1]) | (c ^ before[2])).any()
    }
}

#[inline(always)]
fn either<V: Nine>((one, other): (V, V)) -> V {
    one | other
}

#[cfg(test)]
mod tests {
    use super::State;
    use crate::solver::single::{Quads, planes};

    fn settled(line: &str, use_triads: bool) -> (State, String) {
        let mut board = planes::load::<Quads>((), &line.parse().expect("a grid"));
        let state = board.settle(use_triads);
        (state, planes::unload(&board).to_line())
    }

    #[test]
    fn an_easy_puzzle_needs_no_guess() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(settled(puzzle, false), (State::Full, solution.to_owned()));
    }

    #[test]
    fn nothing_follows_from_an_empty_grid() {
        assert_eq!(settled(&".".repeat(81), true).0, State::Open);
    }

    #[test]
    fn a_cell_without_candidates_is_a_contradiction() {
        let blocked = ".12345678........9".to_owned() + &".".repeat(63);
        assert_eq!(settled(&blocked, false).0, State::Open);
        let blocked = ".12345678".to_owned() + &".".repeat(18) + "9" + &".".repeat(53);
        assert_eq!(settled(&blocked, false).0, State::Contradiction);
    }

    #[test]
    fn digits_that_must_share_a_minicolumn_leave_no_room_for_a_fourth() {
        // Norvig's grid, which no rule about a single digit refutes.
        let grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
        assert_eq!(settled(grid, false).0, State::Open);
        assert_eq!(settled(grid, true).0, State::Contradiction);
    }
}
