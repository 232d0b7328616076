//! The pages behind the types of problems.

use sudoku_server::http::ProblemKind;

use crate::support::Api;

#[tokio::test]
async fn every_type_has_its_page() {
    let api = Api::new();
    let mut slugs = Vec::new();
    for facts in ProblemKind::ALL.map(ProblemKind::facts) {
        let answer = api.get(&format!("/problems/{}", facts.slug)).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert!(answer.text().contains(facts.title) && answer.text().contains(facts.help));
        assert!(!slugs.contains(&facts.slug), "{} is the type of one kind only", facts.slug);
        slugs.push(facts.slug);
    }
}
