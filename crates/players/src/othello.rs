//! The players of Othello.

use crate::parameter::{Parameter, Range};
use crate::search;
use crate::{Catalogue, Kind};
use fuda_othello::Othello;
use fuda_search::uct::UctPlayer;
use fuda_search::{Guide, Uniform, win_share};
use std::sync::Arc;

/// All players of Othello.
pub fn othello() -> Catalogue<Othello> {
    Catalogue::basic().with(uct())
}

fn uct() -> Kind<Othello> {
    let mut parameters = search::uct_parameters("1000", "1");
    parameters.push(Parameter {
        name: "reward",
        default: "win",
        range: Range::OneOf(&["win", "score"]),
        about: "what playouts are judged by: who wins, or the disc difference (then c=20 or so)",
    });
    Kind {
        name: "uct",
        about: "Monte-Carlo tree search (UCT) with random playouts",
        parameters,
        make: |game, values| {
            let uct = search::uct(values)?;
            let game = *game;
            Ok(match values.text("reward") {
                Some("score") => Arc::new(move || Box::new(UctPlayer::new(&game, uct, Uniform))),
                _ => Arc::new(move || {
                    let guide = Guide::<Othello>::with_reward(Uniform, win_share);
                    Box::new(UctPlayer::new(&game, uct, guide))
                }),
            })
        },
    }
}
