//! The evidence of a step, as data from which a client can draw it.

use serde::Serialize;
use sudoku_engine::grid::{CellSet, Digit, DigitSet, House};
use sudoku_engine::logic::{Candidate, Chain, Evidence, Group, HouseRole, Link, Reason, Role};

/// A digit in a cell.
#[derive(Serialize)]
pub(super) struct CandidateBody {
    cell: String,
    digit: u8,
}

impl From<&Candidate> for CandidateBody {
    fn from(candidate: &Candidate) -> Self {
        Self { cell: candidate.cell().to_string(), digit: candidate.digit().get() }
    }
}

/// The [`Evidence`] of a step.
#[derive(Serialize)]
pub(super) struct PatternBody {
    digits: Vec<u8>,
    houses: Vec<HouseBody>,
    cells: Vec<String>,
    candidates: Vec<MarkBody>,
    groups: Vec<GroupBody>,
    chains: Vec<ChainBody>,
}

#[derive(Serialize)]
struct HouseBody {
    house: String,
    role: &'static str,
}

#[derive(Serialize)]
struct MarkBody {
    #[serde(flatten)]
    candidate: CandidateBody,
    role: &'static str,
}

#[derive(Serialize)]
struct GroupBody {
    cells: Vec<String>,
    digits: Vec<u8>,
    shared: Vec<u8>,
}

#[derive(Serialize)]
struct ChainBody {
    links: Vec<LinkBody>,
}

#[derive(Serialize)]
struct LinkBody {
    digit: u8,
    cells: Vec<String>,
    holds: bool,
    reason: &'static str,
    strong: bool,
    from: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<GroupBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<&'static str>,
}

impl From<&Evidence> for PatternBody {
    fn from(evidence: &Evidence) -> Self {
        let house =
            |&(house, role): &(House, HouseRole)| HouseBody { house: house.to_string(), role: house_role(role) };
        let mark =
            |(candidate, role): &(Candidate, Role)| MarkBody { candidate: candidate.into(), role: mark_role(*role) };
        Self {
            digits: digits(evidence.digits),
            houses: evidence.houses.iter().map(house).collect(),
            cells: cells(evidence.cells),
            candidates: evidence.candidates.iter().map(mark).collect(),
            groups: evidence.groups.iter().map(GroupBody::from).collect(),
            chains: evidence.chains.iter().map(ChainBody::from).collect(),
        }
    }
}

impl From<&Group> for GroupBody {
    fn from(group: &Group) -> Self {
        Self { cells: cells(group.cells), digits: digits(group.digits), shared: digits(group.shared) }
    }
}

impl From<&Chain> for ChainBody {
    fn from(chain: &Chain) -> Self {
        Self { links: chain.links.iter().map(LinkBody::from).collect() }
    }
}

impl From<&Link> for LinkBody {
    fn from(link: &Link) -> Self {
        let (node, reason) = (link.node, link.reason);
        let mut body = Self {
            digit: node.digit.get(),
            cells: cells(node.cells),
            holds: node.on,
            reason: reason_name(reason),
            strong: reason.is_strong(),
            from: link.from.clone(),
            house: None,
            group: None,
            technique: None,
        };
        match reason {
            Reason::HouseTaken(house) | Reason::LastPlace(house) => body.house = Some(house.to_string()),
            Reason::AlmostLocked(group) => body.group = Some(GroupBody::from(&group)),
            Reason::Pattern(technique) => body.technique = Some(technique.info().id),
            Reason::Assumption | Reason::CellTaken | Reason::PeersTaken | Reason::LastDigit => {}
        }
        body
    }
}

const fn house_role(role: HouseRole) -> &'static str {
    match role {
        HouseRole::Base => "base",
        HouseRole::Cover => "cover",
        HouseRole::Source => "source",
    }
}

const fn mark_role(role: Role) -> &'static str {
    match role {
        Role::Member => "member",
        Role::Fin => "fin",
        Role::On => "on",
        Role::Off => "off",
    }
}

const fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Assumption => "assumption",
        Reason::CellTaken => "cell-taken",
        Reason::HouseTaken(_) => "house-taken",
        Reason::PeersTaken => "peers-taken",
        Reason::LastDigit => "last-digit",
        Reason::LastPlace(_) => "last-place",
        Reason::AlmostLocked(_) => "almost-locked",
        Reason::Pattern(_) => "pattern",
    }
}

fn cells(cells: CellSet) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}

fn digits(digits: DigitSet) -> Vec<u8> {
    digits.into_iter().map(Digit::get).collect()
}
