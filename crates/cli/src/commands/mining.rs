//! `fuda mine`, `fuda select` and `fuda classify`.

use crate::args::mining::{ClassifyArgs, FilterArgs, MineArgs, SelectArgs, SelectMethod};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::Seed;
use fuda_learn::Metrics;
use fuda_mine::commands::{
    self, CommandError, LearnerChoice, Method, Step, run_classify, run_mine, run_select,
};
use fuda_mine::{Division, Filter, Round, SelectParams};
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Counts or writes the closed patterns of a table.
pub fn mine(args: &MineArgs) -> Outcome {
    check_out(args.out.as_ref())?;
    let asked = commands::MineArgs {
        file: args.file.clone(),
        labels: args.labels.clone(),
        min_support: args.min_support,
        filter: filter(&args.filter),
        out: args.out.clone(),
        threads: threads(args.threads),
        queue: args.queue.clone(),
    };
    let bar = screen::progress(0, "tasks");
    let report = run_mine(&asked, &|step| follow(&bar, step)).map_err(failed)?;
    bar.finish_and_clear();
    if args.json {
        screen::print_json_line(&report)?;
        return Ok(Verdict::Good);
    }
    let written = args.out.iter().map(|out| format!(", in {}", out.display())).collect::<String>();
    screen::print(&format!(
        "{} closed patterns{written} ({} rows, {} items, support {}, {:.2} s)\n",
        report.patterns, report.rows, report.items, report.min_support, report.seconds
    ))?;
    Ok(Verdict::Good)
}

/// Chooses the features that tell most about the label.
pub fn select(args: &SelectArgs) -> Outcome {
    check_out(args.out.as_ref())?;
    let asked = commands::SelectArgs {
        file: args.file.clone(),
        labels: args.labels.clone(),
        patterns: args.patterns.clone(),
        min_support: args.min_support,
        filter: filter(&args.filter),
        method: match args.method {
            SelectMethod::Cmim => Method::Cmim,
            SelectMethod::Gain => Method::InformationGain,
            SelectMethod::ChiSquare => Method::ChiSquare,
            SelectMethod::Divided => Method::Divided(division(args)?),
        },
        params: SelectParams { most: args.most, cutoff: args.cutoff },
        out: args.out.clone(),
        threads: threads(args.threads),
    };
    let bar = screen::progress(0, "tasks");
    let report = run_select(&asked, &|step| follow(&bar, step)).map_err(failed)?;
    bar.finish_and_clear();
    if args.json {
        screen::print_json(&report)?;
        return Ok(Verdict::Good);
    }
    let mut text = format!(
        "{} chosen of {} features ({} rows, {:.2} s)\n",
        report.chosen, report.features, report.rows, report.seconds
    );
    for round in &report.rounds {
        text += &format!(
            "  round {}: {} patterns in {} sets, {} kept\n",
            round.round, round.came, round.sets, round.kept
        );
    }
    for feature in &report.first {
        text += &format!("  {:.6} bits  {:?}\n", feature.score, feature.items);
    }
    screen::print(&text)?;
    Ok(Verdict::Good)
}

fn division(args: &SelectArgs) -> Result<Division, Failure> {
    let round = |&size: &usize| {
        let set_size = NonZeroUsize::new(size)
            .ok_or_else(|| Failure::new("--rounds: a set has at least one pattern"))?;
        Ok(Round { set_size })
    };
    Ok(Division {
        rounds: args.rounds.iter().map(round).collect::<Result<_, Failure>>()?,
        cutoff: args.cutoff,
        seed: Seed(args.seed),
        threads: threads(args.threads),
        ..Division::default()
    })
}

/// Learns to tell two classes apart and says how well it went.
pub fn classify(args: &ClassifyArgs) -> Outcome {
    check_out(args.model.as_ref())?;
    let learner = LearnerChoice::parse(&args.learner).ok_or_else(|| {
        let names = "nb, lda, mlp, svm or logistic";
        Failure::new(format!("--learner: expected {names}, got `{}`", args.learner))
    })?;
    let asked = commands::ClassifyArgs {
        train: args.train.clone(),
        train_labels: args.labels.clone(),
        test: args.test.clone(),
        test_labels: args.test_labels.clone(),
        features: args.features.clone(),
        learner,
        folds: args.folds,
        seed: Seed(args.seed),
        model: args.model.clone(),
    };
    let bar = screen::progress(0, "folds");
    let report = run_classify(&asked, &|step| follow(&bar, step)).map_err(failed)?;
    bar.finish_and_clear();
    if args.json {
        screen::print_json(&report)?;
        return Ok(Verdict::Good);
    }
    let mut text = format!(
        "{} on {} rows of {} features ({:.2} s)\n",
        report.learner, report.rows, report.features, report.seconds
    );
    if let Some(validation) = &report.validation {
        text += &measured(&format!("{} folds", validation.folds.len()), &validation.all);
    }
    if let Some(test) = &report.test {
        text += &measured("test", test);
    }
    for source in &report.sources {
        text += &measured(&source.source, &source.metrics);
    }
    screen::print(&text)?;
    Ok(Verdict::Good)
}

fn measured(name: &str, metrics: &Metrics) -> String {
    let Metrics { rows, accuracy, precision, recall, f1, auc } = metrics;
    format!(
        "  {name}: {rows} rows, accuracy {:.2}, precision {:.2}, recall {:.2}, F1 {:.2}, AUC {:.2}\n",
        accuracy.percent(),
        precision.percent(),
        recall.percent(),
        f1.percent(),
        auc.percent()
    )
}

fn check_out(out: Option<&PathBuf>) -> Result<(), Failure> {
    out.map_or(Ok(()), |path| screen::check_writable(path))
}

fn filter(args: &FilterArgs) -> Filter {
    Filter {
        max_entropy: args.max_entropy,
        min_gain: args.min_gain,
        min_chi_square: args.min_chi_square,
    }
}

pub(super) fn threads(asked: usize) -> NonZeroUsize {
    NonZeroUsize::new(asked)
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

pub(super) fn follow(bar: &ProgressBar, step: Step) -> ControlFlow<()> {
    match step {
        Step::Mining(progress) => {
            bar.set_length(progress.tasks as u64);
            bar.set_position(progress.done as u64);
            bar.set_message(format!("({} patterns)", progress.met));
        }
        Step::Selecting(round) => {
            bar.set_message(format!("(round {}: {} kept)", round.round, round.kept));
        }
        Step::Fold { done, folds } => {
            bar.set_length(folds as u64);
            bar.set_position(done as u64);
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn failed(e: CommandError) -> Failure {
    Failure::new(e.to_string())
}
