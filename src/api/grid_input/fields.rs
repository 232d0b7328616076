//! The top level of a body: the grid under one of its names, and the parameters beside it.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::document::malformed;
use super::{GridInput, Value, read_grid};
use crate::api::problem::{InputError, Problem, ProblemKind};

/// The names under which deployed clients send the grid.
const GRID_NAMES: [&str; 4] = ["grid", "board", "puzzle", "sudoku"];

/// Whether the grid can stand under this key.
pub(in crate::api) fn is_grid_key(key: &str) -> bool {
    GRID_NAMES.contains(&key)
}

/// The keys that a route takes beside the grid.
#[derive(Clone, Copy)]
pub struct Keys(pub &'static [&'static str]);

/// What a body holds, key by key.
pub struct Fields<'a> {
    grid: Value<'a>,
    /// Where the grid stands: `#/board`, or `#` when the body is the bare grid.
    grid_pointer: String,
    others: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Fields<'a> {
    /// Takes a body apart: an object with the keys that the route takes, or the bare grid.
    ///
    /// # Errors
    /// 400 for a key that is unknown or repeated, for two names of the grid at once, and for no grid.
    pub fn new(document: Value<'a>, keys: Keys) -> Result<Self, Problem> {
        let Value::Object(entries) = document else {
            return Ok(Self { grid: document, grid_pointer: "#".to_owned(), others: Vec::new() });
        };
        keys.check(&entries)?;
        let (mut grids, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(key, _)| keys.names_the_grid(key));
        let Some((key, grid)) = grids.pop() else {
            return Err(malformed("the body has no grid; send {\"grid\": GRID} or the bare GRID"));
        };
        Ok(Self { grid, grid_pointer: format!("#/{key}"), others })
    }

    /// The grid.
    ///
    /// # Errors
    /// 400, with the count or the places, when it is none.
    pub fn grid(&self) -> Result<GridInput, Problem> {
        read_grid(&self.grid, &self.grid_pointer)
    }

    /// A second grid under this key; `None` where it is absent or null.
    ///
    /// # Errors
    /// 400, with the count or the places, when it is no grid.
    pub fn optional_grid(&self, key: &str) -> Result<Option<GridInput>, Problem> {
        match self.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read_grid(value, &format!("#/{key}")).map(Some),
        }
    }

    /// The integer under this key, or the default where it is absent or null.
    ///
    /// # Errors
    /// 400 when it is no integer or out of range.
    pub fn integer(&self, key: &str, range: RangeInclusive<u32>, default: u32) -> Result<u32, Problem> {
        let value = match self.get(key) {
            None | Some(Value::Null) => return Ok(default),
            Some(value) => value,
        };
        let number = match value {
            Value::Integer(number) => u32::try_from(*number).ok().filter(|number| range.contains(number)),
            _ => None,
        };
        number.ok_or_else(|| {
            let detail = format!("{key} is {value}; an integer from {} to {} was expected", range.start(), range.end());
            let error = InputError::at(Some(format!("#/{key}")), None, detail.clone());
            Problem::new(ProblemKind::InvalidParameter, detail).with_errors(vec![error])
        })
    }

    /// What stands under a key beside the grid.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.others.iter().find(|(other, _)| other == key).map(|(_, value)| value)
    }
}

impl Keys {
    /// A name of the grid that is no parameter of the route's own, as `puzzle` is for `/validate`.
    fn names_the_grid(self, key: &str) -> bool {
        is_grid_key(key) && !self.0.contains(&key)
    }

    fn check(self, entries: &[(Cow<'_, str>, Value<'_>)]) -> Result<(), Problem> {
        let mut grid_name: Option<&str> = None;
        for (place, (key, _)) in entries.iter().enumerate() {
            if entries[..place].iter().any(|(earlier, _)| earlier == key) {
                return Err(malformed(format!("the key {key:?} is repeated")));
            }
            match grid_name {
                Some(other) if self.names_the_grid(key) => {
                    return Err(malformed(format!("{other:?} and {key:?} both name the grid; send one of them")));
                }
                None if self.names_the_grid(key) => grid_name = Some(key),
                _ if self.0.contains(&key.as_ref()) => {}
                _ => return Err(self.unknown(key, entries.len() == 1)),
            }
        }
        Ok(())
    }

    /// A key that stands alone can only be meant for the grid.
    fn unknown(self, key: &str, alone: bool) -> Problem {
        let known: Vec<&str> = std::iter::once("grid").chain(self.0.iter().copied()).collect();
        let distance = |known: &&str| strsim::damerau_levenshtein(&key.to_lowercase(), known);
        let near = known.iter().copied().filter(|known| distance(known) <= 2).min_by_key(distance);
        let hint = match near.or(alone.then_some("grid")) {
            Some(meant) => format!("did you mean {meant}?"),
            None => format!("this path takes {}", known.join(", ")),
        };
        let shown: String = key.chars().take(40).collect();
        malformed(format!("unknown key {shown:?}; {hint}"))
    }
}
