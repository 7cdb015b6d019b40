//! `fuda koikoi policy` and `curves`: the linear policy of paper 5.

use crate::args::koikoi::{CurvesArgs, LearnPgArgs, PolicyArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::{Game, Seed};
use fuda_koikoi::{KoiKoi, Rules};
use fuda_train::koikoi::{learn_paper_policy, learning_curves, paper_policy};
use fuda_train::{LinearPolicyParams, Opponent, RewardPoint, TrainError};
use serde_json::json;

/// The settings, and the opponent's name.
fn params(
    game: &KoiKoi,
    args: &LearnPgArgs,
) -> Result<(LinearPolicyParams<KoiKoi>, String), Failure> {
    let recipe = fuda_players::koikoi().recipe(game, &args.against)?;
    let opponent = Opponent { name: recipe.name.clone(), percent: 100, make: recipe.make };
    let params = LinearPolicyParams {
        episodes: args.episodes,
        rate: args.rate,
        temperature: args.temperature,
        halves: args.halves,
        baseline: args.baseline,
        averaged: args.averaged,
        report_every: (args.episodes / 30).max(1),
        ..paper_policy(opponent, args.calls)
    };
    Ok((params, recipe.name))
}

fn failed(e: TrainError) -> Failure {
    Failure::new(e.to_string())
}

/// Learns, and writes the model.
pub fn run(args: &PolicyArgs) -> Outcome {
    let game =
        KoiKoi::with_rules(&args.rules).map_err(|e| Failure::new(format!("--rules: {e}")))?;
    let (params, opponent) = params(&game, &args.learning)?;
    screen::check_new(&args.model, args.force)?;
    let params = LinearPolicyParams { seed: Seed(args.seed), ..params };
    let bar = screen::progress(params.episodes, "episodes");
    let show = |point: &RewardPoint| bar.set_position(point.episodes);
    let (model, curve) = learn_paper_policy(&game, &params, show).map_err(failed)?;
    bar.finish_and_clear();
    screen::write_model(&args.model, model, args.force)?;
    if args.json {
        screen::print_json(&json!({
            "learner": "linear policy", "rules": game.rules(), "against": opponent,
            "episodes": params.episodes, "seed": args.seed,
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

/// Learns once for each seed.
pub fn curves(args: &CurvesArgs) -> Outcome {
    let game = KoiKoi { rules: Rules::PAPER };
    let (params, against) = params(&game, &args.learning)?;
    let bar = screen::progress(args.seeds, "seeds");
    let (seeds, threads) = ((1..=args.seeds).collect(), screen::threads(args.threads));
    let curves = learning_curves(&game, &params, seeds, threads, || bar.inc(1)).map_err(failed)?;
    bar.finish_and_clear();
    if args.json {
        screen::print_json(&json!({
            "against": against, "seeds": curves.seeds, "band": curves.band, "runs": curves.runs,
        }))?;
        return Ok(Verdict::Good);
    }
    let mut text = format!(
        "{} seeds against {against}: points per game over the last stretch [95% between seeds]\n",
        args.seeds
    );
    for p in &curves.band {
        let (reward, deviation) = (p.reward, p.deviation);
        text += &format!("{:>8}  {reward:+.3}  (deviation {deviation:.3})\n", p.episodes);
    }
    let last_third = |run: &Vec<RewardPoint>| {
        let tail = &run[run.len() - run.len().div_ceil(3)..];
        format!("{:+.2}", tail.iter().map(|p| p.reward.mean).sum::<f64>() / tail.len() as f64)
    };
    let last: Vec<String> = curves.runs.iter().map(last_third).collect();
    text += &format!("last third, seed by seed: {}\n", last.join(" "));
    screen::print(&text)?;
    Ok(Verdict::Good)
}
