//! Measures the engines beside other solvers, set by set, and checks that all count the same solutions.

mod agree;
mod contender;
mod full;
mod growth;
mod measure;
mod options;
mod sets;
mod table;
mod tdoku;
mod threads;

use std::process::ExitCode;

use contender::Lineup;
use options::Options;
use sets::Set;
use table::{Row, Table};
use tdoku::Tdoku;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let tdokus = Tdoku::load_all(&options.tdoku)?;
    let sets = sets::load(&options.sets, &options.only, options.seed, options.most)?;
    if options.full {
        return full::compare(&sets, options, &tdokus);
    }
    let sets = if options.by_guesses { growth::by_guesses(&sets, options.engines[0], options.most) } else { sets };
    let lineup = Lineup::new(&options.engines, &tdokus, &[]);
    println!("Microseconds (µs) a puzzle; for each peer its time, and in parentheses its time / the engine's time:");
    println!("below 1 the peer is faster.\n");
    let mut table = Table::new(&lineup.names()[lineup.own..]);
    println!("{}", table.head());
    for set in &sets {
        compare_set(set, options, &tdokus, &mut table)?;
    }
    if let Some(threads) = options.threads {
        compare_threads(&sets, options, threads)?;
    }
    println!("\n{}", table.smallest());
    Ok(())
}

fn compare_set(set: &Set, options: &Options, tdokus: &[Tdoku], table: &mut Table) -> Result<(), String> {
    let mut lineup = Lineup::new(&options.engines, tdokus, &set.puzzles);
    let (names, puzzles) = (lineup.names(), set.puzzles.len());
    for limit in [1, 2] {
        agree::counts(&mut lineup.contenders, &set.puzzles, limit)?;
        let times = measure::rounds(&mut lineup.contenders, limit, puzzles, options.effort);
        let median = |index: usize| measure::median(times[index].iter().copied());
        for own in 0..lineup.own {
            let beside = |peer: usize| (median(peer), measure::ratio(&times[peer], &times[own]));
            let row = Row {
                set: &set.name,
                puzzles,
                limit,
                form: &names[own],
                guesses: lineup.contenders[own].guesses(limit).unwrap_or(0) as f64 / puzzles as f64,
                time: median(own),
                peers: (lineup.own..times.len()).map(beside).collect(),
            };
            println!("{}", table.row(&row));
        }
    }
    Ok(())
}

fn compare_threads(sets: &[Set], options: &Options, threads: usize) -> Result<(), String> {
    println!(
        "\nA batch on {threads} threads, microseconds a puzzle; ratio = time of one thread / time of {threads}.\n"
    );
    println!("| {:<28} | limit | engine | 1 thread | {threads} threads | ratio |", "set");
    println!("| {:<28} |   --: | ---    |      --: |       --: |   --: |", "---");
    let mut smallest = (f64::INFINITY, String::new());
    for set in sets {
        for limit in [1, 2] {
            for &engine in &options.engines {
                let measured = threads::measure(engine, set, limit, threads, options.effort)?;
                let threads::Measured { one, all, ratio } = measured;
                let engine = engine.to_string();
                println!("| {:<28} | {limit:>5} | {engine:<6} | {one:>8.3} | {all:>9.3} | {ratio:>5.2} |", set.name);
                if ratio < smallest.0 {
                    smallest = (ratio, format!("{engine}, {}, limit {limit}", set.name));
                }
            }
        }
    }
    println!("\nSmallest ratio of {threads} threads to one: {:.2} ({})", smallest.0, smallest.1);
    Ok(())
}
