//! Solves 9x9 Sudoku puzzles, one at a time or many at once, and proves what it says: that a solution is the only one,
//! how many there are, or that there is none.
//!
//! A text becomes a [`Grid`](grid::Grid) (any 81 cells), a grid without conflict a [`Puzzle`](grid::Puzzle), and a
//! [`Solver`](solver::Solver) answers with a [`Solution`](grid::Solution), which cannot be made without a check against
//! the rules and the givens.
//!
//! # Solving a puzzle
//!
//! ```
//! use sudoku_engine::grid::{Grid, Puzzle};
//! use sudoku_engine::solver::{Answer, Budget, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let puzzle = Puzzle::new(grid)?;
//!
//! match Solver::new().solve(&puzzle, &Budget::UNLIMITED)? {
//!     Answer::Unique(solution) => println!("{}", solution.grid()),
//!     Answer::Multiple(solution) => println!("one of several:\n{}", solution.grid()),
//!     Answer::Unsolvable(reason) => println!("no solution: {reason}"),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Each error says what is wrong and where: [`ParseError`](grid::ParseError) names the characters that are no cells,
//! [`ConflictingGivens`](grid::ConflictingGivens) the digits that break the rules. Keep the solver for the next puzzle;
//! it reuses its memory.
//!
//! # Counting solutions
//!
//! [`count`](solver::Solver::count) stops at a limit, since a grid of few givens has more solutions than anybody can
//! count.
//!
//! ```
//! use sudoku_engine::grid::Puzzle;
//! use sudoku_engine::solver::{Budget, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let line = "...4.....6.....8.2..2....9716.....74.........82.....3529....7..5.3..8..9.....5...";
//! let puzzle = Puzzle::new(line.parse()?)?;
//!
//! let count = Solver::new().count(&puzzle, 20_000, 3, &Budget::UNLIMITED)?;
//! assert_eq!(count.found, 15_052);
//! assert!(count.exact, "there are no others");
//! assert_eq!(count.solutions.len(), 3);
//! # Ok(())
//! # }
//! ```
//!
//! # Solving many puzzles
//!
//! A batch gives the same answers in the same order, about twice as fast where the processor has AVX-512. Some thousand
//! puzzles in a call are enough. A solver runs on one thread: to use several, give each a solver and a part of the
//! puzzles, as the example `solve_file` does.
//!
//! ```
//! use sudoku_engine::grid::{Grid, Puzzle};
//! use sudoku_engine::solver::{Answer, Budget, Solver};
//!
//! let lines = "\
//! ..............1..2..3..4.5...........1...67..8...5..3.........6...8....15.2.3....
//! ................12..3.45...........4...2.......61.7......68..7..4....5..28.......
//! ..............1..2.34....5........1.......3..6.7..8......35......8.4....7..9....6";
//!
//! let grids = lines.lines().filter_map(|line| Grid::from_line_bytes(line.as_bytes()));
//! let puzzles: Vec<Puzzle> = grids.filter_map(|grid| Puzzle::new(grid).ok()).collect();
//! let answers = Solver::new().solve_batch(&puzzles, &Budget::UNLIMITED);
//! assert_eq!(answers.len(), 3);
//! assert!(answers.iter().all(|answer| matches!(answer, Ok(Answer::Unique(_)))));
//! ```
//!
//! # Solving as people do
//!
//! [`logic`] has more than a hundred techniques, from singles to forcing chains. It gives the next step with its reason,
//! explains a whole puzzle, and rates it on the scale of Sudoku Explainer.
//!
//! ```
//! use sudoku_engine::grid::Puzzle;
//! use sudoku_engine::logic::hints::{Allowed, hint};
//! use sudoku_engine::logic::{State, explain, rating};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::new(line.parse().unwrap()).unwrap();
//! let step = hint(&State::new(puzzle.grid()), &Allowed::all(), None).unwrap();
//! assert_eq!(explain::text(&step), "Hidden Single: 8 has one place left in box 2, r1c6. So r1c6 is 8.");
//! assert_eq!(rating::rate(&puzzle, None).unwrap().hardest.to_string(), "1.2");
//! ```
//!
//! # Limits
//!
//! A [`Budget`](solver::Budget) bounds the guesses of a search, and holds a [`CancelFlag`](solver::CancelFlag) by which
//! another thread ends it. A search that is ended returns [`Stopped`](solver::Stopped), never "no solution". Guesses
//! rather than time make it end at the same point on every machine.
//!
//! ```
//! use sudoku_engine::grid::{Grid, Puzzle};
//! use sudoku_engine::solver::{Budget, CancelFlag, Solver, Stopped};
//!
//! let empty = Puzzle::new(Grid::EMPTY).unwrap();
//! let mut solver = Solver::new();
//! let stopped = solver.count(&empty, u64::MAX, 0, &Budget::guesses(10_000));
//! assert_eq!(stopped, Err(Stopped::GuessBudget));
//!
//! let flag = CancelFlag::default();
//! let budget = Budget { guesses: u64::MAX, cancel: Some(flag.clone()) };
//! let counting = std::thread::spawn(move || solver.count(&empty, u64::MAX, 0, &budget));
//! flag.set();
//! assert_eq!(counting.join().unwrap(), Err(Stopped::Cancelled));
//! ```
//!
//! # Engines
//!
//! The search is written once and compiled for three kinds of vectors. [`Solver::new`](solver::Solver::new) detects at
//! run time which of them the processor has and takes the fastest, so a build for the plain target loses nothing.
//! [`Solver::with_engine`](solver::Solver::with_engine) takes the [`Engine`](solver::Engine) that you name.
//!
//! | engine | a puzzle at a time | a batch | needs |
//! | --- | --- | --- | --- |
//! | `avx512` | nine digits in a vector | 32 puzzles at once | AVX-512 with BITALG: Ice Lake, Zen 4 or newer |
//! | `avx2` | six digits in a vector | one after the other | AVX2, BMI1, BMI2: Haswell, Zen or newer |
//! | `portable` | three digits in a vector | one after the other | nothing; uses SSE2 or NEON where present |
//!
//! All engines give the same answers; of several solutions, a batch with `avx512` may return a different one.
//!
//! # Cost
//!
//! Microseconds a puzzle on one thread of an AMD EPYC (Zen 5), uniqueness proved:
//!
//! | | guesses | `avx512` batch | `avx512` | `avx2` | `portable` |
//! | --- | --: | --: | --: | --: | --: |
//! | easy | 0 | 0.1 | 0.2 | 0.25 | 0.3 |
//! | 17 givens | 1 | 0.3 | 0.6 | 1.0 | 1.2 |
//! | the hardest for people | 70 to 120 | 9 to 17 | 19 to 32 | 33 to 56 | 44 to 76 |
//! | a guess on hard grids | 1 | 0.15 | 0.25 | 0.45 | 0.65 |
//!
//! Other processors take up to twice as long. The worst of 45 million grids in a hunt for long searches takes 18,413
//! guesses, about 4 to 12 ms. There is no proof that none takes more: set a budget if you do not choose the grids
//! yourself. Around the search, reading 81 characters takes about 10 ns
//! ([`Grid::from_line_bytes`](grid::Grid::from_line_bytes)), other forms 0.2 to 12 us, and
//! [`Puzzle::new`](grid::Puzzle::new) 50 ns.
//!
//! A solver holds 8 to 64 KB, with `avx512` 30 KB to 1.5 MB: the more, the deeper a search went. Once it has grown,
//! only results are allocated: the kept solutions of a count, and about 110 bytes a puzzle for a batch.
//!
//! # What it does not do
//!
//! It knows the classic rules only: no other sizes, no diagonals or cages. It starts no thread, reads no file, clock or
//! environment, and takes all randomness from a seed ([`random`]). It needs `std`.
#![deny(unsafe_code)]

pub mod grid;
pub mod logic;
pub mod random;
pub mod solver;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
