//! What people see: results on stdout, progress on stderr.

use crate::failure::Failure;
use fuda_core::Style;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

/// Writes a result to stdout.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Writes a result that need not be text to stdout.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(Failure::Closed),
        Err(e) => Err(Failure::new(format!("standard output: {e}"))),
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

/// A progress bar with the time left on stderr; silent when stderr is not a terminal.
pub fn progress(total: u64, unit: &str) -> ProgressBar {
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr_with_hz(4),
        false => ProgressDrawTarget::hidden(),
    };
    let template =
        format!("{{bar:32}} {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{eta}} left {{msg}}");
    let bar = ProgressBar::with_draw_target(Some(total), target);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// How to draw on stdout: colours only for terminals whose user wants them.
pub fn style(ascii: bool) -> Style {
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    Style { colour, ascii }
}

/// Writes a file whole or not at all: first beside its place, then moved there.
pub fn write_file(path: &Path, bytes: &[u8], replace: bool) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::new(format!("{}: {e}", path.display()));
    if !replace && path.exists() {
        return Err(Failure::with_help(
            format!("{} is already there", path.display()),
            "choose another name, or say --force to replace it",
        ));
    }
    let mut file = tempfile::NamedTempFile::new_in(folder_of(path)).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|e| failed(e.error))?;
    Ok(())
}

/// Makes sure, before hours of work, that a file could be written there.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    tempfile::NamedTempFile::new_in(folder_of(path))
        .map(drop)
        .map_err(|e| Failure::new(format!("{}: {e}", path.display())))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
