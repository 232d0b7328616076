//! Which guesses failed so far, so that the next ones are made where they are likely to fail soon.

use crate::random::{RngExt, seeded};

/// Where a guess was made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The chute: a band (0 to 2) or a stack (3 to 5).
    pub(super) chute: usize,
    /// The digit, 0 to 8.
    pub(super) digit: usize,
}

/// How often guesses in each band and stack, and guesses on each digit, failed at once.
///
/// A search that cannot see why it fails would go through everything that has nothing to do with it. The weights lead it to
/// where it fails. They depend on the guesses alone, and not on the order in which a machine comes to its conclusions, so that
/// every engine makes the same guesses and finds the same solutions in the same order.
///
/// A search that took too long begins again with other weights, since how long it takes is often chance: of the same grid in 60
/// orientations, 57 took fewer than 100 guesses and one 190,000.
///
/// Counting where the contradictions showed, in place of the guess that led to them, took the hardest puzzles 2 % more guesses
/// and the worst grids 5 times as many. Without weights for the digits, the worst took 500,000.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// One over the weight of each band and stack.
    chutes: [f32; 6],
    /// One over the weight of each digit.
    digits: [f32; 9],
}

impl Weights {
    pub(super) const EVEN: Self = Self { chutes: [0.5; 6], digits: [0.5; 9] };

    /// The band or stack with the least excess of configurations for its weight. One without excess has nothing to
    /// guess.
    #[inline(always)]
    pub(super) fn cheapest_chute(&self, excess: [u32; 6]) -> usize {
        let mut least = u32::MAX;
        for (chute, (excess, cost)) in excess.into_iter().zip(self.chutes).enumerate() {
            let cost = ranked(excess as f32 * cost, chute);
            least = least.min(if excess == 0 { u32::MAX } else { cost });
        }
        place(least) % 6
    }

    /// The digit with the least choice for its weight, two configurations at least.
    #[inline(always)]
    pub(super) fn cheapest_digit(&self, configurations: [u32; 9]) -> usize {
        let mut least = u32::MAX;
        for (digit, (configurations, cost)) in configurations.into_iter().zip(self.digits).enumerate() {
            let choice = configurations.saturating_sub(1);
            let cost = ranked(choice as f32 * cost, digit);
            least = least.min(if choice == 0 { u32::MAX } else { cost });
        }
        place(least) % 9
    }

    /// Preferences without a reason, others for each number: costs up to four times as high.
    pub(super) fn at_random(number: u32) -> Self {
        let mut weights = Self::EVEN;
        let mut rng = seeded(number.into());
        for cost in weights.chutes.iter_mut().chain(&mut weights.digits) {
            *cost *= 1.0 + 3.0 * rng.unit() as f32;
        }
        weights
    }

    /// Remembers that a guess led to a contradiction.
    #[inline(always)]
    pub(super) fn record_failure(&mut self, guess: Place) {
        for cost in [&mut self.chutes[guess.chute], &mut self.digits[guess.digit]] {
            *cost = 1.0 / (1.0 / *cost + 1.0);
        }
    }
}

/// A cost and a place below 16 as one number. Positive floats are ordered as their bits are; the last four give way to the
/// place, so that one minimum, which needs no branch, finds both.
#[inline(always)]
fn ranked(cost: f32, place: usize) -> u32 {
    cost.to_bits() & !15 | place as u32
}

#[inline(always)]
fn place(ranked: u32) -> usize {
    (ranked & 15) as usize
}

#[cfg(test)]
mod tests {
    use super::{Place, Weights};

    #[test]
    fn what_failed_is_chosen_before_what_is_as_cheap() {
        let mut weights = Weights::EVEN;
        assert_eq!(weights.cheapest_chute([0, 5, 4, 4, 9, 0]), 2);
        assert_eq!(weights.cheapest_digit([1, 6, 3, 1, 2, 2, 1, 1, 1]), 4);
        weights.record_failure(Place { chute: 3, digit: 5 });
        assert_eq!(weights.cheapest_chute([0, 5, 4, 4, 9, 0]), 3);
        assert_eq!(weights.cheapest_digit([1, 6, 3, 1, 2, 2, 1, 1, 1]), 5);
    }

    #[test]
    fn preferences_without_a_reason_differ_and_can_be_had_again() {
        let excess = [4, 5, 6, 4, 5, 6];
        let chutes: Vec<usize> = (1..100).map(|number| Weights::at_random(number).cheapest_chute(excess)).collect();
        for chute in 0..6 {
            assert!(chutes.contains(&chute), "no preference for {chute}");
        }
        assert_eq!(Weights::at_random(7).cheapest_chute(excess), chutes[6]);
    }

    #[test]
    fn what_leaves_no_choice_is_never_chosen() {
        for number in 0..40 {
            let weights = Weights::at_random(number);
            assert_eq!(weights.cheapest_chute([0, 0, 1, 0, 0, 0]), 2);
            assert_eq!(weights.cheapest_digit([1, 1, 1, 1, 1, 1, 1, 1, 2]), 8);
        }
    }
}
