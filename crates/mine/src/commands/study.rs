//! `fuda study`: the whole way from positions to classifiers, step by step.
//!
//! Every step leaves its result in a folder; a study that is started again
//! there goes on with the first step that is missing.

use super::{
    ClassifyArgs, CommandError, LearnerChoice, Listener, Method, MineArgs, SelectArgs, WholeFile,
    run_classify, run_mine, run_select,
};
use crate::cmim::{Division, SelectParams};
use crate::input::{PositionSet, PositionSetWriter, read_position_set};
use crate::measure::Filter;
use fuda_core::{Purpose, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// One way to come from patterns to features.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The least number of rows a pattern must hold in.
    pub min_support: u32,
    /// Only patterns where the label has at most this entropy (bits).
    pub max_entropy: Option<f64>,
    /// A pattern must tell more bits than this beside each chosen before.
    pub cutoff: f64,
}

/// What to study.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyArgs {
    /// The position set to mine.
    pub mine: PathBuf,
    /// Another one to learn from and test on, by cross-validation. Without it
    /// the rows of the first are dealt at random: `mine_rows` of them to be
    /// mined, the others to be tested on.
    pub test: Option<PathBuf>,
    /// How many rows are mined when one set serves both.
    pub mine_rows: usize,
    /// The most rows to test on; the first so many.
    pub test_rows: usize,
    /// Where the results of steps are kept.
    pub folder: PathBuf,
    /// Supports at which patterns are counted.
    pub supports: Vec<u32>,
    /// The features to make.
    pub choices: Vec<Choice>,
    /// Numbers of features to try with naive Bayes, the first ones chosen.
    pub sizes: Vec<usize>,
    /// The learners to try on raw features and on all mined ones.
    pub learners: Vec<String>,
    /// Folds of the cross-validation.
    pub folds: usize,
    /// How rows are dealt.
    pub seed: Seed,
    /// How many threads mine and select.
    pub threads: NonZeroUsize,
}

/// A step of a study with what it found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyStep {
    /// `count`, `select` or `classify`.
    pub step: String,
    /// The features classified: `raw` or the name of a choice.
    pub features: String,
    /// The report of the command that did it.
    pub report: Value,
}

/// All steps.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyReport {
    /// Rows that were mined.
    pub mined_rows: usize,
    /// Rows that were learnt from and tested on.
    pub tested_rows: usize,
    /// The steps, in their order.
    pub steps: Vec<StudyStep>,
}

/// Studies; `told` hears of each step before it is begun.
pub fn run_study(
    args: &StudyArgs,
    listener: Listener<'_>,
    told: &dyn Fn(&str),
) -> Result<StudyReport, CommandError> {
    let names: Vec<LearnerChoice> = args
        .learners
        .iter()
        .map(|name| {
            LearnerChoice::parse(name).ok_or_else(|| {
                let known = LearnerChoice::NAMES.join(", ");
                CommandError::Arguments(format!("no learner is called `{name}`; there are {known}"))
            })
        })
        .collect::<Result<_, _>>()?;
    std::fs::create_dir_all(&args.folder)
        .map_err(|source| CommandError::Write { path: args.folder.clone(), source })?;
    let sets = Sets::prepare(args)?;
    let mut study = Study { args, listener, told, steps: Vec::new() };
    for &support in &args.supports {
        study.count(&sets.mine, support)?;
    }
    let mut chosen = Vec::new();
    for choice in &args.choices {
        chosen.push(study.select(&sets.mine, choice)?);
    }
    for (name, learner) in args.learners.iter().zip(&names) {
        study.classify(&sets.test, "raw", name, learner, None)?;
        for features in &chosen {
            let path = study.path(features, "txt");
            study.classify(&sets.test, features, name, learner, Some(path))?;
        }
    }
    for features in &chosen {
        study.sizes(&sets.test, features)?;
    }
    Ok(StudyReport { mined_rows: sets.rows[0], tested_rows: sets.rows[1], steps: study.steps })
}

