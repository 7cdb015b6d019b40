//! A command line, taken apart as a shell does it, without a shell.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// A program to start, with its arguments and what it gets of an environment.
///
/// The text is split at blanks. Text in single quotes is taken as it is; in
/// double quotes a backslash stands before `"` and `\`; outside of quotes it
/// takes any character as it is. Words `NAME=value` before the program set
/// variables of its environment. Nothing else is special: there are no
/// pipes, no `~`, no `$HOME` and no patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The program's name or path.
    pub program: String,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// Variables of its environment beside `PATH`.
    pub environment: Vec<(String, String)>,
}

/// Why a text is no command line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandLineError {
    /// No word that could be a program.
    #[error("expected a command such as `python3 bot.py`, got `{0}`")]
    NoProgram(String),
    /// A quote without its partner.
    #[error("the quote {quote} at byte {at} has no partner")]
    OpenQuote {
        /// Which quote.
        quote: char,
        /// Where it stands.
        at: usize,
    },
    /// A backslash at the very end.
    #[error("a backslash at the end takes no character")]
    LoneBackslash,
    /// A character that no program can be started with.
    #[error("a command line cannot contain NUL")]
    Nul,
    /// There is no such program.
    #[error("there is no program `{0}` that can be started")]
    NotFound(String),
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<CommandLine, CommandLineError> {
        if text.contains('\0') {
            return Err(CommandLineError::Nul);
        }
        let mut words = split(text)?.into_iter().peekable();
        let mut environment = Vec::new();
        while let Some((name, value)) = words.peek().and_then(|word| assignment(word)) {
            environment.push((name.to_owned(), value.to_owned()));
            words.next();
        }
        let program = words.next().filter(|word| !word.is_empty());
        let program = program.ok_or_else(|| CommandLineError::NoProgram(text.to_owned()))?;
        Ok(CommandLine { program, arguments: words.collect(), environment })
    }
}

impl CommandLine {
    /// Where the program is: its path as it stands if it has a slash in it,
    /// otherwise the first file of that name in a folder of `PATH` that may
    /// be executed.
    pub fn find(&self) -> Result<PathBuf, CommandLineError> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = match self.program.contains('/') {
            true => Some(PathBuf::from(&self.program)).filter(|path| is_program(path)),
            false => std::env::split_paths(&path)
                .map(|folder| folder.join(&self.program))
                .find(|path| is_program(path)),
        };
        found.ok_or_else(|| CommandLineError::NotFound(self.program.clone()))
    }

    /// Puts values into the places named for them, such as `{port}`, in the
    /// arguments and in the values of variables; gives whether there were any.
    pub fn fill(&mut self, places: &[(&str, &str)]) -> bool {
        let mut named = false;
        let values = self.environment.iter_mut().map(|(_, value)| value);
        for word in self.arguments.iter_mut().chain(values) {
            for (place, value) in places {
                if word.contains(place) {
                    *word = word.replace(place, value);
                    named = true;
                }
            }
        }
        named
    }

    /// Passes a variable of fuda's own environment on, if it is set to text.
    pub fn inherit(&mut self, name: &str) {
        if let Ok(value) = std::env::var(name) {
            self.environment.push((name.to_owned(), value));
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        self.arguments.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|known| known.is_file() && known.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// `NAME=value`, as it may stand before a program.
fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let named = name.chars().all(letter) && name.starts_with(|c: char| !c.is_ascii_digit());
    named.then_some((name, value))
}

fn split(text: &str) -> Result<Vec<String>, CommandLineError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = text.char_indices();
    while let Some((at, c)) = rest.next() {
        if c.is_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        let open = || CommandLineError::OpenQuote { quote: c, at };
        match c {
            '\\' => word.push(rest.next().ok_or(CommandLineError::LoneBackslash)?.1),
            '\'' => loop {
                match rest.next().ok_or_else(open)?.1 {
                    '\'' => break,
                    inner => word.push(inner),
                }
            },
            '"' => loop {
                match rest.next().ok_or_else(open)?.1 {
                    '"' => break,
                    '\\' => match rest.next().ok_or_else(open)?.1 {
                        escaped @ ('"' | '\\') => word.push(escaped),
                        other => word.extend(['\\', other]),
                    },
                    inner => word.push(inner),
                }
            },
            _ => word.push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<String> {
        split(text).unwrap()
    }

    #[test]
    fn split_like_a_shell() {
        assert_eq!(words("python3  bot.py -x"), ["python3", "bot.py", "-x"]);
        assert_eq!(
            words(r#"a 'b c' "d \"e\" \n" f\ g '' h"i"'j'"#),
            ["a", "b c", r#"d "e" \n"#, "f g", "", "hij"]
        );
        assert_eq!(words("$HOME|x; ~ *"), ["$HOME|x;", "~", "*"]);
    }

    #[test]
    fn variables_stand_before_the_program() {
        let line: CommandLine = "A=1 B='x y' ./bot C=2".parse().unwrap();
        assert_eq!(
            (line.program.as_str(), line.arguments.as_slice()),
            ("./bot", &["C=2".into()][..])
        );
        assert_eq!(line.environment, [("A".into(), "1".into()), ("B".into(), "x y".into())]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| text.parse::<CommandLine>().unwrap_err().to_string();
        assert_eq!(error("A=1 "), "expected a command such as `python3 bot.py`, got `A=1 `");
        assert_eq!(error("a 'b"), "the quote ' at byte 2 has no partner");
        assert_eq!(error("a \\"), "a backslash at the end takes no character");
        let line: CommandLine = "no-such-program-at-all x".parse().unwrap();
        let missing = "there is no program `no-such-program-at-all` that can be started";
        assert_eq!(line.find().unwrap_err().to_string(), missing);
    }

    proptest! {
        /// Words in single quotes come back as they were.
        #[test]
        fn quoted_words_come_back(list in prop::collection::vec("[^'\0]{0,12}", 1..5)) {
            let quoted: Vec<String> = list.iter().map(|word| format!("'{word}'")).collect();
            prop_assert_eq!(words(&quoted.join(" ")), list);
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}") {
            let _ = text.parse::<CommandLine>();
        }
    }
}
