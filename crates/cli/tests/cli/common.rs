//! What the command-line tests share.

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// A fresh folder in which `fuda` is run.
pub struct TestDir {
    pub folder: TempDir,
}

/// What a run printed and how it ended.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl TestDir {
    pub fn new() -> TestDir {
        TestDir { folder: TempDir::new().expect("a folder for the test") }
    }

    /// Runs `fuda` with words separated by spaces.
    pub fn fuda(&self, words: &str) -> Ran {
        self.run(&words.split_whitespace().collect::<Vec<_>>(), "")
    }

    /// Runs `fuda` with these arguments and this on standard input.
    pub fn run(&self, args: &[&str], input: &str) -> Ran {
        self.run_with(args, input, &[])
    }

    /// The same with these variables in its environment.
    pub fn run_with(&self, args: &[&str], input: &str, variables: &[(&str, &str)]) -> Ran {
        let output = Command::cargo_bin("fuda")
            .expect("the binary is built")
            .current_dir(self.folder.path())
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C")
            .envs(variables.iter().copied())
            .args(args)
            .write_stdin(input)
            .output()
            .expect("the binary runs");
        Ran {
            code: output.status.code().expect("it ends by itself"),
            out: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
            err: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
        }
    }

    /// Writes a file into the folder.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.folder.path().join(name), bytes).expect("the file is written");
    }

    /// Reads a file of the folder.
    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.path().join(name)).expect("the file is there")
    }
}

impl Ran {
    /// Insists on an exit code.
    pub fn code(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "it panicked:\n{}", self.err);
        self
    }

    /// Stdout as one JSON value and nothing else.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in:\n{}", self.out))
    }

    /// Insists that stderr says something.
    pub fn says(self, words: &str) -> Ran {
        // Long messages are wrapped and framed for people: compare without that.
        let plain = |text: &str| {
            let kept = text.chars().map(|c| if "│×╭╰─·\n".contains(c) { ' ' } else { c });
            kept.collect::<String>()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .replace("- ", "-")
        };
        assert!(plain(&self.err).contains(&plain(words)), "`{words}` is not in:\n{}", self.err);
        self
    }
}