/// The two tables as files.
struct Sets {
    mine: PathBuf,
    test: PathBuf,
    rows: [usize; 2],
}

/// What a folder remembers of the study it belongs to.
#[derive(PartialEq, Serialize, Deserialize)]
struct Remembered {
    mine: PathBuf,
    test: Option<PathBuf>,
    mine_rows: usize,
    test_rows: usize,
    folds: usize,
    seed: u64,
    rows: [usize; 2],
}

impl Sets {
    fn prepare(args: &StudyArgs) -> Result<Sets, CommandError> {
        let (mine, test) = (args.folder.join("mine.pos"), args.folder.join("test.pos"));
        let memory = args.folder.join("study.json");
        let mut wanted = Remembered {
            mine: args.mine.clone(),
            test: args.test.clone(),
            mine_rows: args.mine_rows,
            test_rows: args.test_rows,
            folds: args.folds,
            seed: args.seed.0,
            rows: [0, 0],
        };
        if let Ok(bytes) = std::fs::read(&memory) {
            let known: Option<Remembered> = serde_json::from_slice(&bytes).ok();
            wanted.rows = known.as_ref().map_or([0, 0], |known| known.rows);
            if known.as_ref() != Some(&wanted) {
                return Err(CommandError::Arguments(format!(
                    "{}: another study is kept there; choose another folder or the same \
                     positions, rows, folds and seed",
                    args.folder.display()
                )));
            }
            return Ok(Sets { mine, test, rows: wanted.rows });
        }
        let first = read_set(&args.mine)?;
        let rows = first.table.rows();
        let (to_mine, second, to_test) = match &args.test {
            Some(path) => {
                let second = read_set(path)?;
                let many = second.table.rows();
                ((0..rows).collect(), Some(second), (0..many).collect::<Vec<usize>>())
            }
            None => {
                let mut order: Vec<usize> = (0..rows).collect();
                args.seed.stream(Purpose::Sample, &[rows as u64]).shuffle(&mut order);
                if args.mine_rows == 0 || args.mine_rows >= rows {
                    return Err(CommandError::Arguments(format!(
                        "{} of {rows} rows cannot be mined with others left to test on",
                        args.mine_rows
                    )));
                }
                let rest = order.split_off(args.mine_rows);
                (order, None, rest)
            }
        };
        let to_test = &to_test[..to_test.len().min(args.test_rows)];
        write_rows(&mine, &first, &to_mine)?;
        write_rows(&test, second.as_ref().unwrap_or(&first), to_test)?;
        wanted.rows = [to_mine.len(), to_test.len()];
        write_whole(&memory, &serde_json::to_vec(&wanted).unwrap_or_default())?;
        Ok(Sets { mine, test, rows: wanted.rows })
    }
}

fn read_set(path: &Path) -> Result<PositionSet, CommandError> {
    read_position_set(path)?.ok_or_else(|| {
        CommandError::Arguments(format!(
            "{}: not a position set; `fuda positions` makes them",
            path.display()
        ))
    })
}

fn write_rows(path: &Path, set: &PositionSet, rows: &[usize]) -> Result<(), CommandError> {
    let mut file = WholeFile::create(path)?;
    let labels = set.table.labels().unwrap_or_default();
    let mut items = Vec::new();
    let written = PositionSetWriter::new(&mut file.out, &set.header).and_then(|mut writer| {
        for &row in rows {
            items.clear();
            items.extend(set.table.row(row).iter().map(|&column| set.table.name(column)));
            items.sort_unstable();
            writer.row(labels[row], set.sources[row], &items)?;
        }
        writer.finish().map(|_| ())
    });
    written.map_err(|source| file.error(source))?;
    file.finish()
}

fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let mut file = WholeFile::create(path)?;
    file.out.write_all(bytes).map_err(|source| file.error(source))?;
    file.finish()
}

struct Study<'a> {
    args: &'a StudyArgs,
    listener: Listener<'a>,
    told: &'a dyn Fn(&str),
    steps: Vec<StudyStep>,
}

