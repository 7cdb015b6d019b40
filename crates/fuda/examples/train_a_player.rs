//! Learns to play like another player, and meets a simpler one:
//! `cargo run --release -p fuda --example train_a_player`.

use fuda::arena::{Hooks, MatchOptions, Plan, SelfPlay, run, self_play, table};
use fuda::leduc::Leduc;
use fuda::train::{RankParams, rank};
use fuda::{DecisionFilter, Game, Seed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entry = fuda::games::leduc();
    let game = entry.rules(None)?;

    // Games of the solution against itself are the records to learn from.
    let teacher = entry.entrant(&game, "cfr:iterations=100")?;
    let games = SelfPlay { games: 2_000, seed: Seed(1), threads: 2 };
    let records = self_play(&game, &[teacher], games, None, &|| ())?;

    // An encoder describes each legal move by numbers; `rank` weighs them.
    let encoder = game.move_features().remove(0);
    let filter = DecisionFilter::new::<Leduc>(None, None)?;
    let learned = rank(&game, &records, &*encoder, &filter, &RankParams::default(), &|_, _| ())?;
    println!("agreement on unseen games: {}", learned.test.agreement.percent());

    // The model is a file like any other; `learned` plays by it.
    let path = std::env::temp_dir().join("leduc-rank.safetensors");
    fuda::files::write(&path, &learned.model.to_bytes())?;
    let player = format!("learned:model={}", path.display());
    let players = vec![entry.entrant(&game, &player)?, entry.entrant(&game, "random")?];
    let options = MatchOptions { deals: 500, ..MatchOptions::default() };
    println!("{}", table(&run(&Plan::new(game, players, options)?, Hooks::default())?));
    Ok(())
}
