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
pub fn rounds(contenders: &mut [Box<dyn Contender>], limit: u64, puzzles: usize, effort: Effort) -> Vec<Vec<f64>> {
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

/// The middle one.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
