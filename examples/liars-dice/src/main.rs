//! Liar's dice in the `fuda` command: a game of a crate of its own.
//!
//! ```text
//! cd examples/liars-dice
//! cargo run --release -- match liars-dice uct random
//! cargo run --release -- exploit liars-dice random
//! ```
//! Every command knows the game: `games`, `players`, `match`, `tournament`,
//! `play`, `analyse`, `agree`, `records`, `positions`, `learn`, `exploit`,
//! `serve`.

mod encode;
mod rules;

use fuda::games::GameEntry;
use fuda::players::Catalogue;
use fuda_cli::Games;
use rules::LiarsDice;
use std::process::ExitCode;

fn main() -> ExitCode {
    let dice = GameEntry {
        pieces: |view: &rules::View| vec![view.die.to_string()],
        ..GameEntry::new(Catalogue::<LiarsDice>::basic())
    };
    fuda_cli::run(&Games::all().with(dice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda::{Game, Seed, conformance};

    #[test]
    fn the_game_keeps_every_promise() {
        conformance::check(&LiarsDice, 100, Seed(1));
    }

    #[test]
    fn assumed_dice_are_even() {
        let deals = LiarsDice.deals(100).unwrap();
        let tested = conformance::check_distribution(&LiarsDice, &deals, 20, 6, 2_000, Seed(2));
        assert!(tested >= 20, "only {tested} decisions were tested");
    }
}
