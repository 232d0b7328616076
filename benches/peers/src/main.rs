//! Measures the engine beside other solvers, set by set, and holds that all count the same solutions.

mod contender;
mod measure;
mod options;
mod sets;

use std::process::ExitCode;

use contender::Contender;
use options::Options;
use sets::Set;
use sudoku_server::solver::Engine;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    match compare(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(difference) => {
            eprintln!("{difference}");
            ExitCode::FAILURE
        }
    }
}

/// The smallest ratio so far of the single engine and of the batch, and its set and limit.
type Smallest = [(f64, String); 2];

fn compare(options: &Options) -> Result<(), String> {
    println!(
        "Engine {}. Microseconds a puzzle; ratio = peer's time / own time, so that below 1 the peer is faster.\n",
        Engine::best()
    );
    println!("| set | puzzles | limit | guesses | sudoku | single | ratio | batch | ratio |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut smallest: Smallest = [(f64::INFINITY, String::new()), (f64::INFINITY, String::new())];
    for set in sets::load(&options.sets, options.seed, options.most) {
        if set.name.contains(&options.only) {
            compare_set(&set, options, &mut smallest)?;
        }
    }
    let [(single, in_single), (batch, in_batch)] = smallest;
    println!("\nSmallest ratio: {single:.2} ({in_single}) one by one, {batch:.2} ({in_batch}) in a batch.");
    Ok(())
}

fn compare_set(set: &Set, options: &Options, smallest: &mut Smallest) -> Result<(), String> {
    let mut contenders = contender::all(&set.puzzles);
    for limit in [1, 2] {
        agree(set, &mut contenders, limit)?;
        let puzzles = set.puzzles.len();
        let guesses = contenders[0].guesses(limit).unwrap_or(0) as f64 / puzzles as f64;
        let times = measure::rounds(&mut contenders, limit, puzzles, options.effort);
        let [single, batch, peer] = [0, 1, 2].map(|at: usize| measure::median(times[at].iter().copied()));
        // Round by round, so that a busy machine slows both sides of a ratio.
        let ratio = |own: usize| measure::median(times[2].iter().zip(&times[own]).map(|(peer, own)| peer / own));
        let ratios = [ratio(0), ratio(1)];
        let [a, b] = ratios.map(|ratio| format!("{ratio:.2}{}", if ratio < 1.0 { " LOSES" } else { "" }));
        println!(
            "| {} | {puzzles} | {limit} | {guesses:.2} | {peer:.3} | {single:.3} | {a} | {batch:.3} | {b} |",
            set.name
        );
        for (smallest, ratio) in smallest.iter_mut().zip(ratios) {
            if ratio < smallest.0 {
                *smallest = (ratio, format!("{}, limit {limit}", set.name));
            }
        }
    }
    Ok(())
}

/// Holds that every contender counts as the first does.
fn agree(set: &Set, contenders: &mut [Box<dyn Contender>], limit: u64) -> Result<(), String> {
    let mut counts = contenders.iter_mut().map(|contender| {
        let mut counts = Vec::with_capacity(set.puzzles.len());
        contender.run(limit, &mut |count| counts.push(count));
        (contender.name(), counts)
    });
    let Some((own, expected)) = counts.next() else { return Ok(()) };
    for (peer, found) in counts {
        if let Some(index) = expected.iter().zip(&found).position(|(own, peer)| own != peer) {
            let line = set.puzzles[index].grid().to_line();
            return Err(format!("{own} counts {}, {peer} {} up to {limit}: {line}", expected[index], found[index]));
        }
    }
    Ok(())
}
