//! What splitting, reading and writing a batch cost beside the search: one pass over the 17-clue puzzles in the folder
//! `SUDOKU_PUZZLES` (default `../shared/puzzles`), or over the committed sample if they are missing.
//!
//! `search` is `Solver::solve_batch` alone on the same groups. `text`, `csv` and `ndjson` are batches in and out in
//! that format, pushed in pieces as from a socket. The rest is the difference; `split` is a part of it.

use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, Solver};
use sudoku_server::api::batch::{CHUNK_ITEMS, InputFormat, Limits, OutputFormat, Splitter, Tally, solve_chunk};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const LINES: usize = 20_000;
const LIMITS: Limits = Limits { line: 4096 };
/// Bytes pushed at a time.
const PUSH: usize = 64 * 1024;

fn lines() -> Vec<String> {
    let folder = std::env::var_os("SUDOKU_PUZZLES").map_or_else(|| PathBuf::from("../shared/puzzles"), PathBuf::from);
    let text = fs::read_to_string(folder.join("17clue.txt")).unwrap_or_else(|error| {
        eprintln!("using the committed sample: {error}");
        include_str!("../crates/engine/tests/data/counts.txt").to_owned()
    });
    let puzzles = text.lines().filter_map(|line| line.get(..81)).map(str::to_owned);
    puzzles.take(LINES).collect()
}

fn ndjson(lines: &[String], mut object: impl FnMut(usize, &str) -> String) -> String {
    lines.iter().enumerate().fold(String::new(), |mut text, (index, line)| {
        writeln!(text, "{}", object(index, line)).expect("a string can be written to");
        text
    })
}

fn batch(criterion: &mut Criterion) {
    let lines = lines();
    let mut group = criterion.benchmark_group("batch");
    group.throughput(Throughput::Elements(lines.len() as u64)).sample_size(30);
    let puzzles: Vec<Puzzle> =
        lines.iter().map(|line| Puzzle::new(line.parse().expect("a grid")).expect("a puzzle")).collect();
    let mut solver = Solver::new();
    group.bench_function("search", |bencher| {
        bencher.iter(|| {
            for group in puzzles.chunks(CHUNK_ITEMS) {
                black_box(solver.solve_batch(group, &Budget::UNLIMITED));
            }
        });
    });
    let text = lines.join("\n") + "\n";
    group.bench_function("split", |bencher| {
        bencher.iter(|| pass(InputFormat::Text, &text, |chunk| drop(black_box(chunk))));
    });
    in_and_out(&mut group, "text", (InputFormat::Text, OutputFormat::Text), &text);
    in_and_out(&mut group, "csv", (InputFormat::Csv, OutputFormat::Csv), &text);
    let quoted = ndjson(&lines, |_, line| format!("\"{line}\""));
    in_and_out(&mut group, "ndjson", (InputFormat::Ndjson, OutputFormat::Ndjson), &quoted);
    let objects = ndjson(&lines, |index, line| format!("{{\"id\": {index}, \"grid\": \"{line}\"}}"));
    in_and_out(&mut group, "ndjson_ids", (InputFormat::Ndjson, OutputFormat::Ndjson), &objects);
    let array = format!("[{}]", quoted.trim_end().replace('\n', ", "));
    in_and_out(&mut group, "json", (InputFormat::Json, OutputFormat::Ndjson), &array);
    group.finish();
}

fn in_and_out(
    group: &mut BenchmarkGroup<WallTime>,
    name: &str,
    (input, output): (InputFormat, OutputFormat),
    text: &str,
) {
    let (mut solver, mut tally) = (Solver::new(), Tally::default());
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            pass(input, text, |chunk| {
                black_box(solve_chunk(&chunk, output, &mut solver, &Budget::UNLIMITED, &mut tally));
            });
        });
    });
    assert_eq!(tally.solved(), tally.grids(), "every line is a puzzle");
}

fn pass(input: InputFormat, text: &str, mut each: impl FnMut(sudoku_server::api::batch::Chunk)) {
    let mut splitter = Splitter::new(input, LIMITS);
    for mut bytes in text.as_bytes().chunks(PUSH) {
        while let Some(chunk) = splitter.push(&mut bytes) {
            each(chunk);
        }
    }
    splitter.finish().into_iter().for_each(each);
}

criterion_group!(benches, batch);
criterion_main!(benches);