impl Study<'_> {
    fn path(&self, name: &str, ending: &str) -> PathBuf {
        self.args.folder.join(format!("{name}.{ending}"))
    }

    /// Does a step, or takes what it left behind when it was done before.
    fn step(
        &mut self,
        name: &str,
        (step, features): (&str, &str),
        make: impl FnOnce() -> Result<Value, CommandError>,
    ) -> Result<(), CommandError> {
        let path = self.path(name, "json");
        if let Ok(bytes) = std::fs::read(&path) {
            let kept = serde_json::from_slice(&bytes).map_err(|_| {
                let problem = format!("{}: not the result of a step", path.display());
                CommandError::Arguments(problem)
            })?;
            self.steps.push(kept);
            return Ok(());
        }
        (self.told)(name);
        let report = make()?;
        let step = StudyStep { step: step.into(), features: features.into(), report };
        write_whole(&path, &serde_json::to_vec(&step).unwrap_or_default())?;
        self.steps.push(step);
        Ok(())
    }

    fn count(&mut self, mine: &Path, min_support: u32) -> Result<(), CommandError> {
        let args = MineArgs {
            file: mine.to_owned(),
            labels: None,
            min_support,
            filter: Filter::default(),
            out: None,
            threads: self.args.threads,
            queue: None,
        };
        let listener = self.listener;
        self.step(&format!("count-{min_support}"), ("count", "all"), || {
            Ok(json!(run_mine(&args, listener)?))
        })
    }

    /// Chooses features; returns the name under which they are kept.
    fn select(&mut self, mine: &Path, choice: &Choice) -> Result<String, CommandError> {
        let Choice { min_support, max_entropy, cutoff } = *choice;
        let biased = max_entropy.map_or(String::new(), |bits| format!("-e{bits}"));
        let name = format!("s{min_support}{biased}-c{cutoff}");
        let division = Division {
            cutoff,
            seed: self.args.seed,
            threads: self.args.threads,
            folder: self.args.folder.clone(),
            ..Division::default()
        };
        let args = SelectArgs {
            file: mine.to_owned(),
            labels: None,
            patterns: None,
            min_support: Some(min_support),
            filter: Filter { max_entropy, ..Filter::default() },
            method: Method::Divided(division),
            params: SelectParams { cutoff, ..SelectParams::default() },
            out: Some(self.path(&name, "txt")),
            threads: self.args.threads,
        };
        let listener = self.listener;
        self.step(&name, ("select", &name), || Ok(json!(run_select(&args, listener)?)))?;
        Ok(name)
    }

    fn classify(
        &mut self,
        test: &Path,
        features: &str,
        learner: &str,
        choice: &LearnerChoice,
        patterns: Option<PathBuf>,
    ) -> Result<(), CommandError> {
        let args = ClassifyArgs {
            train: test.to_owned(),
            train_labels: None,
            test: None,
            test_labels: None,
            features: patterns,
            learner: *choice,
            folds: self.args.folds,
            seed: self.args.seed,
            model: None,
        };
        let listener = self.listener;
        self.step(&format!("{features}-{learner}"), ("classify", features), || {
            Ok(json!(run_classify(&args, listener)?))
        })
    }

    /// Naive Bayes on the first features chosen, for each number asked for.
    fn sizes(&mut self, test: &Path, features: &str) -> Result<(), CommandError> {
        let path = self.path(features, "txt");
        let text = std::fs::read_to_string(&path)
            .map_err(|source| CommandError::Write { path: path.clone(), source })?;
        let lines: Vec<&str> = text.lines().collect();
        let learner = LearnerChoice::NaiveBayes(fuda_learn::NaiveBayesParams::default());
        for &size in self.args.sizes.iter().filter(|&&size| size > 0 && size < lines.len()) {
            let part = format!("{features}-first{size}");
            let file = self.path(&part, "txt");
            write_whole(&file, (lines[..size].join("\n") + "\n").as_bytes())?;
            self.classify(test, &part, "nb", &learner, Some(file))?;
        }
        Ok(())
    }
}
