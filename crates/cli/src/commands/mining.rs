//! `fuda mine`, `fuda select` and `fuda classify`.

use crate::args::mining::{
    ClassifyArgs, FilterArgs, MemoryArgs, MineArgs, SelectArgs, SelectMethod,
};
use crate::failure::{Failure, Outcome, Verdict};
use crate::{queue, screen};
use fuda_core::Seed;
use fuda_core::files::NewFile;
use fuda_learn::{Metrics, ModelFile};
use fuda_mine::pipeline::{
    Candidates, Classified, ClassifyReport, Classifying, FeatureModel, FeatureSet, LearnerChoice,
    Method, Mining, PipelineError, SelectReport, Selecting, Step,
};
use fuda_mine::{
    Division, Filter, InputError, Measure, Memory, MineError, MineParams, Round, SelectParams,
    TableFile, read_patterns, read_table,
};
use indicatif::ProgressBar;
use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Counts or writes the closed patterns of a table.
pub fn mine(args: &MineArgs) -> Outcome {
    check_out(args.out.as_ref(), args.force)?;
    let queue = queue::open(&args.queue)?;
    let file = read(&args.file, args.labels.as_deref())?;
    let bar = screen::progress(0, "tasks");
    let mining = Mining {
        table: &file.table,
        params: MineParams {
            min_support: args.min_support,
            filter: filter(&args.filter),
            threads: threads(args.threads),
        },
        queue,
        listener: &|step| follow(&bar, step),
    };
    let report = match &args.out {
        Some(path) => written(path, |out| mining.write(out))?,
        None if args.words => {
            let written = mining.write_words(&mut std::io::stdout(), &file.names());
            bar.finish_and_clear();
            match written {
                Err(PipelineError::Mine(MineError::Write(e))) => screen::output_failed(e)?,
                other => {
                    other.map_err(failed)?;
                }
            }
            return Ok(Verdict::Good);
        }
        None => mining.count().map_err(failed)?,
    };
    bar.finish_and_clear();
    if args.json {
        screen::print_json_line(&report)?;
        return Ok(Verdict::Good);
    }
    let place = args.out.iter().map(|out| format!(", in {}", out.display())).collect::<String>();
    screen::print(&format!(
        "{} closed patterns{place} ({} rows, {} items, support {}, {:.2} s)\n",
        report.patterns, report.rows, report.items, report.min_support, report.seconds
    ))?;
    Ok(Verdict::Good)
}

/// Writes a file whole or not at all.
fn written<R>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<NewFile>) -> Result<R, PipelineError>,
) -> Result<R, Failure> {
    let place = |e: std::io::Error| Failure::new(format!("{}: {e}", path.display()));
    let mut out = BufWriter::with_capacity(1 << 16, NewFile::create(path).map_err(place)?);
    let result = write(&mut out).map_err(|error| match error {
        PipelineError::Mine(MineError::Write(source)) => place(source),
        error => failed(error),
    })?;
    let file = out.into_inner().map_err(std::io::IntoInnerError::into_error);
    file.and_then(NewFile::finish).map_err(place)?;
    Ok(result)
}

/// Chooses the features most informative about the label.
pub fn select(args: &SelectArgs) -> Outcome {
    check_out(args.out.as_ref(), args.force)?;
    let queue = queue::open(&args.queue)?;
    let FilterArgs { max_entropy, min_gain, min_chi_square } = args.filter;
    if args.min_support.is_none() && max_entropy.or(min_gain).or(min_chi_square).is_some() {
        let filters = "--max-entropy, --min-gain and --min-chi-square";
        return Err(Failure::new(format!("{filters} filter what is mined: give --min-support")));
    }
    let file = read(&args.file, args.labels.as_deref())?;
    let bar = screen::progress(0, "tasks");
    let selecting = Selecting {
        queue,
        table: &file.table,
        candidates: match (&args.patterns, args.min_support) {
            (Some(path), _) => Candidates::File(path.clone()),
            (None, Some(min_support)) => {
                Candidates::Mined { min_support, filter: filter(&args.filter) }
            }
            (None, None) => Candidates::Items,
        },
        method: match args.method {
            SelectMethod::Cmim => Method::Cmim,
            SelectMethod::Gain => Method::Ranked(Measure::InformationGain),
            SelectMethod::ChiSquare => Method::Ranked(Measure::ChiSquare),
            SelectMethod::Divided => Method::Divided(division(args)?),
        },
        params: SelectParams { most: args.most, cutoff: args.cutoff },
        threads: threads(args.threads),
        memory: memory(&args.memory),
        listener: &|step| follow(&bar, step),
    };
    let selection = selecting.run().map_err(failed)?;
    bar.finish_and_clear();
    if let Some(path) = &args.out {
        written(path, |out| Ok(selection.write(out).map_err(MineError::Write)?))?;
    }
    let report = selection.report(&file.names());
    if args.json {
        screen::print_json(&report)?;
        return Ok(Verdict::Good);
    }
    screen::print(&selected(&report))?;
    Ok(Verdict::Good)
}

