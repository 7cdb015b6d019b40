//! `fuda learn koikoi-pg-net`: policy gradient through a network.

use crate::args::koikoi::LearnNetArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::{Game, Seed};
use fuda_koikoi::KoiKoi;
use fuda_players::koikoi::net_learn::{NetCurvePoint, NetLearner, NetOptions};
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the checkpoint is written.
const SAVE_EVERY: Duration = Duration::from_secs(60);

fn failed(e: impl std::fmt::Display) -> Failure {
    Failure::new(e.to_string())
}

fn options(args: &LearnNetArgs) -> Result<NetOptions, Failure> {
    let game =
        KoiKoi::with_rules(&args.rules).map_err(|e| Failure::new(format!("--rules: {e}")))?;
    let defaults = NetOptions::default();
    let sizes: Vec<usize> = args.hidden.split('x').filter_map(|n| n.parse().ok()).collect();
    let &[first, second] = sizes.as_slice() else {
        let got = &args.hidden;
        return Err(Failure::new(format!("--hidden: expected sizes such as 192x96, got `{got}`")));
    };
    let mut against = Vec::new();
    for text in &args.against {
        let read = text.rsplit_once(' ').and_then(|(name, n)| Some((name, n.parse().ok()?)));
        let Some((name, share)) = read else {
            let wanted = "expected a player and its games out of 100, such as \"rule 10\"";
            return Err(Failure::new(format!("--against: {wanted}, got `{text}`")));
        };
        // An unknown player is told at once, not after the first games.
        fuda_players::koikoi().recipe(&KoiKoi { rules: game.rules.single_round() }, name)?;
        against.push((name.to_owned(), share));
    }
    Ok(NetOptions {
        rules: game.rules,
        hidden: [first, second],
        rate: args.rate,
        entropy: args.entropy,
        trace: args.trace,
        games_a_step: args.games_a_step,
        passes: args.passes as usize,
        minibatch: args.minibatch as usize,
        past_share: args.past,
        against: if against.is_empty() { defaults.against.clone() } else { against },
        threads: screen::threads(args.threads),
        seed: Seed(args.seed),
        ..defaults
    })
}

/// Learns, writes the model, tells how it went.
pub fn run(args: &LearnNetArgs) -> Outcome {
    let options = options(args)?;
    screen::check_new(&args.model, args.force)?;
    let files = [args.checkpoint.as_ref(), args.curve.as_ref()];
    files.into_iter().flatten().try_for_each(|path| screen::check_writable(path))?;
    let mut learner = match (&args.checkpoint, args.resume) {
        (Some(path), true) => {
            let at = |e: &dyn std::fmt::Display| Failure::new(format!("{}: {e}", path.display()));
            let bytes = std::fs::read(path).map_err(|e| at(&e))?;
            NetLearner::resume(options, &bytes).map_err(|e| at(&e))?
        }
        (Some(path), false) if path.exists() && !args.force => {
            return Err(Failure::with_help(
                format!("{} is already there", path.display()),
                "say --resume to go on from it, or --force to begin anew",
            ));
        }
        _ => NetLearner::new(options).map_err(failed)?,
    };
    let mut lines = match &args.curve {
        Some(path) => Some(appended(path)?),
        None => None,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    // Without a handler Ctrl-C simply ends the program, as it did before.
    let _ = ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed));
    let (begin, before) = (Instant::now(), learner.games());
    let mut saved = begin;
    let mut problem = None;
    let bar = match args.minutes {
        Some(minutes) => screen::progress((minutes * 60.0) as u64, "seconds"),
        None => screen::progress(args.episodes, "games"),
    };
    let outcome = learner.run(|learner, point| {
        let seconds = begin.elapsed().as_secs_f64();
        let share = match args.minutes {
            Some(minutes) => seconds / (minutes * 60.0).max(1e-9),
            None => learner.games() as f64 / args.episodes as f64,
        };
        bar.set_position(if args.minutes.is_some() { seconds as u64 } else { learner.games() });
        let told = point.map_or(Ok(()), |point| tell(point, &bar, lines.as_mut()));
        let due = args.checkpoint.as_deref().filter(|_| saved.elapsed() > SAVE_EVERY);
        let kept = due.map_or(Ok(()), |path| {
            saved = Instant::now();
            save(learner, path)
        });
        if let Err(e) = told.and(kept) {
            problem = Some(e);
            return ControlFlow::Break(());
        }
        match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(share),
        }
    });
    bar.finish_and_clear();
    outcome.map_err(failed)?;
    if let Some(path) = &args.checkpoint {
        save(&learner, path)?;
    }
    let model = learner.model().map_err(failed)?.write().map_err(failed)?;
    screen::write_file(&args.model, &model, args.force)?;
    match problem {
        Some(problem) => Err(problem),
        None => report(args, &learner, before, begin.elapsed()),
    }
}

fn appended(path: &Path) -> Result<File, Failure> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map_err(|e| Failure::new(format!("{}: {e}", path.display())))
}

fn save(learner: &NetLearner, path: &Path) -> Result<(), Failure> {
    screen::write_file(path, &learner.checkpoint().map_err(failed)?, true)
}

/// Shows a new point of the curve, and writes it down.
fn tell(
    point: &NetCurvePoint,
    bar: &indicatif::ProgressBar,
    lines: Option<&mut File>,
) -> Result<(), Failure> {
    bar.set_message(in_words(point));
    let Some(file) = lines else { return Ok(()) };
    let line = serde_json::to_string(point).map_err(failed)?;
    writeln!(file, "{line}").map_err(|e| Failure::new(format!("--curve: {e}")))
}

fn in_words(point: &NetCurvePoint) -> String {
    let others = point.against.iter().filter(|a| a.opponent != "itself");
    let texts: Vec<String> = others.map(|a| format!("{} {:+.2}", a.opponent, a.points)).collect();
    texts.join(", ")
}

/// Tells how it went; `before` games were played before this run.
fn report(args: &LearnNetArgs, learner: &NetLearner, before: u64, time: Duration) -> Outcome {
    let model = args.model.display();
    if args.json {
        screen::print_json(&json!({
            "learner": "koikoi-pg-net", "rules": args.rules, "seed": args.seed,
            "games": learner.games(), "seconds": time.as_secs_f64(),
            "model": model.to_string(), "curve": learner.curve(),
        }))?;
        return Ok(Verdict::Good);
    }
    let mut text = String::from("games     points a game over the last stretch\n");
    for point in learner.curve() {
        text += &format!("{:>8}  {}\n", point.games, in_words(point));
    }
    let rate = (learner.games() - before) as f64 / time.as_secs_f64().max(1e-9);
    text += &format!("{} games, {rate:.0} a second; the model is in {model}\n", learner.games());
    screen::print(&text)?;
    Ok(Verdict::Good)
}
