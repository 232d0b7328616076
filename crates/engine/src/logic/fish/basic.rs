use std::ops::ControlFlow;

use super::super::place::choices;
use super::super::subsets::collect;
use super::super::{Candidate, Evidence, Finder, HouseRole, Place, PlaceSet, Role, Sink, State, Step, Technique};
use crate::grid::{CellSet, Digit, DigitSet, House, HouseKind};

/// All places of a digit in `N` rows lie in `N` columns, or the other way round: X-wing, swordfish, jellyfish.
///
/// ```text
///   . X . | . . X     In both rows the digit has the two columns, so that the columns
///   . x . | . . x     have it in these rows, and not at any x.
///   . X . | . . X
/// ```
pub struct BasicFish<const N: usize>;

impl<const N: usize> Finder for BasicFish<N> {
    fn techniques(&self) -> &'static [Technique] {
        const BY_SIZE: &[Technique] = &[Technique::XWing, Technique::Swordfish, Technique::Jellyfish];
        &BY_SIZE[N - 2..N - 1]
    }

    fn find(&self, state: &State, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for (base, cover) in [(HouseKind::Column, HouseKind::Row), (HouseKind::Row, HouseKind::Column)] {
            // The lines that each digit could use; all choices of lines come before the next digit's turn.
            let fits = Digit::ALL.map(|digit| {
                let (lines, count) = collect(|line| (2..=N).contains(&state.places(line_of(base, line), digit).len()));
                lines[..count].iter().map(|&line| Place::new(line)).collect::<PlaceSet>()
            });
            let any = fits.into_iter().filter(|lines| lines.len() >= N).fold(PlaceSet::EMPTY, PlaceSet::union);
            let (lines, count) = collect(|line| any.contains(Place::new(line)));
            choices::<usize, N>(&lines[..count], |lines| {
                let chosen: PlaceSet = lines.into_iter().map(Place::new).collect();
                for digit in Digit::ALL.into_iter().filter(|digit| chosen.is_subset(fits[digit.index()])) {
                    let places = lines.map(|line| state.places(line_of(base, line), digit));
                    let union = places.into_iter().fold(PlaceSet::EMPTY, PlaceSet::union);
                    if union.len() == N {
                        let covers = union.into_iter().map(|place| line_of(cover, place.index()));
                        sink.emit(step(state, digit, lines.map(|line| line_of(base, line)), covers))?;
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }
}

fn line_of(kind: HouseKind, index: usize) -> House {
    if kind == HouseKind::Row { House::row(index) } else { House::column(index) }
}

fn step<const N: usize>(state: &State, digit: Digit, bases: [House; N], covers: impl Iterator<Item = House>) -> Step {
    let technique = match N {
        2 => Technique::XWing,
        3 => Technique::Swordfish,
        _ => Technique::Jellyfish,
    };
    let covers: Vec<House> = covers.collect();
    let cells =
        |houses: &[House]| houses.iter().fold(CellSet::EMPTY, |union, &house| union | state.cells_in(house, digit));
    let (members, covered) = (cells(&bases), cells(&covers));
    let of = |cells: CellSet| cells.into_iter().map(move |cell| Candidate::new(cell, digit));
    let bases = bases.into_iter().map(|house| (house, HouseRole::Base));
    let evidence = Evidence {
        digits: DigitSet::from_iter([digit]),
        houses: bases.chain(covers.into_iter().map(|house| (house, HouseRole::Cover))).collect(),
        cells: members,
        candidates: of(members).map(|candidate| (candidate, Role::Member)).collect(),
        ..Evidence::default()
    };
    Step { eliminations: of(covered - members).collect(), evidence, ..Step::new(technique) }
}
