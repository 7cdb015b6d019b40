//! `fuda koikoi completions`: the value network of paper 5.

use crate::args::koikoi::LearnValueArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::{Game, Seed};
use fuda_koikoi::KoiKoi;
use fuda_koikoi::players::ValueOptions;
use fuda_players::koikoi::value;
use fuda_train::koikoi::{CompletionsParams, ValueReport, learn_completions};
use serde_json::json;

fn learning(args: &LearnValueArgs) -> Result<CompletionsParams, Failure> {
    let game =
        KoiKoi::with_rules(&args.rules).map_err(|e| Failure::new(format!("--rules: {e}")))?;
    let turn = match args.turn.as_str() {
        "all" => None,
        text => Some(text.parse().map_err(|_| {
            Failure::new(format!("--turn: expected a turn from 1, or `all`, got `{text}`"))
        })?),
    };
    let samples = ValueOptions {
        rules: game.rules,
        turn,
        samples: (args.samples + args.test) as usize,
        completions: args.completions,
        call_playouts: args.playouts,
        threads: screen::threads(args.threads),
        seed: Seed(args.seed),
    };
    let (test, passes) = (args.test as usize, args.passes as usize);
    Ok(CompletionsParams { test, passes, ..CompletionsParams::new(samples) })
}

/// Learns, writes the model, prints how it went.
pub fn run(args: &LearnValueArgs) -> Outcome {
    let learning = learning(args)?;
    screen::check_new(&args.model, args.force)?;
    let bar = screen::progress(learning.samples.samples as u64, "after-states");
    let learned = learn_completions(&learning, &|| bar.inc(1), |point| {
        screen::count(&bar, "passes", point.pass as u64, args.passes.into());
    });
    bar.finish_and_clear();
    let (network, report) = learned.map_err(|e| Failure::new(e.to_string()))?;
    let made = format!(
        "turn {}, {} samples of {} completions, {} playouts a call, {} passes, seed {}",
        args.turn, args.samples, args.completions, args.playouts, args.passes, args.seed
    );
    let model =
        value::file(&network, &learning.samples.rules).with_settings([("learned_from", made)]);
    screen::write_model(&args.model, model, args.force)?;
    match args.json {
        true => screen::print_json(&json!({
            "learner": "koikoi-value", "rules": args.rules, "seed": args.seed,
            "model": args.model.display().to_string(), "report": report,
        }))?,
        false => screen::print(&in_words(args, &report))?,
    }
    Ok(Verdict::Good)
}

fn in_words(args: &LearnValueArgs, report: &ValueReport) -> String {
    let mut text = String::from("passes  squared error: learned from, test [95%]\n");
    for p in &report.curve {
        text += &format!("{:>6}  {:.3}  {:.3}\n", p.pass, p.training, p.test);
    }
    text += &format!(
        "constant {:+.3}: {:.3}; correlation of truth and network {:.3}\n",
        report.constant, report.constant_error, report.correlation
    );
    text + &format!("the model is in {}\n", args.model.display())
}
