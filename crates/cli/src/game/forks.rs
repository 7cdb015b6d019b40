//! `fuda forks`: what it is worth to decide like one player rather than like
//! another.

use super::TypedGame;
use crate::args::forks::ForksArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_arena::{ForkPlan, play_forks};
use fuda_core::{Game, Seed};
use serde_json::json;

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &ForksArgs) -> Outcome {
    let game = typed.game(args.rules.as_deref())?;
    let plan = ForkPlan {
        player: typed.entrant(&game, &args.player)?,
        base: typed.entrant(&game, &args.base)?,
        judge: typed.entrant(&game, args.judge.as_ref().unwrap_or(&args.base))?,
        game,
        games: args.deals,
        draws: args.draws,
        seed: Seed(args.seed),
        threads: screen::threads(args.threads),
    };
    let bar = screen::progress(args.deals, "games");
    let found = play_forks(&plan, &|| bar.inc(1)).map_err(|e| Failure::new(e.to_string()))?;
    bar.finish_and_clear();
    let [player, base, judge] = [&plan.player, &plan.base, &plan.judge].map(|e| e.name());
    let (name, rules) = (G::NAME, plan.game.rules());
    if args.json {
        screen::print_json(&json!({
            "game": name, "rules": rules, "seed": args.seed, "games": args.deals,
            "player": player, "base": base, "judge": judge, "draws": args.draws, "found": found,
        }))?;
        return Ok(Verdict::Good);
    }
    let share = 100.0 * found.forks as f64 / found.decisions.max(1) as f64;
    screen::print(&format!(
        "{name} ({rules}): {player} instead of {base}, {} games, {} rounds, seed {}, {} draws, \
         judge {judge}\n\n\
         forks          {} of {} decisions ({share:.1}%)\n\
         gain per fork  {:+} points\n\
         gain per round {:+} points\n",
        args.deals,
        found.rounds,
        args.seed,
        args.draws,
        found.forks,
        found.decisions,
        found.gain,
        found.gain_per_round,
    ))?;
    Ok(Verdict::Good)
}
