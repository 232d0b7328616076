use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value as it was written: keys keep their order and repetitions, and integers differ from floats.
///
/// `serde_json::Value` silently keeps the last of repeated keys, which must be refused instead.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number without fraction or exponent.
    Integer(i128),
    /// Any other number.
    Float(f64),
    /// A string.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Value<'a>>),
    /// An object, with its keys in the order of the text.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl Value<'_> {
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Value<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Integer(value) => Value::Integer(value),
            Self::Float(value) => Value::Float(value),
            Self::String(text) => Value::String(own(text)),
            Self::Array(values) => Value::Array(values.into_iter().map(Self::into_owned).collect()),
            Self::Object(fields) => {
                Value::Object(fields.into_iter().map(|(key, value)| (own(key), value.into_owned())).collect())
            }
        }
    }
}

impl fmt::Display for Value<'_> {
    /// Short enough for an error message: long or nested values are only described.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(f, "null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::String(value) if value.chars().count() <= 20 => write!(f, "{value:?}"),
            Self::String(value) => write!(f, "a string of {} characters", value.chars().count()),
            Self::Array(values) => write!(f, "an array of {}", values.len()),
            Self::Object(_) => write!(f, "an object"),
        }
    }
}

impl<'de> Deserialize<'de> for Value<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

/// A string that borrows from the body if it has no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_str(ValueVisitor)? {
            Value::String(text) => Ok(Self(text)),
            _ => Err(serde::de::Error::custom("a key is a string")),
        }
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Value::Float(value))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Value::String(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Value::String(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        // Nearly every array holds nine rows, or the nine cells of a row.
        let mut values = Vec::with_capacity(9);
        while let Some(value) = elements.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::with_capacity(1);
        while let Some((Text(key), value)) = entries.next_entry()? {
            fields.push((key, value));
        }
        Ok(Value::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Value<'_> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn repeated_keys_are_kept_in_order() {
        let Value::Object(fields) = read(r#"{"a":1,"b":2,"a":3}"#) else { panic!("an object") };
        assert_eq!(fields.iter().map(|(key, _)| key.as_ref()).collect::<Vec<_>>(), ["a", "b", "a"]);
    }

    #[test]
    fn integers_differ_from_floats() {
        assert_eq!(read("5"), Value::Integer(5));
        assert_eq!(read("5.0"), Value::Float(5.0));
        assert_eq!(read("5e0"), Value::Float(5.0));
        assert_eq!(read("18446744073709551615"), Value::Integer(u64::MAX.into()));
        assert_eq!(read("-1"), Value::Integer(-1));
    }

    #[test]
    fn strings_with_escapes_are_unescaped() {
        assert_eq!(read(r#""1\n2""#), Value::String("1\n2".into()));
        let Value::Object(fields) = read(r#"{"g\u0072id":1}"#) else { panic!("an object") };
        assert_eq!(fields[0].0, "grid");
    }
}
