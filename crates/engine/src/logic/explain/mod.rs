//! Steps in plain English, in one line that gives less away, and chains in Eureka notation.

mod chain;
mod rule;
mod words;

pub use chain::eureka;
pub use rule::rule;

use super::{Candidate, Family, HouseRole, Role, Step, Technique};
use crate::grid::{CellSet, House};
use words::{cells, digits, houses, list};

/// The step in plain English: the pattern, why it works, and what follows.
///
/// ```
/// use sudoku_engine::logic::hints::{Allowed, hint};
/// use sudoku_engine::logic::{State, explain};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let step = hint(&State::new(&line.parse().unwrap()), &Allowed::all(), None).unwrap();
/// assert_eq!(explain::text(&step), "Hidden Single: 8 has one place left in box 2, r1c6. So r1c6 is 8.");
/// assert_eq!(explain::nudge(&step), "Look for 8 in box 2.");
/// ```
pub fn text(step: &Step) -> String {
    let mut sentences = vec![pattern(step)];
    sentences.extend(rule(step.technique).map(|rule| format!("{rule}.")));
    sentences.extend(step.evidence.chains.iter().map(chain::sentence));
    sentences.push(conclusion(step));
    sentences.retain(|sentence| !sentence.is_empty());
    format!("{}: {}", step.technique, sentences.join(" "))
}

/// One line that says where to look, but not what is there.
pub fn nudge(step: &Step) -> String {
    let info = step.technique.info();
    let evidence = &step.evidence;
    let base: Vec<House> = of_role(step, HouseRole::Base);
    match info.family {
        Family::Singles => match (base.first(), evidence.digits.first()) {
            (Some(house), Some(digit)) => format!("Look for {digit} in {house}."),
            _ => format!("Look at {}.", cells(evidence.cells)),
        },
        Family::Direct | Family::Intersections | Family::Subsets if !base.is_empty() => {
            format!("There is {} in {}.", article(step.technique), houses(&base))
        }
        _ if evidence.digits.len() == 1 => {
            format!("There is {} for {}.", article(step.technique), digits(evidence.digits))
        }
        _ => format!("There is {} around {}.", article(step.technique), boxes(evidence.cells)),
    }
}

/// What the step is made of.
fn pattern(step: &Step) -> String {
    let evidence = &step.evidence;
    let (digit, all) = (digits(evidence.digits), cells(evidence.cells));
    let (base, cover) = (of_role(step, HouseRole::Base), of_role(step, HouseRole::Cover));
    let base = houses(&base);
    let fins: CellSet = of_candidates(step, Role::Fin).map(Candidate::cell).collect();
    match step.technique.info().family {
        Family::Singles => match step.technique {
            Technique::FullHouse => format!("{all} is the last empty cell of {base}."),
            Technique::HiddenSingle => format!("{digit} has one place left in {base}, {all}."),
            _ => format!("{all} has one candidate left, {digit}."),
        },
        Family::Direct | Family::Intersections if !cover.is_empty() => {
            format!("All places of {digit} in {base} lie in {} too: {all}.", houses(&cover))
        }
        Family::Direct | Family::Intersections | Family::Subsets => format!("{digit} fill {all} in {base}."),
        Family::Fish if fins.is_empty() => format!("{digit} in {base} lies within {}.", houses(&cover)),
        Family::Fish => format!("{digit} in {base} lies within {}, or else in {}.", houses(&cover), cells(fins)),
        Family::Uniqueness if fins.is_empty() => format!("{all} with {digit}."),
        Family::Uniqueness => format!("{all} with {digit}, if it were not for {}.", candidates(step, Role::Fin)),
        _ if !evidence.groups.is_empty() => {
            let groups =
                evidence.groups.iter().map(|group| format!("{} with {}", cells(group.cells), digits(group.digits)));
            format!("Its sets are {}.", list(groups))
        }
        _ if evidence.chains.is_empty() => format!("{digit} in {all}."),
        _ => String::new(),
    }
}

/// The technique with its article.
fn article(technique: Technique) -> String {
    let vowel = technique.info().name.starts_with(['A', 'E', 'I', 'O', 'X']);
    format!("{} {technique}", if vowel { "an" } else { "a" })
}

fn candidates(step: &Step, role: Role) -> String {
    list(of_candidates(step, role).map(|candidate| format!("{} in {}", candidate.digit(), candidate.cell())))
}

fn of_candidates(step: &Step, role: Role) -> impl Iterator<Item = Candidate> {
    step.evidence.candidates.iter().filter(move |(_, its)| *its == role).map(|(candidate, _)| *candidate)
}

fn of_role(step: &Step, role: HouseRole) -> Vec<House> {
    step.evidence.houses.iter().filter(|(_, its)| *its == role).map(|(house, _)| *house).collect()
}

/// The boxes that some cells lie in.
fn boxes(cells: CellSet) -> String {
    let of_block = |block: &usize| !(House::block(*block).cell_set() & cells).is_empty();
    let blocks: Vec<House> = (0..9).filter(of_block).map(House::block).collect();
    houses(&blocks)
}

/// What follows from the step.
fn conclusion(step: &Step) -> String {
    let placed = step.placements.iter().map(|candidate| format!("{} is {}", candidate.cell(), candidate.digit()));
    let excluded = crate::grid::Digit::ALL.into_iter().filter_map(|digit| {
        let of_digit = step.eliminations.iter().filter(|candidate| candidate.digit() == digit);
        let from: CellSet = of_digit.map(|candidate| candidate.cell()).collect();
        match from.len() {
            0 => None,
            1 => Some(format!("{} is not {digit}", cells(from))),
            _ => Some(format!("none of {} is {digit}", cells(from))),
        }
    });
    format!("So {}.", list(placed.chain(excluded)))
}
