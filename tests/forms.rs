//! What is written is read again, in every form and for every grid.

use http::HeaderValue;
use proptest::prelude::*;
use sudoku_engine::grid::{Digit, Grid};
use sudoku_server::api::{Element, Form, GridInput, WireGrid, read_document, read_grid};

/// Any 81 cells, more blanks than digits, as puzzles have.
fn any_grid() -> impl Strategy<Value = Grid> {
    let cell = prop_oneof![2 => Just(None), 1 => (0..9usize).prop_map(|index| Some(Digit::from_index(index)))];
    prop::collection::vec(cell, 81).prop_map(|cells| Grid::new(cells.try_into().unwrap()))
}

const FORMS: [Form; 6] = [
    Form::Text,
    Form::Rows,
    Form::Matrix(Element::Integer),
    Form::Matrix(Element::Character),
    Form::Flat(Element::Integer),
    Form::Flat(Element::Character),
];

proptest! {
    #[test]
    fn text_is_read_as_it_was_written(grid in any_grid()) {
        prop_assert_eq!(grid.to_line().parse(), Ok(grid));
        prop_assert_eq!(grid.to_string().parse(), Ok(grid));
        let lines: Vec<String> = grid.to_line().as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into()).collect();
        prop_assert_eq!(lines.join("\r\n").parse(), Ok(grid));
    }

    #[test]
    fn json_is_read_as_it_was_written(grid in any_grid(), form in prop::sample::select(&FORMS[..])) {
        let json = serde_json::to_string(&WireGrid { grid, form }).unwrap();
        let json_type = HeaderValue::from_static("application/json");
        let document = read_document(Some(&json_type), json.as_bytes()).unwrap();
        prop_assert_eq!(read_grid(&document, "#").unwrap(), GridInput { grid, form });
    }

    #[test]
    fn no_text_is_read_as_more_or_less_than_it_says(text in "[1-9.0_*xX? |+=\\-\\r\\n]{0,200}") {
        if let Ok(grid) = text.parse::<Grid>() {
            let digits = |text: &str| text.chars().filter(|c| ('1'..='9').contains(c)).collect::<String>();
            prop_assert_eq!(digits(&grid.to_line()), digits(&text), "every digit is kept, in order");
        }
    }
}
