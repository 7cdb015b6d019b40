//! `fuda learn othello-patterns`: an evaluation by mined patterns.

use crate::args::mining::LearnPatternsArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::Seed;
use fuda_players::patterns::{PatternParams, learn_patterns};
use serde_json::json;

/// Learns and writes the model.
pub fn learn(args: &LearnPatternsArgs) -> Outcome {
    if args.model.exists() && !args.force {
        return Err(Failure::with_help(
            format!("{} is already there", args.model.display()),
            "choose another name, or say --force to replace it",
        ));
    }
    screen::check_writable(&args.model)?;
    let records = super::positions::read_games(&args.from)?;
    let params = PatternParams {
        rows: args.rows,
        mined: args.mined,
        chosen: args.chosen,
        self_play: args.self_play,
        seed: Seed(args.seed),
        ..PatternParams::default()
    };
    let bar = screen::progress(params.stages.len() as u64, "stages");
    let learned = learn_patterns(&records, &params, |_| bar.inc(1));
    bar.finish_and_clear();
    let (model, reports) = learned.map_err(|e| Failure::new(e.to_string()))?;
    let bytes = serde_json::to_vec(&model).map_err(|e| Failure::new(e.to_string()))?;
    screen::write_file(&args.model, &bytes, args.force)?;
    let path = args.model.display().to_string();
    if args.json {
        screen::print_json(&json!({ "model": path, "made": model.made, "stages": reports }))?;
        return Ok(Verdict::Good);
    }
    let mut text = String::from(
        "empties   boards  support   mined  chosen  explained by raw features  with patterns\n",
    );
    for report in &reports {
        text += &format!(
            "  to {:>2}  {:>7}  {:>7}  {:>6}  {:>6}  {:>25.3}  {:>13.3}\n",
            report.most_empties,
            report.rows,
            report.min_support,
            report.mined,
            report.chosen,
            report.raw,
            report.patterns
        );
    }
    text += &format!("the model is in {path}\n");
    screen::print(&text)?;
    Ok(Verdict::Good)
}
