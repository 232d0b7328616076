//! Alternating rounds: in each, every contender runs the set once or more, in an order that rotates from round to
//! round.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::contender::Contender;

/// How long to measure.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The number of rounds, of which the median counts.
    pub rounds: usize,
    /// The time of one contender for all rounds of one row, without the warm-up.
    pub time: Duration,
}

/// Microseconds a puzzle: for each contender, in order, one figure for each round.
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

/// Runs the set until caches and clock are warm. Returns how many runs fit into one round.
fn warm_up(contender: &mut dyn Contender, limit: u64, effort: Effort) -> usize {
    let share = effort.time.as_secs_f64() / effort.rounds as f64;
    let start = Instant::now();
    let mut runs = 0;
    while runs == 0 || start.elapsed().as_secs_f64() < share {
        time(contender, limit, 1);
        runs += 1;
    }
    runs
}

fn time(contender: &mut dyn Contender, limit: u64, repeats: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..repeats {
        contender.run(limit, &mut |count| {
            black_box(count);
        });
    }
    start.elapsed()
}

/// How many times as long one contender takes as another: the median of the ratios of each round, since a busy machine
/// slows both sides of a ratio.
pub fn ratio(slow: &[f64], fast: &[f64]) -> f64 {
    median(slow.iter().zip(fast).map(|(slow, fast)| slow / fast))
}

/// The middle value; of an even number, the upper one.
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
        // The second round was disturbed for both, the third for one of them.
        assert!((ratio(&[4.0, 40.0, 4.0], &[2.0, 20.0, 8.0]) - 2.0).abs() < f64::EPSILON);
    }

    /// Records its turns and returns at once.
    struct Recorded<'a>(char, &'a std::cell::RefCell<String>);

    impl Contender for Recorded<'_> {
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
            "abc".chars().map(|name| Box::new(Recorded(name, &turns)) as Box<dyn Contender + '_>).collect();
        let times = rounds(&mut contenders, 1, 1, Effort { rounds: 4, time: Duration::ZERO });
        // One warm-up each, then the rounds.
        assert_eq!(*turns.borrow(), "abc".to_owned() + "abc" + "bca" + "cab" + "abc");
        assert_eq!(times.iter().map(Vec::len).collect::<Vec<_>>(), [4; 3]);
    }
}
