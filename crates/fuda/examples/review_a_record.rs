//! Where a player would have moved differently:
//! `cargo run -p fuda --example review_a_record [RECORD…]`.

use fuda::arena::{SelfPlay, opinion, self_play};
use fuda::othello::Othello;
use fuda::{Ask, Budget, Purpose, Record, RecordSet, Seed};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entry = fuda::games::othello();
    let game = entry.rules(None)?;
    // Records of any format of the game, or a game of our own.
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let records: Vec<Record<Othello>> = if paths.is_empty() {
        let greedy = entry.entrant(&game, "greedy")?;
        self_play(&game, &[greedy], SelfPlay { games: 1, seed: Seed(1), threads: 1 }, None, &|| ())?
    } else {
        RecordSet::read(&paths, |_, _| ())?.records
    };

    let judge = entry.players.recipe(&game, "alphabeta:depth=6,exact=10")?;
    let mut judge = (judge.make)();
    let mut rng = Seed(1).stream(Purpose::Player, &[0]);
    let mut decisions = records[0].decisions()?;
    while let Some(decision) = decisions.next()? {
        let (view, legal, budget) = (decision.view(), decision.legal, Budget::default());
        let question = Ask { view: &view, legal, budget, rng: &mut rng };
        let thought = opinion(&mut *judge, question)?;
        let chosen = decision.chosen.to_string();
        if thought.choice != chosen {
            println!(
                "move {}: {chosen} was played, {} preferred",
                decision.number + 1,
                thought.choice
            );
        }
    }
    Ok(())
}
