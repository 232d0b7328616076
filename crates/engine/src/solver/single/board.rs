//! The state of a search, and the sweeps that draw conclusions from it.

use super::configurations::{
    CELLS, MINIROWS, Open, alone_in_row, fill, minicolumns, minirows, open_in_bands, open_in_stacks, other_boxes,
    other_columns, rows_of,
};
use super::nine::{Nine, others, three};

/// The candidates of all cells: for each digit the three words that [`configurations`](super::configurations) explains.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<V> {
    pub(super) words: [V; 3],
}

/// What a board turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has no solution.
    Contradiction,
    /// It needs a guess.
    Open,
    /// Every digit has one cell in every row. Whether these keep the rules is not known yet.
    Full,
}

/// What the rules across digits say.
enum Triads {
    Contradict,
    Changed,
    Nothing,
}

impl<V: Nine> Board<V> {
    /// The board of a puzzle, with nothing concluded but that a given is alone in its row.
    #[inline(always)]
    pub(super) fn new(givens: [V; 3], blank: [u32; 3]) -> Self {
        let mut words = givens;
        for (word, blank) in words.iter_mut().zip(blank) {
            *word = rows_of(*word).choose(*word, word.all(blank));
        }
        Self { words }
    }

    /// Strikes out candidates of one digit.
    #[inline(always)]
    pub(super) fn strike(&mut self, digit: &[u32; 16], cells: [u32; 3]) {
        for (word, cells) in self.words.iter_mut().zip(cells) {
            *word = word.without(word.load(digit) & word.all(cells));
        }
    }

    /// Everything that can be concluded without a guess; with `refuting` that is more, and takes longer.
    #[inline(always)]
    pub(super) fn settle(&mut self, refuting: bool) -> State {
        loop {
            let state = self.propagate();
            if !refuting || state != State::Open {
                return state;
            }
            match self.triads() {
                Triads::Contradict => return State::Contradiction,
                Triads::Nothing => return State::Open,
                Triads::Changed => {}
            }
        }
    }

    /// Sweeps until nothing changes.
    ///
    /// Each sweep closes the digits, takes the naked singles (cells of one candidate) and the hidden singles (rows with one
    /// place for a digit; the closure makes those of columns and boxes such rows), and does so with all digits at once and
    /// without a branch.
    #[inline(always)]
    fn propagate(&mut self) -> State {
        loop {
            let before = self.words;
            let Open { places, lost } = open_in_bands(before);
            let banded = [before[0] & fill(places[0]), before[1] & fill(places[1]), before[2] & fill(places[2])];
            // From what the bands left more follows; from what was there before it follows sooner.
            let places = open_in_stacks(if V::WAITS { before } else { banded });
            let closed = [banded[0] & places, banded[1] & places, banded[2] & places];
            let (mut wrong, mut several, mut crowded) = (lost, lost.all(0), lost.all(0));
            for (word, closed) in self.words.iter_mut().zip(closed) {
                let (claimed, candidates) = others(closed);
                wrong = wrong | closed.all(CELLS).without(candidates);
                let alone = alone_in_row(closed);
                several = several | closed.without(alone);
                let naked = closed.without(claimed);
                crowded = crowded | naked.without(alone);
                let taken = others(alone).0 | rows_of(naked).without(naked);
                *word = closed.without(taken);
            }
            if wrong.any() {
                return State::Contradiction;
            }
            if !several.any() {
                self.words = closed;
                return State::Full;
            }
            // Closing the bands of what they left changes nothing, so that where nothing else did the next sweep would not either.
            if !self.differs(if V::WAITS { before } else { banded }) {
                // A row that is left with naked singles has one of them.
                return if crowded.any() { State::Contradiction } else { State::Open };
            }
        }
    }

    /// Two rules across digits, for each minirow and minicolumn, which holds exactly three digits. Where three digits alone can
    /// go, all three are there, and none of them is elsewhere in the box and in the row or column. Where three digits must
    /// go, no other is. Says whether there is a contradiction, or that changed something.
    ///
    /// In every sweep they would cost more than they bring; before a guess they save a fifth of the guesses of hard puzzles.
    #[inline(always)]
    fn triads(&mut self) -> Triads {
        let before = self.words;
        let columns = minicolumns(before);
        let (full, enough) = three(columns);
        let mut short = columns.all(CELLS).without(enough);
        let elsewhere = either(other_columns(columns & full));
        let forced = columns.without(either(other_columns(columns)));
        let struck = elsewhere | three(forced).1.without(forced);
        for word in &mut self.words {
            let rows = minirows(*word);
            let (full, enough) = three(rows);
            short = short | rows.all(MINIROWS).without(enough);
            let elsewhere = either(other_boxes(rows & full));
            let forced = rows.without(either(other_boxes(rows)));
            *word = word.without(fill(elsewhere | three(forced).1.without(forced)) | struck);
        }
        if short.any() {
            Triads::Contradict
        } else if self.differs(before) {
            Triads::Changed
        } else {
            Triads::Nothing
        }
    }

    /// Whether a digit's candidates are others than these.
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

    fn settled(line: &str, refuting: bool) -> (State, String) {
        let mut board = planes::load::<Quads>((), &line.parse().expect("a grid"));
        let state = board.settle(refuting);
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
    fn a_cell_without_candidate_is_a_contradiction() {
        let blocked = ".12345678........9".to_owned() + &".".repeat(63);
        assert_eq!(settled(&blocked, false).0, State::Open);
        let blocked = ".12345678".to_owned() + &".".repeat(18) + "9" + &".".repeat(53);
        assert_eq!(settled(&blocked, false).0, State::Contradiction);
    }

    #[test]
    fn digits_that_must_share_a_minicolumn_leave_no_room_for_a_fourth() {
        // From Norvig's grid, which no rule about a single digit refutes.
        let grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
        assert_eq!(settled(grid, false).0, State::Open);
        assert_eq!(settled(grid, true).0, State::Contradiction);
    }
}
