//! What generators of clients need of `openapi.yaml`, each rule also tested on a contract that breaks it.
//!
//! `.ci/clients` runs the generators themselves and calls a server through what they make.

use serde_json::{Value, json};

use crate::contract::contract;

type Rule = fn(&Value) -> bool;

/// Each rule as what it forbids, whether a schema breaks it, and a schema that does.
fn rules() -> [(&'static str, Rule, Value); 5] {
    [
        (
            "an array without `items` beside its `type`: its elements become `unknown`",
            |schema| schema["type"] == "array" && schema["items"].is_null(),
            json!({"type": "array", "anyOf": [{"items": {}}]}),
        ),
        (
            "`items` without a `type` beside it: the same",
            |schema| schema["items"].is_object() && schema["type"].is_null(),
            json!({"items": {"type": "integer"}}),
        ),
        (
            "as many items at most as at least: the array becomes a tuple",
            |schema| !schema["maxItems"].is_null() && schema["maxItems"] == schema["minItems"],
            json!({"type": "array", "minItems": 9, "maxItems": 9, "items": {}}),
        ),
        (
            "a default: the member becomes a required one",
            |schema| !schema["default"].is_null() && !schema["type"].is_null(),
            json!({"type": "integer", "default": 1000}),
        ),
        (
            "members beside alternatives: the type becomes one of the two",
            |schema| schema["properties"].is_object() && (schema["oneOf"].is_array() || schema["anyOf"].is_array()),
            json!({"type": "object", "properties": {"a": {}, "b": {}}, "oneOf": [{"required": ["a"]}]}),
        ),
    ]
}

/// Every object and array of the contract.
fn places(contract: &Value) -> Vec<&Value> {
    let mut places = vec![contract];
    let mut next = 0;
    while let Some(place) = places.get(next).copied() {
        places.extend(place.as_object().into_iter().flat_map(|members| members.values()));
        places.extend(place.as_array().into_iter().flatten());
        next += 1;
    }
    places
}

#[test]
fn no_schema_breaks_a_rule() {
    let contract = contract();
    let places = places(&contract);
    assert!(places.len() > 1_000);
    for (rule, breaks, _) in rules() {
        for place in places.iter().filter(|place| place.is_object()) {
            assert!(!breaks(place), "{rule}: {place:#}");
        }
    }
}

#[test]
fn every_rule_finds_its_violation() {
    for (rule, breaks, violation) in rules() {
        assert!(breaks(&violation), "{rule}");
    }
}

/// The Python client of an operation with a JSON body and a form does not even load.
#[test]
fn no_operation_takes_json_and_a_form() {
    for place in places(&contract()) {
        if let Some(content) = place.get("requestBody").map(|body| &body["content"]) {
            let takes = |media_type| content.get(media_type).is_some();
            assert!(!(takes("application/json") && takes("application/x-www-form-urlencoded")), "{place:#}");
        }
    }
}

#[test]
fn operations_need_no_credentials() {
    assert_eq!(contract()["security"], json!([]));
}
