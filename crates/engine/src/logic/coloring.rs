//! Candidates tied by strong links take two colours: all of one colour are true, and all of the other false.

use std::ops::ControlFlow;

use super::single_digit::strong_links;
use super::{Candidate, Evidence, Finder, Role, Sink, State, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// A component of a digit's strong links in its two colours.
#[derive(Clone, Copy, Debug, Default)]
struct Cluster([CellSet; 2]);

impl Cluster {
    fn cells(self) -> CellSet {
        self.0[0] | self.0[1]
    }

    /// The component of a cell.
    fn from(start: Cell, links: &[[Cell; 2]]) -> Self {
        let mut colors = [CellSet::from_iter([start]), CellSet::EMPTY];
        loop {
            let before = colors;
            for [a, b] in links.iter().flat_map(|&[a, b]| [[a, b], [b, a]]) {
                for color in 0..2 {
                    if colors[color].contains(a) {
                        colors[1 - color].insert(b);
                    }
                }
            }
            if colors == before {
                return Self(colors);
            }
        }
    }
}

/// The components of a digit with more than one link.
fn clusters(state: &State, digit: Digit) -> Vec<Cluster> {
    let links: Vec<[Cell; 2]> = strong_links(state, digit).map(|link| link.ends).collect();
    let mut clusters: Vec<Cluster> = Vec::new();
    for [start, _] in &links {
        if !clusters.iter().any(|cluster| cluster.cells().contains(*start)) {
            clusters.push(Cluster::from(*start, &links));
        }
    }
    clusters
}

fn seen_by(cells: CellSet) -> CellSet {
    cells.into_iter().fold(CellSet::EMPTY, |seen, cell| seen | cell.peers())
}

/// Two cells of one colour see each other: the colour is false (wrap). A cell sees both colours: it is excluded (trap).
pub struct SimpleColors;

impl Finder for SimpleColors {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::SimpleColorTrap, Technique::SimpleColorWrap]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for digit in Digit::ALL {
            for cluster in clusters(state, digit) {
                for color in cluster.0.into_iter().filter(|&color| !(seen_by(color) & color).is_empty()) {
                    sink.emit(step(Technique::SimpleColorWrap, digit, color, &[cluster]))?;
                }
                let trapped = (seen_by(cluster.0[0]) & seen_by(cluster.0[1]) & state.cells(digit)) - cluster.cells();
                sink.emit(step(Technique::SimpleColorTrap, digit, trapped, &[cluster]))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Two clusters of a digit. A colour of one sees a colour of the other: one of their opposites is true (type 1). A colour
/// sees both colours of the other: it is false (type 2).
pub struct MultiColors;

impl Finder for MultiColors {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::MultiColor1, Technique::MultiColor2]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for digit in Digit::ALL {
            let clusters = clusters(state, digit);
            for (at, one) in clusters.iter().enumerate() {
                for (other_at, other) in clusters.iter().enumerate().filter(|(other_at, _)| *other_at != at) {
                    let sees = |color: CellSet, other: CellSet| !(seen_by(color) & other).is_empty();
                    for color in one.0.into_iter().filter(|&color| other.0.iter().all(|&other| sees(color, other))) {
                        sink.emit(step(Technique::MultiColor2, digit, color, &[*one, *other]))?;
                    }
                    let mut excluded = CellSet::EMPTY;
                    for (color, other_color) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        if other_at > at && sees(one.0[color], other.0[other_color]) {
                            let both = seen_by(one.0[1 - color]) & seen_by(other.0[1 - other_color]);
                            excluded |= both & state.cells(digit);
                        }
                    }
                    sink.emit(step(Technique::MultiColor1, digit, excluded, &[*one, *other]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn step(technique: Technique, digit: Digit, excluded: CellSet, clusters: &[Cluster]) -> Step {
    let of = |cells: CellSet, role| cells.into_iter().map(move |cell| (Candidate::new(cell, digit), role));
    let colors = |cluster: &Cluster| of(cluster.0[0], Role::On).chain(of(cluster.0[1], Role::Off)).collect::<Vec<_>>();
    let evidence = Evidence {
        digits: DigitSet::from_iter([digit]),
        cells: clusters.iter().fold(CellSet::EMPTY, |cells, cluster| cells | cluster.cells()),
        candidates: clusters.iter().flat_map(colors).collect(),
        ..Evidence::default()
    };
    Step {
        eliminations: of(excluded, Role::Off).map(|(candidate, _)| candidate).collect(),
        evidence,
        ..Step::new(technique)
    }
}

/// Cells with the same two candidates, each seeing the next: they hold the two in turn, so what sees two of different
/// turns holds neither.
pub struct RemotePairs;

impl Finder for RemotePairs {
    fn techniques(&self) -> &'static [Technique] {
        &[Technique::RemotePair]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let mut pairs: Vec<DigitSet> = Vec::new();
        let bivalue = state.bivalue();
        for cell in bivalue {
            let pair = state.digits(cell);
            if pairs.contains(&pair) {
                continue;
            }
            pairs.push(pair);
            let same: CellSet = bivalue.into_iter().filter(|&other| state.digits(other) == pair).collect();
            let sees = |a: Cell| (same & a.peers()).into_iter().filter(move |&b| b > a).map(move |b| [a, b]);
            let links: Vec<[Cell; 2]> = same.into_iter().flat_map(sees).collect();
            let mut left = same;
            while let Some(start) = left.first() {
                let cluster = Cluster::from(start, &links);
                left -= cluster.cells();
                sink.emit(remote_pair(state, pair, cluster))?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn remote_pair(state: &State, pair: DigitSet, cluster: Cluster) -> Step {
    if cluster.cells().len() < 4 || !(cluster.0[0] & cluster.0[1]).is_empty() {
        return Step::new(Technique::RemotePair);
    }
    let seen = (seen_by(cluster.0[0]) & seen_by(cluster.0[1])) - cluster.cells();
    let group = |cells| super::Group { cells, digits: pair, shared: pair };
    let evidence = Evidence {
        digits: pair,
        cells: cluster.cells(),
        candidates: state.candidates_of(pair, cluster.cells()).map(|candidate| (candidate, Role::Member)).collect(),
        groups: cluster.0.map(group).to_vec(),
        ..Evidence::default()
    };
    Step { eliminations: state.candidates_of(pair, seen).collect(), evidence, ..Step::new(Technique::RemotePair) }
}
