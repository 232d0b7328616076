//! The table of settings, as README prints it.

use clap::CommandFactory;

use super::Config;

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// With dashes: `--listen`.
    pub flag: String,
    /// `SUDOKU_LISTEN`.
    pub variable: String,
    /// As `--help` states it: `127.0.0.1:8080`, or words such as `the number of cores`.
    pub default: String,
    /// What it means, without the default.
    pub meaning: String,
}

impl Setting {
    fn of_argument(argument: &clap::Arg) -> Option<Self> {
        let help = argument.get_help()?.to_string();
        let (meaning, stated) = match help.split_once(" [default: ") {
            Some((meaning, default)) => (meaning.to_owned(), Some(default.trim_end_matches(']').to_owned())),
            None => (help, None),
        };
        let value = || argument.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
        Some(Self {
            flag: format!("--{}", argument.get_long()?),
            variable: argument.get_env()?.to_string_lossy().into_owned(),
            default: stated.or_else(value)?,
            meaning,
        })
    }
}

impl Config {
    /// Every setting with its flag, variable and default, in the order of `--help`.
    pub fn settings() -> Vec<Setting> {
        Self::command().get_arguments().filter_map(Setting::of_argument).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_has_a_variable_a_default_and_a_meaning() {
        let flags = Config::command().get_arguments().filter(|argument| argument.get_value_names().is_some()).count();
        let settings = Config::settings();
        assert_eq!(settings.len(), flags);
        for Setting { flag, variable, .. } in settings {
            let expected = match flag.as_str() {
                "--port" => "PORT".to_owned(),
                flag => format!("SUDOKU_{}", flag[2..].to_uppercase().replace('-', "_")),
            };
            assert_eq!(variable, expected);
        }
    }
}
