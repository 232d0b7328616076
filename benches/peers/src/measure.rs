//! Alternating rounds: in each, every contender runs the set once or more, in an order that rotates from round to round.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::contender::Contender;

/// How long to measure.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Rounds, of which the median counts.
    pub rounds: usize,
    /// What one contender may use for all rounds of one row, apart from the warm-up.
    pub time: Duration,
}

/// Microseconds a puzzle: for each contender, in their order, one figure a round.
pub fn rounds(contenders: &mut [Box<dyn Contender + '_>], limit: u64, puzzles: usize, effort: Effort) -> Vec<Vec<f64>> {
    let repeats: Vec<usize> =
        contenders.iter_mut().map(|contender| warm_up(contender.as_mut(), limit, effort)).collect();
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..effort.rounds {
        for turn in 0..contenders.len() {
            let index = (round + turn) % contenders.len();
            let elapsed = time(contenders[index].as_mut(), limit, repeats[index]);
            times[index].push(elapsed.as_secs_f64() * 1e6 / (repeats[index] * puzzles) as f64);
        }
    }
    times
}

/// Runs the set until caches and clock are warm; how often it fits into one round.
fn warm_up(contender: &mut dyn Contender, limit: u64, effort: Effort) -> usize {
    let share = effort.time.as_secs_f64() / effort.rounds as f64;
    let begin = Instant::now();
    let mut runs = 0;
    while runs == 0 || begin.elapsed().as_secs_f64() < share {
        time(contender, limit, 1);
        runs += 1;
    }
    runs
}

fn time(contender: &mut dyn Contender, limit: u64, repeats: usize) -> Duration {
    let begin = Instant::now();
    for _ in 0..repeats {
        contender.run(limit, &mut |count| {
            black_box(count);
        });
    }
    begin.elapsed()
}

/// How many times as long one contender takes as another, of the same rounds: the median of each round's ratio, so that a
/// busy machine slows both sides of it.
pub fn ratio(slow: &[f64], fast: &[f64]) -> f64 {
    median(slow.iter().zip(fast).map(|(slow, fast)| slow / fast))
}

/// The middle one.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_the_median_of_the_rounds() {
        assert!((median([3.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        // The second round was disturbed, for both; the third for one of them.
        assert!((ratio(&[4.0, 40.0, 4.0], &[2.0, 20.0, 8.0]) - 2.0).abs() < f64::EPSILON);
    }

    /// Notes its turns and answers at once.
    struct Noted<'a>(char, &'a std::cell::RefCell<String>);

    impl Contender for Noted<'_> {
        fn name(&self) -> String {
            self.0.into()
        }

        fn run(&mut self, _limit: u64, each: &mut dyn FnMut(u64)) {
            self.1.borrow_mut().push(self.0);
            each(1);
        }

        fn guesses(&mut self, _limit: u64) -> Option<u64> {
            None
        }
    }

    #[test]
    fn rounds_alternate_and_their_order_rotates() {
        let turns = std::cell::RefCell::default();
        let mut contenders: Vec<Box<dyn Contender + '_>> =
            "abc".chars().map(|name| Box::new(Noted(name, &turns)) as Box<dyn Contender + '_>).collect();
        let times = rounds(&mut contenders, 1, 1, Effort { rounds: 4, time: Duration::ZERO });
        // One warm-up each, and then the rounds.
        assert_eq!(*turns.borrow(), "abc".to_owned() + "abc" + "bca" + "cab" + "abc");
        assert_eq!(times.iter().map(Vec::len).collect::<Vec<_>>(), [4; 3]);
    }
}
