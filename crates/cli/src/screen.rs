//! What people see: results on stdout, progress on stderr.

mod bars;

use crate::failure::Failure;
use fuda_core::{Lang, Style, files};
use fuda_learn::ModelFile;
use serde::Serialize;
use std::io::{BufRead, ErrorKind, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

pub use bars::{count, done_of, progress, rate, share, show, show_workers, waiting};

/// Writes a result to stdout.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Writes a result that need not be text to stdout.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).or_else(output_failed)
}

/// What stdout's refusal means.
pub fn output_failed(e: std::io::Error) -> Result<(), Failure> {
    match e.kind() {
        // Whoever read our output has seen enough; the verdict still stands.
        ErrorKind::BrokenPipe => Ok(()),
        _ => Err(Failure::new(format!("standard output: {e}"))),
    }
}

/// Writes a result to stdout as one JSON object.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print_written(serde_json::to_string_pretty(value))
}

/// Writes a result to stdout as one line of JSON.
pub fn print_json_line(value: &impl Serialize) -> Result<(), Failure> {
    print_written(serde_json::to_string(value))
}

fn print_written(json: serde_json::Result<String>) -> Result<(), Failure> {
    match json {
        Ok(text) => print(&(text + "\n")),
        Err(e) => Err(Failure::new(format!("the result cannot be written as JSON: {e}"))),
    }
}

/// How many threads are meant: 0 stands for one per core.
pub fn threads(asked: u16) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n.into(),
    }
}

/// The longest line that is read from standard input.
const LONGEST_LINE: u64 = 1 << 20;

/// Replaces `line` by the next line of standard input; whether there was one.
/// A line that does not end is an error before it has filled the memory.
pub fn read_line(line: &mut Vec<u8>) -> Result<bool, Failure> {
    let failed =
        |problem: &dyn std::fmt::Display| Failure::new(format!("standard input: {problem}"));
    line.clear();
    let read = std::io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', line);
    let read = read.map_err(|e| failed(&e))? as u64;
    match read == LONGEST_LINE && !line.ends_with(b"\n") {
        true => Err(failed(&format!("a line of more than {LONGEST_LINE} bytes"))),
        false => Ok(read > 0),
    }
}

/// The most seconds of a limit: some thirty years, which every clock can add to its time.
const LONGEST_TIME: f64 = 1e9;

/// A time above 0 in seconds, as it was typed after `name`.
pub fn duration(name: &str, seconds: f64) -> Result<Duration, Failure> {
    let wrong = || {
        let wanted = format!("expected seconds above 0 and at most {LONGEST_TIME}");
        Failure::new(format!("{name}: {wanted}, got {seconds:?}"))
    };
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    match !time.is_zero() && seconds <= LONGEST_TIME {
        true => Ok(time),
        false => Err(wrong()),
    }
}

/// Writes a remark for people to stderr. That it cannot be written is no
/// reason to fail: there is nobody to read it.
pub fn remark(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The most characters of something foreign that a message repeats.
const LONGEST: usize = 2_000;

/// A text from outside in a form that does no harm in a terminal: control
/// characters written out, and not endlessly long.
pub fn tame(text: &str) -> String {
    let mut tamed = String::with_capacity(text.len().min(LONGEST));
    for (i, c) in text.chars().enumerate() {
        if i == LONGEST {
            tamed.push('…');
            break;
        }
        match c {
            '\n' => tamed.push('\n'),
            c if c.is_control() || turns_text(c) => tamed.extend(c.escape_default()),
            c => tamed.push(c),
        }
    }
    tamed
}

/// Whether a character changes the direction of what follows it, so that a
/// name could look like another one.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// How to draw on stdout: colours only for terminals whose user wants them.
pub fn style(ascii: bool) -> Style {
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    Style { colour, ascii, lang: lang() }
}

/// A text filled up with blanks to a width, where Japanese characters take two
/// columns.
pub fn padded(text: &str, width: usize) -> String {
    let taken = text.chars().map(|c| if c as u32 >= 0x2e80 { 2 } else { 1 }).sum();
    format!("{text}{}", " ".repeat(width.saturating_sub(taken)))
}

static LANG: OnceLock<Lang> = OnceLock::new();

/// From now on people are shown this language.
pub fn speak(lang: Lang) {
    let _ = LANG.set(lang);
}

/// The language that people are shown.
pub fn lang() -> Lang {
    LANG.get().copied().unwrap_or_default()
}

/// Writes a file whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8], replace: bool) -> Result<(), Failure> {
    check_absent(path, replace)?;
    files::write(path, bytes).map_err(|e| Failure::new(format!("{}: {e}", path.display())))
}

