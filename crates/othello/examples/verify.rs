//! Verifies every record file of a folder: `cargo run --release --example verify -- DIR`.

use fuda_core::formats::{RecordFile, Verification};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn files(folder: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(|entry| entry.path());
    for entry in entries {
        if entry.file_type()?.is_dir() {
            files(&entry.path(), into)?;
        } else {
            into.push(entry.path());
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: verify DIR");
        return ExitCode::from(2);
    };
    let mut paths = Vec::new();
    if let Err(e) = files(Path::new(&folder), &mut paths) {
        eprintln!("{folder}: {e}");
        return ExitCode::from(2);
    }
    let mut report = Verification::default();
    for path in paths {
        report.files += 1;
        match RecordFile::read(&path) {
            Ok(file) => match <fuda_othello::Othello as fuda_core::Game>::formats()
                .iter()
                .find(|f| f.recognises(&file))
            {
                Some(format) => format.verify(&file, &mut report),
                None => report.skip(&file, "", "no format known"),
            },
            Err(e) => eprintln!("{e}"),
        }
    }
    println!(
        "{} files, {} games, {} decisions, {} mismatches, {} skipped, {:?}",
        report.files,
        report.games,
        report.decisions,
        report.mismatches,
        report.skipped.len(),
        report.counts
    );
    for s in &report.skipped {
        println!("skipped {}: {}: {}", s.file, s.place, s.reason);
    }
    for p in &report.problems {
        println!("problem {}: {}: expected {}, got {}", p.file, p.place, p.expected, p.got);
    }
    if report.mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
