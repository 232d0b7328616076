//! Lines of text and of CSV, and their answers.

use super::*;
use crate::api::Outcome;

use InputFormat::{Csv as CsvIn, Ndjson as NdjsonIn, Text as TextIn};
use OutputFormat::{Csv, Ndjson, Text};

#[test]
fn text_is_answered_line_by_line() {
    let empty = "0".repeat(81);
    let body = format!("# two\n{PUZZLE}\n\n{empty}\n{}\n{}\n12\n  \n{PUZZLE}", conflict(), unsolvable());
    let response = answers(TextIn, Text, &body);
    let lines: Vec<&str> = response.split('\n').collect();
    let [comment, first, blank, several, conflicting, none, short, spaces, last, ""] = lines[..] else {
        panic!("{lines:?}")
    };
    assert_eq!((comment, blank, spaces), ("# two", "", "  "), "comments are repeated in place");
    assert_eq!((first, last), (SOLUTION, SOLUTION));
    assert!(several.len() == 90 && several.ends_with("\tmultiple"), "{several}");
    let in_houses = "1 stands more than once in row 1: r1c1 and r1c4";
    assert_eq!(conflicting, format!("\tconflicting-givens\t{in_houses}\tr1c1 r1c4"));
    assert_eq!(none, "\tunsolvable\tthe grid has no solution: no digit fits into r1c1\tr1c1");
    assert_eq!(short, "\tmalformed-grid\ta grid has 81 cells, but 2 were found");
}