fn selected(report: &SelectReport) -> String {
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
        text += &format!("  {:.6} bits  {}\n", feature.score, screen::tame(&feature.meaning));
    }
    text
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

/// Learns a classifier of two classes and reports how well it does.
pub fn classify(args: &ClassifyArgs) -> Outcome {
    check_out(args.model.as_ref(), args.force)?;
    let test = args.test.as_deref();
    let test = test.map(|path| read(path, args.test_labels.as_deref())).transpose()?;
    let report = match (&args.use_model, &args.test, &args.train) {
        (Some(model), Some(path), _) => {
            let file = ModelFile::open(model).map_err(|e| Failure::new(e.to_string()))?;
            let model = FeatureModel::from_file(&file).map_err(|e| Failure::new(e.to_string()))?;
            let test = test.as_ref().ok_or_else(|| Failure::new("--test: expected a table"))?;
            model.test(path, test, memory(&args.memory)).map_err(failed)?
        }
        (_, _, Some(train)) => learn(args, train, test.as_ref())?,
        _ => return Err(Failure::new("expected --train TABLE, or --use MODEL --test TABLE")),
    };
    if args.json {
        screen::print_json(&report)?;
        return Ok(Verdict::Good);
    }
    screen::print(&classified(&report))?;
    Ok(Verdict::Good)
}

fn learn(
    args: &ClassifyArgs,
    train: &Path,
    test: Option<&TableFile>,
) -> Result<ClassifyReport, Failure> {
    let learner = LearnerChoice::parse(&args.learner).ok_or_else(|| {
        let names = LearnerChoice::NAMES.join(", ");
        Failure::new(format!("--learner: expected one of {names}, got `{}`", args.learner))
    })?;
    let train = read(train, args.labels.as_deref())?;
    let features = match &args.features {
        Some(path) => {
            let patterns = read_patterns(path).map_err(|e| Failure::new(e.to_string()))?;
            FeatureSet::Patterns(patterns)
        }
        None => FeatureSet::items(&train.table),
    };
    let bar = screen::progress(0, "folds");
    let classifying = Classifying {
        train: &train,
        test,
        features: &features,
        learner,
        folds: args.folds,
        seed: Seed(args.seed),
        memory: memory(&args.memory),
        listener: &|step| follow(&bar, step),
    };
    let Classified { report, model } = classifying.run(args.model.is_some()).map_err(failed)?;
    bar.finish_and_clear();
    if let (Some(path), Some(model)) = (&args.model, model) {
        let model = FeatureModel::new(model, features.clone(), &report.learner, &train);
        screen::write_model(path, model.to_file(&train.names()), args.force)?;
    }
    Ok(report)
}

fn classified(report: &ClassifyReport) -> String {
    let games = report.games.map_or(String::new(), |games| format!(", {games} games"));
    let mut text = format!(
        "{} on {} rows of {} features{games} ({:.2} s)\n",
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
    text
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

fn read(path: &Path, labels: Option<&Path>) -> Result<TableFile, Failure> {
    read_table(path, labels).map_err(|e: InputError| Failure::new(e.to_string()))
}

fn check_out(out: Option<&PathBuf>, replace: bool) -> Result<(), Failure> {
    out.map_or(Ok(()), |path| screen::check_new(path, replace))
}

fn filter(args: &FilterArgs) -> Filter {
    Filter {
        max_entropy: args.max_entropy,
        min_gain: args.min_gain,
        min_chi_square: args.min_chi_square,
    }
}

pub(super) fn memory(args: &MemoryArgs) -> Memory {
    args.memory.map_or_else(Memory::free, Memory::bytes)
}

pub(super) fn threads(asked: u16) -> NonZeroUsize {
    NonZeroUsize::new(screen::threads(asked)).unwrap_or(NonZeroUsize::MIN)
}

pub(super) fn follow(bar: &ProgressBar, step: Step) -> ControlFlow<()> {
    match step {
        Step::Mining(progress) => {
            screen::count(bar, "tasks", progress.done as u64, progress.tasks as u64);
            bar.set_message(format!("({} patterns)", progress.met));
        }
        Step::Selecting(round) => {
            bar.set_message(format!("(round {}: {} kept)", round.round, round.kept));
        }
        Step::Fold { done, folds } => screen::count(bar, "folds", done as u64, folds as u64),
    }
    ControlFlow::Continue(())
}

pub(super) fn failed(e: PipelineError) -> Failure {
    Failure::new(e.to_string())
}
