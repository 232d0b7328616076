use std::fmt;
use std::ops::ControlFlow;

use crate::grid::bit_set::bit_set;
use crate::grid::{Cell, CellSet, House, HouseKind};

/// One of the nine places of a house, in the order of [`House::cells`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// The place of this index, 0 to 8.
    ///
    /// # Panics
    /// When `index` is 9 or above.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < 9, "a place's index is 0 to 8");
        Self(index as u8)
    }

    /// The index, 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Where a cell lies in the house of this kind that holds it.
    #[inline]
    pub const fn of(cell: Cell, kind: HouseKind) -> Self {
        match kind {
            HouseKind::Row => Self(cell.column() as u8),
            HouseKind::Column => Self(cell.row() as u8),
            HouseKind::Block => Self((cell.row() % 3 * 3 + cell.column() % 3) as u8),
        }
    }

    /// The cell at this place of a house.
    #[inline]
    pub const fn cell(self, house: House) -> Cell {
        house.cells()[self.index()]
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A set of places of a house, in 2 bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PlaceSet(u16);

bit_set!(PlaceSet(u16) of 9 Place by Place::new, PlaceSetIter, "place");

impl PlaceSet {
    /// The cells at these places of a house.
    #[inline]
    pub fn cells(self, house: House) -> CellSet {
        self.into_iter().map(|place| place.cell(house)).collect()
    }
}

/// All choices of `size` items, in the order of the bit patterns that the chosen indices make: the choice without the
/// last items comes first, `{0, 1}, {0, 2}, {1, 2}, {0, 3}, ...`.
pub(super) fn choices<T: Copy, const N: usize>(
    items: &[T],
    mut each: impl FnMut([T; N]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if N == 0 || items.len() < N {
        return ControlFlow::Continue(());
    }
    let mut at: [usize; N] = std::array::from_fn(|index| index);
    loop {
        each(at.map(|index| items[index]))?;
        // The first index that can move up without meeting the next moves, and those below start again.
        let Some(moved) = (0..N).find(|&index| at[index] + 1 < at.get(index + 1).copied().unwrap_or(items.len()))
        else {
            return ControlFlow::Continue(());
        };
        at[moved] += 1;
        (0..moved).for_each(|index| at[index] = index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_cells_agree() {
        for house in House::ALL {
            for (index, cell) in house.cells().into_iter().enumerate() {
                assert_eq!(Place::of(cell, house.kind()), Place::new(index));
                assert_eq!(Place::new(index).cell(house), cell);
            }
            assert_eq!(PlaceSet::ALL.cells(house), house.cell_set());
        }
    }

    #[test]
    fn choices_come_in_the_order_of_their_bits() {
        let mut found = Vec::new();
        let mut keep = |pair| {
            found.push(pair);
            ControlFlow::Continue(())
        };
        assert!(choices::<_, 2>(&[1, 2, 3, 4], &mut keep).is_continue());
        assert_eq!(found, [[1, 2], [1, 3], [2, 3], [1, 4], [2, 4], [3, 4]]);
        let mut count = 0;
        let counted = choices::<_, 4>(&[0; 9], |_| {
            count += 1;
            if count == 126 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(counted.is_break());
        assert!(choices::<_, 3>(&[0; 2], |_| ControlFlow::Break(())).is_continue(), "there is none");
    }
}
