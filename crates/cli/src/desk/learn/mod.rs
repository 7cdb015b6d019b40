//! `fuda learn GAME METHOD`: from games to a model file.

mod policy;
mod supervised;

use super::GameDesk;
use crate::args::learn::{Common, LearnMethod, Source};
use crate::failure::{Failure, Outcome};
use crate::record_files::read_records;
use crate::screen;
use fuda_arena::{Entrant, SelfPlay, self_play};
use fuda_core::{DecisionFilter, Game, Record, Seed};
use fuda_learn::ModelFile;
use fuda_train::TrainError;
use indicatif::ProgressBar;

pub(super) fn run<G: Game>(desk: &GameDesk<G>, method: &LearnMethod) -> Outcome {
    match method {
        LearnMethod::Rank(args) => supervised::rank(desk, args),
        LearnMethod::PolicyGradient(args) => policy::run(desk, args),
        LearnMethod::Value(args) => supervised::value(desk, args),
        LearnMethod::Patterns(args) => supervised::patterns(desk, args),
    }
}

/// Everything that can be refused before the work starts.
fn prepare<G: Game>(desk: &GameDesk<G>, common: &Common) -> Result<G, Failure> {
    screen::check_new(&common.model, common.force)?;
    desk.game(common.rules.as_deref())
}

/// The encoder that was named, or the first.
fn choose<T: ?Sized>(
    encoders: Vec<Box<T>>,
    wanted: Option<&str>,
    name: impl Fn(&T) -> &str,
    game: &str,
) -> Result<Box<T>, Failure> {
    let names: Vec<String> = encoders.iter().map(|encoder| name(encoder).to_owned()).collect();
    let fits = |encoder: &Box<T>| wanted.is_none_or(|wanted| name(encoder) == wanted);
    encoders.into_iter().find(fits).ok_or_else(|| match wanted {
        Some(wanted) => Failure::with_help(
            format!("--encoder: {game} has no such encoder for this method: `{wanted}`"),
            format!("encoders: {}", names.join(", ")),
        ),
        None => Failure::new(format!("{game} has no encoder for this method")),
    })
}

/// The games to learn from, and where they come from in words.
fn games<G: Game>(
    desk: &GameDesk<G>,
    game: &G,
    source: &Source,
    common: &Common,
) -> Result<(Vec<Record<G>>, String), Failure> {
    if source.from.self_play.is_empty() {
        let mut records = read_records::<G>(&source.from.records)?.records;
        records.truncate(source.games.map_or(usize::MAX, |most| most as usize));
        let names = source.from.records.iter().filter_map(|path| path.file_name());
        let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        return Ok((records, format!("records of {}", names.join(", "))));
    }
    let mut entrants = Vec::new();
    for text in &source.from.self_play {
        let recipe = desk.catalogue.recipe(game, text)?;
        let make = recipe.make.clone();
        entrants.push(Entrant::fair(recipe.name, move || make()));
    }
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name()).collect();
    let names = names.join(", ");
    let games = source.games.unwrap_or(1_000);
    let bar = screen::progress(games, "games played");
    let options = SelfPlay {
        games,
        seed: Seed(common.seed),
        threads: screen::threads(common.threads.into()),
    };
    let records = self_play(game, &entrants, options, &|| bar.inc(1));
    bar.finish_and_clear();
    let records = records.map_err(|e| Failure::new(e.to_string()))?;
    Ok((records, format!("self-play of {names}")))
}

fn filter<G: Game>(only: &str) -> Result<DecisionFilter, Failure> {
    DecisionFilter::new::<G>(Some(only), None).map_err(|e| Failure::new(format!("--only: {e}")))
}

/// `192x96`.
fn hidden(text: &str) -> Result<[usize; 2], Failure> {
    let sizes: Vec<usize> = text.split('x').filter_map(|size| size.parse().ok()).collect();
    match *sizes {
        [first, second] if first > 0 && second > 0 => Ok([first, second]),
        _ => Err(Failure::new(format!("--hidden: expected sizes such as 192x96, got `{text}`"))),
    }
}

fn failed(e: TrainError) -> Failure {
    Failure::new(e.to_string())
}

/// Shows a stage and how much of it is done.
fn show(bar: &ProgressBar, stage: &str, share: f64) {
    bar.set_message(stage.to_owned());
    bar.set_position((1000.0 * share) as u64);
}

/// Writes the model, which says where its games came from.
fn write(model: ModelFile, from: &str, common: &Common) -> Result<(), Failure> {
    screen::write_model(&common.model, model.with_settings([("from", from)]), common.force)
}
