//! The engines on the committed sets, and on the large puzzle sets in the folder that `SUDOKU_PUZZLES` names (by default
//! `../shared/puzzles` beside the repository). Each figure is the time of one pass over a set with limit 2, which proves
//! uniqueness.
#![expect(clippy::disallowed_methods, reason = "the rule is for the engine; a benchmark reads files and variables")]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_engine::grid::Puzzle;
use sudoku_engine::solver::{Budget, Engine, Solver};

/// The sets, and how many puzzles of each are in a pass.
const SETS: [(&str, usize); 6] = [
    ("17clue", 2_000),
    ("kaggle_easy", 2_000),
    ("random_minimal", 2_000),
    ("magictour_top1465", 1_465),
    ("forum_hardest_1106", 375),
    ("serg_benchmark_multisolution", 2_000),
];

fn committed_sets(criterion: &mut Criterion) {
    let sets =
        [("sample", include_str!("../tests/data/counts.txt")), ("worst", include_str!("../tests/data/worst.txt"))];
    for (name, text) in sets {
        let puzzles: Vec<Puzzle> = text.lines().filter_map(|line| puzzle(line.split(':').next()?)).collect();
        measure(criterion, name, &puzzles);
    }
}

fn large_sets(criterion: &mut Criterion) {
    let folder =
        std::env::var_os("SUDOKU_PUZZLES").map_or_else(|| PathBuf::from("../../../shared/puzzles"), PathBuf::from);
    for (name, most) in SETS {
        let path = folder.join(name).with_extension("txt");
        match fs::read_to_string(&path) {
            Ok(text) => measure(criterion, name, &text.lines().filter_map(puzzle).take(most).collect::<Vec<_>>()),
            Err(error) => eprintln!("{} is left out: {error}; SUDOKU_PUZZLES names another folder", path.display()),
        }
    }
}

fn puzzle(line: &str) -> Option<Puzzle> {
    Puzzle::new(line.parse().ok()?).ok()
}

fn measure(criterion: &mut Criterion, name: &str, puzzles: &[Puzzle]) {
    let mut group = criterion.benchmark_group("solve");
    group.throughput(Throughput::Elements(puzzles.len() as u64)).sample_size(20);
    for mut solver in Engine::ALL.into_iter().filter_map(Solver::with_engine) {
        let engine = solver.engine();
        group.bench_function(format!("{name}/{engine}"), |bencher| {
            bencher.iter(|| {
                for puzzle in puzzles {
                    black_box(solver.count(puzzle, 2, 0, &Budget::UNLIMITED)).expect("the budget is unlimited");
                }
            });
        });
        if engine == Engine::Avx512 {
            group.bench_function(format!("{name}/{engine}/batch"), |bencher| {
                bencher.iter(|| black_box(solver.count_batch(puzzles, 2, &Budget::UNLIMITED)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, committed_sets, large_sets);
criterion_main!(benches);
