//! Programs of the UECda contest.

use crate::Kind;
use crate::outside::{process, process_parameters};
use fuda_bridges::uecda::UecdaPlayer;
use fuda_core::Game;
use fuda_daihinmin::{Daihinmin, Rules};
use std::sync::Arc;

/// A program of the UECda contest.
pub(super) fn uecda() -> Kind<Daihinmin> {
    Kind {
        name: "uecda",
        about: "a program of the UECda contest, started with -h 127.0.0.1 -p PORT for every \
                game: 'uecda:./client'",
        parameters: process_parameters(),
        make: |game, values| {
            let rules = Rules::parse(&game.rules()).map_err(|e| e.to_string())?;
            if !rules.is_contest() {
                return Err("programs of the contest play by the rules `uecda`".into());
            }
            let (command, limits) = process(values)?;
            Ok(Arc::new(move || Box::new(UecdaPlayer::new(command.clone(), limits))))
        },
    }
}
