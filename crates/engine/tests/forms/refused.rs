//! What is refused, and what the refusal says.

use sudoku_engine::grid::{BadCharacter, Cell, Grid, ParseError};

use crate::LINE;
use crate::written::{FORMS, rows_of};

#[track_caller]
fn says(text: &str) -> String {
    text.parse::<Grid>().expect_err(text).to_string()
}

fn written(form: &str, blank: &str, change: impl Fn(&mut Vec<Vec<char>>)) -> String {
    let mut rows = rows_of(LINE);
    change(&mut rows);
    FORMS.iter().find(|other| other.name == form).expect("a form").text(&rows, blank)
}

#[test]
fn the_number_of_cells() {
    assert_eq!(says(""), "the text holds no cells");
    assert_eq!(says(" \n\t\n"), "the text holds no cells");
    assert_eq!(says(&" ".repeat(80)), "the text holds no cells");
    assert_eq!(says(&LINE[..80]), "a grid has 81 cells, but 80 were found");
    assert_eq!(says(&format!("{LINE}.")), "a grid has 81 cells, but 82 were found");
    assert_eq!(says(&format!("Grid 7: {} # ED 7.1", &LINE[..80])), "a grid has 81 cells, but 80 were found");
    assert_eq!(says("hello"), "a grid has 81 cells, but none were found, and 'h' is no part of a grid");
    assert_eq!(says("53..7...."), "one row, nine are needed");
    assert_eq!(says(&written("81 fields", ".", |rows| rows[3].truncate(8))), "a grid has 81 cells, but 80 were found");
    let wrapped = format!("{}\n{}", &LINE[..72], &LINE[72..]);
    assert_eq!(says(&wrapped), "a grid has 81 cells, but 72 were found");
}

/// Every form names the row as it was sent, whatever else stands in the text.
#[test]
fn the_row_that_is_wrong() {
    for form in [
        "nine lines",
        "cells apart",
        "as Display draws it",
        "a whole frame",
        "a frame around each cell",
        "Simple Sudoku's frame",
        "HoDoKu's frame",
        "a Markdown table",
        "labels",
        "a head of numbers",
        "numbered lines",
        "rows with names",
        "pandas",
        "console.table",
        "R's matrix",
        "CSV",
        "CSV, tabs",
        "numpy",
        "Python",
        "Python's long string, close",
        "a list of strings",
        "C",
        "C in one line",
        "Node.js",
        "MATLAB",
        "LaTeX",
        "code tags, close",
        "a mail's quotation",
        "an .sdk file",
        "a title of a number",
        "a title of a date",
        "a title and a trailer",
        "HTML, a table",
    ] {
        for blank in [".", "-"] {
            let text = written(form, blank, |rows| rows[3].truncate(8));
            assert_eq!(says(&text), "row 4 has 8 cells, not 9", "{form}\n{text}");
            let text = written(form, blank, |rows| rows[6].push('1'));
            assert_eq!(says(&text), "row 7 has 10 cells, not 9", "{form}\n{text}");
            let text = written(form, blank, |rows| rows[4][8] = 'Q');
            assert_eq!(says(&text), "'Q' at r5c9 is neither a digit 1-9 nor a blank", "{form}\n{text}");
            let text = written(form, blank, |rows| drop(rows.remove(5)));
            assert!(says(&text).starts_with("a grid has 9 rows, but 8 were found"), "{}\n{text}", says(&text));
        }
    }
}

#[test]
fn rows_are_never_shifted() {
    let rows = "846.....3\n2.....76.\n.1.5.451.\n...8.....\n........\n3....474.\n2.9..61..\n...7..2..\n...495...";
    assert_eq!(says(rows), "row 5 has 8 cells, not 9");
    assert_eq!(says(&format!("1\n{rows}")), "row 5 has 8 cells, not 9", "81 characters in ten lines");
    let shifted = "53..7...\n.6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79";
    assert_eq!(says(shifted), "row 1 has 8 cells, not 9", "81 cells in all");
    let list = "[[5,3,0,0,7,0,0,0],[0,6,0,0,1,9,5,0,0,0],[0,9,8,0,0,0,0,6,0],[8,0,0,0,6,0,0,0,3],[4,0,0,8,0,3,0,0,1],\
                [7,0,0,0,2,0,0,0,6],[0,6,0,0,0,0,2,8,0],[0,0,0,4,1,9,0,0,5],[0,0,0,0,8,0,0,7,9]]";
    assert_eq!(says(list), "row 1 has 8 cells, not 9", "81 cells in all");
}

