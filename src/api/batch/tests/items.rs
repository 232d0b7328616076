//! JSON items: lines, and the elements of an array.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::api::batch::read::{Reading, read_json};
use crate::api::batch::simple::read_simple;

use InputFormat::{Json, Ndjson};
use OutputFormat::{Csv, Text};

/// The line that serde writes for the same answer.
fn by_serde(line: &str) -> String {
    #[derive(serde::Deserialize, serde::Serialize)]
    struct Line<'a> {
        index: u64,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        id: Option<&'a serde_json::value::RawValue>,
        solution: String,
        unique: bool,
    }
    serde_json::to_string(&serde_json::from_str::<Line>(line).unwrap()).unwrap()
}

#[test]
fn ids_are_returned_as_written() {
    for id in
        ["1", "\"a\"", "\"\\u0041\\\"\\n\"", "1.50", "-0", "123456789012345678901234567890", "true", "null", "\"é\""]
    {
        for object in
            [format!("{{\"id\":{id},\"grid\":\"{PUZZLE}\"}}"), format!("{{ \"puzzle\": \"{PUZZLE}\", \"id\": {id} }}")]
        {
            let expected = format!("{{\"index\":0,\"id\":{id},\"solution\":\"{SOLUTION}\",\"unique\":true}}\n");
            assert_eq!(answers(Ndjson, OutputFormat::Ndjson, &object), expected);
            assert_eq!(answers(Json, OutputFormat::Ndjson, format!("[{object}]")), expected);
        }
        let refused = answers(Ndjson, OutputFormat::Ndjson, format!("{{\"id\":{id},\"grid\":\"1\"}}"));
        assert!(refused.starts_with(&format!("{{\"index\":0,\"id\":{id},\"error\":{{\"type\":")), "{refused}");
    }
    for id in ["[1]", "{}", "{\"id\":1}"] {
        let refused = &ndjson(Ndjson, format!("{{\"id\":{id},\"grid\":\"{PUZZLE}\"}}"))[0];
        assert_eq!((&refused["error"]["type"], refused.get("id")), (&json!("/problems/invalid-parameter"), None));
    }
}

#[test]
fn csv_output_has_a_column_of_ids() {
    let body = format!("{{\"id\":\"a,\\\"b\",\"grid\":\"{PUZZLE}\"}}\n\"{PUZZLE}\"\n{{\"grid\":1,\"id\":2}}\n");
    let reason = "malformed-grid: the grid is 1; a string or an array was expected";
    let expected = format!(
        "index,id,solution,unique,error\n0,\"a,\"\"b\",{SOLUTION},true,\n1,,{SOLUTION},true,\n2,2,,,{reason}\n"
    );
    assert_eq!(answers(Ndjson, Csv, body), expected);
}

#[test]
fn a_solution_has_the_form_of_its_grid() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let numbers: Vec<u32> = PUZZLE.chars().map(|c| c.to_digit(10).unwrap_or(0)).collect();
    let matrix: Vec<&[u32]> = numbers.chunks(9).collect();
    for grid in
        [json!(PUZZLE), json!(rows), json!(numbers), json!(matrix), json!({"grid": rows}), json!({"board": matrix})]
    {
        let answer = &ndjson(Ndjson, grid.to_string())[0];
        let form = grid.get("grid").or(grid.get("board")).unwrap_or(&grid);
        let solution = &answer["solution"];
        assert_eq!(
            (solution.is_string(), solution.as_array().map(Vec::len)),
            (form.is_string(), form.as_array().map(Vec::len))
        );
        let digits: String = solution.to_string().chars().filter(char::is_ascii_digit).collect();
        assert_eq!(digits, SOLUTION);
        assert_eq!(answers(Ndjson, Text, grid.to_string()), format!("{SOLUTION}\n"));
    }
}

#[test]
fn other_members_are_ignored() {
    let solved = format!("{SOLUTION}\n");
    let many = (0..20).map(|n| format!(",\"k{n}\":{n}")).collect::<Vec<_>>().concat();
    for record in [
        format!("{{\"puzzle\":\"{PUZZLE}\",\"difficulty\":3,\"difficulty\":{{\"a\":[]}}}}"),
        format!("{{\"n\":1,\"question\":\"{PUZZLE}\"}}"),
        format!("{{\"grid\":\"{PUZZLE}\"{many}}}"),
    ] {
        assert_eq!(answers(Ndjson, Text, &record), solved, "{record}");
        assert_eq!(answers(Json, Text, format!("[{record}]")), solved, "{record}");
        assert_eq!(answers(Json, Text, format!("\n{record}\n{record}\n")), format!("\n{solved}{solved}"), "{record}");
    }
    for refused in [
        format!("{{\"grid\":\"{PUZZLE}\",\"grid\":\"{PUZZLE}\"}}"),
        format!("{{\"puzzle\":\"{PUZZLE}\",\"question\":\"{PUZZLE}\"}}"),
        format!("{{\"solution\":\"{SOLUTION}\"}}"),
    ] {
        assert!(answers(Ndjson, Text, &refused).starts_with("\tmalformed-body\t"), "{refused}");
    }
}

#[test]
fn bare_grids_and_blank_lines_are_accepted() {
    assert_eq!(answers(Ndjson, Text, format!("{PUZZLE}\n\n {PUZZLE} \n")), format!("{SOLUTION}\n\n{SOLUTION}\n"));
    assert_eq!(ndjson(Ndjson, format!("\n\n{PUZZLE}\n")).len(), 1);
}

