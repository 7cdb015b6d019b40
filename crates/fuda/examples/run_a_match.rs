//! A match, and how to read its interval: `cargo run -p fuda --example run_a_match`.

use fuda::Seed;
use fuda::arena::{Hooks, MatchOptions, Plan, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entry = fuda::games::mahjong();
    let game = entry.rules(Some("tenhou-east"))?;
    let players = vec![entry.entrant(&game, "ukeire")?, entry.entrant(&game, "greedy")?];
    // Every deal is played once from each seat; the same seed plays the same match.
    let options = MatchOptions { deals: 25, seed: Seed(1), ..MatchOptions::default() };
    let report = run(&Plan::new(game, players, options)?, Hooks::default())?;
    let difference = report.difference.expect("there are two players");
    println!("{} games: ukeire – greedy = {} points per game", report.games, difference.points);
    match (difference.points.is_above(0.0), difference.points.is_below(0.0)) {
        (true, _) => println!("ukeire is stronger: the whole interval is above 0"),
        (_, true) => println!("greedy is stronger: the whole interval is below 0"),
        _ => println!("not decided: the interval contains 0, so more deals are needed"),
    }
    Ok(())
}
