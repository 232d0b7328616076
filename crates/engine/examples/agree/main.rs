//! Compares the techniques and the ratings with published ones: `agree [--every N] [--quiet] FILE...`.
//!
//! A file whose name ends in `.tsv` has puzzles with their ratings in Sudoku Explainer: a head line, then the puzzle, ER,
//! EP and ED. One that ends in `.jsonl` has a technique's cases, a JSON object a line, as HoDoKu's regression library
//! has them. Prints the agreement by rating and by technique, and each disagreement. The exit code is not 0 if a file
//! cannot be read or the agreement is below the bars.
#![expect(clippy::disallowed_methods, reason = "the rule is for the engine; a program reads files and starts threads")]

mod cases;
mod ratings;

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};

/// Which lines are compared, and whether disagreements are listed.
#[derive(Clone, Copy)]
struct Options {
    every: usize,
    quiet: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("the agreement is below the bars");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all files agree well enough.
fn run() -> Result<bool, Box<dyn Error>> {
    let mut options = Options { every: 1, quiet: false };
    let (mut paths, mut arguments) = (Vec::new(), env::args().skip(1));
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quiet" => options.quiet = true,
            "--every" => options.every = arguments.next().ok_or("--every takes a number")?.parse()?,
            _ => paths.push(argument),
        }
    }
    if paths.is_empty() || options.every == 0 {
        return Err("usage: agree [--every N] [--quiet] FILE...".into());
    }
    let mut agrees = true;
    for path in paths {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        println!("# {path}");
        agrees &= match path.rsplit('.').next() {
            Some("tsv") => ratings::compare(&text, options)?,
            Some("jsonl") => cases::compare(&text, options)?,
            _ => return Err(format!("{path}: the name must end in .tsv or .jsonl").into()),
        };
    }
    Ok(agrees)
}