#[test]
fn frames_are_no_rows() {
    let truncated =
        "..98.7.62\n..4.5..39\n.7.2..1..\n---------\n.1..4..2.\n.6..8.59.\n...6128..\n---------\n8..3.9.7.\n";
    assert_eq!(says(truncated), "a grid has 9 rows, but 7 were found and 2 lines of a frame");
    assert_eq!(says(&truncated.replace('.', "0")), "a grid has 9 rows, but 7 were found and 2 lines of a frame");
    assert_eq!(says(&truncated.replace('\n', "")), "a grid has 81 cells, but 63 were found", "lines that were joined");
    for stroke in ["*", "_", "="] {
        let text = truncated.replace('-', stroke);
        assert_eq!(says(&text), "a grid has 9 rows, but 7 were found and 2 lines of a frame", "{stroke}");
    }
    assert_eq!(
        says(&truncated.replace('.', "-")),
        "the text can be read in two ways, as nine rows (lines 1 to 9) and as 7 rows in a frame of '-'; write blanks \
         as . or 0, and send no more than the grid"
    );
    let barred = truncated.replace("---------", "---|---|---").replace("..98.7.62", "..9|8.7|.62");
    assert!(barred.parse::<Grid>().is_err());
}

#[test]
fn a_line_of_strokes_is_a_row_where_the_stroke_is_the_blank() {
    for stroke in ["-", "_", "*"] {
        let row = stroke.repeat(9);
        assert_eq!([row.as_str(); 9].join("\n").parse(), Ok(Grid::EMPTY), "{stroke}");
        let text = format!("1{}\n{}", stroke.repeat(8), [row.as_str(); 8].join("\n"));
        assert_eq!(text.parse::<Grid>().map(|grid| grid.givens().count()), Ok(1), "{stroke}");
        let text = format!("123456789\n{}", [row.as_str(); 8].join("\n"));
        assert_eq!(text.parse::<Grid>().map(|grid| grid.givens().count()), Ok(9), "{stroke}");
        let one_blank_row = LINE.replace('.', stroke).replace("6--195---", &row);
        let lines = rows_of(&one_blank_row.replacen(&format!("6{stroke}{stroke}195{}", stroke.repeat(3)), &row, 1));
        let text = lines.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("\n");
        assert!(text.parse::<Grid>().is_ok(), "{text}");
    }
}

#[test]
fn characters_are_named_with_their_cells() {
    assert_eq!(says(&LINE.replacen('3', "a", 1)), "'a' at r1c2 is neither a digit 1-9 nor a blank");
    for (digit, what) in [
        ("３", "'３' (U+FF13) at r1c2 is a full-width digit; write digits as 1 to 9"),
        ("٣", "'٣' (U+0663) at r1c2 is an Arabic digit; write digits as 1 to 9"),
        ("۳", "'۳' (U+06F3) at r1c2 is a Persian digit; write digits as 1 to 9"),
        ("३", "'३' (U+0969) at r1c2 is a Devanagari digit; write digits as 1 to 9"),
        ("③", "'③' (U+2462) at r1c2 is a circled digit; write digits as 1 to 9"),
        ("³", "'³' (U+00B3) at r1c2 is a superscript digit; write digits as 1 to 9"),
        ("3\u{FE0F}\u{20E3}", "U+20E3 at r1c2 is a keycap emoji; write digits as 1 to 9"),
        ("໓", "'໓' (U+0ED3) at r1c2 is a digit of another script; write digits as 1 to 9"),
    ] {
        assert_eq!(says(&LINE.replacen('3', digit, 1)), what);
        let lines = rows_of(LINE).iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("\n");
        assert_eq!(says(&lines.replacen('3', digit, 1)), what);
        let apart: String = LINE.chars().flat_map(|cell| [cell, ' ']).collect();
        assert_eq!(says(&apart.replacen('3', digit, 1)), what);
    }
    let all: String =
        LINE.chars().map(|cell| cell.to_digit(10).map_or('０', |n| char::from_u32(0xFF10 + n).unwrap())).collect();
    assert!(says(&all).starts_with("'５' (U+FF15) at r1c1 is a full-width digit; write digits as 1 to 9; "));
    let Err(ParseError::BadCharacters(bad)) = LINE.replace('6', "Q").parse::<Grid>() else { panic!("Q is no digit") };
    assert_eq!(bad.len(), LINE.matches('6').count());
    assert_eq!(bad[0], BadCharacter { cell: Cell::at(1, 0), character: 'Q' });
}