#[test]
fn every_element_gets_an_answer() {
    let body =
        format!("[\"{PUZZLE}\", 5, null, [], {{}}, {{\"grid\":\"{PUZZLE}\",\"id\":\"]\"}}, tru,\n\"{PUZZLE}\"\n]\n");
    let found: Vec<bool> = ndjson(Json, body).iter().map(|answer| answer["solution"] == SOLUTION).collect();
    assert_eq!(found, [true, false, false, false, false, true, false, true]);
    for empty in ["[]", " [ ] "] {
        assert!(ndjson(Json, empty).is_empty(), "{empty}");
    }
    let long = format!("[\"{}\", [\"]\\\"{}\"], \"{PUZZLE}\"]", "1".repeat(400), "[".repeat(1000));
    let too_long = "\tpayload-too-large\tthe element is longer than 300 bytes\n";
    assert_eq!(answers(Json, Text, long), format!("{too_long}{too_long}{SOLUTION}\n"));
}

#[test]
fn a_syntax_error_ends_the_batch_and_names_its_position() {
    for (tail, why) in [
        (", \"", "it ends at byte 87, where the element is not complete"),
        ("", "it ends at byte 84, where ',' or ']' was expected"),
        (", ", "it ends at byte 86, where an element or ']' was expected"),
        (", ]", "an element was expected at byte 86"),
        (",, 1]", "an element was expected at byte 85"),
        (" 1]", "',' or ']' was expected at byte 85"),
        ("}", "',' or ']' was expected at byte 84"),
        ("] x, 1", "nothing was expected after the array at byte 86"),
        (", {\"a\": [1}, 2, 3]", "an unmatched closing bracket at byte 94"),
    ] {
        let body = format!("[\"{PUZZLE}\"{tail}");
        let answers = ndjson(Json, &body);
        let [first, last] = &answers[..] else { panic!("{body}: {answers:?}") };
        assert_eq!(first["solution"], SOLUTION);
        assert_eq!(last["error"]["type"], "/problems/malformed-body");
        assert_eq!(last["error"]["detail"], format!("the body is not valid JSON: {why}"), "{body}");
    }
    for body in ["", "  ", "{\"grid\": 1}", "\"", "[", "\u{feff}"] {
        assert_eq!(ndjson(Json, body).len(), 1, "{body:?}");
    }
    let deep = format!("[{}", "[".repeat(128));
    assert!(ndjson(Json, deep)[0]["error"]["detail"].as_str().unwrap().contains("nested too deeply at byte 128"));
}

#[test]
fn lines_are_written_as_by_serde() {
    let grids = [
        format!("\"{PUZZLE}\""),
        format!("{{\"id\":\"x\",\"grid\":\"{PUZZLE}\"}}"),
        "\"".to_owned() + &".".repeat(81) + "\"",
    ];
    let response = answers(Ndjson, OutputFormat::Ndjson, (grids.join("\n") + "\n").repeat(20));
    assert!(response.lines().filter(|line| line.contains("solution")).count() > 40);
    for line in response.lines().filter(|line| line.contains("solution")) {
        assert_eq!(line, by_serde(line));
    }
}

/// JSON like that of the fast path, and slight variations of it.
fn near_simple() -> impl Strategy<Value = String> {
    let grid = prop_oneof![4 => Just(PUZZLE.to_owned()), 1 => "[0-9.x ]{79,82}", 1 => Just(conflict())];
    let key = prop::sample::select(vec!["grid", "board", "puzzle", "sudoku", "id", "Grid", "gr\\u0069d"]);
    let id = prop_oneof![
        "[0-9]{1,17}",
        "-?[0-9]{1,3}(\\.[0-9])?",
        "\"[ -~é\t]{0,6}\"",
        prop::sample::select(vec!["null", "true", "[]", "\"\\n\"", "\"\\\""]).prop_map(str::to_owned)
    ];
    let value = prop_oneof![3 => grid.clone().prop_map(|grid| format!("\"{grid}\"")), 1 => id.clone()];
    let space = || prop::sample::select(vec!["", "", " ", "  ", "\t"]);
    let member = (key, value, space(), space()).prop_map(|(key, value, a, b)| format!("\"{key}\"{a}:{b}{value}"));
    let with_id = (grid.clone(), id, prop::bool::ANY, space()).prop_map(|(grid, id, first, space)| {
        let (id, grid) = (format!("\"id\":{space}{id}"), format!("\"grid\":{space}\"{grid}\""));
        if first { format!("{{{id},{space}{grid}}}") } else { format!("{{{grid},{space}{id}}}") }
    });
    let object = (prop::collection::vec(member, 0..3), space())
        .prop_map(|(members, space)| format!("{{{space}{}{space}}}", members.join(&format!(",{space}"))));
    prop_oneof![grid.clone().prop_map(|grid| format!("\"{grid}\"")), grid, object, with_id]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_fast_path_agrees_with_the_full_reader(item in near_simple()) {
        if let Some(Reading { id, input }) = read_simple(item.as_bytes()) {
            let full = read_json(item.as_bytes());
            prop_assert_eq!(Some(input.unwrap()), full.input.ok());
            prop_assert_eq!(id, full.id);
        }
    }
}

#[test]
fn the_fast_path_reads_what_most_clients_send() {
    for item in [
        PUZZLE.to_owned(),
        format!("\"{PUZZLE}\""),
        json!({"grid": PUZZLE}).to_string(),
        format!("{{\"puzzle\": \"{PUZZLE}\", \"id\": 17}}"),
        format!("{{\"id\":\"a-7\",\"grid\":\"{PUZZLE}\"}}"),
    ] {
        assert!(read_simple(item.as_bytes()).is_some(), "{item}");
    }
}
