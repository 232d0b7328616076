//! The reader of grids: every form that people have, and ways in which one of them may be damaged.

mod refused;
mod written;

use proptest::prelude::*;
use proptest::sample::select;
use sudoku_engine::grid::{Digit, Grid};
use written::{EMPTY_FORMS, FLOAT_FORMS, FORMS, Form, Rows, WORD_FORMS, rows_of};

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The blanks of [`FORMS`].
const BLANKS: [&str; 8] = [".", "0", "x", "X", "?", "_", "*", "-"];

/// Every form with every blank that it may have.
fn forms() -> impl Iterator<Item = (Form, &'static str)> {
    let with_blanks = FORMS.iter().flat_map(|&form| BLANKS.map(|blank| (form, blank)));
    let with_zeros = FLOAT_FORMS.iter().map(|&form| (form, "0"));
    with_blanks.chain(EMPTY_FORMS.iter().map(|&form| (form, " "))).chain(with_zeros).chain(WORD_FORMS.iter().copied())
}

/// Whether the blanks are of the same character as what stands beside them, so that nothing shows which is which.
fn is_lost(form: Form, blank: &str) -> bool {
    let dashes =
        ["boxes apart by bars, joined", "as Display, joined", "HoDoKu's frame, joined", "YAML", "YAML of strings"];
    let is_table = form.name == "a Markdown table, joined";
    blank == "-" && (is_table || dashes.contains(&form.name)) || blank == "*" && form.name == "bullets"
}

#[test]
fn every_form_is_read() {
    let grid: Grid = LINE.parse().unwrap();
    let mut wrong = Vec::new();
    for (form, blank) in forms().filter(|&(form, blank)| !is_lost(form, blank)) {
        let text = form.text(&rows_of(LINE), blank);
        if text.parse() != Ok(grid) {
            wrong.push(format!("{} with {blank:?}: {:?}\n{text}", form.name, text.parse::<Grid>()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Forms in which nothing shows where a row ends.
fn shows_no_rows(form: Form) -> bool {
    let flat =
        ["one run", "HoDoKu's", "XML", "81 ", "joined", "wrapped", "spaces in one", "R's list", "reshaped", "span"];
    flat.iter().any(|name| form.name.contains(name))
}

/// No damage makes a grid of a text that is none, nor another grid.
#[test]
fn a_damaged_form_is_never_read() {
    for (form, blank) in forms() {
        let check = |rows: &Rows, what: &str| {
            let text = form.text(rows, blank);
            assert!(text.parse::<Grid>().is_err(), "{} with {blank:?}, {what}:\n{text}", form.name);
        };
        for row in [0, 1, 5, 8] {
            let mut rows = rows_of(LINE);
            rows.remove(row);
            check(&rows, "a row is missing");
            rows.remove(7 - row.min(7));
            check(&rows, "two rows are missing");
            for column in [0, 4, 8] {
                let mut rows = rows_of(LINE);
                let cell = rows[row].remove(column);
                check(&rows, "a cell is missing");
                if !shows_no_rows(form) {
                    rows[(row + 1) % 9].insert(column, cell);
                    check(&rows, "a cell is in the wrong row");
                }
            }
        }
    }
}

/// Without any one of its characters, a text is the same grid or none.
#[test]
fn no_lost_character_makes_another_grid() {
    let grid: Grid = LINE.parse().unwrap();
    // Without its heading the puzzle of a file is not told from the state.
    for form in FORMS.iter().filter(|form| !form.name.contains(".sdk")) {
        for blank in [".", "-"] {
            let text = form.text(&rows_of(LINE), blank);
            for (at, character) in text.char_indices() {
                let damaged = format!("{}{}", &text[..at], &text[at + character.len_utf8()..]);
                if let Ok(read) = damaged.parse::<Grid>() {
                    assert_eq!(read, grid, "{} with {blank:?}, without {character:?} at {at}:\n{damaged}", form.name);
                }
            }
        }
    }
}

/// What is left of a text that was cut off is the same grid or none.
#[test]
fn no_part_of_a_text_is_another_grid() {
    let grid: Grid = LINE.parse().unwrap();
    // What is left of a file may be the state of the player.
    let is_tried = |form: Form, blank| !["0", "x", "X", "?", "*"].contains(&blank) && !form.name.contains(".sdk");
    for (form, blank) in forms().filter(|&(form, blank)| is_tried(form, blank)) {
        let text = form.text(&rows_of(LINE), blank);
        // A field that has lost its digit is an empty field, so only lines are cut off.
        let cuts = text.char_indices().filter(|&(_, character)| blank != " " || character == '\n');
        for part in cuts.flat_map(|(at, _)| [&text[..at], &text[at..]]) {
            if let Ok(read) = part.parse::<Grid>() {
                assert_eq!(read, grid, "{} with {blank:?}:\n{part}", form.name);
            }
        }
    }
}

/// Any 81 cells, from nearly empty to nearly full.
fn any_rows() -> impl Strategy<Value = Rows> {
    let cells = (1..=9u32).prop_flat_map(|blanks| {
        let cell = prop_oneof![blanks => Just('.'), 10 - blanks => prop::char::range('1', '9')];
        prop::collection::vec(cell, 81)
    });
    cells.prop_map(|cells| rows_of(&cells.into_iter().collect::<String>()))
}

fn grid_of(rows: &Rows) -> Grid {
    let digits = rows.iter().flatten().map(|cell| cell.to_digit(10).and_then(|digit| Digit::new(digit as u8)));
    Grid::new(digits.collect::<Vec<_>>().try_into().expect("81 cells"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_grid_is_read_as_itself(rows in any_rows(), form in select(FORMS), blank in select(&BLANKS[..])) {
        let text = form.text(&rows, blank);
        match text.parse::<Grid>() {
            Ok(read) => prop_assert_eq!(read, grid_of(&rows), "{}:\n{}", form.name, text),
            Err(error) => prop_assert!("-_*".contains(blank), "{}: {}\n{}", form.name, error, text),
        }
    }

    #[test]
    fn any_grid_with_empty_blanks_is_read_as_itself(rows in any_rows(), form in select(EMPTY_FORMS)) {
        let text = form.text(&rows, " ");
        match text.parse::<Grid>() {
            Ok(read) => prop_assert_eq!(read, grid_of(&rows), "{}:\n{}", form.name, text),
            // A few digits may not show where their columns are; single spaces may stand between numbers.
            Err(_) if form.name.contains("spaces") => {}
            Err(error) => prop_assert!(false, "{}: {}\n{}", form.name, error, text),
        }
    }
}
