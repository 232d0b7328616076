//! A grid written in any form is read back as the same grid.

use http::HeaderValue;
use proptest::prelude::*;
use sudoku_engine::grid::{Digit, Grid};
use sudoku_server::api::{Element, Form, GridInput, WireGrid, read_document, read_grid};

/// Any 81 cells with twice as many blanks as digits, roughly as in puzzles.
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
    fn text_is_read_back(grid in any_grid()) {
        prop_assert_eq!(grid.to_line().parse(), Ok(grid));
        prop_assert_eq!(grid.to_string().parse(), Ok(grid));
        let line = grid.to_line();
        let rows: Vec<&str> = (0..9).map(|row| &line[row * 9..row * 9 + 9]).collect();
        prop_assert_eq!(rows.join("\r\n").parse(), Ok(grid));
    }

    #[test]
    fn json_is_read_back(grid in any_grid(), form in prop::sample::select(&FORMS[..])) {
        let json = serde_json::to_string(&WireGrid { grid, form }).unwrap();
        let json_type = HeaderValue::from_static("application/json");
        let document = read_document(Some(&json_type), json.as_bytes()).unwrap();
        prop_assert_eq!(read_grid(&document, "#").unwrap(), GridInput { grid, form });
    }

    #[test]
    fn every_digit_of_a_grid_stands_in_its_text(text in "[1-9.0_*xX? |+=,;\\-\\r\\n\"\\[\\]]{0,200}") {
        if let Ok(grid) = text.parse::<Grid>() {
            let mut characters = text.chars();
            let digits = grid.givens().map(|(_, digit)| digit.to_char());
            prop_assert!(digits.into_iter().all(|digit| characters.any(|character| character == digit)), "in order");
        }
    }
}
