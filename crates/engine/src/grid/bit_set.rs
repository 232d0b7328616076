/// Implements a set over an integer: bit `i` stands for the item of index `i`, and bits beyond the last item are never
/// set. The const functions are what tables need; code that runs uses the operators.
macro_rules! bit_set {
    ($Set:ident($Bits:ty) of $count:literal $Item:ident by $from_index:path, $Iter:ident, $word:literal) => {
        impl $Set {
            #[doc = concat!("No ", $word, ".")]
            pub const EMPTY: Self = Self(0);
            #[doc = concat!("Every ", $word, ".")]
            pub const ALL: Self = Self((1 << $count) - 1);

            #[doc = concat!("Adds a ", $word, ".")]
            #[inline]
            pub const fn insert(&mut self, item: $Item) {
                self.0 |= 1 << item.index();
            }

            #[doc = concat!("Removes a ", $word, ".")]
            #[inline]
            pub const fn remove(&mut self, item: $Item) {
                self.0 &= !(1 << item.index());
            }

            #[doc = concat!("Whether the ", $word, " is in the set.")]
            #[inline]
            pub const fn contains(self, item: $Item) -> bool {
                self.0 >> item.index() & 1 == 1
            }

            #[doc = concat!("The ", $word, "s in either set: `self | other` for const contexts.")]
            #[inline]
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            #[doc = concat!("The ", $word, "s in both sets: `self & other` for const contexts.")]
            #[inline]
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            #[doc = concat!("The ", $word, "s of `self` that are not in `other`: `self - other` for const contexts.")]
            #[inline]
            #[must_use]
            pub const fn difference(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            #[doc = concat!("The ", $word, "s that are not in the set: `!self` for const contexts.")]
            #[inline]
            #[must_use]
            pub const fn complement(self) -> Self {
                Self::ALL.difference(self)
            }

            #[doc = concat!("The number of ", $word, "s, 0 to ", $count, ".")]
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            #[doc = concat!("Whether the set has no ", $word, ".")]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("Whether `other` has every ", $word, " of `self`.")]
            #[inline]
            pub const fn is_subset(self, other: Self) -> bool {
                self.difference(other).is_empty()
            }

            #[doc = concat!("Whether no ", $word, " is in both sets.")]
            #[inline]
            pub const fn is_disjoint(self, other: Self) -> bool {
                self.intersection(other).is_empty()
            }

            #[doc = concat!("The first ", $word, ", if there is one.")]
            #[inline]
            pub const fn first(self) -> Option<$Item> {
                if self.is_empty() { None } else { Some($from_index(self.0.trailing_zeros() as usize)) }
            }
        }

        impl std::ops::BitOr for $Set {
            type Output = Self;

            #[inline]
            fn bitor(self, other: Self) -> Self {
                self.union(other)
            }
        }

        impl std::ops::BitOrAssign for $Set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }

        impl std::ops::BitAnd for $Set {
            type Output = Self;

            #[inline]
            fn bitand(self, other: Self) -> Self {
                self.intersection(other)
            }
        }

        impl std::ops::BitAndAssign for $Set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }

        impl std::ops::Sub for $Set {
            type Output = Self;

            #[inline]
            fn sub(self, other: Self) -> Self {
                self.difference(other)
            }
        }

        impl std::ops::SubAssign for $Set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl std::ops::Not for $Set {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                self.complement()
            }
        }

        impl Extend<$Item> for $Set {
            #[inline]
            fn extend<I: IntoIterator<Item = $Item>>(&mut self, items: I) {
                items.into_iter().for_each(|item| self.insert(item));
            }
        }

        impl FromIterator<$Item> for $Set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> Self {
                let mut set = Self::EMPTY;
                set.extend(items);
                set
            }
        }

        impl IntoIterator for $Set {
            type Item = $Item;
            type IntoIter = $Iter;

            #[inline]
            fn into_iter(self) -> $Iter {
                $Iter(self)
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        #[doc = concat!("Iterates over the ", $word, "s of a [`", stringify!($Set), "`] in ascending order.")]
        #[derive(Clone, Debug)]
        pub struct $Iter($Set);

        impl Iterator for $Iter {
            type Item = $Item;

            #[inline]
            fn next(&mut self) -> Option<$Item> {
                let item = self.0.first()?;
                self.0.remove(item);
                Some(item)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl DoubleEndedIterator for $Iter {
            #[inline]
            fn next_back(&mut self) -> Option<$Item> {
                let last = (self.0).0.checked_ilog2()?;
                let item = $from_index(last as usize);
                self.0.remove(item);
                Some(item)
            }
        }

        impl ExactSizeIterator for $Iter {}

        impl std::iter::FusedIterator for $Iter {}
    };
}

pub(crate) use bit_set;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
    use proptest::test_runner::Config;

    use crate::grid::{Cell, CellSet, Digit, DigitSet};

    /// Compares a set with the standard library's.
    macro_rules! algebra {
        ($name:ident, $Set:ident of $Item:ident by $from_index:path, $count:literal) => {
            proptest! {
                #![proptest_config(Config { failure_persistence: None, ..Config::with_cases(64) })]

                #[test]
                fn $name(a in vec(0..$count, 0..$count), b in vec(0..$count, 0..$count), item in 0..$count) {
                    let items = |indices: Vec<usize>| indices.into_iter().map($from_index).collect::<BTreeSet<$Item>>();
                    let (a, b, item) = (items(a), items(b), $from_index(item));
                    let all: BTreeSet<$Item> = (0..$count).map($from_index).collect();
                    let set = |items: &BTreeSet<$Item>| items.iter().copied().collect::<$Set>();
                    let (x, y) = (set(&a), set(&b));

                    prop_assert_eq!(x | y, set(&(&a | &b)));
                    prop_assert_eq!(x & y, set(&(&a & &b)));
                    prop_assert_eq!(x - y, set(&(&a - &b)));
                    prop_assert_eq!(!x, set(&(&all - &a)));
                    let (mut or, mut and, mut minus, mut extended) = (x, x, x, x);
                    or |= y;
                    and &= y;
                    minus -= y;
                    extended.extend(y);
                    prop_assert_eq!((or, and, minus, extended), (x | y, x & y, x - y, x | y));

                    prop_assert_eq!((x.len(), x.is_empty(), x.first()), (a.len(), a.is_empty(), a.first().copied()));
                    prop_assert_eq!(x.contains(item), a.contains(&item));
                    prop_assert_eq!((x.is_subset(y), x.is_disjoint(y)), (a.is_subset(&b), a.is_disjoint(&b)));
                    prop_assert!((x & y).is_subset(y) && (x - y).is_disjoint(y));
                    let (mut with, mut without) = (x, x);
                    with.insert(item);
                    without.remove(item);
                    prop_assert!(with.contains(item) && !without.contains(item));
                    prop_assert_eq!(with - without, set(&[item].into()));

                    prop_assert_eq!(x.into_iter().len(), a.len());
                    prop_assert!(x.into_iter().eq(a.iter().copied()));
                    prop_assert!(x.into_iter().rev().eq(a.iter().rev().copied()));
                    prop_assert_eq!(format!("{x:?}"), format!("{a:?}"));
                }
            }
        };
    }

    algebra!(a_set_of_cells_is_a_set, CellSet of Cell by Cell::new, 81_usize);
    algebra!(a_set_of_digits_is_a_set, DigitSet of Digit by Digit::from_index, 9_usize);

    #[test]
    fn nothing_and_everything() {
        assert_eq!((CellSet::EMPTY.len(), CellSet::ALL.len()), (0, 81));
        assert_eq!((DigitSet::EMPTY.len(), DigitSet::ALL.len()), (0, 9));
        assert_eq!((CellSet::default(), !CellSet::ALL), (CellSet::EMPTY, CellSet::EMPTY));
        assert_eq!((DigitSet::default(), !DigitSet::ALL), (DigitSet::EMPTY, DigitSet::EMPTY));
    }
}
