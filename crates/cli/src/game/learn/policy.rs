//! `fuda learn GAME policy-gradient`.

use super::{choose, failed, hidden, prepare, write};
use crate::args::learn::PolicyArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::game::TypedGame;
use crate::{interrupt, screen};
use fuda_core::{Game, Seed};
use fuda_learn::ModelFile;
use fuda_train::{
    CurvePoint, LinearPolicyParams, Opponent, PolicyLearner, PolicyParams, RewardPoint,
    linear_policy,
};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the points of the curve are those of.
const MEASURED: &str = "measured while learning: the policy alone, moves drawn by probability, no \
                        look-ahead; a player that looks ahead or takes the likeliest move differs";

/// How often the checkpoint is written.
const SAVE_EVERY: Duration = Duration::from_secs(60);

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &PolicyArgs) -> Outcome {
    if args.linear {
        return linear(typed, args);
    }
    if args.checkpoint.as_ref() == Some(&args.common.model) {
        return Err(Failure::new("--model and --checkpoint name the same file"));
    }
    let game = prepare(typed, &args.common)?;
    let wanted = args.common.encoder.as_deref();
    let encoder = Arc::from(choose(game.observations(), wanted, |e| e.name(), G::NAME)?);
    let usual = PolicyParams::default();
    let params = PolicyParams {
        hidden: hidden(&args.hidden)?,
        rate: args.rate.unwrap_or(usual.rate),
        entropy: args.entropy,
        trace: args.trace,
        games_per_step: args.games_per_step,
        past_percent: args.past,
        opponents: opponents(typed, &game, &args.against)?,
        threads: screen::threads(args.common.threads),
        seed: Seed(args.common.seed),
        ..usual
    };
    let mut learner = match (&args.checkpoint, args.resume) {
        (Some(path), true) => {
            let file = ModelFile::open(path).map_err(|e| Failure::new(e.to_string()))?;
            PolicyLearner::resume(&game, encoder, params, &file)
                .map_err(|e| Failure::new(format!("{}: {e}", path.display())))?
        }
        (Some(path), false) if path.exists() && !args.common.force => {
            return Err(Failure::with_help(
                format!("{} is already there", path.display()),
                "say --resume to go on from it, or --force to begin anew",
            ));
        }
        (path, _) => {
            path.as_ref().map_or(Ok(()), |path| screen::check_writable(path))?;
            PolicyLearner::new(&game, encoder, params).map_err(failed)?
        }
    };
    if let Some(path) = &args.checkpoint {
        save(&learner, path)?;
    }
    interrupt::in_good_order("the games in hand");
    let (begin, before) = (Instant::now(), learner.games());
    let mut saved = begin;
    let mut problem = None;
    let bar = match args.minutes {
        Some(minutes) => screen::progress((minutes * 60.0) as u64, "seconds"),
        None => screen::progress(args.games, "games"),
    };
    let outcome = learner.run(|learner, point| {
        let seconds = begin.elapsed().as_secs_f64();
        let share = match args.minutes {
            Some(minutes) => seconds / (minutes * 60.0).max(1e-9),
            None => learner.games() as f64 / args.games as f64,
        };
        bar.set_position(if args.minutes.is_some() { seconds as u64 } else { learner.games() });
        if let Some(point) = point {
            bar.set_message(words(point));
        }
        if let Some(path) = args.checkpoint.as_deref().filter(|_| saved.elapsed() > SAVE_EVERY) {
            saved = Instant::now();
            problem = save(learner, path).err();
        }
        match interrupt::asked() || problem.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(share),
        }
    });
    bar.finish_and_clear();
    outcome.map_err(failed)?;
    if let Some(problem) = problem {
        return Err(problem);
    }
    if let Some(path) = &args.checkpoint {
        save(&learner, path)?;
    }
    write(learner.model().map_err(failed)?, "self-play", &args.common)?;
    report::<G>(args, &learner, before, begin.elapsed())?;
    if !interrupt::asked() {
        return Ok(Verdict::Good);
    }
    let (games, model) = (learner.games(), args.common.model.display());
    interrupt::stopped(&match &args.checkpoint {
        Some(path) => format!(
            "{games} games are in {model}; --checkpoint {} --resume goes on",
            path.display()
        ),
        None => format!("{games} games are in {model}; with --checkpoint FILE one could go on"),
    })
}

