//! The whole way from positions to classifiers, step by step.
//!
//! Every step leaves its result in a folder; started again there, the work
//! goes on with the first step that is missing.

use super::{
    Candidates, Classifying, FeatureSet, LearnerChoice, Listener, Method, Mining, PipelineError,
    Selecting,
};
use crate::cmim::{Division, SelectParams};
use crate::input::{PositionSetHeader, PositionSetWriter, TableFile, read_patterns, read_table};
use crate::lcm::MineParams;
use crate::measure::Filter;
use crate::memory::Memory;
use fuda_core::{Purpose, Seed, files};
use fuda_queue::WorkQueue;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// One way to come from patterns to features.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The least number of rows a pattern must hold in.
    pub min_support: u32,
    /// Only patterns where the label has at most this entropy (bits).
    pub max_entropy: Option<f64>,
    /// A pattern must give more bits of information than this beside each chosen before.
    pub cutoff: f64,
}

/// What to do.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyParams {
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
    /// The most features of a choice.
    pub most: usize,
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
    /// The most memory to take.
    pub memory: Memory,
}

/// A step with what it found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyStep {
    /// `count`, `select` or `classify`.
    pub step: String,
    /// The features classified: `raw` or the name of a choice.
    pub features: String,
    /// What the step reports.
    pub report: Value,
}

/// All steps.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyReport {
    /// Rows that were mined.
    pub mined_rows: usize,
    /// Rows that were learned from and tested on.
    pub tested_rows: usize,
    /// The steps, in their order.
    pub steps: Vec<StudyStep>,
}

/// Does all steps; with a queue its workers count patterns and choose from sets
/// of them. `begun` hears of each before it is begun.
pub fn run(
    params: &StudyParams,
    queue: Option<&dyn WorkQueue>,
    listener: Listener<'_>,
    begun: &dyn Fn(&str),
) -> Result<StudyReport, PipelineError> {
    let named = |name: &String| {
        LearnerChoice::parse(name).ok_or_else(|| {
            let known = LearnerChoice::NAMES.join(", ");
            PipelineError::Request(format!("no learner is called `{name}`; there are {known}"))
        })
    };
    let learners: Vec<LearnerChoice> =
        params.learners.iter().map(named).collect::<Result<_, _>>()?;
    std::fs::create_dir_all(&params.folder)
        .map_err(|source| PipelineError::Write { path: params.folder.clone(), source })?;
    let Sets { mine, test, rows } = Sets::prepare(params)?;
    let (mine, test) = (read_set(&mine)?, read_set(&test)?);
    let mut run =
        Run { params, queue, listener, begun, mine: &mine, test: &test, steps: Vec::new() };
    for &support in &params.supports {
        run.count(support)?;
    }
    let mut features = vec![("raw".to_owned(), FeatureSet::items(&test.table))];
    for choice in &params.choices {
        let name = run.select(choice)?;
        let patterns = read_patterns(&run.path(&name, "txt"))?;
        features.push((name, FeatureSet::Patterns(patterns)));
    }
    // What does not fit into memory is refused before hours of learning.
    for learner in &learners {
        for (_, features) in &features {
            learner.check_memory(features.len(), params.memory)?;
        }
    }
    for (name, learner) in params.learners.iter().zip(&learners) {
        for (label, features) in &features {
            run.classify(label, features, name, *learner)?;
        }
    }
    for (label, features) in &features[1..] {
        run.sizes(label, features)?;
    }
    Ok(StudyReport { mined_rows: rows[0], tested_rows: rows[1], steps: run.steps })
}

/// The two tables as files.
struct Sets {
    mine: PathBuf,
    test: PathBuf,
    rows: [usize; 2],
}

