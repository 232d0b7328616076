//! The vectors of the search: a word of 32 bits for each of the nine digits.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// A word for each digit, side by side, so that one instruction works at all digits.
///
/// The digits stand three by three. The fourth lane of each three and the last four lanes are idle: they may hold
/// anything, and no operation lets it out of them.
///
/// ```text
///   lane    0 1 2 3    4 5 6 7    8 9 10 11    12 13 14 15
///   digit   1 2 3 -    4 5 6 -    7 8 9  -     -  -  -  -
/// ```
///
/// What the digits say together is so found in two steps of three, [`next`](Self::next) and [`last`](Self::last) within the
/// threes, [`next_three`](Self::next_three) and [`last_three`](Self::last_three) between them.
///
/// A vector shows that the machine can work with it, since the first one is made with a [`Proof`](Self::Proof); others
/// of its kind are made from it. All arithmetic is that of the lanes and wraps around.
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
    /// Whoever has one knows that the machine has the instructions.
    type Proof: Copy + Debug + Send;

    /// Whether the machine waits for results rather than for a free instruction unit, so that rules which do not wait for
    /// each other are worth more sweeps.
    const WAITS: bool;

    /// The vector of these words.
    fn new(proof: Self::Proof, words: &[u32; 16]) -> Self;

    /// Another vector, of these words.
    fn load(self, words: &[u32; 16]) -> Self;

    /// Another vector, of the same word in every lane.
    fn all(self, word: u32) -> Self;

    /// The words; in idle lanes anything.
    fn words(self) -> [u32; 16];

    /// Whether a digit has a bit.
    fn any(self) -> bool;

    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// Each lane shifted towards its high bits.
    fn up<const BITS: u32>(self) -> Self;

    /// Each lane shifted towards its low bits.
    fn down<const BITS: u32>(self) -> Self;

    /// To each digit what the next one of its three has, to the last one what the first has.
    fn next(self) -> Self;

    /// To each digit what the one before it in its three has.
    fn last(self) -> Self;

    /// To each digit what its like in the next three has.
    fn next_three(self) -> Self;

    /// To each digit what its like in the three before has.
    fn last_three(self) -> Self;

    /// Where `self` has a bit that of `yes`, elsewhere that of `no`.
    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        (self & yes) | no.without(self)
    }
}

/// The lane of a digit, 0 to 8 for the digits 1 to 9.
pub(in crate::solver) const fn lane(digit: usize) -> usize {
    digit + digit / 3
}

/// All bits in the lane of each digit that the function names.
const fn lanes_of(bit: usize) -> [u32; 16] {
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

/// For each bit of a digit's value 1 to 9, the lanes of the digits that have it.
pub(super) const WITH_BIT: [[u32; 16]; 4] = [lanes_of(0), lanes_of(1), lanes_of(2), lanes_of(3)];

/// For each digit all bits of its lane alone.
pub(super) const ALONE: [[u32; 16]; 9] = {
    let mut lanes = [[0; 16]; 9];
    let mut digit = 0;
    while digit < 9 {
        lanes[digit][lane(digit)] = u32::MAX;
        digit += 1;
    }
    lanes
};

/// The bits that other digits have, and those that any digit has.
#[inline(always)]
pub(super) fn others<V: Nine>(words: V) -> (V, V) {
    let beside = words.next() | words.last();
    let three = words | beside;
    let others = beside | three.next_three() | three.last_three();
    (others, words | others)
}

/// The sum over the digits, in every lane.
#[inline(always)]
pub(super) fn sum<V: Nine>(words: V) -> V {
    let three = words + words.next() + words.last();
    three + three.next_three() + three.last_three()
}

/// The bits that exactly three digits have, and those that three or more have.
///
/// The digits are counted bit by bit: three of them make a number of two bits, and three such numbers make the total, which
/// is `odd` and twice as much as there are `pairs`.
#[inline(always)]
pub(super) fn three<V: Nine>(words: V) -> (V, V) {
    let (ones, twos) = add(words, words.next(), words.last());
    let (odd, carried) = add(ones, ones.next_three(), ones.last_three());
    let (next, last) = (twos.next_three(), twos.last_three());
    let pair = twos | next | last;
    let two_pairs = majority(twos, next, last) | (pair & carried);
    let three = odd & (pair | carried);
    (three.without(two_pairs), three | two_pairs)
}

/// The sum of three bits: the ones and the twos.
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
            assert_eq!(words(it.all(7)), [7; 9]);
            let other = it.load(&vector::<V>(proof, sample.map(|word| word.rotate_left(9))).words());
            let pairs = |f: fn(u32, u32) -> u32| sample.map(|word| f(word, word.rotate_left(9)));
            assert_eq!(words(it & other), pairs(|a, b| a & b));
            assert_eq!(words(it | other), pairs(|a, b| a | b));
            assert_eq!(words(it ^ other), pairs(|a, b| a ^ b));
            assert_eq!(words(it + other), pairs(u32::wrapping_add));
            assert_eq!(words(it - other), pairs(u32::wrapping_sub));
            assert_eq!(words(it.without(other)), pairs(|a, b| a & !b));
            assert_eq!(words(other.choose(it, it.all(0))), pairs(|a, b| a & b));
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
