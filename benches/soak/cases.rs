//! Grids with their true verdicts, and the check of what the server says of them.

use serde_json::Value;
use sudoku_engine::grid::{Grid, Puzzle, Solution};
use sudoku_engine::solver::{Answer, Budget, Solver};

/// A grid of 81 characters, or a line that is no grid, and what must be said of it.
pub(crate) struct Case {
    pub(crate) line: String,
    truth: Truth,
}

enum Truth {
    Unique(String),
    /// Several solutions, of which any may come back.
    Multiple(Puzzle),
    /// A refusal with this problem type.
    Refused(&'static str),
}

/// The sample of the engine's tests, and lines that are no puzzles.
pub(crate) fn cases() -> Vec<Case> {
    let sample = include_str!("../../crates/engine/tests/data/counts.txt");
    let lines = sample.lines().filter_map(|line| line.split(':').next()).map(str::to_owned);
    let conflict = format!("{}7.7", ".".repeat(78));
    let malformed = [".".repeat(80), "53..7....".to_owned(), "Q".repeat(81)];
    let mut solver = Solver::new();
    lines.chain([conflict]).chain(malformed).map(|line| Case::of(line, &mut solver)).collect()
}

impl Case {
    fn of(line: String, solver: &mut Solver) -> Self {
        let truth = match line.parse::<Grid>().map(Puzzle::new) {
            Err(_) => Truth::Refused("malformed-grid"),
            Ok(Err(_)) => Truth::Refused("conflicting-givens"),
            Ok(Ok(puzzle)) => match solver.solve(&puzzle, &Budget::UNLIMITED).expect("there is no budget") {
                Answer::Unique(solution) => Truth::Unique(solution.grid().to_line()),
                Answer::Multiple(_) => Truth::Multiple(puzzle),
                Answer::Unsolvable(_) => Truth::Refused("unsolvable"),
            },
        };
        Self { line, truth }
    }

    /// Whether a JSON answer, of `/solve` or a line of a batch, is true.
    pub(crate) fn fits_json(&self, answer: &Value) -> bool {
        let problem = answer.get("error").unwrap_or(answer);
        match &self.truth {
            Truth::Refused(slug) => problem["type"] == format!("/problems/{slug}"),
            Truth::Unique(solution) => answer["unique"] == true && digits(&answer["solution"]) == *solution,
            Truth::Multiple(puzzle) => answer["unique"] == false && solves(puzzle, &digits(&answer["solution"])),
        }
    }

    /// Whether a line of a text batch is true.
    pub(crate) fn fits_text(&self, answer: &str) -> bool {
        let mut fields = answer.split('\t');
        let (solution, word) = (fields.next().unwrap_or_default(), fields.next());
        match &self.truth {
            Truth::Refused(slug) => solution.is_empty() && word == Some(slug),
            Truth::Unique(expected) => solution == expected && word.is_none(),
            Truth::Multiple(puzzle) => word == Some("multiple") && solves(puzzle, solution),
        }
    }

    /// Whether a record of a CSV batch is true. The grids had no ids, so a column of ids is empty.
    pub(crate) fn fits_csv(&self, answer: &str, header: &str) -> bool {
        let before = if header.starts_with("index,id,") { 2 } else { 1 };
        let fields: Vec<_> = answer.splitn(before + 3, ',').skip(before).collect();
        let [solution, unique, error] = fields[..] else { return false };
        match &self.truth {
            Truth::Refused(slug) => solution.is_empty() && error.trim_start_matches('"').starts_with(slug),
            Truth::Unique(expected) => solution == expected && unique == "true",
            Truth::Multiple(puzzle) => unique == "false" && solves(puzzle, solution),
        }
    }
}

/// The digits of a solution, whatever its form.
fn digits(solution: &Value) -> String {
    solution.to_string().chars().filter(char::is_ascii_digit).collect()
}

fn solves(puzzle: &Puzzle, solution: &str) -> bool {
    solution.parse().is_ok_and(|grid| Solution::check(puzzle, grid).is_some())
}
