//! `fuda check-bot`: odd situations, and what a bot does in them.

use super::TypedGame;
use crate::args::check_bot::CheckBotArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::{Game, Seed};
use fuda_players::check::{Check, CheckOptions, check_player};
use serde_json::json;

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &CheckBotArgs) -> Outcome {
    let game = typed.game(args.rules.as_deref())?;
    let recipe = typed.entry.players.recipe(&game, &args.player)?;
    let little_time = screen::duration("--little-time", args.little_time)?;
    let options = CheckOptions { seed: Seed(args.seed), games: args.games, little_time };
    let bar = screen::progress(args.games + 2, "steps");
    let checks =
        check_player(&game, &recipe.make, options, &|| bar.inc(1)).map_err(Failure::new)?;
    bar.finish_and_clear();
    let passed = checks.iter().all(Check::passed);
    if args.json {
        screen::print_json(&json!({
            "game": G::NAME, "rules": game.rules(), "player": recipe.name, "seed": args.seed,
            "passed": passed, "checks": checks,
        }))?;
    } else {
        let name = &recipe.name;
        screen::print(&format!("{} ({}): {name}\n\n", G::NAME, game.rules()))?;
        checks.iter().try_for_each(|check| screen::print(&describe(check)))?;
        let verdict = if passed { "nothing is wrong" } else { "something is wrong" };
        screen::print(&format!("\n{verdict}\n"))?;
    }
    Ok(if passed { Verdict::Good } else { Verdict::Failed })
}

fn describe(check: &Check) -> String {
    let mark = match (check.passed(), check.tried) {
        (true, 0) => "–",
        (true, _) => "ok",
        (false, _) => "WRONG",
    };
    let Check { name, tried, failed, note, .. } = check;
    let count = match (tried, failed) {
        (0, _) => "did not come up".to_owned(),
        (tried, 0) => format!("{tried}"),
        (tried, failed) => format!("{failed} of {tried} wrong"),
    };
    let note = if note.is_empty() { String::new() } else { format!("; {note}") };
    let mut text = format!("{mark:5} {name}: {count}{note}\n");
    check.problems.iter().for_each(|problem| text += &format!("      {problem}\n"));
    text
}
