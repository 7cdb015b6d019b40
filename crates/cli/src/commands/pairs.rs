//! `fuda mahjong pairs`: two against two, told hand by hand.

use crate::args::pairs::PairsArgs;
use crate::failure::{Outcome, Verdict};
use crate::screen;
use fuda_core::Seed;
use fuda_players::{PairsParams, play_pairs};
use fuda_stats::{Moments, p_value, welch};
use serde_json::json;

/// Plays the match and tells it.
pub fn run(args: &PairsArgs) -> Outcome {
    let threads = screen::threads(args.threads.into());
    let params = PairsParams {
        rules: args.rules.clone(),
        players: [args.first.clone(), args.second.clone()],
        deals: args.deals,
        seed: Seed(args.seed),
        threads,
    };
    let bar = screen::progress(args.deals, "deals");
    let found = play_pairs(&params, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let [a, b] = &found.sides;
    let p = welch(&Moments::of(&a.ranks), &Moments::of(&b.ranks));
    if args.json {
        screen::print_json(&json!({ "seed": args.seed, "found": found, "rank_welch_p": p }))?;
        return Ok(Verdict::Good);
    }
    let mut text = format!(
        "mahjong ({}), {} games, {} hands, {:.1}% without a winner, seed {}\n\n",
        found.rules,
        found.games,
        found.hands,
        100.0 * found.drawn,
        args.seed
    );
    let width = a.player.chars().count().max(b.player.chars().count()).max(6);
    text += &format!(
        "{:<width$}  place  points/hand    won  dealt in  opened  won opened  won closed  points/win\n",
        "player"
    );
    for side in [a, b] {
        text += &format!(
            "{:<width$}  {:>5.2}  {:>+11.0}  {:>4.1}%  {:>7.1}%  {:>6.2}  {:>9.1}%  {:>9.1}%  {:>10.0}\n",
            side.player,
            side.mean_rank,
            side.points_a_hand,
            100.0 * side.won,
            100.0 * side.dealt_in,
            side.opened,
            100.0 * side.won_opened,
            100.0 * side.won_closed,
            side.points_a_win
        );
    }
    text += &format!("\nplaces differ with p {} (Welch)\n", p_value(p));
    screen::print(&text)?;
    Ok(Verdict::Good)
}
