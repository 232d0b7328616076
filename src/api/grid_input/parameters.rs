//! The parameters of a body, each refused with its place if its value is wrong.

use std::ops::RangeInclusive;

use super::{Fields, Value};
use crate::api::hint::nearest;
use crate::api::problem::{InputError, Problem, ProblemKind};
use sudoku_engine::grid::{Cell, Digit, DigitSet};

/// The most words of an array. A refusal may list them all.
const MOST_WORDS: usize = 200;

impl Fields<'_> {
    /// The integer under this key, or the default if absent or null.
    ///
    /// # Errors
    /// 400 if it is not an integer or out of range.
    pub fn integer(&self, key: &str, range: RangeInclusive<u32>, default: u32) -> Result<u32, Problem> {
        let read = |value: &Value| match value {
            Value::Integer(number) => u32::try_from(*number).ok().filter(|number| range.contains(number)),
            _ => None,
        };
        let expected = || format!("an integer from {} to {} was expected", range.start(), range.end());
        Ok(self.parameter(key, read, expected)?.unwrap_or(default))
    }

    /// `true` or `false` under this key, or the default if absent or null.
    ///
    /// # Errors
    /// 400 if it is neither.
    pub fn boolean(&self, key: &str, default: bool) -> Result<bool, Problem> {
        let read = |value: &Value| match value {
            Value::Bool(value) => Some(*value),
            _ => None,
        };
        Ok(self.parameter(key, read, || "true or false was expected".to_owned())?.unwrap_or(default))
    }

    /// What the word under this key stands for, or the first choice if absent or null.
    ///
    /// # Errors
    /// 400 if it is none of the words.
    ///
    /// # Panics
    /// If there is no choice.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<T, Problem> {
        let read = |value: &Value| match value {
            Value::String(word) => choices.iter().find(|(name, _)| name == word).map(|(_, what)| *what),
            _ => None,
        };
        let words = || choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let expected = || format!("one of {} was expected", words());
        Ok(self.parameter(key, read, expected)?.unwrap_or(choices[0].1))
    }

    /// What each word of the array under this key stands for; `None` if absent or null.
    ///
    /// # Errors
    /// 400 if it is not an array of 1 to 200 words, or with every word that is not known.
    pub fn words<T>(
        &self,
        key: &str,
        known: &[&str],
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<Vec<T>>, Problem> {
        let is_list = |value: &Value| match value {
            Value::Array(words) => (1..=MOST_WORDS).contains(&words.len()).then_some(()),
            _ => None,
        };
        let expected = || format!("an array of 1 to {MOST_WORDS} names was expected");
        let Some(()) = self.parameter(key, is_list, expected)? else { return Ok(None) };
        // A comparison with all known words takes time, so only the first wrong one is compared.
        let mut suggest = true;
        let read_word = |(at, value): (usize, &Value)| {
            let word = if let Value::String(word) = value { word.as_ref() } else { "" };
            read(word).ok_or_else(|| {
                let near = if std::mem::take(&mut suggest) { nearest(known.iter().copied(), word) } else { None };
                let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
                let detail = format!("{value} is not known in {key}{hint}");
                InputError::at(Some(format!("{}/{at}", self.pointer_to(key))), None, detail)
            })
        };
        self.elements(key).iter().enumerate().map(read_word).collect_all().map(Some)
    }

    /// The candidates of each cell under this key, 81 strings of digits; `None` if absent or null.
    ///
    /// # Errors
    /// 400 if it is not an array of 81, or with every element that is not a string of up to nine digits.
    pub fn candidates(&self, key: &str) -> Result<Option<Vec<DigitSet>>, Problem> {
        let is_list = |value: &Value| matches!(value, Value::Array(cells) if cells.len() == 81).then_some(());
        let expected = || "an array of 81 strings of digits was expected".to_owned();
        let Some(()) = self.parameter(key, is_list, expected)? else { return Ok(None) };
        let read_cell = |(cell, value): (Cell, &Value)| {
            digits(value).ok_or_else(|| {
                let detail = format!("{value} at {cell} is not a string of up to nine digits from 1 to 9");
                InputError::at(Some(format!("{}/{}", self.pointer_to(key), cell.index())), Some(cell), detail)
            })
        };
        Cell::ALL.into_iter().zip(self.elements(key)).map(read_cell).collect_all().map(Some)
    }

    /// What `read` makes of the value under this key; `None` if absent or null.
    fn parameter<T>(
        &self,
        key: &str,
        read: impl Fn(&Value) -> Option<T>,
        expected: impl Fn() -> String,
    ) -> Result<Option<T>, Problem> {
        match self.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| {
                let detail = format!("{key} is {value}; {}", expected());
                invalid(vec![InputError::at(Some(self.pointer_to(key)), None, detail)])
            }),
        }
    }

    /// The elements of the array under this key; none if it is anything else.
    fn elements(&self, key: &str) -> &[Value<'_>] {
        match self.get(key) {
            Some(Value::Array(elements)) => elements,
            _ => &[],
        }
    }
}

fn invalid(errors: Vec<InputError>) -> Problem {
    Problem::new(ProblemKind::InvalidParameter, errors[0].detail.clone()).with_errors(errors)
}

fn digits(value: &Value) -> Option<DigitSet> {
    let Value::String(text) = value else { return None };
    let digit = |byte: u8| byte.checked_sub(b'0').and_then(Digit::new);
    if text.len() > 9 { None } else { text.bytes().map(digit).collect() }
}

/// Collects all values, or else all errors.
trait CollectAll<T>: Iterator<Item = Result<T, InputError>> + Sized {
    fn collect_all(self) -> Result<Vec<T>, Problem> {
        let (mut values, mut errors) = (Vec::new(), Vec::new());
        for result in self {
            match result {
                Ok(value) => values.push(value),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(values) } else { Err(invalid(errors)) }
    }
}

impl<T, I: Iterator<Item = Result<T, InputError>>> CollectAll<T> for I {}
