//! `fuda records verify|stats|convert`.

mod report;

use crate::args::{ConvertArgs, RecordPaths, RecordsCommand, VerifyArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::game::{AnyGame, Games};
use crate::screen;
use fuda_core::formats::{RecordFile, Skipped, Stats, Verification};
use fuda_core::{RecordPath, in_order};
use fuda_players::nearest;
use report::{stats_text, verification_text};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs one of the record commands.
pub fn run(command: &RecordsCommand, games: &Games) -> Outcome {
    match command {
        RecordsCommand::Verify(args) => verify(args, games),
        RecordsCommand::Stats(args) => stats(args, games),
        RecordsCommand::Convert(args) => convert(args, games),
    }
}

/// Files that could not be taken for records.
#[derive(Default)]
struct Unread {
    skipped: Vec<Skipped>,
    /// One of them was named, or could not even be read: that is a failure.
    failed: bool,
}

/// What became of one file.
enum Looked<T> {
    /// It was looked at.
    Done(T),
    /// It is nobody's format; in a folder that is no fault.
    Unknown(Skipped),
    /// The system, or gzip, does not give its content.
    Unreadable(Skipped),
}

fn verify(args: &VerifyArgs, games: &Games) -> Outcome {
    let (args, watch) = (&args.records, args.watch);
    let mut report = Verification::default();
    let mut nothing_in_it = false;
    let unread = each_file(
        games,
        args,
        |game, format, file| {
            let mut part = Verification::default();
            game.verify(format, file, &mut part);
            if watch {
                game.watch(format, file, &mut part);
            }
            Verification { files: 1, ..part }
        },
        |part, named| {
            let empty = part.games == 0 && part.counts.is_empty() && part.problems.is_empty();
            nothing_in_it |= named && empty;
            report.merge(part);
        },
    )?;
    report.files += unread.skipped.len() as u64;
    report.skipped.extend(unread.skipped);
    if args.json {
        screen::print_json(&report)?;
    } else {
        screen::print(&verification_text(&report))?;
    }
    match report.mismatches {
        0 if unread.failed || nothing_in_it => Err(unread_failure()),
        0 => Ok(Verdict::Good),
        _ => Ok(Verdict::Failed),
    }
}

fn stats(args: &RecordPaths, games: &Games) -> Outcome {
    let mut report = Stats::default();
    let unread = each_file(
        games,
        args,
        |game, format, file| {
            let mut part = Stats::default();
            game.stats(format, file, &mut part);
            Stats { files: 1, ..part }
        },
        |part, _| report.merge(part),
    )?;
    report.files += unread.skipped.len() as u64;
    report.skipped.extend(unread.skipped);
    if args.json {
        screen::print_json(&report)?;
    } else {
        screen::print(&stats_text(&report))?;
    }
    match unread.failed {
        true => Err(unread_failure()),
        false => Ok(Verdict::Good),
    }
}

fn unread_failure() -> Failure {
    Failure::new("a file could not be read as a record; the report says which and why")
}

fn convert(args: &ConvertArgs, games: &Games) -> Outcome {
    check_format(games, args.format.as_deref())?;
    check_format(games, Some(&args.to))?;
    let sources = find(&args.paths)?;
    let folder = args.out.as_ref().filter(|out| sources.len() > 1 || out.is_dir());
    if let Some(folder) = folder {
        check_targets(&sources, folder, &args.to)?;
    }
    if sources.len() > 1 && args.out.is_none() {
        return Err(Failure::with_help(
            format!("{} files, one standard output", sources.len()),
            "name a folder with --out",
        ));
    }
    if let Some(folder) = folder {
        make_folder(folder)?;
    }
    let bar = screen::progress(sources.len() as u64, "files");
    for source in &sources {
        let file = RecordFile::read(&source.path).map_err(|e| Failure::new(e.to_string()))?;
        let name = file.name();
        let Some((game, from)) = recognise(games, &file, args.format.as_deref()) else {
            if source.named {
                return Err(Failure::new(format!("{name}: no known record format")));
            }
            screen::remark(&format!("{}: left out, no known record format", screen::tame(&name)));
            continue;
        };
        let bytes = game
            .convert(from, &args.to, &file)
            .map_err(|e| Failure::new(format!("{name}: {e}")))?;
        match (folder, &args.out) {
            (Some(folder), _) => {
                let target = target(folder, source, &args.to);
                if let Some(parent) = target.parent() {
                    make_folder(parent)?;
                }
                screen::write_file(&target, &bytes, args.force)?;
            }
            (None, Some(out)) => screen::write_file(out, &bytes, args.force)?,
            (None, None) => screen::print_bytes(&bytes)?,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Verdict::Good)
}

fn find(paths: &[PathBuf]) -> Result<Vec<RecordPath>, Failure> {
    RecordPath::find(paths).map_err(|e| Failure::new(e.to_string()))
}

fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|e| Failure::new(format!("{}: {e}", folder.display())))
}

