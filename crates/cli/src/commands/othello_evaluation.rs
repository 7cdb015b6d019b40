//! `fuda othello evaluation`: an evaluation by mined patterns.

use crate::args::othello_evaluation::LearnPatternsArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::Seed;
use fuda_train::{EvaluationParams, learn_evaluation};
use serde_json::json;

/// Learns and writes an evaluation of Othello.
pub fn run(args: &LearnPatternsArgs) -> Outcome {
    screen::check_new(&args.model, args.force)?;
    let records = crate::record_files::read_if_named(&args.from)?;
    let params = EvaluationParams {
        rows: args.rows,
        mined: args.mined,
        chosen: args.chosen,
        self_play: args.self_play,
        seed: Seed(args.seed),
        ..EvaluationParams::default()
    };
    let bar = screen::share();
    let show = |step: &str, share: f64| screen::show(&bar, step, share);
    let learned = learn_evaluation(&records, &params, &show);
    bar.finish_and_clear();
    let (model, reports) = learned.map_err(|e| Failure::new(e.to_string()))?;
    let made = model.settings.get("learned_from").cloned();
    screen::write_model(&args.model, model, args.force)?;
    let path = args.model.display().to_string();
    if args.json {
        screen::print_json(&json!({ "model": path, "made": made, "stages": reports }))?;
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
