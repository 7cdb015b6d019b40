//! The text a player is written as, taken apart.

use std::ops::Range;
use thiserror::Error;

/// A player's description, `name:key=value,key=value`, with the place of each
/// part so that errors can point at it. A player that is a program is written
/// `name[key=value,key=value]:command line`, the brackets only where needed.
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
        let parameters = rest.map_or(Ok(Vec::new()), |rest| parameters(rest, name.len() + 1));
        let parameters = parameters.map_err(|(at, message)| wrong(at, message))?;
        Ok(Description { text, name, parameters })
    }

    /// The name at the beginning of a description of either kind.
    pub fn name_of(text: &str) -> &str {
        text.split([':', '[']).next().unwrap_or_default()
    }

    /// Takes apart the description of a player that is a program; its command
    /// line becomes the parameter `key`.
    pub fn read_command(text: &'a str, key: &'a str) -> Result<Description<'a>, DescriptionError> {
        let name = Description::name_of(text);
        let wrong = |at: Range<usize>, message: String| DescriptionError {
            text: text.to_owned(),
            at,
            message,
            help: format!("write {name}:command or {name}[key=value,key=value]:command"),
        };
        let mut known = Vec::new();
        let mut start = name.len();
        if let Some(rest) = text[start..].strip_prefix('[') {
            let Some(length) = rest.find(']') else {
                return Err(wrong(start..text.len(), "the bracket `[` has no partner".into()));
            };
            known = parameters(&rest[..length], start + 1)
                .map_err(|(at, message)| wrong(at, message))?;
            start += length + 2;
        }
        let command = text[start..].strip_prefix(':').map(str::trim).unwrap_or_default();
        if command.is_empty() || known.iter().any(|(other, ..)| *other == key) {
            return Err(wrong(start..text.len(), "expected a colon and a command line".into()));
        }
        known.push((key, command, start + 1..text.len()));
        Ok(Description { text, name, parameters: known })
    }
}

type Parameters<'a> = Vec<(&'a str, &'a str, Range<usize>)>;

/// `key=value,key=value`, which stands at `start` of the description.
fn parameters(text: &str, mut start: usize) -> Result<Parameters<'_>, (Range<usize>, String)> {
    let mut parameters: Parameters<'_> = Vec::new();
    for part in text.split(',') {
        let at = start..start + part.len();
        start = at.end + 1;
        let Some((key, value)) = part.split_once('=') else {
            return Err((at, format!("expected key=value, got `{part}`")));
        };
        if key.is_empty() || value.is_empty() {
            return Err((at, format!("expected key=value, got `{part}`")));
        }
        if parameters.iter().any(|(k, ..)| *k == key) {
            return Err((at, format!("`{key}` is given twice")));
        }
        parameters.push((key, value, at));
    }
    Ok(parameters)
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

    #[test]
    fn a_command_line_is_taken_as_it_is() {
        let read = |text| Description::read_command(text, "command");
        let plain = read("exec:python3 bot.py --a=1,b:2").unwrap();
        let line = ("command", "python3 bot.py --a=1,b:2", 5..29);
        assert_eq!((plain.name, plain.parameters), ("exec", vec![line]));
        let full = read("exec[time=2,restart=game]: ./bot [x]").unwrap();
        let keys: Vec<_> = full.parameters.iter().map(|(key, value, _)| (*key, *value)).collect();
        assert_eq!(keys, [("time", "2"), ("restart", "game"), ("command", "./bot [x]")]);
        let wrong = [
            ("exec", 4..4),
            ("exec:", 4..5),
            ("exec[time=2:x", 4..13),
            ("exec[t]:x", 5..6),
            ("exec[time=2]x", 12..13),
            ("exec[command=a]:b", 15..17),
        ];
        for (text, at) in wrong {
            assert_eq!(read(text).unwrap_err().at, at, "{text}");
        }
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
