//! Checks the rules of the architecture: which module may name which, where `unsafe` is allowed, how long a file may
//! be. Each rule is tested on made-up violations as well as on the sources.

use std::fs;
use std::path::Path;

/// Each module, and the modules of the same package that it may name. The [`EDGE`] may name all. Cargo enforces the
/// order of the packages.
const MAY_NAME: [(&str, &[&str]); 8] = [
    ("random", &[]),
    ("grid", &["random"]),
    ("solver", &["grid", "random"]),
    ("logic", &["grid", "solver"]),
    ("generator", &["grid", "solver", "logic"]),
    ("repair", &["grid", "solver"]),
    ("connections", &[]),
    ("api", &["connections"]),
];
const EDGE: [&str; 6] = ["main", "lib", "config", "telemetry", "healthcheck", "solve_file"];

/// The engine's package.
const ENGINE: &str = "crates/engine/";

const UNFINISHED: [&str; 5] = ["todo!", "unimplemented!", "dbg!", "TODO", "FIXME"];

/// The most lines of a file before its tests.
const LONGEST: usize = 300;

#[derive(Clone)]
struct Source {
    /// Relative to the repository, with `/` as separator.
    path: String,
    text: String,
}

impl Source {
    /// The module that the file belongs to: `api` for `src/api/state.rs`, `grid` for `crates/engine/src/grid.rs`.
    fn module(&self) -> &str {
        let inside = self.path.strip_prefix(ENGINE).unwrap_or(&self.path).strip_prefix("src/").unwrap_or_default();
        inside.split('/').next().unwrap_or_default().trim_end_matches(".rs")
    }

    /// The text without its comments.
    fn code(&self) -> String {
        let uncommented = |line: &str| {
            let code = if line.trim_start().starts_with("//") { "" } else { line };
            code.split(" //").next().unwrap_or_default().to_owned() + "\n"
        };
        self.text.lines().map(uncommented).collect()
    }
}

type Rule = fn(&Source) -> Vec<String>;
const RULES: [(&str, Rule); 6] = [
    ("a module names only those below it", names_only_those_below),
    ("every module has its place", has_a_place),
    ("unsafe is allowed in solver/simd only", unsafe_in_simd_alone),
    ("files stay short", stays_short),
    ("nothing is left unfinished", is_finished),
    ("lints are expected with a reason, never allowed", allows_no_lint),
];

fn names_only_those_below(source: &Source) -> Vec<String> {
    let Some((module, below)) = MAY_NAME.iter().find(|(module, _)| *module == source.module()) else { return vec![] };
    let mut named = crate_modules(&source.code());
    named.retain(|name| name != module && !below.contains(&name.as_str()));
    named
}

fn has_a_place(source: &Source) -> Vec<String> {
    let module = source.module();
    let known = EDGE.contains(&module) || MAY_NAME.iter().any(|(name, _)| *name == module);
    if module.is_empty() || known { vec![] } else { vec![format!("{module} is missing from MAY_NAME")] }
}

fn unsafe_in_simd_alone(source: &Source) -> Vec<String> {
    let allowed = source.path.starts_with("crates/engine/src/solver/simd");
    if !allowed && mentions(&source.code(), "unsafe") { vec!["unsafe".to_owned()] } else { vec![] }
}

fn stays_short(source: &Source) -> Vec<String> {
    let lines = source.text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
    if lines > LONGEST { vec![format!("{lines} lines")] } else { vec![] }
}

fn is_finished(source: &Source) -> Vec<String> {
    UNFINISHED.iter().filter(|word| mentions(&source.text, word)).map(ToString::to_string).collect()
}

fn allows_no_lint(source: &Source) -> Vec<String> {
    let code = source.code();
    let attributes = ["#[allow(", "#![allow("];
    attributes.into_iter().filter(|attribute| code.contains(attribute)).map(str::to_owned).collect()
}

/// Whether the text contains the word, and not only as a part of a longer name.
fn mentions(text: &str, word: &str) -> bool {
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(of_name);
        let after = text[at + word.len()..].chars().next().is_some_and(of_name);
        !(before || after && word.ends_with(of_name))
    })
}

/// The modules that the code names as `crate::name` or in `crate::{name::..., name}`.
fn crate_modules(code: &str) -> Vec<String> {
    let paths = code.split("crate::").skip(1);
    paths.flat_map(|path| path.strip_prefix('{').map_or_else(|| vec![first_name(path)], names_in_braces)).collect()
}

