//! Old names of flags, variables and values, accepted for one release. Each one in use causes a warning.

use std::ffi::{OsStr, OsString};

/// A flag and its variable, each as the old name and the new one.
struct Renamed {
    flag: [&'static str; 2],
    variable: [&'static str; 2],
}

const RENAMED: [Renamed; 6] = [
    Renamed { flag: ["--max-nodes", "--max-guesses"], variable: ["SUDOKU_MAX_NODES", "SUDOKU_MAX_GUESSES"] },
    Renamed { flag: ["--bulk-streams", "--batch-streams"], variable: ["SUDOKU_BULK_STREAMS", "SUDOKU_BATCH_STREAMS"] },
    Renamed { flag: ["--bulk-buffer", "--batch-buffer"], variable: ["SUDOKU_BULK_BUFFER", "SUDOKU_BATCH_BUFFER"] },
    Renamed {
        flag: ["--bulk-total-buffer", "--batch-total-buffer"],
        variable: ["SUDOKU_BULK_TOTAL_BUFFER", "SUDOKU_BATCH_TOTAL_BUFFER"],
    },
    Renamed {
        flag: ["--bulk-stall-timeout", "--batch-stall-timeout"],
        variable: ["SUDOKU_BULK_STALL_TIMEOUT", "SUDOKU_BATCH_STALL_TIMEOUT"],
    },
    Renamed {
        flag: ["--bulk-max-ratio", "--batch-max-ratio"],
        variable: ["SUDOKU_BULK_MAX_RATIO", "SUDOKU_BATCH_MAX_RATIO"],
    },
];

fn warning([old, new]: [&str; 2]) -> String {
    format!("{old} is deprecated: use {new}")
}

/// Makes the command accept the old flags that are among the arguments, with a warning for each.
///
/// The arguments themselves stay as they are, since one that looks like an old flag may be the value of another. Old
/// flags that are not used stay unknown, so that no error suggests one.
pub(super) fn accept_flags(
    command: clap::Command,
    arguments: &[OsString],
    warnings: &mut Vec<String>,
) -> clap::Command {
    let is_used = |flag: &str| arguments.iter().any(|argument| flag_of(argument) == Some(flag));
    RENAMED.iter().map(|renamed| renamed.flag).filter(|[old, _]| is_used(old)).fold(command, |command, [old, new]| {
        warnings.push(warning([old, new]));
        command.mut_args(|argument| {
            let is_renamed = argument.get_long() == new.strip_prefix("--");
            if is_renamed { argument.alias(&old["--".len()..]) } else { argument }
        })
    })
}

/// `--flag` of `--flag` and `--flag=value`.
fn flag_of(argument: &OsStr) -> Option<&str> {
    argument.to_str()?.split('=').next()
}

/// Makes the command read an old variable if only that one is set. Adds a warning for each old variable that is set.
pub(super) fn rename_variables(
    command: clap::Command,
    is_set: impl Fn(&str) -> bool,
    warnings: &mut Vec<String>,
) -> clap::Command {
    RENAMED.iter().map(|renamed| renamed.variable).fold(command, |command, [old, new]| {
        if !is_set(old) {
            return command;
        }
        warnings.push(warning([old, new]));
        if is_set(new) {
            return command;
        }
        command.mut_args(|argument| {
            let is_renamed = argument.get_env() == Some(OsStr::new(new));
            if is_renamed { argument.env(old) } else { argument }
        })
    })
}

/// The current name of an engine, with a warning if `name` is an old one.
pub(super) fn rename_engine(name: &str) -> (&str, Option<String>) {
    match name {
        "scalar" => ("portable", Some("the engine `scalar` is deprecated: use `portable`".to_owned())),
        name => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::config::Config;

    #[test]
    fn new_names_are_settings_and_old_ones_are_not() {
        let settings = Config::settings();
        for Renamed { flag: [old, new], variable: [old_variable, new_variable] } in RENAMED {
            assert!(settings.iter().any(|setting| setting.flag == new && setting.variable == new_variable), "{new}");
            assert!(settings.iter().all(|setting| setting.flag != old && setting.variable != old_variable), "{old}");
        }
    }

    #[test]
    fn old_flags_work_in_both_spellings_and_warn() {
        let config = Config::from_args(["server", "--max-nodes", "5", "--bulk-streams=7", "--queue", "9"]).unwrap();
        assert_eq!((config.max_guesses.get(), config.batch.streams.get(), config.queue.get()), (5, 7, 9));
        let expected =
            ["--max-nodes is deprecated: use --max-guesses", "--bulk-streams is deprecated: use --batch-streams"];
        assert_eq!(config.warnings, expected);
        assert_eq!(Config::from_args(["server"]).unwrap().warnings, Vec::<String>::new());
    }

    #[test]
    fn old_flags_are_no_values_and_no_suggestions() {
        let error = |arguments: &[&str]| Config::from_args(arguments).unwrap_err().to_string();
        let refused = error(&["server", "--log-level=--max-nodes", "--", "--max-nodes"]);
        assert!(refused.contains("'--max-nodes'"), "as it was written: {refused}");
        let config = Config::from_args(["server", "--log-level=bulk-streams"]).unwrap();
        assert_eq!((config.log_level.as_str(), config.warnings.len()), ("bulk-streams", 0));
        assert!(!error(&["server", "--max-node"]).contains("--max-nodes"));
    }

    #[test]
    fn old_variables_are_read_unless_the_new_ones_are_set() {
        let env_of = |set: &[&str]| {
            let mut warnings = Vec::new();
            let command = rename_variables(Config::command(), |name| set.contains(&name), &mut warnings);
            let argument = command.get_arguments().find(|argument| argument.get_long() == Some("max-guesses")).unwrap();
            (argument.get_env().unwrap().to_str().unwrap().to_owned(), warnings.len())
        };
        assert_eq!(env_of(&[]), ("SUDOKU_MAX_GUESSES".to_owned(), 0));
        assert_eq!(env_of(&["SUDOKU_MAX_NODES"]), ("SUDOKU_MAX_NODES".to_owned(), 1));
        assert_eq!(env_of(&["SUDOKU_MAX_NODES", "SUDOKU_MAX_GUESSES"]), ("SUDOKU_MAX_GUESSES".to_owned(), 1));
    }

    #[test]
    fn the_old_name_of_an_engine_works_and_warns() {
        let config = Config::from_args(["server", "--engine", "scalar"]).unwrap();
        assert_eq!(config.engine.to_string(), "portable");
        assert_eq!(config.warnings, ["the engine `scalar` is deprecated: use `portable`"]);
    }
}
