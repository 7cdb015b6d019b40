//! The blocks of a page, and a shell that runs them.

use super::compare::difference;
use crate::common::TestDir;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The port that pages use for a server of their own; a free one takes its
/// place.
const PORT: &str = "42731";
/// What separates the outputs of commands.
const MARK: char = '\u{1e}';

/// The root of the project.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the root of the project")
}

/// A command as a page shows it.
struct Step {
    /// The lines of the page that show its output: the first, and how many.
    at: usize,
    shown: Vec<String>,
    command: String,
    /// Whether what it prints is shown.
    printed: bool,
}

/// A page with its blocks of commands.
pub struct Page {
    path: PathBuf,
    lines: Vec<String>,
    blocks: Vec<Vec<Step>>,
}

impl Page {
    /// Reads a page.
    ///
    /// # Panics
    ///
    /// If a block that is not marked as one has commands in it.
    pub fn read(path: &Path) -> Page {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut blocks = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let fence = lines[at].trim_start();
            let Some(kind) = fence.strip_prefix("```") else {
                at += 1;
                continue;
            };
            let indent = lines[at].len() - fence.len();
            let first = at + 1;
            let length = lines[first..].iter().position(|line| line.trim() == "```");
            let length = length.unwrap_or_else(|| {
                panic!("{}, line {first}: the block has no end", path.display())
            });
            let inside: Vec<&str> = lines[first..first + length]
                .iter()
                .map(|line| line.get(indent..).unwrap_or_default())
                .collect();
            match kind.trim() {
                "console" => blocks.push(console(&inside, first)),
                "sh" => blocks.push(shell(&inside, first)),
                kind if kind.contains(' ') => blocks.push(vec![file(kind, &inside, first)]),
                _ => {
                    let hidden = inside.iter().position(|line| {
                        ["fuda ", "$ ", "cargo "].iter().any(|start| line.starts_with(start))
                    });
                    if let Some(line) = hidden {
                        let line = first + line + 1;
                        panic!("{}, line {line}: mark it `console` or `sh`", path.display());
                    }
                }
            }
            at = first + length + 1;
        }
        Page { path: path.to_owned(), lines, blocks }
    }

    /// Runs the commands, adds what differs to `wrong`, and counts them.
    pub fn run(&mut self, not_run: &[(&str, &str)], wrong: &mut Vec<String>) -> usize {
        let dir = TestDir::new();
        for folder in ["examples/data", "examples/bots"] {
            copy(&root().join(folder), &dir.folder.path().join(folder));
        }
        let write = std::env::var_os("FUDA_WRITE_DOCS").is_some();
        let (mut run, mut changes) = (0, Vec::new());
        for block in &self.blocks {
            let kept = block
                .iter()
                .filter(|step| !not_run.iter().any(|(command, _reason)| step.command == *command));
            let steps: Vec<&Step> = kept.collect();
            if let Some(name) = missing(&steps) {
                eprintln!("skipped: {}: there is no {name}", self.path.display());
                continue;
            }
            run += steps.len();
            for (step, (printed, code)) in steps.iter().zip(output(&dir, &steps)) {
                let name = self.path.strip_prefix(root()).unwrap_or(&self.path).display();
                let place = format!("{name}, line {}: `{}`", step.at, step.command);
                // Failing is what is shown where an error is.
                let error =
                    |line: &String| line.starts_with("  × ") || line.contains(" lost by rule, ");
                let fails = step.shown.iter().any(error);
                if (code == 0) == fails {
                    wrong.push(format!("{place} ends with code {code}:\n{printed}"));
                } else if let Some(what) =
                    step.printed.then(|| difference(&step.shown, &printed)).flatten()
                {
                    match write.then(|| rewritten(&step.shown, &printed)).flatten() {
                        Some(new) => changes.push((step.at, step.shown.len(), new)),
                        None => wrong.push(format!("{place}\n{what}")),
                    }
                }
            }
        }
        for (at, length, new) in changes.into_iter().rev() {
            self.lines.splice(at..at + length, new);
            std::fs::write(&self.path, self.lines.join("\n") + "\n").expect("the page is written");
        }
        run
    }
}

/// The commands of a block in which they stand behind `$ `.
fn console(inside: &[&str], first: usize) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut goes_on = false;
    for (i, line) in inside.iter().enumerate() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step {
                at: first + i + 1,
                shown: Vec::new(),
                command: command.to_owned(),
                printed: true,
            }),
            (None, Some(step)) if goes_on => {
                step.command += &format!("\n{line}");
                step.at += 1;
            }
            (None, Some(step)) => step.shown.push((*line).to_owned()),
            (None, None) => panic!("a block has output before its first command: {line}"),
        }
        let command = steps.last().is_some_and(|step| step.shown.is_empty());
        goes_on = command && line.ends_with('\\');
    }
    steps
}

/// The commands of a block in which every line is one.
fn shell(inside: &[&str], first: usize) -> Vec<Step> {
    let lines = inside.iter().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let step = |(i, line): (usize, &&str)| Step {
        at: first + i + 1,
        shown: Vec::new(),
        command: (*line).to_owned(),
        printed: false,
    };
    lines.map(step).collect()
}

