//! The answers do not depend on how a batch is divided among the pushes.

use proptest::prelude::*;

use super::*;

const INPUTS: [InputFormat; 5] =
    [InputFormat::Ndjson, InputFormat::Text, InputFormat::Csv, InputFormat::Json, InputFormat::Any];

/// What items are made of, valid and invalid.
fn piece() -> impl Strategy<Value = String> {
    let known = [
        PUZZLE.to_owned(),
        PUZZLE.replace('.', "_"),
        conflict(),
        unsolvable(),
        format!("\"{PUZZLE}\""),
        format!("{{\"id\": 1, \"grid\": \"{PUZZLE}\"}}"),
        format!("{{\"board\":[\"{PUZZLE}\"],\"id\":\"\\\"]\"}}"),
        "[".to_owned(),
        "]".to_owned(),
        "}".to_owned(),
        "\"".to_owned(),
        "\\".to_owned(),
        ",".to_owned(),
        ", ".to_owned(),
        "\n".to_owned(),
        "\r\n".to_owned(),
        "\r".to_owned(),
        "# comment".to_owned(),
        "\u{feff}".to_owned(),
        "é".to_owned(),
        "x".repeat(298),
        "x".repeat(400),
        "id,quizzes".to_owned(),
        "id;puzzle".to_owned(),
        "53..7....\n6..195...\n".to_owned(),
        "53..7....\r\n".repeat(9),
        "53..7...".to_owned(),
        "Grid 01".to_owned(),
        "===".to_owned(),
        ";".to_owned(),
        "\t".to_owned(),
        SOLUTION.to_owned(),
        format!("{{\"question\": \"{PUZZLE}\", \"answer\": \"{SOLUTION}\", \"answer\": 1}}"),
        "\n".repeat(70),
    ];
    prop::sample::select(known.to_vec())
}

fn text() -> impl Strategy<Value = String> {
    let separated = prop::collection::vec((piece(), prop::sample::select(vec!["", "\n", ",", "\r\n"])), 0..20);
    let array = prop::bool::ANY;
    (separated, array, prop::sample::select(vec!["", "\u{feff}"])).prop_map(|(pieces, array, mark)| {
        let text: String = pieces.into_iter().map(|(piece, end)| piece + end).collect();
        let body = if array { format!("[{}]", text.trim_end_matches(',')) } else { text };
        format!("{mark}{body}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_answers_do_not_depend_on_the_pushes(
        text in text(),
        input in prop::sample::select(&INPUTS[..]),
        output in prop::sample::select(&OutputFormat::ALL[..]),
        sizes in prop::collection::vec(1..100usize, 1..8),
    ) {
        let whole = in_parts(input, output, text.as_bytes(), &[usize::MAX]);
        prop_assert_eq!(&in_parts(input, output, text.as_bytes(), &sizes), &whole);
        prop_assert_eq!(&in_parts(input, output, text.as_bytes(), &[1]), &whole);
    }

    #[test]
    fn ndjson_answers_are_json_and_numbered_in_order(
        text in text(),
        input in prop::sample::select(&INPUTS[..]),
    ) {
        for (index, answer) in ndjson(input, &text).iter().enumerate() {
            prop_assert_eq!(answer["index"].as_u64(), Some(index as u64));
            prop_assert!(answer["solution"].is_null() != answer["error"].is_null(), "{}", answer);
        }
    }

    #[test]
    fn arrays_are_split_as_serde_reads_them(
        elements in prop::collection::vec(prop::collection::vec(piece(), 0..4), 0..6),
        spaced in prop::bool::ANY,
        size in 1..50usize,
    ) {
        let element = |pieces: Vec<String>| serde_json::json!({"id": pieces.concat(), "x": [[], {}]});
        let elements: Vec<Value> =
            elements.into_iter().map(element).filter(|element| element.to_string().len() < LIMITS.line).collect();
        let array = Value::from(elements.clone());
        let text = if spaced { format!("{array:#}") } else { array.to_string() };
        let (answers, _) = in_parts(InputFormat::Json, OutputFormat::Ndjson, text.as_bytes(), &[size]);
        let id = |line| serde_json::from_str::<Value>(line).unwrap()["id"].clone();
        let ids: Vec<Value> = answers.lines().map(id).collect();
        let too_long = |id: &&Value| id.is_null();
        prop_assert_eq!(ids.len(), elements.len());
        for (id, element) in ids.iter().zip(&elements).filter(|(id, _)| !too_long(id)) {
            prop_assert_eq!(id, &element["id"]);
        }
    }
}

#[test]
fn chunks_are_bounded_and_numbered_consecutively() {
    let many = format!("{PUZZLE}\n").repeat(1000) + &"\n".repeat(1000);
    let mut splitter = Splitter::new(InputFormat::Text, LIMITS);
    let (mut bytes, mut index, mut items) = (many.as_bytes(), 0, 0);
    let mut check = |chunk: Chunk| {
        assert_eq!((chunk.first_index(), chunk.is_first), (index, items == 0));
        index += chunk.grids() as u64;
        items += chunk.items.len();
        assert!(chunk.items.len() <= CHUNK_ITEMS);
    };
    while let Some(chunk) = splitter.push(&mut bytes) {
        check(chunk);
    }
    splitter.finish().map(check);
    assert_eq!((index, items), (1000, 2000));
}

#[test]
fn blank_lines_do_not_keep_the_chunks_small() {
    let blank = "\n".repeat(10 * CHUNK_ITEMS);
    let mut splitter = Splitter::new(InputFormat::Ndjson, LIMITS);
    let (mut bytes, mut chunks) = (blank.as_bytes(), 0);
    while let Some(chunk) = splitter.push(&mut bytes) {
        assert_eq!(chunk.grids(), 0);
        chunks += 1;
    }
    assert_eq!(chunks, 8 + 9, "eight small ones, then full ones");
}

#[test]
fn an_endless_item_is_not_stored() {
    for (format, head) in
        [(InputFormat::Text, ""), (InputFormat::Ndjson, "\""), (InputFormat::Csv, ""), (InputFormat::Json, "[\"")]
    {
        let mut splitter = Splitter::new(format, LIMITS);
        assert!(splitter.push(&mut head.as_bytes()).is_none());
        for _ in 0..1000 {
            assert!(splitter.push(&mut &[b'1'; 10_000][..]).is_none());
            assert!(splitter.capacity() <= 2 * CHUNK_BYTES, "{} bytes of {format:?}", splitter.capacity());
        }
        assert_eq!(splitter.finish().unwrap().grids(), 1, "one error for the endless item");
    }
}

#[test]
fn complete_items_can_be_flushed_before_the_next_one_is() {
    let mut splitter = Splitter::new(InputFormat::Text, LIMITS);
    assert!(splitter.flush().is_none(), "nothing was pushed");
    assert!(splitter.push(&mut format!("{PUZZLE}\n{}", &PUZZLE[..40]).as_bytes()).is_none());
    let first = splitter.flush().unwrap();
    assert_eq!((first.grids(), first.size()), (1, 81));
    assert!(splitter.flush().is_none(), "half a line is not an item");
    assert!(splitter.push(&mut &PUZZLE.as_bytes()[40..]).is_none());
    let second = splitter.finish().unwrap();
    assert_eq!((second.first_index(), &second.bytes[..]), (1, PUZZLE.as_bytes()));
}
