//! One line for each bad value.

use std::fmt;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Why there is no configuration, in words for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    text: String,
    exit_code: u8,
}

impl ConfigError {
    /// 2 for a bad value; 0 for `--help` and `--version`, whose text belongs on stdout.
    pub fn exit_code(&self) -> u8 {
        self.exit_code
    }

    pub(super) fn of_clap(error: &clap::Error, command: &clap::Command) -> Self {
        if !error.use_stderr() {
            return Self { text: error.render().to_string().trim_end().to_owned(), exit_code: 0 };
        }
        let text = bad_value(error, command).unwrap_or_else(|| error_and_tips(error));
        Self { text, exit_code: 2 }
    }

    pub(super) fn of_variable(variable: &str, value: &str, why: &str) -> Self {
        Self { text: one_line(&format!("error: {variable}: invalid value '{value}': {why}")), exit_code: 2 }
    }
}

/// Names the flag and its variable, since the value may come from either.
fn bad_value(error: &clap::Error, command: &clap::Command) -> Option<String> {
    if !matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) {
        return None;
    }
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
    let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) else { return None };
    let flag = argument.split_whitespace().next()?;
    let known = command.get_arguments().find(|known| known.get_long().is_some_and(|long| flag == format!("--{long}")));
    let variable = known.and_then(clap::Arg::get_env).map_or(String::new(), |name| format!(" ({})", name.display()));
    let why = match (std::error::Error::source(error), error.get(ContextKind::ValidValue)) {
        (Some(source), _) => source.to_string(),
        (None, Some(ContextValue::Strings(valid))) => format!("expected one of {}", valid.join(", ")),
        _ => "not accepted".to_owned(),
    };
    Some(one_line(&format!("error: {flag}{variable}: invalid value '{value}': {why}")))
}

/// What is wrong, and what similar names exist. The usage, which clap prints too, is in `--help`.
fn error_and_tips(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let what = text.split("\n\n").next().unwrap_or_default();
    let tips = text.lines().filter_map(|line| line.trim_start().strip_prefix("tip: "));
    let similar = tips.filter(|tip| tip.contains("similar"));
    one_line(&std::iter::once(what).chain(similar).collect::<Vec<_>>().join("; "))
}

/// Keeps the message on one line for log collectors, whatever the value contains.
fn one_line(text: &str) -> String {
    let visible: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for ConfigError {}
