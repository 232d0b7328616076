//! The peer `tdoku`: a shared library built from tdoku's sources, loaded at run time and called through its C
//! interface.

use std::error::Error;
use std::ffi::{OsStr, c_char};
use std::marker::PhantomData;
use std::path::Path;

use libloading::Library;

use crate::contender::Contender;
use sudoku_engine::grid::Puzzle;

/// `size_t f(const char *input, size_t limit, uint32_t configuration, char *solution, size_t *num_guesses)`
///
/// The input is a puzzle of 81 digits and dots; the character after them tells it from a longer form. The 81
/// characters of the solution are written if the limit is 1.
type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

const SYMBOL: &[u8] = b"TdokuSolverDpllTriadSimd\0";

/// A loaded library.
pub struct Tdoku {
    /// The name in the report: that of the file without `lib` and extension.
    pub name: String,
    solve: Solve,
    /// The library that `solve` is part of.
    _library: Library,
    /// The library searches in statics of its own, and so must stay on the thread that loaded it.
    one_thread: PhantomData<*const ()>,
}

impl Tdoku {
    /// Loads the library. Several can be loaded although they export the same symbols: each is loaded with
    /// `RTLD_LOCAL`, and the symbol is looked up in it alone.
    ///
    /// # Errors
    /// When the file cannot be loaded or lacks the symbol.
    #[expect(unsafe_code, reason = "a library of another language is loaded")]
    pub fn load(path: &Path) -> Result<Self, String> {
        let failed = |error: &dyn Error| format!("cannot load {}: {}", path.display(), reason(error));
        // The loader would search the system's folders for a bare name.
        let absolute = path.canonicalize().map_err(|error| failed(&error))?;
        // SAFETY: by the command line's contract the file is built from tdoku's sources, whose initializers only fill
        // tables.
        let library = unsafe { Library::new(&absolute) }.map_err(|error| failed(&error))?;
        // SAFETY: the symbol has the type `Solve` in tdoku's public header. The pointer lives no longer than the
        // library: both are private fields of the same value.
        let solve = *unsafe { library.get::<Solve>(SYMBOL) }.map_err(|error| failed(&error))?;
        let name = path.file_stem().and_then(OsStr::to_str).unwrap_or("tdoku");
        let name = name.strip_prefix("lib").unwrap_or(name).to_owned();
        Ok(Self { name, solve, _library: library, one_thread: PhantomData })
    }

    /// Loads each library.
    ///
    /// # Errors
    /// When a library cannot be loaded, or two of them are the same or have the same name.
    pub fn load_all<P: AsRef<Path>>(paths: &[P]) -> Result<Vec<Self>, String> {
        let mut loaded: Vec<Self> = Vec::new();
        for path in paths {
            let next = Self::load(path.as_ref())?;
            // For a file that is already loaded, the loader returns the same address.
            if loaded.iter().any(|other| other.name == next.name || other.solve as usize == next.solve as usize) {
                return Err(format!("{} is given twice, or has the name of another", path.as_ref().display()));
            }
            loaded.push(next);
        }
        Ok(loaded)
    }

    /// The number of solutions of a puzzle up to the limit, and of the guesses made.
    #[expect(unsafe_code, reason = "a function of another language is called")]
    fn count(&self, puzzle: &Input, limit: usize) -> (usize, usize) {
        let mut solution: [c_char; 81] = [0; 81];
        let mut guesses = 0;
        // SAFETY: the pointers are valid during the call and point to what the header requires: 81 digits and dots
        // with a NUL after them, room for 81 characters, and a number. No other thread is in the library, since
        // neither `self` nor a reference to it can leave this thread.
        let found =
            unsafe { (self.solve)(puzzle.0.as_ptr().cast(), limit, 0, solution.as_mut_ptr(), &raw mut guesses) };
        (found, guesses)
    }
}

/// The source of an error, since the loader's own error only names the call that failed.
fn reason(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

/// A puzzle as the library reads it: digits, dots and a NUL.
struct Input([u8; 82]);

impl Input {
    fn new(puzzle: &Puzzle) -> Self {
        let mut input = [0; 82];
        input[..81].copy_from_slice(puzzle.grid().to_line().as_bytes());
        Self(input)
    }
}

/// The library with the puzzles of one set.
pub struct WithPuzzles<'a> {
    tdoku: &'a Tdoku,
    puzzles: Vec<Input>,
}

impl<'a> WithPuzzles<'a> {
    /// Converts the puzzles.
    pub fn new(tdoku: &'a Tdoku, puzzles: &[Puzzle]) -> Self {
        Self { tdoku, puzzles: puzzles.iter().map(Input::new).collect() }
    }
}

impl Contender for WithPuzzles<'_> {
    fn name(&self) -> String {
        self.tdoku.name.clone()
    }

    fn run(&mut self, limit: u64, each: &mut dyn FnMut(u64)) {
        for puzzle in &self.puzzles {
            each(self.tdoku.count(puzzle, limit as usize).0 as u64);
        }
    }

    fn guesses(&mut self, limit: u64) -> Option<u64> {
        Some(self.puzzles.iter().map(|puzzle| self.tdoku.count(puzzle, limit as usize).1 as u64).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_file_that_is_no_library() {
        for path in ["/nonexistent/libtdoku.so", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
            let error = Tdoku::load(Path::new(path)).err().unwrap();
            assert!(error.starts_with(&format!("cannot load {path}: ")), "{error}");
        }
    }

    #[test]
    fn the_input_ends_with_a_nul() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let input = Input::new(&Puzzle::new(line.parse().unwrap()).unwrap());
        assert_eq!((&input.0[..81], input.0[81]), (line.as_bytes(), 0));
    }
}