#[test]
fn a_row_that_is_too_long_names_the_character_that_is_too_many() {
    let text = written("nine lines", ".", |rows| rows[1].insert(4, '@'));
    assert_eq!(says(&text), "row 2 has 10 cells, not 9, and '@' is no part of a grid");
}

#[test]
fn several_puzzles() {
    assert_eq!(says(&format!("{LINE}\n{LINE}\n")), "2 puzzles were found, and one is taken at a time");
    assert_eq!(says(&LINE.repeat(2)), "2 puzzles were found, and one is taken at a time");
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(says(&format!("{LINE},{solution}")), "2 puzzles were found, and one is taken at a time");
    let board = written("a whole frame", ".", |_| {});
    assert_eq!(says(&format!("{board}\n{board}")), "2 puzzles were found, and one is taken at a time");
    assert_eq!(says(&format!("[{LINE:?}, {LINE:?}, {LINE:?}]")), "3 puzzles were found, and one is taken at a time");
    assert_eq!(
        says(&format!("{board}\n{solution}")),
        "the text can be read in two ways, as nine rows (lines 2 to 12) and as 81 cells in one run (line 15); write \
         blanks as . or 0, and send no more than the grid"
    );
    assert_eq!(format!("{board}\n{LINE}").parse(), LINE.parse::<Grid>(), "the same grid twice");
}

#[test]
fn grids_of_candidates() {
    let candidates = "the text is a grid of candidates, several digits for a cell; send the 81 cells instead";
    assert_eq!(says(&"123456789".repeat(81)), candidates);
    let row = "| 5  25  3 | 8  4  169 | 469  379  1 |\n";
    assert_eq!(says(&row.repeat(9)), candidates);
    assert_eq!(says(&format!("+---+---+---+\n{0}{0}{0}", row.repeat(3) + "+---+---+---+\n")), candidates);
    let sudocue = "5 25 3 8 4 169 469 379 1\n";
    assert_eq!(says(&sudocue.repeat(9)), candidates);
}

#[test]
fn spaces_whose_line_is_broken() {
    let spaces =
        |row: &str| format!("the blanks are spaces, and {row} too few or too many of them; write blanks as . or 0");
    let trimmed = "  6  5  4\n 57  96\n   1 3  7\n9 1\n5  8 4  9\n      8 3\n3  4 8\n  86  34\n2  3  7\n";
    assert_eq!(says(trimmed), spaces("some lines have"));
    let rows = rows_of(&LINE.replace('.', " "));
    let mut lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    assert_eq!(lines.join("\n").parse(), LINE.parse::<Grid>());
    lines[6] = lines[6].trim_end().to_owned();
    assert_eq!(says(&lines.join("\n")), spaces("row 7 has"));
    // Numbers of a table are no grid of spaces.
    assert!([["1 2 3 4 5"; 9].join("\n"), ["1 2 3 4 5"; 9].join(" ")].iter().all(|text| text.parse::<Grid>().is_err()));
    let apart: String = LINE.replace('.', "1").chars().take(41).flat_map(|cell| [cell, ' ']).collect();
    assert_eq!(says(apart.trim()), "a grid has 81 cells, but 41 were found");
}

