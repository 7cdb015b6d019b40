//! The three commands without a command line parser around them, as JSON:
//!
//! ```text
//! mining mine TABLE MIN_SUPPORT [THREADS [LABELS [MAX_ENTROPY [OUT]]]]
//! mining select TABLE LABELS|- MIN_SUPPORT|- cmim|divided|gain|chi2 MOST CUTOFF OUT [MAX_ENTROPY]
//! mining classify TABLE LABELS|- FEATURES|- nb|lda|mlp|svm|logistic FOLDS
//! ```

use fuda_core::Seed;
use fuda_mine::commands::{
    ClassifyArgs, LearnerChoice, Method, MineArgs, SelectArgs, run_classify, run_mine, run_select,
};
use fuda_mine::{Division, Filter, SelectParams};
use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let given = |word: &str| (word != "-").then(|| PathBuf::from(word));
    let json = match words.as_slice() {
        ["mine", file, min_support, rest @ ..] => {
            let at = |place: usize| rest.get(place).copied();
            let args = MineArgs {
                file: file.into(),
                labels: at(1).and_then(given),
                min_support: min_support.parse()?,
                filter: entropy(at(2))?,
                out: at(3).and_then(given),
                threads: at(0).map_or(Ok(NonZeroUsize::MIN), str::parse)?,
                queue: std::env::var("FUDA_QUEUE").ok(),
            };
            serde_json::to_string(&run_mine(&args, &|_| ControlFlow::Continue(()))?)?
        }
        ["select", file, labels, min_support, method, most, cutoff, out, rest @ ..] => {
            let params = SelectParams { most: most.parse()?, cutoff: cutoff.parse()? };
            let division = Division { cutoff: params.cutoff, ..Division::default() };
            let args = SelectArgs {
                file: file.into(),
                labels: given(labels),
                patterns: None,
                min_support: if *min_support == "-" { None } else { Some(min_support.parse()?) },
                filter: entropy(rest.first().copied())?,
                method: match *method {
                    "cmim" => Method::Cmim,
                    "divided" => Method::Divided(division),
                    "gain" => Method::InformationGain,
                    "chi2" => Method::ChiSquare,
                    other => return Err(format!("no way to select is called `{other}`").into()),
                },
                params,
                out: given(out),
                threads: NonZeroUsize::MIN,
            };
            serde_json::to_string(&run_select(&args, &|_| ControlFlow::Continue(()))?)?
        }
        ["classify", file, labels, features, learner, folds] => {
            let args = ClassifyArgs {
                train: file.into(),
                train_labels: given(labels),
                test: None,
                test_labels: None,
                features: given(features),
                learner: LearnerChoice::parse(learner).ok_or("no such learner")?,
                folds: folds.parse()?,
                seed: Seed(0),
                model: None,
            };
            serde_json::to_string(&run_classify(&args, &|_| ControlFlow::Continue(()))?)?
        }
        _ => return Err("mine, select or classify, then what its line above says".into()),
    };
    println!("{json}");
    Ok(())
}

fn entropy(word: Option<&str>) -> Result<Filter, Box<dyn Error>> {
    let max_entropy = match word {
        None | Some("-") => None,
        Some(word) => Some(word.parse()?),
    };
    Ok(Filter { max_entropy, ..Filter::default() })
}
