use super::{Candidate, Score, Technique};
use crate::grid::{CellSet, Digit, DigitSet, House};

/// One step towards the solution: what a technique finds in a state, and why it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The rating on the scale of Sudoku Explainer: that of the technique, or above it where the rating depends on the
    /// pattern's size. `None` for techniques that Sudoku Explainer does not have.
    pub score: Option<Score>,
    /// Digits that are now known.
    pub placements: Vec<Candidate>,
    /// Candidates that are now excluded. Those that a placement removes are not among them.
    pub eliminations: Vec<Candidate>,
    /// What proves it.
    pub evidence: Evidence,
}

impl Step {
    /// A step with the technique's own score and nothing else yet.
    pub fn new(technique: Technique) -> Self {
        Self {
            technique,
            score: technique.info().score,
            placements: Vec::new(),
            eliminations: Vec::new(),
            evidence: Evidence::default(),
        }
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }
}

/// The pattern behind a step, as data: enough to draw it and to explain it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The houses that the pattern lies in, each with its part.
    pub houses: Vec<(House, HouseRole)>,
    /// The cells that make the pattern.
    pub cells: CellSet,
    /// The candidates to mark, each with its part.
    pub candidates: Vec<(Candidate, Role)>,
    /// Sets of cells and digits within the pattern, such as almost locked sets.
    pub groups: Vec<Group>,
    /// The chains of implications, each from its assumption to what follows.
    pub chains: Vec<Chain>,
}

/// The part of a house in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseRole {
    /// The pattern lies in it: the house of a subset, the base of a fish.
    Base,
    /// Eliminations come from it: the cover of a fish, the line that a box points along.
    Cover,
    /// Every place of a digit in it is followed to the same conclusion.
    Source,
}

/// The part of a candidate in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is a member of the pattern.
    Member,
    /// It lies outside the basic shape, which is why only what it sees is excluded: a fin, or a guardian.
    Fin,
    /// It is one of two colours, or true at the start of a chain.
    On,
    /// It is the other colour, or false in a chain.
    Off,
}

/// Cells and their digits, as one set of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The cells.
    pub cells: CellSet,
    /// The digits that these cells can hold.
    pub digits: DigitSet,
    /// The digits that tie this set to the others or to the eliminations.
    pub shared: DigitSet,
}

/// One statement of a chain: a digit is in one of these cells, or in none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// One cell, or a few of one house that all act as one (a group).
    pub cells: CellSet,
    /// Whether one of the cells holds the digit, or none.
    pub on: bool,
}

/// Why a statement of a chain follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is assumed.
    Assumption,
    /// A cell holds one digit only (weak link within a cell).
    CellTaken,
    /// A digit stands once in a house (weak link).
    HouseTaken(House),
    /// A digit in one of some cells excludes it from what sees them all (weak link of a group or an almost locked set).
    PeersTaken,
    /// All other candidates of the cell are gone (strong link within a cell).
    LastDigit,
    /// All other places of the digit in the house are gone (strong link).
    LastPlace(House),
    /// The cells of an almost locked set hold all its other digits.
    AlmostLocked(Group),
    /// Another technique, applied to what is left under the assumption.
    Pattern(Technique),
}

impl Reason {
    /// Whether the link ties two candidates of which one must be true, rather than two of which one must be false.
    pub fn is_strong(self) -> bool {
        matches!(self, Self::LastDigit | Self::LastPlace(_) | Self::AlmostLocked(_))
    }
}

/// A statement with its reason and the earlier statements that it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The statement.
    pub node: Node,
    /// Why it follows.
    pub reason: Reason,
    /// The statements that it follows from, as indices into the chain's links, each below the own one.
    pub from: Vec<usize>,
}

/// Statements that follow from one another. The first is the assumption; the last is the conclusion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// The statements, each after those that it follows from.
    pub links: Vec<Link>,
}
