use std::fmt::Write;

use super::super::{Chain, Link, Reason};
use super::words::{cells, digits, short};

/// A chain in Eureka notation, `=` for strong links and `-` for weak ones: `(3=7)r1c1-(7)r1c5=(7)r4c5`.
///
/// Statements that follow from several others have no such notation; then the result is `None`.
///
/// ```
/// use sudoku_engine::logic::explain::eureka;
/// use sudoku_engine::logic::wings::XyWing;
/// use sudoku_engine::logic::chains::XyChains;
/// use sudoku_engine::logic::{State, all};
///
/// let line = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9";
/// let steps = all(&XyChains, &State::new(&line.parse().unwrap()), None);
/// let notation = eureka(&steps[0].evidence.chains[0]).unwrap();
/// assert!(notation.contains('=') && notation.contains('-'), "{notation}");
/// ```
pub fn eureka(chain: &Chain) -> Option<String> {
    let linear = |(at, link): (usize, &Link)| at == 0 && link.from.is_empty() || at > 0 && link.from == [at - 1];
    if chain.links.is_empty() || !chain.links.iter().enumerate().all(linear) {
        return None;
    }
    let mut text = String::new();
    let mut at = 0;
    while let Some(link) = chain.links.get(at) {
        if at > 0 {
            text.push(if link.reason.is_strong() { '=' } else { '-' });
        }
        // Two digits of one cell, tied by a strong link, share their brackets.
        let next = chain.links.get(at + 1).filter(|next| next.reason == Reason::LastDigit);
        if let Some(next) = next {
            let _ = write!(text, "({}={}){}", link.node.digit, next.node.digit, short(link.node.cells));
            at += 2;
        } else {
            let _ = write!(text, "({}){}", link.node.digit, short(link.node.cells));
            at += 1;
        }
    }
    Some(text)
}

/// A chain in plain English.
pub(super) fn sentence(chain: &Chain) -> String {
    let said = chain.links.iter().enumerate().map(|(at, link)| match (link.reason, at) {
        (Reason::Assumption, 0) => format!("Suppose {}.", statement(link)),
        (Reason::Assumption, _) => format!("Suppose also {}.", statement(link)),
        (reason, _) => format!("Then {}{}.", statement(link), because(reason)),
    });
    said.collect::<Vec<_>>().join(" ")
}

fn statement(link: &Link) -> String {
    let (digit, of) = (link.node.digit, cells(link.node.cells));
    match (link.node.on, link.node.cells.len()) {
        (true, 1) => format!("{of} is {digit}"),
        (false, 1) => format!("{of} is not {digit}"),
        (true, _) => format!("one of {of} is {digit}"),
        (false, _) => format!("none of {of} is {digit}"),
    }
}

fn because(reason: Reason) -> String {
    match reason {
        Reason::Assumption | Reason::CellTaken | Reason::PeersTaken => String::new(),
        Reason::HouseTaken(house) => format!(" ({house})"),
        Reason::LastDigit => " (its last candidate)".to_owned(),
        Reason::LastPlace(house) => format!(" (the last place in {house})"),
        Reason::AlmostLocked(group) => {
            format!(" ({} hold all but one of {})", cells(group.cells), digits(group.digits))
        }
        Reason::Pattern(technique) => format!(" ({technique})"),
    }
}