/// The file a source becomes in the folder: its name with the format's behind it.
fn target(folder: &Path, source: &RecordPath, format: &str) -> PathBuf {
    let name = source.below.file_name().map(|n| n.to_string_lossy()).unwrap_or_default();
    let renamed = format!("{}.{format}", name.trim_end_matches(".gz"));
    folder.join(&source.below).with_file_name(renamed)
}

/// Refuses, before anything is written, two sources that would become one file.
fn check_targets(sources: &[RecordPath], folder: &Path, format: &str) -> Result<(), Failure> {
    let mut taken = BTreeMap::new();
    for source in sources {
        let target = target(folder, source, format);
        if let Some(other) = taken.insert(target.clone(), &source.path) {
            return Err(Failure::with_help(
                format!(
                    "{} and {} would both become {}",
                    other.display(),
                    source.path.display(),
                    target.display()
                ),
                "convert them into different folders",
            ));
        }
    }
    Ok(())
}

/// Looks at every file on all threads; what it gives is handed on in the
/// order of the files.
fn each_file<T: Send>(
    games: &Games,
    args: &RecordPaths,
    look: impl Fn(&dyn AnyGame, &'static str, &RecordFile) -> T + Sync,
    mut hand_on: impl FnMut(T, bool),
) -> Result<Unread, Failure> {
    check_format(games, args.format.as_deref())?;
    let sources = find(&args.paths)?;
    let threads = screen::threads(args.threads);
    let bar = screen::progress(sources.len() as u64, "files");
    let results = in_order(sources.len(), threads, |at| {
        let looked = look_at(games, &sources[at].path, args.format.as_deref(), &look);
        bar.inc(1);
        looked
    });
    bar.finish_and_clear();
    let mut unread = Unread::default();
    for (source, looked) in sources.iter().zip(results) {
        match looked {
            Looked::Done(part) => hand_on(part, source.named),
            Looked::Unknown(skipped) => {
                unread.failed |= source.named;
                unread.skipped.push(skipped);
            }
            Looked::Unreadable(skipped) => {
                unread.failed = true;
                unread.skipped.push(skipped);
            }
        }
    }
    Ok(unread)
}

fn look_at<T>(
    games: &Games,
    path: &Path,
    format: Option<&str>,
    look: impl Fn(&dyn AnyGame, &'static str, &RecordFile) -> T,
) -> Looked<T> {
    let name = path.display().to_string();
    let skipped = |reason: &str| {
        let reason = reason.strip_prefix(&format!("{name}: ")).unwrap_or(reason).to_owned();
        Skipped { file: name.clone(), place: String::new(), reason }
    };
    match RecordFile::read(path) {
        Err(e) => Looked::Unreadable(skipped(&e.to_string())),
        Ok(file) => match recognise(games, &file, format) {
            Some((game, format)) => Looked::Done(look(game, format, &file)),
            None => Looked::Unknown(skipped("no known record format")),
        },
    }
}

/// The game and the format of a file: as given, or by its content.
fn recognise<'a>(
    games: &'a Games,
    file: &RecordFile,
    format: Option<&str>,
) -> Option<(&'a dyn AnyGame, &'static str)> {
    games.iter().find_map(|game| {
        let name = match format {
            None => game.recognise(file)?,
            // Every game has fuda's own format: there the content decides.
            Some("fuda") => game.recognise(file).filter(|name| *name == "fuda")?,
            Some(told) => game.formats().iter().find(|f| f.name == told)?.name,
        };
        Some((game, name))
    })
}

fn check_format(games: &Games, format: Option<&str>) -> Result<(), Failure> {
    let Some(told) = format else { return Ok(()) };
    let mut names: Vec<&str> = games.iter().flat_map(|d| d.formats()).map(|f| f.name).collect();
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
