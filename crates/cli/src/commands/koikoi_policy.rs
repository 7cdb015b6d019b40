//! `fuda koikoi policy`: a linear policy by policy gradient.

use crate::args::koikoi::LearnPgArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::{Game, Seed};
use fuda_koikoi::KoiKoi;
use fuda_players::koikoi::{PgOptions, learn_pg};
use serde_json::json;

/// Learns, and writes the model.
pub fn run(args: &LearnPgArgs) -> Outcome {
    let game =
        KoiKoi::with_rules(&args.rules).map_err(|e| Failure::new(format!("--rules: {e}")))?;
    let opponent = fuda_players::koikoi().recipe(&game, &args.against)?;
    screen::check_new(&args.model, args.force)?;
    let options = PgOptions {
        rules: game.rules,
        episodes: args.episodes,
        rate: args.rate,
        temperature: args.temperature,
        rate_halves_after: args.halves,
        baseline: args.baseline,
        averaged: args.averaged,
        call_playouts: args.calls,
        report_every: (args.episodes / 30).max(1),
        seed: Seed(args.seed),
    };
    let bar = screen::progress(args.episodes, "episodes");
    let mut curve = Vec::new();
    let run = learn_pg(&options, (opponent.make)().as_mut(), &opponent.name, |point| {
        bar.set_position(point.episodes);
        curve.push(*point);
    })
    .map_err(|e| Failure::new(e.to_string()))?;
    bar.finish_and_clear();
    screen::write_model(&args.model, run.model, args.force)?;
    if args.json {
        screen::print_json(&json!({
            "learner": "linear policy", "rules": game.rules(), "against": opponent.name,
            "episodes": args.episodes, "seed": args.seed,
            "model": args.model.display().to_string(), "curve": curve,
        }))?;
        return Ok(Verdict::Good);
    }
    let mut text = String::from("episodes  points per game over the last stretch [95%]\n");
    for point in &curve {
        text += &format!("{:>8}  {:+.3}\n", point.episodes, point.reward);
    }
    text += &format!("the model is in {}\n", args.model.display());
    screen::print(&text)?;
    Ok(Verdict::Good)
}
