use super::super::{Candidate, Score, State, Technique, scan};
use super::length_penalty;
use super::network::{Literal, Network};
use super::patterns::patterns;

/// How far implications are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    /// Candidates that an assumption excludes are gone for what follows, so that statements may have several parents.
    pub(super) dynamic: bool,
    /// Only the links of one digit are followed.
    pub(super) one_digit: bool,
    /// What else is applied when no link is left to follow: 0 nothing, 1 simple patterns, above that chains.
    pub(super) level: u8,
}

impl Mode {
    /// The rating of a proof of this many statements.
    pub(super) fn score(self, size: usize) -> Score {
        let base = match (self.level, self.dynamic) {
            (2.., _) => 95 + 5 * (u16::from(self.level) - 2),
            (1, _) => 90,
            (_, true) if self.one_digit => 75,
            (_, true) => 85,
            (_, false) => 80,
        };
        Score::tenths(base + length_penalty(size))
    }
}

/// A candidate that one assumption makes both true and false, as the statements of this tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) on: Literal,
    pub(super) off: Literal,
}

/// All that follows from an assumption.
pub(super) struct Tree {
    /// What is true and what is false, in the order found; the assumption first.
    pub(super) on: Vec<Literal>,
    pub(super) off: Vec<Literal>,
    /// How many statements each one rests on, itself included; 0 for what does not follow.
    sizes: Vec<u16>,
    pub(super) contradiction: Option<Contradiction>,
}

impl Tree {
    /// Whether the statement follows.
    pub(super) fn has(&self, literal: Literal) -> bool {
        self.size(literal) > 0
    }

    /// How many statements this one rests on, itself included; 0 if it does not follow.
    pub(super) fn size(&self, literal: Literal) -> usize {
        usize::from(self.sizes[usize::from(literal)])
    }
}

/// The memory with which trees are grown, one after the other.
pub(super) struct Grower<'a> {
    network: &'a Network,
    state: &'a State,
    mode: Mode,
    /// The parents of each statement, end to end, and where those of each start and end.
    parents: Vec<Literal>,
    parents_of: Vec<(u32, u32)>,
    /// The statements that each one rests on, itself included, as a set of `words` words.
    ancestors: Vec<u64>,
    words: usize,
    /// What is left when all that was followed is gone. Only used if the mode is dynamic.
    left: State,
    /// The statements that a pattern of several candidates led to.
    patterns: Vec<(Literal, Technique)>,
}

impl<'a> Grower<'a> {
    pub(super) fn new(network: &'a Network, state: &'a State, mode: Mode) -> Self {
        let literals = 2 * usize::from(network.len());
        let words = literals.div_ceil(64);
        Self {
            network,
            state,
            mode,
            parents: Vec::new(),
            parents_of: vec![(0, 0); literals],
            ancestors: vec![0; if mode.dynamic { words * literals } else { 0 }],
            words,
            left: state.clone(),
            patterns: Vec::new(),
        }
    }

    /// The parents of a statement of the last tree.
    pub(super) fn parents(&self, literal: Literal) -> &[Literal] {
        let (start, end) = self.parents_of[usize::from(literal)];
        &self.parents[start as usize..end as usize]
    }

    /// All that follows from an assumption, up to the first contradiction.
    pub(super) fn grow(&mut self, assumption: Literal) -> Tree {
        let network = self.network;
        self.parents.clear();
        self.patterns.clear();
        if self.mode.dynamic {
            self.left.clone_from(self.state);
        }
        let sizes = vec![0; self.parents_of.len()];
        let mut tree = Tree { on: Vec::new(), off: Vec::new(), sizes, contradiction: None };
        self.add(&mut tree, assumption, &[]);
        if network.is_on(assumption) {
            tree.on.push(assumption);
        } else {
            tree.off.push(assumption);
        }
        let (mut next_on, mut next_off) = (0, 0);
        while tree.contradiction.is_none() {
            if let Some(&on) = tree.on.get(next_on) {
                next_on += 1;
                self.exclude(&mut tree, on);
            } else if let Some(&off) = tree.off.get(next_off) {
                next_off += 1;
                self.conclude(&mut tree, off);
            } else if !(self.mode.level > 0 && self.apply_patterns(&mut tree)) {
                break;
            }
        }
        tree
    }

    /// The technique that led to a statement of the last tree, if it follows from a pattern.
    pub(super) fn pattern(&self, literal: Literal) -> Option<Technique> {
        self.patterns.iter().find(|(other, _)| *other == literal).map(|(_, technique)| *technique)
    }

