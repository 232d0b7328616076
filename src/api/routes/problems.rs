//! `GET /problems/{kind}`: the page a problem's `type` refers to.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::response::Html;

use crate::api::{Problem, ProblemKind};

/// A path that is not UTF-8 after decoding, which axum's extractor rejects, names no type either.
pub(in crate::api) async fn page(slug: Result<Path<String>, PathRejection>) -> Result<Html<String>, Problem> {
    let slug = slug.map_or_else(|_| String::new(), |Path(slug)| slug);
    let kind = ProblemKind::ALL.into_iter().map(ProblemKind::facts).find(|facts| facts.slug == slug);
    let Some(facts) = kind else {
        return Err(Problem::new(ProblemKind::NotFound, "no such problem type; /docs lists them all"));
    };
    let (title, status) = (facts.title, facts.status);
    Ok(Html(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>body{{font:1.1rem/1.5 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}}</style>\n\
         <h1>{title}</h1>\n<p><code>/problems/{slug}</code>, status {status}</p>\n<p>{help}</p>\n\
         <p><a href=\"/docs\">API reference</a></p>\n</html>\n",
        help = facts.help,
    )))
}
