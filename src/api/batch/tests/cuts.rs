//! However a stream is cut into pushes, its answers are the same.

use proptest::prelude::*;

use super::*;

const INPUTS: [InputFormat; 4] = [InputFormat::Ndjson, InputFormat::Text, InputFormat::Csv, InputFormat::Json];

/// What items are made of, whole and broken.
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
        "# remark".to_owned(),
        "\u{feff}".to_owned(),
        "é".to_owned(),
        "x".repeat(298),
        "x".repeat(400),
        "id,quizzes".to_owned(),
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
    fn any_cutting_gives_the_same_answers(
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
    fn ndjson_answers_are_json_with_every_index_in_turn(
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
        let elements: Vec<Value> = elements.into_iter().map(|pieces| serde_json::json!({"id": pieces.concat(), "x": [[], {}]})).collect();
        let elements: Vec<Value> = elements.into_iter().filter(|element| element.to_string().len() < LIMITS.line).collect();
        let text = if spaced { format!("{:#}", Value::from(elements.clone())) } else { Value::from(elements.clone()).to_string() };
        let (answers, _) = in_parts(InputFormat::Json, OutputFormat::Ndjson, text.as_bytes(), &[size]);
        let ids: Vec<Value> = answers.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone()).collect();
        let too_long = |id: &&Value| id.is_null();
        prop_assert_eq!(ids.len(), elements.len());
        for (id, element) in ids.iter().zip(&elements).filter(|(id, _)| !too_long(id)) {
            prop_assert_eq!(id, &element["id"]);
        }
    }
}

#[test]
fn chunks_are_bounded_and_count_on() {
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
fn an_endless_item_is_not_kept() {
    for (format, head) in
        [(InputFormat::Text, ""), (InputFormat::Ndjson, "\""), (InputFormat::Csv, ""), (InputFormat::Json, "[\"")]
    {
        let mut splitter = Splitter::new(format, LIMITS);
        assert!(splitter.push(&mut head.as_bytes()).is_none());
        for _ in 0..1000 {
            assert!(splitter.push(&mut &[b'1'; 10_000][..]).is_none());
            assert!(splitter.kept() <= 2 * CHUNK_BYTES, "{} bytes of {format:?}", splitter.kept());
        }
        assert_eq!(splitter.finish().unwrap().grids(), 1, "one error for it");
    }
}

#[test]
fn what_is_complete_can_be_had_before_the_next_item_is() {
    let mut splitter = Splitter::new(InputFormat::Text, LIMITS);
    assert!(splitter.flush().is_none(), "nothing came");
    assert!(splitter.push(&mut format!("{PUZZLE}\n{}", &PUZZLE[..40]).as_bytes()).is_none());
    let first = splitter.flush().unwrap();
    assert_eq!((first.grids(), first.size()), (1, 81));
    assert!(splitter.flush().is_none(), "half a line is no item");
    assert!(splitter.push(&mut &PUZZLE.as_bytes()[40..]).is_none());
    let second = splitter.finish().unwrap();
    assert_eq!((second.first_index(), &second.bytes[..]), (1, PUZZLE.as_bytes()));
}
