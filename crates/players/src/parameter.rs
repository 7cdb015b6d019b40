//! Parameters of players: their ranges, defaults and checked values.

use crate::models::NamedModel;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What values a parameter may have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Range {
    /// A whole number, both ends allowed.
    Whole(u64, u64),
    /// A number, both ends allowed.
    Real(f64, f64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Any text.
    Text,
    /// The file of a model.
    Model,
    /// A command line. A kind with such a parameter is written
    /// `name[key=value,key=value]:command line`.
    Command,
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Whole(low, u64::MAX) => write!(f, "a whole number from {low}"),
            Range::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Range::Real(low, high) if high.is_infinite() => write!(f, "a number from {low}"),
            Range::Real(low, high) => write!(f, "a number from {low} to {high}"),
            Range::OneOf(words) => write!(f, "one of {}", words.join(", ")),
            Range::Text => f.write_str("text"),
            Range::Model => f.write_str("a file"),
            Range::Command => f.write_str("a command line"),
        }
    }
}

impl Range {
    /// Reads a value of this range, or `None` when it is not in it.
    pub fn read(&self, text: &str) -> Option<Value> {
        match *self {
            Range::Whole(low, high) => {
                let n = whole(text)?;
                (low..=high).contains(&n).then_some(Value::Whole(n))
            }
            Range::Real(low, high) => {
                let x: f64 = text.parse().ok()?;
                (low..=high).contains(&x).then_some(Value::Real(x))
            }
            Range::OneOf(words) => words.iter().find(|w| **w == text).map(|w| Value::Word(w)),
            Range::Text | Range::Command => Some(Value::Text(text.to_owned())),
            Range::Model => Some(Value::Model(NamedModel::here(text))),
        }
    }
}

/// A whole number, with `k` and `m` for thousands and millions.
fn whole(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 1_000),
        b'm' | b'M' => (&text[..text.len() - 1], 1_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// A checked value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// A number.
    Real(f64),
    /// One of the words of the range.
    Word(&'static str),
    /// Any text.
    Text(String),
    /// A model.
    Model(NamedModel),
}

/// A parameter of a player.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The value it has when nothing is said; must be in the range, or empty
    /// when the parameter is off by default.
    pub default: &'static str,
    /// What it may be.
    pub range: Range,
    /// One line on what it does.
    pub about: &'static str,
}

/// How it is said that a parameter is off.
pub(crate) const OFF: &str = "off";

impl Parameter {
    const fn new(name: &'static str, default: &'static str, range: Range) -> Parameter {
        Parameter { name, default, range, about: "" }
    }

    /// A whole number, both ends allowed.
    pub const fn whole(
        name: &'static str,
        default: &'static str,
        least: u64,
        most: u64,
    ) -> Parameter {
        Parameter::new(name, default, Range::Whole(least, most))
    }

    /// A number, both ends allowed.
    pub const fn real(
        name: &'static str,
        default: &'static str,
        least: f64,
        most: f64,
    ) -> Parameter {
        Parameter::new(name, default, Range::Real(least, most))
    }

    /// One of some words.
    pub const fn word(
        name: &'static str,
        default: &'static str,
        words: &'static [&'static str],
    ) -> Parameter {
        Parameter::new(name, default, Range::OneOf(words))
    }

    /// The file of a model, off by default.
    pub const fn model(about: &'static str) -> Parameter {
        Parameter::new("model", "", Range::Model).about(about)
    }

    /// The same with a line on what it does.
    pub const fn about(self, about: &'static str) -> Parameter {
        Parameter { about, ..self }
    }

    /// The default as it may be written.
    pub fn default_text(&self) -> &'static str {
        if self.default.is_empty() { OFF } else { self.default }
    }
}

/// The values of all parameters of one player, every one checked.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    pub(crate) values: BTreeMap<&'static str, Value>,
    pub(crate) given: BTreeSet<&'static str>,
}

impl Values {
    /// Whether the parameter was said, not left at its default.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.contains(name)
    }

    /// A whole number; `None` when the parameter is off.
    pub fn whole(&self, name: &str) -> Option<u64> {
        match self.values.get(name) {
            Some(Value::Whole(n)) => Some(*n),
            _ => None,
        }
    }

    /// A whole number of 32 bits; `None` when the parameter is off.
    pub fn small(&self, name: &str) -> Option<u32> {
        u32::try_from(self.whole(name)?).ok()
    }

    /// A number; `None` when the parameter is off.
    pub fn real(&self, name: &str) -> Option<f64> {
        match self.values.get(name) {
            Some(Value::Real(x)) => Some(*x),
            _ => None,
        }
    }

    /// A word or text; `None` when the parameter is off.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.values.get(name) {
            Some(Value::Word(w)) => Some(w),
            Some(Value::Text(t)) => Some(t),
            _ => None,
        }
    }

    /// A model that is named; `None` when the parameter is off.
    pub fn model(&self, name: &str) -> Option<&NamedModel> {
        match self.values.get(name) {
            Some(Value::Model(model)) => Some(model),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold() {
        let loops = Range::Whole(1, 1_000_000);
        assert_eq!(loops.read("10k"), Some(Value::Whole(10_000)));
        assert_eq!(loops.read("1m"), Some(Value::Whole(1_000_000)));
        for wrong in ["0", "1000001", "-1", "x", "", "k", "99999999999999999999m", "1e3"] {
            assert_eq!(loops.read(wrong), None, "{wrong}");
        }
        let c = Range::Real(0.0, 10.0);
        assert_eq!(c.read("1.5"), Some(Value::Real(1.5)));
        for wrong in ["NaN", "inf", "-0.1", "11", ""] {
            assert_eq!(c.read(wrong), None, "{wrong}");
        }
        assert_eq!(Range::OneOf(&["a", "b"]).read("b"), Some(Value::Word("b")));
        assert_eq!(Range::OneOf(&["a", "b"]).read("c"), None);
    }
}