#[test]
fn comments_have_no_index_and_no_answer_in_other_formats() {
    let body = format!("# a\n\n{PUZZLE}\n# b\n{PUZZLE}\n#");
    let lines = ndjson(TextIn, &body);
    assert_eq!(lines.iter().map(|line| line["index"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(answers(TextIn, Csv, &body).lines().count(), 3);
}

#[test]
fn line_ends_and_a_byte_order_mark_are_not_part_of_a_grid() {
    let plain = answers(TextIn, Text, format!("{PUZZLE}\n#\n{PUZZLE}\n"));
    for (head, end, tail) in
        [("", "\n", ""), ("", "\r\n", "\r\n"), ("\u{feff}", "\n", "\n"), ("\u{feff}", "\r\n", "\r")]
    {
        assert_eq!(
            answers(TextIn, Text, format!("{head}{PUZZLE}{end}#{end}{PUZZLE}{tail}")),
            plain,
            "{end:?} {tail:?}"
        );
    }
    for input in [NdjsonIn, CsvIn] {
        let body = format!("\u{feff}{PUZZLE}\r\n{PUZZLE}\r\n");
        assert_eq!(answers(input, Text, &body), format!("{SOLUTION}\n{SOLUTION}\n"), "{input:?}");
    }
}

#[test]
fn every_blank_is_accepted_and_81_spaces_are_the_empty_grid() {
    for blank in ["0", ".", "_", "*", "x", "?", "-", " "] {
        assert_eq!(answers(TextIn, Text, PUZZLE.replace('.', blank) + "\n"), format!("{SOLUTION}\n"), "{blank:?}");
    }
    assert!(answers(TextIn, Text, " ".repeat(81)).ends_with("\tmultiple\n"));
}

#[test]
fn the_only_field_of_81_cells_is_the_grid() {
    let solved = format!("{SOLUTION}\n");
    let zeros = PUZZLE.replace('.', "0");
    for line in [
        format!("00015097c6c3 {zeros}  7.2"),
        format!("{PUZZLE} # ED 11.9"),
        format!("{PUZZLE};11.9;x"),
        format!("a,{},17", PUZZLE.replace('.', "_")),
        format!("{PUZZLE}\t{SOLUTION}"),
        format!("{SOLUTION},{zeros}"),
    ] {
        assert_eq!(answers(TextIn, Text, &line), solved, "{line}");
    }
    for (line, found) in [
        (format!("{PUZZLE} {}", conflict()), "2 grids, 2 of them with blanks"),
        (format!("{SOLUTION} {SOLUTION} {SOLUTION}"), "3 grids, 0 of them with blanks"),
    ] {
        let answer = answers(TextIn, Text, &line);
        assert_eq!(answer, format!("\tmalformed-grid\tthe line holds {found}; send a grid a line\n"));
    }
    let short = answers(TextIn, Text, format!("a {} 7.2", &PUZZLE[1..]));
    assert!(short.starts_with("\tmalformed-grid\t"), "{short}");
}

#[test]
fn bad_lines_never_end_the_batch() {
    let bad: [&[u8]; 6] = [b"\xff\xfe\x00", b"{", b"\"", b"[[]]", &[b'1'; 301], &[b'\\'; 300]];
    for input in [NdjsonIn, TextIn, CsvIn] {
        let mut body = format!("{PUZZLE}\n").into_bytes();
        for line in bad {
            body.extend_from_slice(line);
            body.extend_from_slice(format!("\n{PUZZLE}\n").as_bytes());
        }
        for (index, answer) in ndjson(input, &body).iter().enumerate() {
            assert_eq!(answer["index"].as_u64(), Some(index as u64));
            assert_eq!(answer["solution"] == SOLUTION, index % 2 == 0, "{answer} of {input:?}");
        }
    }
}

#[test]
fn the_limit_does_not_count_the_line_end() {
    let spaced = format!("{PUZZLE}{}", " ".repeat(LIMITS.line - 81));
    for end in ["\n", "\r\n"] {
        let of = |line: &str| answers(TextIn, Text, format!("{line}{end}{PUZZLE}{end}"));
        assert_eq!(of(&spaced), format!("{SOLUTION}\n{SOLUTION}\n"), "{end:?}");
        let too_long = format!("\tpayload-too-large\tthe line is longer than 300 bytes\n{SOLUTION}\n");
        assert_eq!(of(&format!("{spaced} ")), too_long, "{end:?}");
        assert_eq!(of(&"#".repeat(10_000)), too_long, "{end:?}");
    }
    assert_eq!(ndjson(TextIn, format!("{spaced} "))[0]["error"]["detail"], "the line is longer than 300 bytes");
}

#[test]
fn csv_finds_its_column() {
    let solved = format!("{SOLUTION}\n");
    for body in [
        format!("{PUZZLE}\n"),
        format!("{PUZZLE},{SOLUTION}\n"),
        format!("quizzes,solutions\n{PUZZLE},{SOLUTION}\n"),
        format!("id,Puzzle ,clues\r\n7,{PUZZLE},30\r\n"),
        format!("\"n\",\"GRID\"\n\"1\",\"{PUZZLE}\"\n"),
        format!("\n\nunsolved\n{PUZZLE}"),
        format!("\u{feff}id;puzzle\r\n1;{PUZZLE}\r\n"),
        format!("puzzle\trating\n{PUZZLE}\t3\n"),
        format!("source,question,answer\nkaggle,{PUZZLE},{SOLUTION}\n"),
        format!("answer,start\n{SOLUTION},{PUZZLE}\n"),
        format!("easy,{PUZZLE}\n"),
        format!("source,quiz\n\"a, \"\"b\"\"\",{PUZZLE}\n"),
    ] {
        assert_eq!(answers(CsvIn, Text, &body), solved, "{body}");
    }
    let missing = "the grid was expected in column 2, but the number of columns is 1";
    assert_eq!(
        answers(CsvIn, Text, format!("a,grid\nx\n1,{PUZZLE}")),
        format!("\tmalformed-body\t{missing}\n{solved}")
    );
}

#[test]
fn nine_lines_of_text_are_a_grid() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let lines = rows.join("\n");
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    let solved = format!("{SOLUTION}\n");
    for (body, expected) in [
        (format!("Grid 01\n{lines}\nGrid 02\n{lines}\n"), format!("Grid 01\n{solved}Grid 02\n{solved}")),
        (format!("{lines}\n\n{lines}"), format!("{solved}\n{solved}")),
        (format!("{lines}\n====\n{lines}\r\n"), format!("{solved}====\n{solved}")),
        (bands.join("\n\n"), solved.clone()),
        (bands.join("\n---+---+---\n").replace('.', "0"), solved.clone()),
        (format!("{PUZZLE}\n{lines}\n{PUZZLE}\n"), solved.repeat(3)),
    ] {
        assert_eq!(answers(TextIn, Text, &body), expected, "{body}");
        assert_eq!(in_parts(TextIn, Text, body.as_bytes(), &[1]).0, expected, "{body}");
    }
    let eight = "\tmalformed-grid\ta grid has 9 rows, but 8 were found\n";
    assert_eq!(answers(TextIn, Text, format!("{}\n{PUZZLE}\n", rows[1..].join("\n"))), format!("{eight}{solved}"));
    assert_eq!(answers(TextIn, Text, rows[1..].join("\n")), eight);
    let short = lines.replacen("8...6...3", "8...6..3", 1);
    let answer = answers(TextIn, Text, format!("{short}\nGrid 02\n{lines}\n"));
    let (reason, rest) = answer.split_once('\n').unwrap();
    assert!(reason.starts_with("\tmalformed-grid\trow 4 has 8 cells, not 9"), "{reason}");
    assert_eq!(rest, format!("Grid 02\n{solved}"));
}

#[test]
fn a_batch_without_a_type_shows_its_format() {
    let solved = format!("{SOLUTION}\n");
    for (body, expected) in [
        (format!("{PUZZLE}\n"), solved.clone()),
        (format!("# a, b\n{PUZZLE}"), format!("# a, b\n{solved}")),
        (format!("a {PUZZLE}; 7.2\n"), solved.clone()),
        (format!("\u{feff}{{\"puzzle\":\"{PUZZLE}\"}}\n\"{PUZZLE}\""), solved.repeat(2)),
        (format!("[\"{PUZZLE}\"]"), solved.clone()),
        (format!("id;puzzle\n1;{PUZZLE}\n"), solved.clone()),
        (format!("7,{PUZZLE},{SOLUTION}\n8,{PUZZLE},{SOLUTION}\n"), solved.repeat(2)),
        (String::new(), String::new()),
        ("\u{fe}".to_owned(), answers(TextIn, Text, "\u{fe}")),
    ] {
        assert_eq!(answers(InputFormat::Any, Text, &body), expected, "{body}");
    }
    let long = "x".repeat(5000);
    assert!(answers(InputFormat::Any, Text, &long).starts_with("\tpayload-too-large\t"));
    let blank = "\n".repeat(5000);
    assert_eq!(answers(InputFormat::Any, Text, format!("{blank}{PUZZLE}")), format!("{blank}{solved}"));
}

#[test]
fn csv_output_has_ids_if_the_input_has() {
    let csv = |body: &str| answers(CsvIn, Csv, body);
    let reason = "conflicting-givens: 1 stands more than once in row 1: r1c1 and r1c4 [r1c1 r1c4]";
    let of_two = format!("index,solution,unique,error\n0,{SOLUTION},true,\n1,,,{reason}\n");
    assert_eq!(csv(&format!("{PUZZLE}\n{}\n", conflict())), of_two);
    let quoted = "0,,,\"malformed-grid: a grid has 81 cells, but 1 were found\"\n";
    assert!(csv("1\n").ends_with(quoted), "{}", csv("1\n"));
    let named = format!("index,id,solution,unique,error\n0,\"a \"\"b\"\", c\",{SOLUTION},true,\n1,,,,malformed-body\n");
    assert_eq!(
        csv(&format!("puzzle,id\n{PUZZLE},\"a \"\"b\"\", c\"\n")),
        named.lines().take(2).map(|l| l.to_owned() + "\n").collect::<String>()
    );
    assert_eq!(csv(""), "index,solution,unique,error\n", "an empty table still has a header");
    assert_eq!(csv("id,grid\n"), "index,id,solution,unique,error\n");
    assert_eq!(ndjson(CsvIn, format!("id,grid\na\"\"b,{PUZZLE}\n"))[0]["id"], "a\"\"b");
    let multiple = csv(&".".repeat(81));
    assert!(multiple.ends_with(",false,\n"), "{multiple}");
}

#[test]
fn a_stopped_search_is_named_in_the_answer() {
    let mut splitter = Splitter::new(TextIn, LIMITS);
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    assert!(splitter.push(&mut format!("{hard}\n{}\n", unsolvable()).as_bytes()).is_none());
    let chunk = splitter.finish().unwrap();
    let stop = |output, budget: &Budget| {
        let mut tally = Tally::default();
        let out = solve_chunk(&chunk, output, &mut Solver::new(), budget, &mut tally);
        (String::from_utf8(out).unwrap(), tally)
    };
    let (text, tally) = stop(Text, &Budget::guesses(0));
    assert!(text.starts_with("\tsearch-budget-exceeded\tthe search used up its 0 guesses\n"), "{text}");
    let of = |outcome| tally.of(outcome);
    assert_eq!((of(Outcome::Guesses), of(Outcome::Unsolvable)), (1, 1), "the other is refuted without a guess");
    let (line, _) = stop(Ndjson, &Budget::guesses(0));
    assert!(line.contains("the search used up its 0 guesses"), "{line}");
    let cancel = sudoku_engine::solver::CancelFlag::default();
    cancel.set();
    let (line, tally) = stop(Ndjson, &Budget { guesses: 9, cancel: Some(cancel) });
    assert!(line.contains("the search was cancelled") && !line.contains("unsolvable"), "{line}");
    assert_eq!(tally.of(Outcome::Deadline), 2);
}
