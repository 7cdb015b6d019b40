//! `fuda reproduce`: the tables and figures of the papers, measured again.

use crate::args::reproduce::ReproduceArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, queue, screen};
use fuda_core::Seed;
use fuda_experiments::{
    Entry, ExperimentError, Label, PAPERS, Progress, Reported, RunOptions, Size, choose, docs,
    in_words, read_changes, report, run as run_entries, stored,
};
use serde_json::json;
use std::path::Path;

/// Measures what was asked for and writes the report.
pub fn run(args: &ReproduceArgs) -> Outcome {
    let entries = choose(&args.entries).map_err(failed)?;
    if args.list {
        return list(&entries, args);
    }
    if let Some(root) = args.write_docs.as_deref().filter(|_| args.stored) {
        return judge_again(root, &entries, args);
    }
    let threads = screen::threads(args.threads);
    let options = RunOptions {
        size: if args.full { Size::Full } else { Size::Quick },
        seed: Seed(args.seed),
        threads,
        records: args.records.clone(),
        out: args.out.clone(),
        resume: args.resume,
        changes: read_changes(&args.changes).map_err(failed)?,
    };
    let queue = queue::open(&args.queue)?;
    let stop = interrupt::in_good_order("the measure in hand");
    let bar = screen::share();
    let show = |progress: Progress<'_>| {
        let Progress { entry, number, of, done } = progress;
        screen::show(&bar, &format!("{entry} ({number} of {of})"), done);
    };
    let outcome = run_entries(&entries, &options, queue, stop, &show);
    bar.finish_and_clear();
    let (folder, reported) = match outcome {
        Err(ExperimentError::Stopped) => {
            let folder = args.out.display();
            return interrupt::stopped(&format!("{folder} has what is finished; --resume goes on"));
        }
        other => other.map_err(failed)?,
    };
    report::write(&folder, &reported).map_err(failed)?;
    if let Some(root) = &args.write_docs {
        docs::keep(root, &reported).map_err(failed)?;
    }
    tell(&reported, Some(&folder.path().join("report.html")), args)
}

/// Judges what is stored in the project and brings its pages up to date.
fn judge_again(root: &Path, entries: &[&Entry], args: &ReproduceArgs) -> Outcome {
    docs::keep(root, &[]).map_err(failed)?;
    let mut reported = stored(&docs::results(root)).map_err(failed)?;
    reported.retain(|reported| entries.iter().any(|entry| entry.name == reported.entry.name));
    tell(&reported, None, args)
}

fn tell(reported: &[Reported], page: Option<&Path>, args: &ReproduceArgs) -> Outcome {
    if args.json {
        screen::print(&report::json(reported))?;
        return Ok(Verdict::Good);
    }
    let mut text = format!("{:<13} {:<15} {:<16} shows\n", "entry", "finding", "figure");
    for reported in reported {
        let Entry { name, text: said } = reported.entry;
        let verdict = reported.verdict();
        let (finding, figure) = (verdict.finding.word(), verdict.figure.word());
        text += &format!("{name:<13} {finding:<15} {figure:<16} {}\n", said.title);
        let labels = verdict.labels.iter().map(Label::to_string);
        labels.for_each(|label| text += &format!("{:<14}{label}\n", ""));
    }
    text += &format!("{}\n", report::summary(reported));
    if let Some(page) = page {
        text += &format!("{}\n", page.display());
    }
    screen::print(&text)?;
    Ok(Verdict::Good)
}

fn list(entries: &[&Entry], args: &ReproduceArgs) -> Outcome {
    let size = if args.full { Size::Full } else { Size::Quick };
    if args.json {
        let one = |entry: &&Entry| {
            json!({"entry": entry.name, "title": entry.text.title, "kind": entry.text.kind,
                "quick_seconds": entry.cost(Size::Quick), "full_seconds": entry.cost(Size::Full)})
        };
        screen::print_json(&entries.iter().map(one).collect::<Vec<_>>())?;
        return Ok(Verdict::Good);
    }
    let mut text = String::new();
    for paper in PAPERS {
        let of: Vec<&&Entry> = entries.iter().filter(|e| e.paper() == paper.number).collect();
        if !of.is_empty() {
            text += &format!("{}: {}\n", paper.number, paper.title);
        }
        for entry in of {
            let cost = in_words(entry.cost(size));
            text += &format!("  {:<12} {cost:>8}  {}\n", entry.name, entry.text.title);
        }
    }
    let all = in_words(entries.iter().map(|entry| entry.cost(size)).sum());
    text += &format!("about {all} of processor time at size {size}\n");
    screen::print(&text)?;
    Ok(Verdict::Good)
}

fn failed(error: ExperimentError) -> Failure {
    let message = error.to_string();
    match error {
        ExperimentError::UnknownEntry { .. } => {
            Failure::with_help(message, "`fuda reproduce --list` lists all entries")
        }
        _ => Failure::new(message),
    }
}
