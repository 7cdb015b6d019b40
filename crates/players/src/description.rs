//! The text a player is written as, taken apart.

use std::ops::Range;
use thiserror::Error;

/// A player's description, `name:key=value,key=value`, with the place of each
/// part so that errors can point at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The player's name.
    pub name: &'a str,
    /// Each parameter: key, value, and where the two stand in the text.
    pub parameters: Vec<(&'a str, &'a str, Range<usize>)>,
}

/// What is wrong with a description, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct DescriptionError {
    /// The description.
    pub text: String,
    /// The part of it that is wrong, in bytes.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
}

impl<'a> Description<'a> {
    /// Takes a description apart.
    pub fn read(text: &'a str) -> Result<Description<'a>, DescriptionError> {
        let wrong = |at: Range<usize>, message: String| DescriptionError {
            text: text.to_owned(),
            at,
            message,
            help: "players are written name:key=value,key=value".into(),
        };
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(wrong(0..text.len(), "a player's name is missing".into()));
        }
        let mut parameters: Vec<(&str, &str, Range<usize>)> = Vec::new();
        let mut start = name.len() + 1;
        for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let at = start..start + part.len();
            start = at.end + 1;
            let Some((key, value)) = part.split_once('=') else {
                return Err(wrong(at, format!("expected key=value, got `{part}`")));
            };
            if key.is_empty() || value.is_empty() {
                return Err(wrong(at, format!("expected key=value, got `{part}`")));
            }
            if parameters.iter().any(|(k, ..)| *k == key) {
                return Err(wrong(at, format!("`{key}` is given twice")));
            }
            parameters.push((key, value, at));
        }
        Ok(Description { text, name, parameters })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn takes_apart() {
        let d = Description::read("uct:loops=500,c=1.4").unwrap();
        assert_eq!(d.name, "uct");
        assert_eq!(d.parameters, [("loops", "500", 4..13), ("c", "1.4", 14..19)]);
        assert_eq!(Description::read("greedy").unwrap().parameters, []);
    }

    #[test]
    fn points_at_what_is_wrong() {
        for (text, at) in [("", 0..0), (":a=1", 0..4), ("a:", 2..2), ("a:b", 2..3), ("a:b=", 2..4)]
        {
            assert_eq!(Description::read(text).unwrap_err().at, at, "{text}");
        }
        assert!(Description::read("a:b=1,b=2").unwrap_err().message.contains("twice"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}") {
            match Description::read(&text) {
                Ok(d) => for (key, value, at) in d.parameters {
                    prop_assert_eq!(&text[at], &format!("{key}={value}"));
                },
                Err(e) => prop_assert!(text.get(e.at).is_some()),
            }
        }
    }
}
