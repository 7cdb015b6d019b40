//! The players that every game has.

use crate::{Factory, Kind, search};
use fuda_core::{Game, Player, RandomPlayer};
use fuda_search::{FlatMonteCarloPlayer, Guide, UctPlayer};
use std::sync::Arc;

/// Plays at random.
pub(crate) fn random<G: Game>() -> Kind<G> {
    Kind {
        name: "random",
        about: "any legal move, each equally likely",
        parameters: Vec::new(),
        make: |_, _| Ok(Arc::new(|| Box::new(RandomPlayer))),
    }
}

/// Flat Monte Carlo with nothing known of the game but its rules.
pub(crate) fn mc<G: Game>() -> Kind<G> {
    Kind {
        name: "mc",
        about: "flat Monte Carlo: random playouts of every move, shared out by UCB1",
        parameters: search::flat_parameters("1000", "5"),
        make: |game, values| {
            let flat = search::flat(values)?;
            Ok(made(game, move |game| FlatMonteCarloPlayer::new(game, flat, Guide::UNIFORM)))
        },
    }
}

/// UCT with nothing known of the game but its rules.
pub(crate) fn uct<G: Game>() -> Kind<G> {
    Kind {
        name: "uct",
        about: "Monte-Carlo tree search (UCT) over assumed positions with random playouts",
        parameters: search::uct_parameters("1000", "5"),
        make: |game, values| {
            let uct = search::uct(values)?;
            Ok(made(game, move |game| UctPlayer::new(game, uct, Guide::UNIFORM)))
        },
    }
}

fn made<G: Game, P: Player<G> + 'static>(
    game: &G,
    make: impl Fn(&G) -> P + Send + Sync + 'static,
) -> Factory<G> {
    let game = game.clone();
    Arc::new(move || Box::new(make(&game)))
}