/// The command that writes a block marked by a language and a file's name.
fn file(kind: &str, inside: &[&str], first: usize) -> Step {
    let name = kind.split_whitespace().nth(1).expect("a name");
    let command = format!("cat > {name} <<'END_OF_FILE'\n{}\nEND_OF_FILE", inside.join("\n"));
    Step { at: first, shown: Vec::new(), command, printed: false }
}

/// What each command prints, on both streams, and its exit code. All of them
/// are run by one shell.
fn output(dir: &TestDir, steps: &[&Step]) -> Vec<(String, i32)> {
    let binary = assert_cmd::cargo::cargo_bin("fuda");
    let folder = binary.parent().expect("a folder").to_owned();
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&inherited)));
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).and_then(|l| l.local_addr());
    let port = free.expect("a free port").port().to_string();
    let mut script = String::from("exec 2>&1\n");
    for step in steps {
        let command = step.command.replace("cargo run --release -- ", "fuda ");
        script += &format!("{}\nprintf '\\036%d\\n' $?\n", command.replace(PORT, &port));
    }
    let ended = Command::new("sh")
        .arg("-c")
        .arg(&script)
        .current_dir(dir.folder.path())
        .env("PATH", path.expect("a path"))
        .env("NO_COLOR", "1")
        .env("LANG", "en_US.UTF-8")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("FUDA_QUEUE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let printed = String::from_utf8(ended.stdout).expect("UTF-8");
    let mut results = Vec::new();
    let mut parts = printed.split(MARK);
    let mut before = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('\n').expect("a mark is a line");
        let text = before.replace(&port, PORT);
        results.push((text, code.parse().expect("an exit code")));
        before = rest.to_owned();
    }
    assert_eq!(results.len(), steps.len(), "the shell stopped at:\n{script}\n{printed}");
    results
}

/// What was printed in the place of what is shown, with the same number of
/// lines before and behind a line `…`; `None` where `…` is within a line.
fn rewritten(shown: &[String], printed: &str) -> Option<Vec<String>> {
    let mut new: Vec<String> = printed.lines().map(|line| line.trim_end().to_owned()).collect();
    let dots: Vec<usize> = (0..shown.len()).filter(|&i| shown[i].contains('…')).collect();
    match dots[..] {
        [] => Some(new),
        [at] if shown[at].trim() == "…" && new.len() > shown.len() => {
            let behind = new.len() - (shown.len() - at - 1);
            new.splice(at..behind, ["…".to_owned()]);
            Some(new)
        }
        _ => None,
    }
}

/// A program of others that the commands of a block use and that is not
/// installed here.
fn missing(steps: &[&Step]) -> Option<&'static str> {
    let used = |name: &&str| steps.iter().any(|step| step.command.contains(*name));
    let installed = |name: &str| Command::new(name).arg("--version").output().is_ok();
    ["nats-server", "python3"].into_iter().filter(used).find(|name| !installed(name))
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a new folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => std::fs::copy(&from, &to).map(|_| ()).expect("a copy"),
        }
    }
}

#[test]
fn blocks_are_read_as_they_are_meant() {
    let dir = TestDir::new();
    let page = "text\n```console\n$ echo a \\\n  b\na b\n\n$ true\n```\n- list\n  ```sh\n  fuda games\n  ```\n";
    dir.file("page.md", page);
    let page = Page::read(&dir.folder.path().join("page.md"));
    let read: Vec<_> = page
        .blocks
        .iter()
        .flatten()
        .map(|step| (step.at, step.command.as_str(), step.shown.len(), step.printed))
        .collect();
    let expected =
        [(4, "echo a \\\n  b", 2, true), (7, "true", 0, true), (11, "fuda games", 0, false)];
    assert_eq!(read, expected);
}

#[test]
fn what_is_shown_wrongly_is_found() {
    let dir = TestDir::new();
    for (page, wrong) in [
        ("```console\n$ echo 1 2\n1 2\n```\n", 0),
        ("```console\n$ echo 1 2\n1 3\n```\n", 1),
        ("```console\n$ echo 1 2\n```\n", 1),
        ("```console\n$ true\n$ false\n```\n", 1),
        ("```console\n$ echo 1; echo 2\n1\n```\n", 1),
        ("```console\n$ echo 1; echo 2\n1\n…\n```\n", 0),
        ("```sh\necho 1\n```\n", 0),
        ("```sh\nfalse\n```\n", 1),
    ] {
        dir.file("page.md", page);
        let mut found = Vec::new();
        Page::read(&dir.folder.path().join("page.md")).run(&[], &mut found);
        assert_eq!(found.len(), wrong, "{page}{found:?}");
    }
}

#[test]
fn pages_are_rewritten_as_they_were_shortened() {
    let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let new = |shown: &str, printed: &str| rewritten(&lines(shown), &printed.replace(' ', "\n"));
    assert_eq!(new("a", "x y"), Some(lines("x y")));
    assert_eq!(new("a … c", "x y z w"), Some(lines("x … w")));
    assert_eq!(new("a …", "x y z"), Some(lines("x …")));
    assert_eq!(new("a…b c", "x y z"), None);
    assert_eq!(new("a … c … d", "x y z w v u"), None);
}