/// What a folder remembers of the work it belongs to.
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
    fn prepare(args: &StudyParams) -> Result<Sets, PipelineError> {
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
                return Err(PipelineError::Request(format!(
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
                if args.mine_rows == 0 || args.mine_rows >= rows {
                    return Err(PipelineError::Request(format!(
                        "{} of {rows} rows cannot be mined with others left to test on",
                        args.mine_rows
                    )));
                }
                let (to_mine, rest) = deal(&first, args.mine_rows, args.seed);
                (to_mine, None, rest)
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

/// Deals rows at random, so many to be mined; rows of one game stay together.
fn deal(set: &TableFile, mine_rows: usize, seed: Seed) -> (Vec<usize>, Vec<usize>) {
    let rows = set.table.rows();
    let mut order: Vec<usize> = (0..rows).collect();
    seed.stream(Purpose::Sample, &[rows as u64]).shuffle(&mut order);
    let mut many = mine_rows;
    if !set.games.is_empty() {
        // Games in the order of their first rows.
        let mut place = BTreeMap::new();
        for &row in &order {
            let next = place.len();
            place.entry(set.games[row]).or_insert(next);
        }
        order.sort_by_key(|&row| place[&set.games[row]]);
        while many < rows && set.games[order[many]] == set.games[order[many - 1]] {
            many += 1;
        }
    }
    let rest = order.split_off(many);
    (order, rest)
}

fn read_set(path: &Path) -> Result<TableFile, PipelineError> {
    let file = read_table(path, None)?;
    match file.header {
        Some(_) => Ok(file),
        None => Err(PipelineError::Request(format!(
            "{}: not a position set; `fuda positions` makes them",
            path.display()
        ))),
    }
}

fn write_rows(path: &Path, set: &TableFile, rows: &[usize]) -> Result<(), PipelineError> {
    let labels = set.table.labels().unwrap_or_default();
    let header: PositionSetHeader = set.header.clone().unwrap_or_default();
    let mut items = Vec::new();
    let bytes = PositionSetWriter::new(Vec::new(), &header).and_then(|mut writer| {
        for &row in rows {
            items.clear();
            items.extend(set.table.row(row).iter().map(|&column| set.table.name(column)));
            items.sort_unstable();
            let game = set.games.get(row).copied();
            writer.row(labels[row], set.sources[row], game, &items)?;
        }
        writer.finish()
    });
    let written = bytes.and_then(|bytes| files::write(path, &bytes));
    written.map_err(|source| PipelineError::Write { path: path.to_owned(), source })
}

fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), PipelineError> {
    files::write(path, bytes)
        .map_err(|source| PipelineError::Write { path: path.to_owned(), source })
}

struct Run<'a> {
    params: &'a StudyParams,
    queue: Option<&'a dyn WorkQueue>,
    listener: Listener<'a>,
    begun: &'a dyn Fn(&str),
    mine: &'a TableFile,
    test: &'a TableFile,
    steps: Vec<StudyStep>,
}

impl Run<'_> {
    fn path(&self, name: &str, ending: &str) -> PathBuf {
        self.params.folder.join(format!("{name}.{ending}"))
    }

    /// Does a step, or takes what it left behind when it was done before.
    fn step(
        &mut self,
        name: &str,
        (step, features): (&str, &str),
        make: impl FnOnce(&Self) -> Result<Value, PipelineError>,
    ) -> Result<(), PipelineError> {
        let path = self.path(name, "json");
        if let Ok(bytes) = std::fs::read(&path) {
            let kept = serde_json::from_slice(&bytes).map_err(|_| {
                let problem = format!("{}: not the result of a step", path.display());
                PipelineError::Request(problem)
            })?;
            self.steps.push(kept);
            return Ok(());
        }
        (self.begun)(name);
        let report = make(self)?;
        let step = StudyStep { step: step.into(), features: features.into(), report };
        write_whole(&path, &serde_json::to_vec(&step).unwrap_or_default())?;
        self.steps.push(step);
        Ok(())
    }

    fn count(&mut self, min_support: u32) -> Result<(), PipelineError> {
        self.step(&format!("count-{min_support}"), ("count", "all"), |run| {
            let threads = run.params.threads;
            let params = MineParams { min_support, filter: Filter::default(), threads };
            let (table, listener) = (&run.mine.table, run.listener);
            Ok(json!(Mining { table, params, queue: run.queue, listener }.count()?))
        })
    }

    /// Chooses features; gives the name under which they are kept.
    fn select(&mut self, choice: &Choice) -> Result<String, PipelineError> {
        let Choice { min_support, max_entropy, cutoff } = *choice;
        let biased = max_entropy.map_or(String::new(), |bits| format!("-e{bits}"));
        let most = match self.params.most {
            usize::MAX => String::new(),
            most => format!("-m{most}"),
        };
        let name = format!("s{min_support}{biased}-c{cutoff}{most}");
        let path = self.path(&name, "txt");
        self.step(&name, ("select", &name), |run| {
            let division = Division {
                cutoff,
                seed: run.params.seed,
                threads: run.params.threads,
                folder: run.params.folder.clone(),
                ..Division::default()
            };
            let filter = Filter { max_entropy, ..Filter::default() };
            let selecting = Selecting {
                table: &run.mine.table,
                candidates: Candidates::Mined { min_support, filter },
                method: Method::Divided(division),
                params: SelectParams { most: run.params.most, cutoff },
                queue: run.queue,
                threads: run.params.threads,
                memory: run.params.memory,
                listener: run.listener,
            };
            let selection = selecting.run()?;
            let mut bytes = Vec::new();
            selection
                .write(&mut bytes)
                .and_then(|()| files::write(&path, &bytes))
                .map_err(|source| PipelineError::Write { path: path.clone(), source })?;
            Ok(json!(selection.report(&run.mine.names())))
        })?;
        Ok(name)
    }

    fn classify(
        &mut self,
        label: &str,
        features: &FeatureSet,
        name: &str,
        learner: LearnerChoice,
    ) -> Result<(), PipelineError> {
        self.step(&format!("{label}-{name}"), ("classify", label), |run| {
            let classifying = Classifying {
                train: run.test,
                test: None,
                features,
                learner,
                folds: run.params.folds,
                seed: run.params.seed,
                memory: run.params.memory,
                listener: run.listener,
            };
            Ok(json!(classifying.run(false)?.report))
        })
    }

    /// Naive Bayes on the first features chosen, for each number asked for.
    fn sizes(&mut self, label: &str, features: &FeatureSet) -> Result<(), PipelineError> {
        let FeatureSet::Patterns(patterns) = features else { return Ok(()) };
        let learner = LearnerChoice::NaiveBayes(fuda_learn::NaiveBayesParams::default());
        let params = self.params;
        for &size in params.sizes.iter().filter(|&&size| size > 0 && size < patterns.len()) {
            let first = FeatureSet::Patterns(patterns[..size].to_vec());
            self.classify(&format!("{label}-first{size}"), &first, "nb", learner)?;
        }
        Ok(())
    }
}
