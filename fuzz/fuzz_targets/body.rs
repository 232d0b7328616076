//! Any body under any content type is read as a grid with parameters, or refused with a client error. A grid that is
//! read, written in its own form, is read back as the same grid in the same form.
#![no_main]

use http::HeaderValue;
use libfuzzer_sys::fuzz_target;
use sudoku_server::api::{Fields, GridInput, Keys, Problem, WireGrid, read_document};

const CONTENT_TYPES: [Option<&str>; 8] = [
    None,
    Some("application/json"),
    Some("application/x-www-form-urlencoded"),
    Some("text/plain; charset=utf-8"),
    Some("application/octet-stream"),
    Some("application/vnd.sudoku+json"),
    Some("multipart/form-data; boundary=x"),
    Some(""),
];

fn read(content_type: Option<&HeaderValue>, body: &[u8]) -> Result<GridInput, Problem> {
    let keys = Keys(&["limit", "order", "techniques", "allow_uniqueness", "candidates"]);
    let fields = Fields::new(read_document(content_type, body)?, keys)?;
    fields.integer("limit", 1..=1_000, 1)?;
    fields.choice("order", &[("human", ()), ("se", ())])?;
    fields.words("techniques", &["x-wing", "xy-wing"], |word| word.ends_with("wing").then_some(()))?;
    fields.boolean("allow_uniqueness", true)?;
    fields.candidates("candidates")?;
    fields.grid()
}

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, body) = input;
    let content_type = CONTENT_TYPES[usize::from(choice) % CONTENT_TYPES.len()].map(HeaderValue::from_static);
    match read(content_type.as_ref(), body) {
        Ok(input) => {
            let written = serde_json::to_vec(&WireGrid { grid: input.grid, form: input.form }).expect("grids are JSON");
            assert_eq!(read(None, &written).ok(), Some(input), "{}", String::from_utf8_lossy(&written));
        }
        Err(problem) => assert!(!problem.detail.is_empty() && problem.kind.facts().status.is_client_error()),
    }
});
