//! Where guesses failed, so that the next ones are made where they are likely to fail soon.

use crate::random::{RngExt, seeded};

/// The place of a guess.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The chute: a band (0 to 2) or a stack (3 to 5).
    pub(super) chute: usize,
    /// The digit, 0 to 8.
    pub(super) digit: usize,
}

/// How often guesses in each band and stack, and on each digit, failed at once, in the style of dom/wdeg.
///
/// Without weights, a search that guesses in one part of the board and fails in another tries everything in the first
/// before it changes anything in the second. The weights lead it to where it fails. They depend on the guesses alone,
/// not on the order in which an engine draws its conclusions, so all engines make the same guesses and find the same
/// solutions in the same order.
///
/// A search that takes too long restarts with random weights, since how long it takes is often chance: of 60 symmetric
/// images of one grid, 57 took fewer than 100 guesses and one took 190,000.
///
/// Counting where the contradictions showed instead of the guesses that led to them took 2 % more guesses on the
/// hardest puzzles and 5 times as many on the worst grids. Without weights for digits the worst grid took 500,000.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// The reciprocal of each band's and stack's weight.
    chutes: [f32; 6],
    /// The reciprocal of each digit's weight.
    digits: [f32; 9],
}

impl Weights {
    pub(super) const EVEN: Self = Self { chutes: [0.5; 6], digits: [0.5; 9] };

    /// The band or stack with the least excess of configurations for its weight. One without excess leaves nothing to
    /// guess, and is never chosen.
    #[inline(always)]
    pub(super) fn cheapest_chute(&self, excess: [u32; 6]) -> usize {
        let mut least = u32::MAX;
        for (chute, (excess, cost)) in excess.into_iter().zip(self.chutes).enumerate() {
            let cost = ranked(excess as f32 * cost, chute);
            least = least.min(if excess == 0 { u32::MAX } else { cost });
        }
        place(least) % 6
    }

    /// The digit with the fewest configurations for its weight, of those with two or more.
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

    /// The weights of a restart: costs up to four times as high, at random, others for each restart.
    pub(super) fn at_random(restart: u32) -> Self {
        let mut weights = Self::EVEN;
        let mut rng = seeded(restart.into());
        for cost in weights.chutes.iter_mut().chain(&mut weights.digits) {
            *cost *= 1.0 + 3.0 * rng.unit() as f32;
        }
        weights
    }

    /// Records that a guess led to a contradiction at once.
    #[inline(always)]
    pub(super) fn record_failure(&mut self, guess: Place) {
        for cost in [&mut self.chutes[guess.chute], &mut self.digits[guess.digit]] {
            *cost = 1.0 / (1.0 / *cost + 1.0);
        }
    }
}

/// A cost and a place below 16 as one number, whose minimum finds both without a branch: positive floats are ordered
/// like their bits, the last four of which give way to the place.
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
    fn failures_decide_between_equal_costs() {
        let mut weights = Weights::EVEN;
        assert_eq!(weights.cheapest_chute([0, 5, 4, 4, 9, 0]), 2);
        assert_eq!(weights.cheapest_digit([1, 6, 3, 1, 2, 2, 1, 1, 1]), 4);
        weights.record_failure(Place { chute: 3, digit: 5 });
        assert_eq!(weights.cheapest_chute([0, 5, 4, 4, 9, 0]), 3);
        assert_eq!(weights.cheapest_digit([1, 6, 3, 1, 2, 2, 1, 1, 1]), 5);
    }

    #[test]
    fn random_weights_differ_and_are_reproducible() {
        let excess = [4, 5, 6, 4, 5, 6];
        let chutes: Vec<usize> = (1..100).map(|restart| Weights::at_random(restart).cheapest_chute(excess)).collect();
        for chute in 0..6 {
            assert!(chutes.contains(&chute), "{chute} is never the cheapest");
        }
        assert_eq!(Weights::at_random(7).cheapest_chute(excess), chutes[6]);
    }

    #[test]
    fn places_without_a_choice_are_never_chosen() {
        for restart in 0..40 {
            let weights = Weights::at_random(restart);
            assert_eq!(weights.cheapest_chute([0, 0, 1, 0, 0, 0]), 2);
            assert_eq!(weights.cheapest_digit([1, 1, 1, 1, 1, 1, 1, 1, 2]), 8);
        }
    }
}
