//! `fuda koikoi …`: Koi-Koi's own tools.

use crate::args::koikoi::{CurvesArgs, KoikoiCommand};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_players::koikoi::PgOptions;
use fuda_players::koikoi::curves::{CurvesError, CurvesOptions, learning_curves};

/// Runs one of the tools.
pub fn run(command: &KoikoiCommand) -> Outcome {
    match command {
        KoikoiCommand::Curves(args) => curves(args),
        KoikoiCommand::Policy(args) => super::koikoi_policy::run(args),
        KoikoiCommand::Completions(args) => super::koikoi_completions::run(args),
    }
}

fn curves(args: &CurvesArgs) -> Outcome {
    let options = CurvesOptions {
        learning: PgOptions {
            episodes: args.episodes,
            temperature: args.temperature,
            rate: args.rate,
            rate_halves_after: args.halves,
            baseline: args.baseline,
            averaged: args.averaged,
            call_playouts: args.calls,
            report_every: (args.episodes / 30).max(1),
            ..PgOptions::default()
        },
        against: args.against.clone(),
        seeds: (1..=args.seeds).collect(),
        threads: screen::threads(args.threads),
    };
    let bar = screen::progress(args.seeds, "seeds");
    let curves = learning_curves(&options, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let curves = curves.map_err(|e| match e {
        CurvesError::Opponent(e) => e.into(),
        e => Failure::new(e.to_string()),
    })?;
    if args.json {
        screen::print_json(&curves)?;
        return Ok(Verdict::Good);
    }
    let mut text = format!(
        "{} seeds against {}: points per game over the last stretch [95% between seeds]\n",
        args.seeds, curves.against
    );
    for p in &curves.band {
        let (reward, deviation) = (p.reward, p.deviation);
        text += &format!("{:>8}  {reward:+.3}  (deviation {deviation:.3})\n", p.episodes);
    }
    let last: Vec<String> = curves
        .runs
        .iter()
        .map(|run| {
            let tail = &run[run.len() - run.len().div_ceil(3)..];
            format!("{:+.2}", tail.iter().map(|p| p.reward.mean).sum::<f64>() / tail.len() as f64)
        })
        .collect();
    text += &format!("last third, seed by seed: {}\n", last.join(" "));
    screen::print(&text)?;
    Ok(Verdict::Good)
}
