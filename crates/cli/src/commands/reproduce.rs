//! `fuda reproduce`: the tables and figures of the papers, measured again.

use crate::args::reproduce::ReproduceArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, queue, screen};
use fuda_core::Seed;
use fuda_experiments::{
    Entry, ExperimentError, PAPERS, Progress, Reported, RunFolder, RunOptions, Size, choose, docs,
    read_changes, report, run as run_entries,
};
use serde_json::json;
use std::time::Duration;

/// Measures what was asked for and writes the report.
pub fn run(args: &ReproduceArgs) -> Outcome {
    let entries = choose(&args.entries).map_err(failed)?;
    if args.list {
        return list(&entries, args);
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
    tell(&folder, &reported, args)
}

fn tell(folder: &RunFolder, reported: &[Reported], args: &ReproduceArgs) -> Outcome {
    if args.json {
        screen::print(&report::json(reported))?;
        return Ok(Verdict::Good);
    }
    let mut text = String::new();
    for reported in reported {
        let Entry { name, text: said } = reported.entry;
        text += &format!("{name:<13} {:<15} {}\n", reported.verdict().word(), said.title);
    }
    let page = folder.path().join("report.html");
    text += &format!("{}\n{}\n", report::summary(reported), page.display());
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
            let cost = time(entry.cost(size));
            text += &format!("  {:<12} {cost:>8}  {}\n", entry.name, entry.text.title);
        }
    }
    let all = time(entries.iter().map(|entry| entry.cost(size)).sum());
    text += &format!("about {all} of processor time at size {size}\n");
    screen::print(&text)?;
    Ok(Verdict::Good)
}

fn time(seconds: f64) -> String {
    let time = Duration::from_secs_f64(seconds.clamp(0.0, 1e9)).as_secs();
    match time {
        0..60 => format!("{time} s"),
        60..3_600 => format!("{} min", (time + 30) / 60),
        _ => format!("{:.1} h", time as f64 / 3_600.0),
    }
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
