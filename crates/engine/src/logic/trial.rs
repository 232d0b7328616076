use super::{Candidate, Chain, Link, Node, Reason, State};
use crate::grid::{Cell, CellSet, Digit};

/// Assumptions and all singles that follow, up to a contradiction.
///
/// Within a trial a cell that is known keeps its candidate, so that whatever has none left shows the contradiction.
#[derive(Clone)]
pub(super) struct Trial {
    state: State,
    /// Everything said so far, each after what it follows from.
    links: Vec<Link>,
    /// Which link said that a candidate is false, or true; 0 for none, and else one more than its place.
    said: [[u16; Candidate::COUNT]; 2],
    /// The links that leave a cell or a digit without a place.
    contradiction: Option<Vec<usize>>,
}

impl Trial {
    pub(super) fn new(state: &State, assumption: Candidate) -> Self {
        let said = [[0; Candidate::COUNT]; 2];
        let mut trial = Self { state: state.clone(), links: Vec::new(), said, contradiction: None };
        trial.assume(assumption);
        trial
    }

    /// This trial with another assumption.
    pub(super) fn with(&self, assumption: Candidate) -> Self {
        let mut trial = self.clone();
        trial.assume(assumption);
        trial
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    pub(super) fn contradiction(&self) -> Option<&[usize]> {
        self.contradiction.as_deref()
    }

    fn assume(&mut self, assumption: Candidate) {
        let mut at = self.links.len();
        self.say(assumption, true, Reason::Assumption, vec![]);
        while at < self.links.len() && self.contradiction.is_none() {
            let node = self.links[at].node;
            if let Some(cell) = node.cells.first() {
                let candidate = Candidate::new(cell, node.digit);
                if node.on { self.exclude_others(candidate, at) } else { self.look_for_singles(candidate) }
            }
            at += 1;
        }
    }

    fn say(&mut self, candidate: Candidate, on: bool, reason: Reason, from: Vec<usize>) {
        if self.said[usize::from(on)][candidate.index()] == 0 {
            let node = Node { digit: candidate.digit(), cells: CellSet::from_iter([candidate.cell()]), on };
            self.links.push(Link { node, reason, from });
            self.said[usize::from(on)][candidate.index()] = self.links.len() as u16;
        }
    }

    fn exclude_others(&mut self, known: Candidate, at: usize) {
        let (cell, digit) = (known.cell(), known.digit());
        for other in self.state.digits(cell).into_iter().filter(|&other| other != digit) {
            self.exclude(Candidate::new(cell, other), Reason::CellTaken, at);
        }
        for house in cell.houses() {
            for peer in self.state.cells_in(house, digit).into_iter().filter(|&peer| peer != cell) {
                self.exclude(Candidate::new(peer, digit), Reason::HouseTaken(house), at);
            }
        }
    }

    fn exclude(&mut self, candidate: Candidate, reason: Reason, at: usize) {
        self.say(candidate, false, reason, vec![at]);
        self.state.eliminate(candidate);
    }

    fn look_for_singles(&mut self, gone: Candidate) {
        let (cell, digit) = (gone.cell(), gone.digit());
        let digits = self.state.digits(cell);
        let in_cell = digits.first().map(|digit| Candidate::new(cell, digit));
        let all_of_cell = Digit::ALL.map(|digit| Candidate::new(cell, digit));
        self.conclude(digits.len(), in_cell, Reason::LastDigit, &all_of_cell);
        for house in cell.houses() {
            let cells = self.state.cells_in(house, digit);
            let in_house = cells.first().map(|cell: Cell| Candidate::new(cell, digit));
            let all_of_house = house.cells().map(|cell| Candidate::new(cell, digit));
            self.conclude(cells.len(), in_house, Reason::LastPlace(house), &all_of_house);
        }
    }

    /// Of these candidates one is true, and `left` are left.
    fn conclude(&mut self, left: usize, last: Option<Candidate>, reason: Reason, all: &[Candidate]) {
        if left > 1 || self.contradiction.is_some() {
            return;
        }
        let said = all.iter().filter_map(|candidate| usize::from(self.said[0][candidate.index()]).checked_sub(1));
        let from: Vec<usize> = said.collect();
        match last {
            Some(last) => self.say(last, true, reason, from),
            None => self.contradiction = Some(from),
        }
    }

    /// What leads to the contradiction; the last links are those that leave no place.
    pub(super) fn chain(&self) -> Chain {
        let ends = self.contradiction.clone().unwrap_or_default();
        let mut needed = vec![false; self.links.len()];
        for end in ends {
            needed[end] = true;
        }
        for at in (0..self.links.len()).rev() {
            if needed[at] {
                self.links[at].from.iter().for_each(|&parent| needed[parent] = true);
            }
        }
        let mut place = vec![0; self.links.len()];
        let mut links: Vec<Link> = Vec::new();
        for (at, link) in self.links.iter().enumerate().filter(|(at, _)| needed[*at]) {
            place[at] = links.len();
            let from = link.from.iter().map(|&parent| place[parent]).collect();
            links.push(Link { from, ..link.clone() });
        }
        Chain { links }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::House;

    #[test]
    fn a_wrong_digit_leads_to_a_contradiction_whose_chain_starts_with_it() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let state = State::new(&line.parse().unwrap());
        let wrong = Candidate::new(Cell::at(0, 2), Digit::ALL[0]);
        let trial = Trial::new(&state, wrong);
        assert!(trial.contradiction().is_some());
        let chain = trial.chain();
        assert!(chain.links[0].reason == Reason::Assumption && chain.links[0].node.on);
        for (at, link) in chain.links.iter().enumerate() {
            assert!(link.from.iter().all(|&parent| parent < at), "{link:?}");
            assert_eq!(link.from.is_empty(), link.reason == Reason::Assumption, "{link:?}");
        }
        let right = Trial::new(&state, Candidate::new(Cell::at(0, 2), Digit::ALL[3]));
        assert!(right.contradiction().is_none());
        assert!(House::ALL.iter().all(|&house| Digit::ALL.iter().all(|&d| right.state().places(house, d).len() <= 1)));
    }
}
