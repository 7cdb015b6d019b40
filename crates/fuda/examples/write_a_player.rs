//! A player of one's own in a match: `cargo run -p fuda --example write_a_player`.

use fuda::arena::{Entrant, Hooks, MatchOptions, Plan, run, table};
use fuda::othello::{Move, Othello};
use fuda::{Ask, Choice, Player, PlayerError};

/// Takes a corner where it can, and otherwise a move that leaves it few
/// places to go wrong.
struct Corners;

impl Player<Othello> for Corners {
    fn choose(&mut self, ask: Ask<'_, Othello>) -> Result<Choice<Move>, PlayerError> {
        // A player gets a view and the legal moves; a position it never sees.
        let worth = |mv: &Move| match mv.to_string().as_str() {
            "a1" | "a8" | "h1" | "h8" => 2,
            "b2" | "b7" | "g2" | "g7" => 0,
            _ => 1,
        };
        let best = ask.legal.iter().max_by_key(|mv| worth(mv)).expect("somebody is asked");
        Ok(Choice::from(*best))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entry = fuda::games::othello();
    let game = entry.rules(None)?;
    let corners = Entrant::fair("corners", || Box::new(Corners));
    let players = vec![corners, entry.entrant(&game, "random")?];
    let options = MatchOptions { deals: 200, ..MatchOptions::default() };
    println!("{}", table(&run(&Plan::new(game, players, options)?, Hooks::default())?));
    Ok(())
}
