//! The problems of `openapi.yaml` are those of the code, and form unions that `type` discriminates.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sudoku_server::api::{ProblemFacts, ProblemKind};

use crate::contract::contract;

/// The name of a kind's schema: `MalformedGridProblem` for `malformed-grid`.
fn schema_name(facts: &ProblemFacts) -> String {
    let words = facts.slug.split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
    words.chain(["Problem".to_owned()]).collect()
}

#[test]
fn every_kind_of_problem_has_its_slug_and_schema() {
    let contract = contract();
    let schemas = &contract["components"]["schemas"];
    let slugs = ProblemKind::ALL.map(|kind| kind.facts().slug);
    assert_eq!(schemas["ProblemSlug"]["enum"], json!(slugs));
    for facts in ProblemKind::ALL.map(ProblemKind::facts) {
        let name = schema_name(facts);
        let properties = &schemas[&name]["properties"];
        assert_eq!(properties["type"]["const"], format!("/problems/{}", facts.slug), "{name}");
        assert_eq!(properties["status"]["const"], facts.status.as_u16(), "{name}");
    }
    let union: Vec<_> = ProblemKind::ALL.into_iter().map(|kind| reference(&schema_name(kind.facts()))).collect();
    assert_eq!(schemas["Problem"]["oneOf"], json!(union));
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// A problem as the only schema of a response, or a union of problems.
fn problems_of(schema: &Value) -> Vec<&str> {
    let members = schema["oneOf"].as_array().map_or_else(|| vec![schema], |members| members.iter().collect());
    members.into_iter().map(|member| member["$ref"].as_str().unwrap()).collect()
}

#[test]
fn a_response_lists_only_problems_of_its_status() {
    let contract = contract();
    let mut seen = 0;
    let mut check = |status: &str, response: &Value| {
        let response = response["$ref"].as_str().map_or(response, |path| contract.pointer(&path[1..]).unwrap());
        for problem in problems_of(&response["content"]["application/problem+json"]["schema"]) {
            let schema = contract.pointer(&problem[1..]).unwrap();
            assert_eq!(schema["properties"]["status"]["const"].to_string(), status, "{problem}");
            seen += 1;
        }
    };
    for operation in contract["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values())
    {
        for (status, response) in operation["responses"].as_object().unwrap() {
            if !status.starts_with('2') {
                check(status, response);
            }
        }
    }
    assert!(seen >= 30, "{seen}");
}

#[test]
fn every_discriminator_maps_to_the_members_of_its_union() {
    let contract = contract();
    let (mut unions, mut places) = (0, vec![&contract]);
    while let Some(place) = places.pop() {
        places.extend(place.as_object().into_iter().flat_map(|members| members.values()));
        places.extend(place.as_array().into_iter().flatten());
        let Some(discriminator) = place.get("discriminator").filter(|found| found["propertyName"].is_string()) else {
            continue;
        };
        let property = discriminator["propertyName"].as_str().unwrap();
        let member = |path: &str| {
            let schema = contract.pointer(&path[1..]).unwrap();
            (schema["properties"][property]["const"].as_str().unwrap().to_owned(), json!(path))
        };
        let expected: BTreeMap<_, _> = problems_of(place).into_iter().map(member).collect();
        assert_eq!(discriminator["mapping"], json!(expected));
        unions += 1;
    }
    assert!(unions >= 6, "{unions}");
}
