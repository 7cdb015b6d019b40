//! `fuda records verify|stats|convert`.

use crate::args::{ConvertArgs, RecordPaths, RecordsCommand};
use crate::desk::{Desk, desks};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::formats::{RecordFile, Skipped, Stats, Verification};
use fuda_players::nearest;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Runs one of the record commands.
pub fn run(command: &RecordsCommand) -> Outcome {
    match command {
        RecordsCommand::Verify(args) => verify(args),
        RecordsCommand::Stats(args) => stats(args),
        RecordsCommand::Convert(args) => convert(args),
    }
}

/// A file to look at.
struct Source {
    path: PathBuf,
    /// Named on the command line, not found in a folder.
    named: bool,
}

/// Files that could not be taken for records, and whether one was named.
#[derive(Default)]
struct Unread {
    skipped: Vec<Skipped>,
    named: bool,
}

/// What became of one file.
enum Looked<T> {
    Done(T),
    Not(Skipped),
}

fn verify(args: &RecordPaths) -> Outcome {
    let mut report = Verification::default();
    let unread = each_file(
        args,
        |desk, format, file| {
            let mut part = Verification { files: 1, ..Verification::default() };
            desk.verify(format, file, &mut part);
            part
        },
        |part| report.merge(part),
    )?;
    report.files += unread.skipped.len() as u64;
    report.skipped.extend(unread.skipped);
    if args.json {
        screen::print_json(&report)?;
    } else {
        screen::print(&verification_text(&report))?;
    }
    match (report.mismatches, unread.named) {
        (0, true) => Err(Failure::new("a named file could not be read as a record")),
        (0, false) => Ok(Verdict::Good),
        _ => Ok(Verdict::Failed),
    }
}

fn stats(args: &RecordPaths) -> Outcome {
    let mut report = Stats::default();
    let unread = each_file(
        args,
        |desk, format, file| {
            let mut part = Stats { files: 1, ..Stats::default() };
            desk.stats(format, file, &mut part);
            part
        },
        |part| report.merge(part),
    )?;
    report.files += unread.skipped.len() as u64;
    report.skipped.extend(unread.skipped);
    if args.json {
        screen::print_json(&report)?;
    } else {
        screen::print(&stats_text(&report))?;
    }
    match unread.named {
        true => Err(Failure::new("a named file could not be read as a record")),
        false => Ok(Verdict::Good),
    }
}

fn convert(args: &ConvertArgs) -> Outcome {
    let desks = desks();
    check_format(&desks, args.format.as_deref())?;
    check_format(&desks, Some(&args.to))?;
    let sources = sources(&args.paths)?;
    let folder = args.out.as_ref().filter(|out| sources.len() > 1 || out.is_dir());
    if sources.len() > 1 && args.out.is_none() {
        return Err(Failure::with_help(
            format!("{} files, one standard output", sources.len()),
            "name a folder with --out",
        ));
    }
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::new(format!("{}: {e}", folder.display())))?;
    }
    let bar = screen::progress(sources.len() as u64, "files");
    for source in &sources {
        let file = RecordFile::read(&source.path).map_err(|e| Failure::new(e.to_string()))?;
        let name = file.name();
        let Some((desk, from)) = recognise(&desks, &file, args.format.as_deref()) else {
            if source.named {
                return Err(Failure::new(format!("{name}: no known record format")));
            }
            eprintln!("{name}: left out, no known record format");
            continue;
        };
        let bytes = desk
            .convert(from, &args.to, &file)
            .map_err(|e| Failure::new(format!("{name}: {e}")))?;
        match (folder, &args.out) {
            (Some(folder), _) => {
                screen::write_file(&target(folder, &source.path, &args.to), &bytes, args.force)?;
            }
            (None, Some(out)) => screen::write_file(out, &bytes, args.force)?,
            (None, None) => screen::print_bytes(&bytes)?,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Verdict::Good)
}

/// The file a source becomes in the folder: its name with the format's behind it.
fn target(folder: &Path, source: &Path, format: &str) -> PathBuf {
    let name = source.file_name().map(|n| n.to_string_lossy()).unwrap_or_default();
    folder.join(format!("{}.{format}", name.trim_end_matches(".gz")))
}

