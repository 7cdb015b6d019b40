//! `fuda learn GAME METHOD`: from games to a model file.

mod auxiliary;
mod policy;
mod supervised;

use super::TypedGame;
use super::source::encoder as choose;
use crate::args::learn::{Common, LearnMethod, RankerArg, Source};
use crate::failure::{Failure, Outcome};
use crate::screen;
use fuda_core::{DecisionFilter, Game, Record, Seed};
use fuda_learn::ModelFile;
use fuda_train::{Ranker, TrainError};

pub(super) fn run<G: Game>(typed: &TypedGame<G>, method: &LearnMethod) -> Outcome {
    match method {
        LearnMethod::Rank(args) => supervised::rank(typed, args),
        LearnMethod::Auxiliary(args) => auxiliary::run(typed, args),
        LearnMethod::PolicyGradient(args) => policy::run(typed, args),
        LearnMethod::Value(args) => supervised::value(typed, args),
        LearnMethod::Patterns(args) => supervised::patterns(typed, args),
    }
}

/// Everything that can be refused before the work starts.
fn prepare<G: Game>(typed: &TypedGame<G>, common: &Common) -> Result<G, Failure> {
    screen::check_new(&common.model, common.force)?;
    typed.game(common.rules.as_deref())
}

/// The games to learn from, and where they come from in words.
fn games<G: Game>(
    typed: &TypedGame<G>,
    game: &G,
    source: &Source,
    common: &Common,
) -> Result<(Vec<Record<G>>, String), Failure> {
    let settings = (Seed(common.seed), screen::threads(common.threads));
    let (from, queue) = (&source.from, &source.queue);
    let games = super::source::games(typed, game, from, source.games, queue, settings)?;
    Ok((games.records, games.source))
}

fn ranker(arg: RankerArg) -> Ranker {
    match arg {
        RankerArg::Svm => Ranker::Svm,
        RankerArg::Softmax => Ranker::Softmax,
        RankerArg::Perceptron => Ranker::Perceptron,
        RankerArg::Network => Ranker::Network,
    }
}

fn filter<G: Game>(only: &str) -> Result<DecisionFilter, Failure> {
    DecisionFilter::new::<G>(Some(only), None).map_err(|e| Failure::new(format!("--only: {e}")))
}

/// `192x96`.
fn hidden(text: &str) -> Result<[usize; 2], Failure> {
    let sizes: Option<Vec<usize>> = text.split('x').map(|size| size.parse().ok()).collect();
    match *sizes.unwrap_or_default() {
        [first, second] if first > 0 && second > 0 => Ok([first, second]),
        _ => Err(Failure::new(format!("--hidden: expected sizes such as 192x96, got `{text}`"))),
    }
}

fn failed(e: TrainError) -> Failure {
    Failure::new(e.to_string())
}

/// Writes the model, which says where its games came from.
fn write(model: ModelFile, from: &str, common: &Common) -> Result<(), Failure> {
    screen::write_model(&common.model, model.with_settings([("from", from)]), common.force)
}
