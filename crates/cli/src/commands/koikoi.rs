//! `fuda koikoi …`: Koi-Koi's own tools.

use crate::args::koikoi::{CurvesArgs, ExploitArgs, KoikoiCommand};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::Seed;
use fuda_koikoi::players::PgOptions;
use fuda_players::koikoi::curves::{CurvesError, CurvesOptions, learning_curves};
use fuda_players::koikoi::exploit::{ExploitError, ExploitOptions, exploit};

/// Runs one of the tools.
pub fn run(command: &KoikoiCommand) -> Outcome {
    match command {
        KoikoiCommand::Exploit(args) => exploit_players(args),
        KoikoiCommand::Curves(args) => curves(args),
    }
}

fn exploit_players(args: &ExploitArgs) -> Outcome {
    let defaults = ExploitOptions::default();
    let options = ExploitOptions {
        rules: args.rules.clone(),
        players: if args.player.is_empty() { defaults.players } else { args.player.clone() },
        iterations: args.iterations,
        times: args.times,
        seed: Seed(args.seed),
        ..defaults
    };
    let bar = screen::progress(1_000, "‰");
    let report = exploit(&options, |share| bar.set_position((1_000.0 * share) as u64));
    bar.finish_and_clear();
    let report = report.map_err(|e| match e {
        ExploitError::Player(e) => e.into(),
        e => Failure::new(e.to_string()),
    })?;
    if args.json {
        screen::print_json(&report)?;
        return Ok(Verdict::Good);
    }
    let mut text = format!(
        "koikoi ({}): {} deals, {} positions, {} information sets\n\
         the first player wins {:+.4} a game; best responses win {:.5} of the solution\n\n\
         player                          best response wins  (first, second)  the solution wins\n",
        report.rules, report.deals, report.positions, report.sets, report.value, report.gap
    );
    for p in &report.players {
        let [first, second] = p.by_seat;
        text += &format!(
            "{:<32}{:>+17.3}  ({first:+.3}, {second:+.3}){:>+19.3}\n",
            p.player, p.exploitability, p.against_solution
        );
    }
    screen::print(&text)?;
    Ok(Verdict::Good)
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