/// Looks at every file on all threads; what it gives is handed on in the
/// order of the files.
fn each_file<T: Send>(
    args: &RecordPaths,
    look: impl Fn(&dyn Desk, &'static str, &RecordFile) -> T + Sync,
    mut hand_on: impl FnMut(T),
) -> Result<Unread, Failure> {
    let desks = desks();
    check_format(&desks, args.format.as_deref())?;
    let sources = sources(&args.paths)?;
    let threads = match args.threads {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => usize::from(n),
    };
    let bar = screen::progress(sources.len() as u64, "files");
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<Looked<T>>> = sources.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.min(sources.len()) {
            let sender = sender.clone();
            let (sources, desks, next, look) = (&sources, &desks, &next, &look);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(source) = sources.get(at) else { break };
                    let looked = look_at(desks, &source.path, args.format.as_deref(), look);
                    if sender.send((at, looked)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (at, looked) in receiver {
            results[at] = Some(looked);
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    let mut unread = Unread::default();
    for (source, looked) in sources.iter().zip(results) {
        match looked {
            Some(Looked::Done(part)) => hand_on(part),
            Some(Looked::Not(skipped)) => {
                unread.named |= source.named;
                unread.skipped.push(skipped);
            }
            None => {}
        }
    }
    Ok(unread)
}

fn look_at<T>(
    desks: &[Box<dyn Desk>],
    path: &Path,
    format: Option<&str>,
    look: impl Fn(&dyn Desk, &'static str, &RecordFile) -> T,
) -> Looked<T> {
    let skipped = |reason: String| {
        let file = path.display().to_string();
        Looked::Not(Skipped { file, place: String::new(), reason })
    };
    match RecordFile::read(path) {
        Err(e) => skipped(e.to_string()),
        Ok(file) => match recognise(desks, &file, format) {
            Some((desk, format)) => Looked::Done(look(desk, format, &file)),
            None => skipped("no known record format".into()),
        },
    }
}

/// The game and the format of a file: as told, or by its content.
fn recognise<'a>(
    desks: &'a [Box<dyn Desk>],
    file: &RecordFile,
    format: Option<&str>,
) -> Option<(&'a dyn Desk, &'static str)> {
    desks.iter().find_map(|desk| {
        let name = match format {
            None => desk.recognise(file)?,
            // Every game has fuda's own format: there the content decides.
            Some("fuda") => desk.recognise(file).filter(|name| *name == "fuda")?,
            Some(told) => desk.formats().iter().find(|f| f.name == told)?.name,
        };
        Some((&**desk, name))
    })
}

fn check_format(desks: &[Box<dyn Desk>], format: Option<&str>) -> Result<(), Failure> {
    let Some(told) = format else { return Ok(()) };
    let mut names: Vec<&str> = desks.iter().flat_map(|d| d.formats()).map(|f| f.name).collect();
    names.sort_unstable();
    names.dedup();
    if names.contains(&told) {
        return Ok(());
    }
    let meant = nearest(told, &names).map(|n| format!("; did you mean `{n}`?"));
    Err(Failure::with_help(
        format!("there is no record format `{told}`{}", meant.unwrap_or_default()),
        format!("formats: {}", names.join(", ")),
    ))
}

/// Every file of the paths, folders searched to the bottom, in a fixed order.
fn sources(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        let failed = |e: std::io::Error| Failure::new(format!("{}: {e}", path.display()));
        if std::fs::metadata(path).map_err(failed)?.is_dir() {
            walk(path, &mut found)?;
        } else {
            found.push(Source { path: path.clone(), named: true });
        }
    }
    match found.is_empty() {
        true => Err(Failure::new("there is no file in the folders named")),
        false => Ok(found),
    }
}

fn walk(folder: &Path, found: &mut Vec<Source>) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::new(format!("{}: {e}", folder.display()));
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        entries.push((entry.path(), entry.file_type().map_err(failed)?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, kind) in entries {
        // Links to folders are not followed: they could lead in a circle.
        if kind.is_dir() {
            walk(&path, found)?;
        } else if kind.is_file() || path.is_file() {
            found.push(Source { path, named: false });
        }
    }
    Ok(())
}

/// How many of a long list are shown to people; JSON has all.
const SHOWN: usize = 20;

fn verification_text(report: &Verification) -> String {
    let mut text = format!(
        "{} files, {} games replayed, {} decisions, {} mismatches\n",
        report.files, report.games, report.decisions, report.mismatches
    );
    for (what, n) in &report.counts {
        text += &format!("  {what}: {n}\n");
    }
    text += &skipped_text(&report.skipped);
    if !report.problems.is_empty() {
        text += "problems:\n";
    }
    for p in report.problems.iter().take(SHOWN) {
        text += &format!("  {}, {}: expected {}, got {}\n", p.file, p.place, p.expected, p.got);
    }
    text + &more(report.problems.len())
}

fn skipped_text(skipped: &[Skipped]) -> String {
    let mut text = String::new();
    if !skipped.is_empty() {
        text += &format!("left out: {}\n", skipped.len());
    }
    for s in skipped.iter().take(SHOWN) {
        let place = if s.place.is_empty() { String::new() } else { format!(", {}", s.place) };
        text += &format!("  {}{place}: {}\n", s.file, s.reason);
    }
    text + &more(skipped.len())
}

fn more(count: usize) -> String {
    match count.checked_sub(SHOWN) {
        Some(n) if n > 0 => format!("  … and {n} more (--json lists all)\n"),
        _ => String::new(),
    }
}

fn stats_text(report: &Stats) -> String {
    let mut text = format!("{} files, {} games\n", report.files, report.games);
    for (what, n) in &report.counts {
        text += &format!("  {what:<32} {n:>12}\n");
    }
    for (what, t) in &report.values {
        let mean = t.sum / t.count as f64;
        text += &format!(
            "  {what:<32} mean {mean:>10.3}  least {:>8}  most {:>8}  n {}\n",
            t.min, t.max, t.count
        );
    }
    text + &skipped_text(&report.skipped)
}