/// `--linear`.
fn linear<G: Game>(typed: &TypedGame<G>, args: &PolicyArgs) -> Outcome {
    let game = prepare(typed, &args.common)?;
    let wanted = args.common.encoder.as_deref();
    let encoder = Arc::from(choose(game.move_features(), wanted, |e| e.name(), G::NAME)?);
    let usual = LinearPolicyParams::default();
    let params = LinearPolicyParams {
        episodes: args.games,
        rate: args.rate.map_or(usual.rate, f64::from),
        opponents: opponents(typed, &game, &args.against)?,
        report_every: (args.games / 30).max(1),
        seed: Seed(args.common.seed),
        ..usual
    };
    let bar = screen::progress(args.games, "games");
    let show = |point: &RewardPoint| bar.set_position(point.episodes);
    let learned = linear_policy(&game, encoder, &params, show);
    bar.finish_and_clear();
    let (model, curve) = learned.map_err(failed)?;
    write(model, "self-play", &args.common)?;
    let model = args.common.model.display().to_string();
    if args.common.json {
        screen::print_json(&json!({
            "game": G::NAME, "method": "policy-gradient", "linear": true, "games": args.games,
            "seed": args.common.seed, "model": model, "curve": curve,
        }))?;
        return Ok(Verdict::Good);
    }
    let mut text = String::from("games     points per game since the line before [95%]\n");
    for point in &curve {
        text += &format!("{:>8}  {:+.3}\n", point.episodes, point.reward);
    }
    screen::print(&format!("{text}the model is in {model}\n"))?;
    Ok(Verdict::Good)
}

fn opponents<G: Game>(
    typed: &TypedGame<G>,
    game: &G,
    texts: &[String],
) -> Result<Vec<Opponent<G>>, Failure> {
    let mut all = Vec::new();
    for text in texts {
        let read = text.rsplit_once(' ').and_then(|(name, n)| Some((name, n.parse().ok()?)));
        let Some((name, percent)) = read else {
            let wanted = "expected a player and its games out of 100, such as \"rule 10\"";
            return Err(Failure::new(format!("--against: {wanted}, got `{text}`")));
        };
        let recipe = typed.entry.players.recipe(game, name)?;
        all.push(Opponent { name: recipe.name, percent, make: recipe.make });
    }
    Ok(all)
}

fn save<G: Game>(learner: &PolicyLearner<G>, path: &Path) -> Result<(), Failure> {
    screen::write_file(path, &learner.checkpoint().to_bytes(), true)
}

fn words(point: &CurvePoint) -> String {
    let others = point.against.iter().filter(|other| other.opponent != "itself");
    let texts: Vec<String> =
        others.map(|other| format!("{} {:+.2}", other.opponent, other.points)).collect();
    texts.join(", ")
}

/// Prints how it went; `before` games were played before this run.
fn report<G: Game>(
    args: &PolicyArgs,
    learner: &PolicyLearner<G>,
    before: u64,
    time: Duration,
) -> Result<(), Failure> {
    let model = args.common.model.display();
    if args.common.json {
        return screen::print_json(&json!({
            "game": G::NAME, "method": "policy-gradient", "seed": args.common.seed,
            "games": learner.games(), "seconds": time.as_secs_f64(),
            "model": model.to_string(), "measured": MEASURED, "curve": learner.curve(),
        }));
    }
    let mut text =
        format!("{MEASURED}\ngames     points per game since the line before; entropy\n");
    for point in learner.curve() {
        text += &format!("{:>8}  {}  {:.3}\n", point.games, words(point), point.entropy);
    }
    let rate = (learner.games() - before) as f64 / time.as_secs_f64().max(1e-9);
    text += &format!("{} games, {rate:.0} per second; the model is in {model}\n", learner.games());
    text += &format!(
        "as a player it is measured by `fuda match {} learned:model={model} …`\n",
        G::NAME
    );
    screen::print(&text)
}
