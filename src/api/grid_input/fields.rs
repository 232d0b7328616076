//! The top level of a body: the grid under one of its names, and the parameters.

use std::borrow::Cow;

use super::document::malformed_body;
use super::{GridInput, Value, read_grid};
use crate::api::hint::{nearest, shown};
use crate::api::problem::Problem;

/// The keys under which clients send the grid.
const GRID_NAMES: [&str; 5] = ["grid", "board", "puzzle", "sudoku", "question"];

/// Whether this key may hold the grid.
pub(in crate::api) fn is_grid_key(key: &str) -> bool {
    GRID_NAMES.contains(&key)
}

/// The keys a route accepts besides the grid.
#[derive(Clone, Copy)]
pub struct Keys(pub &'static [&'static str]);

/// The contents of a body by key.
pub struct Fields<'a> {
    grid: Value<'a>,
    /// The location of the object: `#`, or `#/0` if it is the only element of an array.
    pointer: String,
    /// The location of the grid: `#/board`, or `#` if the body is the bare grid.
    grid_pointer: String,
    others: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Fields<'a> {
    /// Splits a body: an object with the keys the route accepts, or the bare grid.
    ///
    /// # Errors
    /// 400 for an unknown or repeated key, for the grid under two keys, and for a missing grid.
    pub fn new(document: Value<'a>, keys: Keys) -> Result<Self, Problem> {
        let (document, pointer) = only_element(document);
        let Value::Object(entries) = document else {
            return Ok(Self { grid: document, pointer: pointer.clone(), grid_pointer: pointer, others: Vec::new() });
        };
        keys.check(&entries)?;
        let (mut grids, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(key, _)| keys.names_the_grid(key));
        let Some((key, grid)) = grids.pop() else {
            return Err(malformed_body("the body has no grid; send {\"grid\": GRID} or the bare GRID"));
        };
        Ok(Self { grid, grid_pointer: format!("{pointer}/{key}"), pointer, others })
    }

    /// Splits a record of a data set: as [`new`](Self::new), but members under other keys are left out.
    ///
    /// # Errors
    /// 400 for one of the keys repeated, for the grid under two keys, and for a missing grid.
    pub fn of_record(mut document: Value<'a>, keys: Keys) -> Result<Self, Problem> {
        let entries = match &mut document {
            Value::Object(entries) => Some(entries),
            Value::Array(elements) => match &mut elements[..] {
                [Value::Object(entries)] => Some(entries),
                _ => None,
            },
            _ => None,
        };
        if let Some(entries) = entries {
            entries.retain(|(key, _)| keys.names_the_grid(key) || keys.0.contains(&key.as_ref()));
        }
        Self::new(document, keys)
    }

    /// The grid.
    ///
    /// # Errors
    /// As [`read_grid`].
    pub fn grid(&self) -> Result<GridInput, Problem> {
        read_grid(&self.grid, &self.grid_pointer)
    }

    /// A second grid under this key; `None` if absent or null.
    ///
    /// # Errors
    /// As [`read_grid`].
    pub fn optional_grid(&self, key: &str) -> Result<Option<GridInput>, Problem> {
        match self.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read_grid(value, &self.pointer_to(key)).map(Some),
        }
    }

    /// The location of this key's value.
    pub(super) fn pointer_to(&self, key: &str) -> String {
        format!("{}/{key}", self.pointer)
    }

    /// The value of a key other than the grid's.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.others.iter().find(|(other, _)| other == key).map(|(_, value)| value)
    }
}

/// The object in an array of one, and its location; any other document as it is.
fn only_element(document: Value<'_>) -> (Value<'_>, String) {
    match document {
        Value::Array(mut elements) if matches!(elements[..], [Value::Object(_)]) => {
            (elements.pop().unwrap_or(Value::Null), "#/0".to_owned())
        }
        other => (other, "#".to_owned()),
    }
}

impl Keys {
    /// Whether the key names the grid. For `/validate`, `puzzle` does not: it is a parameter.
    fn names_the_grid(self, key: &str) -> bool {
        is_grid_key(key) && !self.0.contains(&key)
    }

    fn check(self, entries: &[(Cow<'_, str>, Value<'_>)]) -> Result<(), Problem> {
        let mut grid_name: Option<&str> = None;
        for (place, (key, _)) in entries.iter().enumerate() {
            if entries[..place].iter().any(|(earlier, _)| earlier == key) {
                return Err(malformed_body(format!("the key {:?} is repeated", shown(key))));
            }
            match grid_name {
                Some(other) if self.names_the_grid(key) => {
                    return Err(malformed_body(format!("{other:?} and {key:?} both name the grid; send one of them")));
                }
                None if self.names_the_grid(key) => grid_name = Some(key),
                _ if self.0.contains(&key.as_ref()) => {}
                _ => return Err(self.unknown(key, entries.len() == 1)),
            }
        }
        Ok(())
    }

    /// The problem with an unknown key. If it is the only key of the body, it must be meant for the grid.
    fn unknown(self, key: &str, alone: bool) -> Problem {
        let known: Vec<&str> = std::iter::once("grid").chain(self.0.iter().copied()).collect();
        let near = nearest(known.iter().copied(), key);
        let hint = match near.or(alone.then_some("grid")) {
            Some(meant) => format!("did you mean {meant}?"),
            None => format!("this path accepts {}", known.join(", ")),
        };
        malformed_body(format!("unknown key {:?}; {hint}", shown(key)))
    }
}
