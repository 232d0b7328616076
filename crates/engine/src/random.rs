//! Randomness that depends on a seed alone: the same numbers on every platform and in every later version.
//!
//! Whatever is random in this crate takes an [`Rng`]. [`seeded`] makes one; any other generator of the `rand_core`
//! traits serves as well. [`RngExt`] draws from it: its algorithms are fixed too, which those of the `rand` crate are
//! not.
//!
//! ```
//! use sudoku_engine::random::{RngExt, seeded};
//!
//! let mut rng = seeded(7);
//! let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
//! rng.shuffle(&mut digits);
//! assert_eq!(digits, [4, 9, 7, 8, 5, 3, 6, 2, 1]);
//! ```

pub use rand_core::{Rng, SeedableRng};
pub use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of a seed: xoshiro256++, its state filled by `SplitMix64`. It is no source of secrets.
pub fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Draws from any generator.
pub trait RngExt: Rng {
    /// A number below `end`, each equally likely. It usually takes one number of the generator, rarely more.
    ///
    /// # Panics
    /// When `end` is 0.
    fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "no number is below 0");
        // Lemire's method: the high half of the product is uniform once the products whose low half is below 2^64
        // mod `end` are drawn again.
        let end = end as u64;
        let mut product = u128::from(self.next_u64()) * u128::from(end);
        if (product as u64) < end {
            let excess = end.wrapping_neg() % end;
            while (product as u64) < excess {
                product = u128::from(self.next_u64()) * u128::from(end);
            }
        }
        (product >> 64) as usize
    }

    /// A number from 0 to below 1, a multiple of 2^-53.
    fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of the items, each equally likely; `None` if there are none.
    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Puts the items into a random order, each equally likely (Fisher and Yates).
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

impl<R: Rng + ?Sized> RngExt for R {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stream may never change: puzzles, hunts and tests are named by their seeds.
    #[test]
    fn the_stream_of_a_seed_is_fixed() {
        let mut rng = seeded(1);
        let expected = [0xcfc5_d07f_6f03_c29b, 0xbf42_4132_963f_e08d, 0x19a3_7d57_57aa_f520];
        assert_eq!([rng.next_u64(), rng.next_u64(), rng.next_u64()], expected);
        let mut rng = seeded(1);
        assert_eq!([9, 81, 1000, u32::MAX as usize].map(|end| rng.below(end)), [7, 60, 100, 3_204_977_054]);
        assert_eq!(
            [rng.unit(), rng.unit()].map(f64::to_bits),
            [0.184_678_572_119_169_38, 0.590_478_884_732_079_2].map(f64::to_bits)
        );
        let mut items = ["a", "b", "c", "d", "e", "f", "g"];
        rng.shuffle(&mut items);
        assert_eq!((items.concat().as_str(), rng.pick(&items)), ("bfceadg", Some(&"b")));
    }

    #[test]
    fn numbers_are_below_their_end_and_equally_likely() {
        let mut rng = seeded(2);
        for end in [1, 2, 3, 9, 81] {
            let mut counts = vec![0_u32; end];
            (0..1_000 * end).for_each(|_| counts[rng.below(end)] += 1);
            // Of a thousand each; the standard deviation is 32 at most.
            assert!(counts.iter().all(|count| (840..1160).contains(count)), "{counts:?}");
        }
        assert!((0..1_000).map(|_| rng.unit()).all(|unit| (0.0..1.0).contains(&unit)));
    }

    /// Gives numbers from a list.
    struct Listed(Vec<u64>);

    impl rand_core::TryRng for Listed {
        type Error = std::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            unreachable!("nothing draws 32 bits")
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(self.0.remove(0))
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            unreachable!("nothing draws bytes")
        }
    }

    #[test]
    fn what_would_make_a_number_likelier_is_drawn_again() {
        // 2^64 is 2 more than a multiple of 7, so that two numbers are too many: those whose product with 7 is 0 or 1.
        let one = 7_905_747_460_161_236_407_u64;
        assert_eq!(one.wrapping_mul(7), 1);
        assert_eq!(Listed(vec![0, one, u64::MAX]).below(7), 6);
    }

    #[test]
    fn every_item_is_picked_and_every_order_comes_up() {
        let mut rng = seeded(3);
        let mut orders = std::collections::HashSet::new();
        for _ in 0..500 {
            let mut items = [1, 2, 3, 4];
            rng.shuffle(&mut items);
            orders.insert(items);
        }
        assert_eq!(orders.len(), 24);
        let picked: std::collections::HashSet<_> = (0..100).filter_map(|_| rng.pick(&[1, 2, 3]).copied()).collect();
        assert_eq!(picked.len(), 3);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