#[test]
fn blanks_of_two_kinds() {
    let rows = "[[5, 3, 0, null], [";
    assert!(rows.parse::<Grid>().is_err());
    let text = written("Python", "None", |_| {}).replacen("'None'", "0", 1);
    assert_eq!(says(&text), "the blanks at r1c3 and r1c4 are written in two ways; write all blanks as . or 0");
    let text = written("CSV", "?", |_| {}).replacen(",?,", ",,", 1);
    assert_eq!(says(&text), "the blanks at r1c3 and r1c4 are written in two ways; write all blanks as . or 0");
    for text in [LINE.replacen("..", ".-", 1), LINE.replacen("..", "0_", 1)] {
        assert_eq!(says(&text), "the blanks at r1c3 and r1c4 are written in two ways; write all blanks as . or 0");
    }
    assert_eq!(LINE.replacen("..", "0x", 1).parse(), LINE.parse::<Grid>(), "characters that are never a frame");
}

#[test]
fn two_readings() {
    let lines = written("cells apart", ".", |_| {});
    assert_eq!(
        says(&format!("1 2 3 4 5 6 7 8 9\n{lines}")),
        "the text can be read in two ways, as nine rows (lines 1 to 9) and as nine rows (lines 2 to 10); write blanks \
         as . or 0, and send no more than the grid"
    );
    let r = written("R's list, by rows", "0", |_| {});
    assert!(r.parse::<Grid>().is_ok());
    assert!(says(&r.replace(", byrow = TRUE", "")).starts_with("the text can be read in two ways, as a list of rows"));
}

#[test]
fn rows_that_are_parted_or_written_otherwise() {
    let mut lines: Vec<String> = rows_of(LINE).iter().map(|row| row.iter().collect()).collect();
    lines.insert(5, String::new());
    assert_eq!(
        says(&lines.join("\n")),
        "rows 5 and 6 are parted otherwise than the other rows, so a row may be missing"
    );
    lines[5] = "and then".to_owned();
    assert_eq!(
        says(&lines.join("\n")),
        "rows 5 and 6 are parted otherwise than the other rows, so a row may be missing"
    );
    lines.remove(5);
    lines[3] = "8. ..6 ...3".to_owned();
    assert_eq!(says(&lines.join("\n")), "row 4 is not written like the other rows: its spaces, bars or labels differ");
    let labels = written("names r1 to r9", ".", |_| {}).replace("r4", "r5");
    assert_eq!(says(&labels), "row 4 is not written like the other rows: its spaces, bars or labels differ");
}

#[test]
fn links_and_libraries() {
    let link = |query: &str| says(&format!("https://www.example.org/sudoku.htm{query}"));
    let sent = "the text is a link, and pages are not fetched; send";
    assert_eq!(link(&format!("?v=1&bd={LINE}")), format!("{sent} the value of its key \"bd\", which holds the grid"));
    assert_eq!(
        link(&format!("#grid={LINE}&x=1")),
        format!("{sent} the value of its key \"grid\", which holds the grid")
    );
    assert_eq!(link("?id=123"), format!("{sent} the 81 cells"));
    assert_eq!(link(&format!("/{LINE}")), format!("{sent} the 81 cells"));
    let board = written("a whole frame", ".", |_| {});
    assert_eq!(format!("From https://example.org/9\n{board}").parse(), LINE.parse::<Grid>(), "a link beside a grid");
    let library = |grid: &str| format!(":0000:x:{grid}:::");
    assert_eq!(library(&LINE.replace("53", "5+3")).parse(), LINE.parse::<Grid>(), "+ marks digits that were placed");
    assert_eq!(library(&LINE[1..]).parse::<Grid>(), Err(ParseError::HodokuLine));
}

#[test]
fn long_texts() {
    assert_eq!("1\n".repeat(3000).parse::<Grid>(), Err(ParseError::TooLong));
    assert_eq!("a ".repeat(5000).parse::<Grid>(), Err(ParseError::TooLong));
    assert_eq!("1".repeat(17_000).parse::<Grid>(), Err(ParseError::TooLong));
    let among_words = format!("{} {LINE} {}", "word ".repeat(1000), "word ".repeat(1000));
    assert_eq!(among_words.parse(), LINE.parse::<Grid>());
    assert_eq!(format!("{LINE}{}", "\n".repeat(100_000)).parse(), LINE.parse::<Grid>());
}
