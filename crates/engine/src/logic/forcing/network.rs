use super::super::{Candidate, State, scan};
use crate::grid::{Cell, Digit, House};

/// A statement that a candidate is true (on) or false (off).
///
/// Candidates are numbered densely, in the order of the board, so that sets of statements are a few words: with `n`
/// candidates the statements are `0..n` (on) and `n..2n` (off).
pub(super) type Literal = u16;

/// The candidates of a state and the links between them, in the order in which Sudoku Explainer follows them.
pub(super) struct Network {
    /// The candidates in the order of the board.
    pub(super) candidates: Vec<Candidate>,
    /// The number of each candidate; [`ABSENT`] for those that are not there.
    number: [u16; Candidate::COUNT],
    /// The weak links: what is off when a candidate is on. First those in its cell, then those of its digit.
    weak: Links,
    /// The strong links: what is on when a candidate is off. First that in its cell, then those of its digit.
    strong: Links,
}

const ABSENT: u16 = u16::MAX;

/// Lists of candidates, one for each candidate, end to end.
#[derive(Default)]
struct Links {
    to: Vec<u16>,
    /// Where the list of each candidate starts, and where its part for the digit does.
    starts: Vec<(u32, u32)>,
}

impl Links {
    fn push(&mut self, cell: impl Iterator<Item = u16>, digit: impl Iterator<Item = u16>) {
        let start = self.to.len() as u32;
        self.to.extend(cell);
        self.starts.push((start, self.to.len() as u32));
        for other in digit {
            if !self.to[start as usize..].contains(&other) {
                self.to.push(other);
            }
        }
    }

    fn of(&self, candidate: u16, cell: bool, digit: bool) -> &[u16] {
        let (start, middle) = self.starts[usize::from(candidate)];
        let end = self.starts.get(usize::from(candidate) + 1).map_or(self.to.len(), |next| next.0 as usize);
        &self.to[if cell { start } else { middle } as usize..if digit { end } else { middle as usize }]
    }
}

impl Network {
    pub(super) fn new(state: &State) -> Self {
        let mut number = [ABSENT; Candidate::COUNT];
        let mut candidates = Vec::with_capacity(256);
        for cell in state.empty() {
            for digit in state.digits(cell) {
                let candidate = Candidate::new(cell, digit);
                number[candidate.index()] = candidates.len() as u16;
                candidates.push(candidate);
            }
        }
        let mut network = Self { candidates, number, weak: Links::default(), strong: Links::default() };
        for at in 0..network.candidates.len() {
            network.link(state, at);
        }
        network
    }

    fn link(&mut self, state: &State, at: usize) {
        let candidate = self.candidates[at];
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let others = |cell: Cell| state.digits(cell).into_iter().filter(move |&other| other != digit);
        let number = |cell: Cell, digit: Digit| self.number[Candidate::new(cell, digit).index()];
        let in_house = |house: House| state.cells_in(house, digit).into_iter().filter(move |&other| other != cell);
        let houses = scan::houses_of(cell);

        let peers = houses.into_iter().flat_map(in_house).map(|other| number(other, digit));
        self.weak.push(others(cell).map(|other| number(cell, other)), peers);

        let bivalue = others(cell).filter(|_| state.digits(cell).len() == 2).map(|other| number(cell, other));
        let bilocal = houses.into_iter().filter(|&house| state.places(house, digit).len() == 2);
        self.strong.push(bivalue, bilocal.flat_map(in_house).map(|other| number(other, digit)));
    }

    /// The number of candidates.
    pub(super) fn len(&self) -> u16 {
        self.candidates.len() as u16
    }

    /// The number of a candidate that is there.
    pub(super) fn number(&self, candidate: Candidate) -> u16 {
        self.number[candidate.index()]
    }

    /// What is off when a candidate is on: within its cell if `cell`, and of its digit.
    pub(super) fn weak(&self, candidate: u16, cell: bool) -> &[u16] {
        self.weak.of(candidate, cell, true)
    }

    /// What is on when a candidate is off, because one of two is left: in its cell if `cell`, in a house if `digit`.
    pub(super) fn strong(&self, candidate: u16, cell: bool, digit: bool) -> &[u16] {
        self.strong.of(candidate, cell, digit)
    }

    /// The candidate of a statement.
    pub(super) fn candidate(&self, literal: Literal) -> Candidate {
        self.candidates[usize::from(literal % self.len())]
    }

    /// Whether the statement is that its candidate is true.
    pub(super) fn is_on(&self, literal: Literal) -> bool {
        literal < self.len()
    }

    /// The opposite statement.
    pub(super) fn opposite(&self, literal: Literal) -> Literal {
        if self.is_on(literal) { literal + self.len() } else { literal - self.len() }
    }
}