    /// Adds what the first successful of the simple patterns excludes; whether there was any.
    fn apply_patterns(&mut self, tree: &mut Tree) -> bool {
        let n = self.network.len();
        let mut added = false;
        for found in patterns(self.state, &self.left) {
            let parents: Vec<Literal> = found.gone.iter().map(|&gone| self.network.number(gone) + n).collect();
            for excluded in found.excluded {
                let off = self.network.number(excluded) + n;
                if !tree.has(off) {
                    self.add(tree, off, &parents);
                    tree.off.push(off);
                    self.patterns.push((off, found.technique));
                    added = true;
                }
            }
        }
        added
    }

    /// What is false when a candidate is true.
    fn exclude(&mut self, tree: &mut Tree, on: Literal) {
        let (network, n) = (self.network, self.network.len());
        for &other in network.weak(on, !self.mode.one_digit) {
            if tree.has(other) {
                self.add(tree, other + n, &[on]);
                tree.contradiction = Some(Contradiction { on: other, off: other + n });
                return;
            }
            if !tree.has(other + n) {
                self.add(tree, other + n, &[on]);
                tree.off.push(other + n);
            }
        }
    }

    /// What is true when a candidate is false: the last one left in its cell or in a house.
    fn conclude(&mut self, tree: &mut Tree, off: Literal) {
        let (network, n) = (self.network, self.network.len());
        if self.mode.dynamic {
            return self.conclude_from_left(tree, network.candidate(off));
        }
        for &next in network.strong(off - n, !self.mode.one_digit, true) {
            if self.add_on(tree, next, &[off]) {
                return;
            }
        }
    }

    /// As [`conclude`](Self::conclude), where more than the one candidate may be gone.
    fn conclude_from_left(&mut self, tree: &mut Tree, gone: Candidate) {
        let (cell, digit) = (gone.cell(), gone.digit());
        let in_cell = !self.mode.one_digit && self.left.digits(cell).len() == 2;
        let houses = scan::houses_of(cell).map(|house| (house, self.left.places(house, digit).len() == 2));
        // Only now, since the links are those of before it was gone.
        self.left.eliminate(gone);
        if in_cell && let Some(other) = self.left.digits(cell).first() {
            let all_gone = self.state.digits(cell) - self.left.digits(cell);
            if self.add_last(tree, Candidate::new(cell, other), all_gone.into_iter().map(|d| Candidate::new(cell, d))) {
                return;
            }
        }
        for (house, _) in houses.into_iter().filter(|house| house.1) {
            let left = self.left.cells_in(house, digit);
            let all_gone = (self.state.cells_in(house, digit) - left).into_iter();
            if let Some(other) = left.first()
                && self.add_last(tree, Candidate::new(other, digit), all_gone.map(|c| Candidate::new(c, digit)))
            {
                return;
            }
        }
    }

    /// Adds that a candidate is true since these others are not; whether that contradicts the tree.
    fn add_last(&mut self, tree: &mut Tree, last: Candidate, gone: impl Iterator<Item = Candidate>) -> bool {
        let mut parents = [0; 9];
        let mut count = 0;
        for candidate in gone {
            parents[count] = self.network.number(candidate) + self.network.len();
            count += 1;
        }
        self.add_on(tree, self.network.number(last), &parents[..count])
    }

    /// Adds a true statement; whether it contradicts the tree.
    fn add_on(&mut self, tree: &mut Tree, on: Literal, parents: &[Literal]) -> bool {
        let off = on + self.network.len();
        if tree.has(off) {
            self.add(tree, on, parents);
            tree.contradiction = Some(Contradiction { on, off });
            return true;
        }
        if !tree.has(on) {
            self.add(tree, on, parents);
            tree.on.push(on);
        }
        false
    }

    fn add(&mut self, tree: &mut Tree, literal: Literal, parents: &[Literal]) {
        let at = usize::from(literal);
        let start = self.parents.len() as u32;
        self.parents.extend_from_slice(parents);
        self.parents_of[at] = (start, self.parents.len() as u32);
        tree.sizes[at] = if self.mode.dynamic {
            self.gather_ancestors(literal, parents)
        } else {
            parents.first().map_or(1, |&parent| tree.sizes[usize::from(parent)] + 1)
        };
    }

    fn gather_ancestors(&mut self, literal: Literal, parents: &[Literal]) -> u16 {
        let words = self.words;
        let mut count = 0;
        for word in 0..words {
            let of = |literal: Literal| usize::from(literal) * words + word;
            let own = if usize::from(literal) / 64 == word { 1 << (literal % 64) } else { 0 };
            let all = parents.iter().fold(own, |all, &parent| all | self.ancestors[of(parent)]);
            self.ancestors[of(literal)] = all;
            count += all.count_ones() as u16;
        }
        count
    }
}