fn names_in_braces(group: &str) -> Vec<String> {
    let mut names = vec![first_name(group)];
    let mut depth = 1;
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(first_name(&group[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn first_name(path: &str) -> String {
    path.trim_start().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
}

/// The Rust files below a directory; none if it does not exist.
fn sources_in(directory: &str) -> Vec<Source> {
    let Ok(entries) = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(directory)) else { return vec![] };
    let names = entries.map(|entry| entry.expect("the directory can be read").file_name());
    let paths = names.map(|name| format!("{directory}/{}", name.to_str().expect("names are UTF-8")));
    let is_rust = |path: &str| Path::new(path).extension().is_some_and(|extension| extension == "rs");
    paths.flat_map(|path| if is_rust(&path) { vec![read(path)] } else { sources_in(&path) }).collect()
}

fn read(path: String) -> Source {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).expect("sources can be read");
    Source { path, text }
}

#[test]
fn every_source_keeps_every_rule() {
    let sources = [sources_in("src"), sources_in("crates/engine/src")].concat();
    for known in ["src/api/state.rs", "crates/engine/src/grid/cell.rs"] {
        assert!(sources.iter().any(|source| source.path == known), "{known} was not found");
    }
    let broken = RULES.iter().flat_map(|&(rule, check)| {
        let found = sources.iter().flat_map(move |source| check(source).into_iter().map(|what| (&source.path, what)));
        found.map(move |(path, what)| format!("{path}: {what} ({rule})"))
    });
    let broken: Vec<_> = broken.collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_rule_finds_its_violation() {
    let long = "\n".repeat(LONGEST + 1);
    let cases: [(Rule, &str, &str, &[&str]); 11] = [
        (names_only_those_below, "crates/engine/src/grid/cell.rs", "use crate::solver::Solver;", &["solver"]),
        (
            names_only_those_below,
            "crates/engine/src/logic/fish.rs",
            "use crate::{grid::{Cell, House}, repair};",
            &["repair"],
        ),
        (names_only_those_below, "crates/engine/src/logic.rs", "let s = crate::repair::Repair::new();", &["repair"]),
        (
            names_only_those_below,
            "src/connections/accept.rs",
            "use crate::{\n    api::App,\n    config,\n};",
            &["api", "config"],
        ),
        (has_a_place, "src/newcomer/mod.rs", "", &["newcomer is missing from MAY_NAME"]),
        (unsafe_in_simd_alone, "crates/engine/src/solver/mod.rs", "let x = unsafe { f() };", &["unsafe"]),
        (stays_short, "src/api/state.rs", &long, &["301 lines"]),
        (is_finished, "src/api/state.rs", "fn f() { todo!() } // TODO", &["todo!", "TODO"]),
        (is_finished, "src/api/state.rs", "dbg!(1); unimplemented!() // FIXME", &["unimplemented!", "dbg!", "FIXME"]),
        (allows_no_lint, "src/lib.rs", "#![allow(missing_docs)]", &["#![allow("]),
        (allows_no_lint, "src/lib.rs", "    #[allow(dead_code)]", &["#[allow("]),
    ];
    for (check, path, text, expected) in cases {
        let source = Source { path: path.to_owned(), text: text.to_owned() };
        assert_eq!(check(&source), expected, "{path}: {text:.60}");
    }
}

#[test]
fn permitted_code_breaks_no_rule() {
    let permitted = [
        (
            "crates/engine/src/solver/mod.rs",
            "use crate::{grid::{Cell, Grid}, solver::Budget}; // not crate::repair or unsafe",
        ),
        ("crates/engine/src/solver/simd/mod.rs", "unsafe { f() }"),
        ("crates/engine/src/grid/grid.rs", "let unsafe_code = 1;"),
        ("src/api/router.rs", "use axum::Router;\nuse crate::connections::Exchange;"),
        ("src/main.rs", "use sudoku_server::api;"),
        ("src/lib.rs", "#[expect(dead_code, reason = \"tried\")]"),
    ];
    for (path, text) in permitted {
        let source = Source { path: path.to_owned(), text: text.to_owned() };
        let found: Vec<_> = RULES.iter().flat_map(|(_, check)| check(&source)).collect();
        assert!(found.is_empty(), "{path}: {found:?}");
    }
}
