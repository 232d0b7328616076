//! The vectors of the single search: a word of 32 bits for each of the nine digits.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// A word for each digit, side by side, so that one instruction works on all digits.
///
/// The digits stand in threes. The fourth lane of each three and the last four lanes are idle: they may hold anything,
/// and no operation carries it into the lane of a digit. Four operations move words between digits, two within the
/// threes and two between them; these are the digits whose words they put into the lanes:
///
/// ```text
///   lane             0 1 2 3    4 5 6 7    8 9 10 11    12 13 14 15
///   digit            1 2 3 -    4 5 6 -    7 8 9  -     -  -  -  -
///
///   next             2 3 1 -    5 6 4 -    8 9 7  -
///   previous         3 1 2 -    6 4 5 -    9 7 8  -
///   next_three       4 5 6 -    7 8 9 -    1 2 3  -
///   previous_three   7 8 9 -    1 2 3 -    4 5 6  -
/// ```
///
/// Anything about all nine digits, such as [`others`] or [`sum`], therefore takes two steps: first within the threes,
/// then between them.
///
/// A vector proves that the machine can work with it: the first one is made from a [`Proof`](Self::Proof), all others
/// from vectors. Arithmetic is lane by lane and wraps around.
pub(in crate::solver) trait Nine:
    Copy
    + Debug
    + Send
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// A value of this type proves that the machine has the instructions.
    type Proof: Copy + Debug + Send;

    /// Whether the machine spends its time waiting for results rather than for a free execution unit. Rules that do not
    /// depend on each other's results are then faster, even if they take more sweeps.
    const LATENCY_BOUND: bool;

    /// Returns the vector of these words.
    fn new(proof: Self::Proof, words: &[u32; 16]) -> Self;

    /// Returns another vector, of these words.
    fn load(self, words: &[u32; 16]) -> Self;

    /// Returns another vector, with this word in all lanes.
    fn splat(self, word: u32) -> Self;

    /// Returns the words; those of idle lanes may be anything.
    fn words(self) -> [u32; 16];

    /// Returns whether any digit has any bit.
    fn any(self) -> bool;

    /// Returns the bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// Shifts each lane towards its high bits.
    fn up<const BITS: u32>(self) -> Self;

    /// Shifts each lane towards its low bits.
    fn down<const BITS: u32>(self) -> Self;

    /// Rotates within the threes: each digit gets the word of the next one.
    fn next(self) -> Self;

    /// Rotates within the threes: each digit gets the word of the previous one.
    fn previous(self) -> Self;

    /// Rotates the threes: each digit gets the word of its counterpart in the next three.
    fn next_three(self) -> Self;

    /// Rotates the threes: each digit gets the word of its counterpart in the previous three.
    fn previous_three(self) -> Self;

    /// Returns the bits of `yes` where `self` is set, those of `no` elsewhere.
    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        (self & yes) | no.without(self)
    }
}

/// The lane of a digit; 0 to 8 stand for the digits 1 to 9.
pub(in crate::solver) const fn lane(digit: usize) -> usize {
    digit + digit / 3
}

/// All bits in the lanes of the digits 1 to 9 that have this bit.
const fn digits_with_bit(bit: usize) -> [u32; 16] {
    let mut words = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        if (digit + 1) >> bit & 1 == 1 {
            words[lane(digit)] = u32::MAX;
        }
        digit += 1;
    }
    words
}

/// For each bit of the numbers 1 to 9, all bits in the lanes of the digits that have it.
pub(super) const DIGITS_WITH_BIT: [[u32; 16]; 4] =
    [digits_with_bit(0), digits_with_bit(1), digits_with_bit(2), digits_with_bit(3)];

/// For each digit, all bits in its lane and none elsewhere.
pub(super) const LANE_MASKS: [[u32; 16]; 9] = {
    let mut lanes = [[0; 16]; 9];
    let mut digit = 0;
    while digit < 9 {
        lanes[digit][lane(digit)] = u32::MAX;
        digit += 1;
    }
    lanes
};

/// Returns for each digit the bits that any other digit has, and in all lanes those that any digit has.
#[inline(always)]
pub(super) fn others<V: Nine>(words: V) -> (V, V) {
    let beside = words.next() | words.previous();
    let three = words | beside;
    let others = beside | three.next_three() | three.previous_three();
    (others, words | others)
}

/// Returns the sum over all digits, in all lanes.
#[inline(always)]
pub(super) fn sum<V: Nine>(words: V) -> V {
    let three = words + words.next() + words.previous();
    three + three.next_three() + three.previous_three()
}

/// Returns the bits that exactly three digits have, and those that three or more have, in all lanes.
///
/// Two layers of full adders count the digits of each bit, first within the threes, then between them. The total is
/// `odd` plus twice the number of pairs, which are `carried`, `twos` and those of the other threes.
#[inline(always)]
pub(super) fn three<V: Nine>(words: V) -> (V, V) {
    let (ones, twos) = add(words, words.next(), words.previous());
    let (odd, carried) = add(ones, ones.next_three(), ones.previous_three());
    let (next, previous) = (twos.next_three(), twos.previous_three());
    let pair = twos | next | previous;
    let two_pairs = majority(twos, next, previous) | (pair & carried);
    let three = odd & (pair | carried);
    (three.without(two_pairs), three | two_pairs)
}