/// Writes a model as [`write_file`] does, with the command that made it.
pub fn write_model(path: &Path, mut model: ModelFile, replace: bool) -> Result<(), Failure> {
    model.made_by = command(std::env::args().skip(1));
    write_file(path, &model.to_bytes(), replace)
}

/// What was typed, without what the result does not depend on.
pub fn command(words: impl Iterator<Item = String>) -> String {
    const WITH_VALUE: [&str; 7] =
        ["--model", "--threads", "--checkpoint", "--curve", "--queue", "--creds", "--tls-ca"];
    const ALONE: [&str; 3] = ["--force", "--json", "--resume"];
    let (mut text, mut words) = (String::from("fuda"), words);
    while let Some(word) = words.next() {
        let (name, value) = word.split_once('=').map_or((&*word, None), |(n, v)| (n, Some(v)));
        if WITH_VALUE.contains(&name) {
            if value.is_none() {
                words.next();
            }
        } else if !ALONE.contains(&name) {
            let quote = if word.contains(char::is_whitespace) { "\"" } else { "" };
            text += &format!(" {quote}{word}{quote}");
        }
    }
    text
}

/// Refuses a file that is already there, unless it may be replaced.
fn check_absent(path: &Path, replace: bool) -> Result<(), Failure> {
    match !replace && files::would_replace(path) {
        true => Err(Failure::with_help(
            format!("{} is already there", path.display()),
            "choose another name, or say --force to replace it",
        )),
        false => Ok(()),
    }
}

/// Removes a file that may be replaced by one that grows.
pub fn make_way(path: &Path) -> Result<(), Failure> {
    match path.is_file().then(|| std::fs::remove_file(path)) {
        Some(Err(e)) => Err(Failure::new(format!("{}: {e}", path.display()))),
        _ => Ok(()),
    }
}

/// Makes sure, before hours of work, that [`write_file`] will not refuse.
pub fn check_new(path: &Path, replace: bool) -> Result<(), Failure> {
    check_absent(path, replace)?;
    check_writable(path)
}

/// Makes sure that a page could be written there. Work that goes on replaces
/// its older page, and nothing else; other work must be told to replace.
pub fn check_page(path: &Path, replace: bool, goes_on: bool) -> Result<(), Failure> {
    check_writable(path)?;
    let failed = |e| Failure::new(format!("{}: {e}", path.display()));
    if !goes_on {
        check_absent(path, replace)?;
    } else if !replace && path.is_file() {
        let mut start = Vec::new();
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(9).read_to_end(&mut start).map_err(failed)?;
        if !start.is_empty() && !start.eq_ignore_ascii_case(b"<!doctype") {
            return Err(Failure::with_help(
                format!("{} is already there and is no HTML page", path.display()),
                "choose another name, or say --force to replace it",
            ));
        }
    }
    Ok(())
}

/// Makes sure, before hours of work, that a file could be written there.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    files::check(path).map_err(|e| Failure::new(format!("{}: {e}", path.display())))
}

/// Suits as people write them, in the letters of the moves.
pub fn plain_suits(said: &str) -> String {
    let suits = [("♠♤", 'S'), ("♥♡", 'H'), ("♦♢", 'D'), ("♣♧", 'C')];
    let letter = |c: char| suits.iter().find(|(signs, _)| signs.contains(c)).map(|(_, s)| *s);
    if !said.contains(|c| letter(c).is_some()) {
        return said.to_owned();
    }
    // Some keyboards add a mark that asks for a coloured sign.
    let typed = said.chars().filter(|c| !c.is_whitespace() && *c != '\u{fe0f}');
    typed.map(|c| letter(c).unwrap_or(c)).collect::<String>().replace("10", "T")
}
