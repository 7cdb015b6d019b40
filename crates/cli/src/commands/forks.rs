//! `fuda mahjong forks`: what it is worth to decide like one player rather
//! than like another.

use crate::args::forks::ForksArgs;
use crate::failure::{Outcome, Verdict};
use crate::screen;
use fuda_core::Seed;
use fuda_players::{ForksParams, play_forks};
use serde_json::json;

/// Plays the games and tells what was gained.
pub fn run(args: &ForksArgs) -> Outcome {
    let threads = screen::threads(args.threads.into());
    let params = ForksParams {
        rules: args.rules.clone(),
        player: args.player.clone(),
        base: args.base.clone(),
        judge: args.judge.clone(),
        deals: args.deals,
        shuffles: args.shuffles,
        seed: Seed(args.seed),
        threads,
    };
    let bar = screen::progress(args.deals, "games");
    let found = play_forks(&params, &|| bar.inc(1))?;
    bar.finish_and_clear();
    if args.json {
        screen::print_json(&json!({ "seed": args.seed, "found": found }))?;
        return Ok(Verdict::Good);
    }
    let share = 100.0 * found.forks as f64 / found.decisions.max(1) as f64;
    screen::print(&format!(
        "{} instead of {} ({}), {} games, {} hands, seed {}, {} shuffles, judge {}\n\n\
         forks         {} of {} decisions ({share:.1}%)\n\
         gain per fork {:+.0} points\n\
         gain per hand {:+.0} points\n",
        args.player,
        args.base,
        args.rules,
        args.deals,
        found.hands,
        args.seed,
        args.shuffles,
        args.judge,
        found.forks,
        found.decisions,
        found.gain,
        found.gain_a_hand,
    ))?;
    Ok(Verdict::Good)
}