/// A full adder: returns the ones and the twos of the sum of three bits.
#[inline(always)]
fn add<V: Nine>(a: V, b: V, c: V) -> (V, V) {
    (a ^ b ^ c, majority(a, b, c))
}

#[inline(always)]
fn majority<V: Nine>(a: V, b: V, c: V) -> V {
    (a & b) | ((a | b) & c)
}

/// The tests of every kind of vector, with words that differ from digit to digit.
#[cfg(test)]
pub(in crate::solver) mod tests {
    use super::{Nine, lane, others, sum, three};
    use crate::random::{Rng, seeded};
    use crate::solver::single::Quads;

    /// The words of the digits, with rubbish in the idle lanes.
    fn vector<V: Nine>(proof: V::Proof, words: [u32; 9]) -> V {
        let mut lanes = [0xdead_beef; 16];
        words.into_iter().enumerate().for_each(|(digit, word)| lanes[lane(digit)] = word);
        V::new(proof, &lanes)
    }

    fn words<V: Nine>(vector: V) -> [u32; 9] {
        std::array::from_fn(|digit| vector.words()[lane(digit)])
    }

    /// Random words of several densities.
    fn samples() -> impl Iterator<Item = [u32; 9]> {
        let mut rng = seeded(1);
        (0..200).map(move |round| {
            std::array::from_fn(|_| match round % 3 {
                0 => rng.next_u32(),
                1 => rng.next_u32() & rng.next_u32() & rng.next_u32(),
                _ => rng.next_u32() | rng.next_u32(),
            })
        })
    }

    /// Compares the operations with plain arithmetic.
    fn is_nine_words<V: Nine>(proof: V::Proof) {
        for sample in samples() {
            let it = vector::<V>(proof, sample);
            assert_eq!(words(it), sample);
            assert_eq!(words(it.up::<5>()), sample.map(|word| word << 5));
            assert_eq!(words(it.down::<18>()), sample.map(|word| word >> 18));
            assert_eq!(words(it.splat(7)), [7; 9]);
            let other = it.load(&vector::<V>(proof, sample.map(|word| word.rotate_left(9))).words());
            let pairs = |f: fn(u32, u32) -> u32| sample.map(|word| f(word, word.rotate_left(9)));
            assert_eq!(words(it & other), pairs(|a, b| a & b));
            assert_eq!(words(it | other), pairs(|a, b| a | b));
            assert_eq!(words(it ^ other), pairs(|a, b| a ^ b));
            assert_eq!(words(it + other), pairs(u32::wrapping_add));
            assert_eq!(words(it - other), pairs(u32::wrapping_sub));
            assert_eq!(words(it.without(other)), pairs(|a, b| a & !b));
            assert_eq!(words(other.choose(it, it.splat(0))), pairs(|a, b| a & b));
        }
    }

    /// Compares the functions across digits with counts of their bits.
    fn functions_across_digits_are_right<V: Nine>(proof: V::Proof) {
        for sample in samples() {
            let it = vector::<V>(proof, sample);
            let claimed = std::array::from_fn(|digit| {
                (0..9).filter(|&other| other != digit).fold(0, |all, other| all | sample[other])
            });
            assert_eq!(words(others(it).0), claimed);
            assert_eq!(words(others(it).1), [sample.iter().fold(0, |all, word| all | word); 9]);
            assert_eq!(words(sum(it)), [sample.iter().fold(0, |sum, word| word.wrapping_add(sum)); 9]);
            let count = |bit: u32| sample.iter().filter(|&&word| word >> bit & 1 == 1).count();
            let bits = |wanted: fn(usize) -> bool| {
                (0..32).filter(|&bit| wanted(count(bit))).fold(0, |all, bit| all | 1 << bit)
            };
            assert_eq!(words(three(it).0), [bits(|count| count == 3); 9]);
            assert_eq!(words(three(it).1), [bits(|count| count >= 3); 9]);
        }
    }

    /// Checks that idle lanes count for nothing.
    fn only_digits_count<V: Nine>(proof: V::Proof) {
        assert!(!vector::<V>(proof, [0; 9]).any());
        for digit in 0..9 {
            let mut sample = [0; 9];
            sample[digit] = 1 << 31;
            assert!(vector::<V>(proof, sample).any());
        }
    }

    /// Checks everything that a vector must do.
    pub(in crate::solver) fn hold<V: Nine>(proof: V::Proof) {
        is_nine_words::<V>(proof);
        functions_across_digits_are_right::<V>(proof);
        only_digits_count::<V>(proof);
    }

    #[test]
    fn portable_vectors_are_nine_words() {
        hold::<Quads>(());
    }
}
