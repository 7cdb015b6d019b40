//! The players of Othello.

use crate::parameter::{Parameter, Range};
use crate::search;
use crate::{Catalogue, Kind};
use fuda_othello::{AlphaBeta, AlphaBetaPlayer, Greedy, Othello};
use fuda_search::{FlatMonteCarloPlayer, UctPlayer, Uniform, WithReward, win_share};
use std::sync::Arc;

/// All players of Othello.
pub fn othello() -> Catalogue<Othello> {
    Catalogue::basic().with(greedy()).with(alphabeta()).with(uct()).with(mc())
}

fn greedy() -> Kind<Othello> {
    Kind {
        name: "greedy",
        about: "turns the most discs now, ties at random",
        parameters: Vec::new(),
        make: |_, _| Ok(Arc::new(|| Box::new(Greedy))),
    }
}

fn alphabeta() -> Kind<Othello> {
    Kind {
        name: "alphabeta",
        about: "looks some plies ahead with an evaluation, and solves the end exactly",
        parameters: vec![
            Parameter {
                name: "depth",
                default: "6",
                range: Range::Whole(1, 60),
                about: "plies to look ahead",
            },
            Parameter {
                name: "exact",
                default: "12",
                range: Range::Whole(0, 30),
                about: "empty squares from which on the end is solved exactly",
            },
        ],
        make: |_, values| {
            let base = AlphaBeta::default();
            let small = |name: &str| values.whole(name).and_then(|n| u32::try_from(n).ok());
            let settings = AlphaBeta {
                depth: small("depth").unwrap_or(base.depth),
                exact: small("exact").unwrap_or(base.exact),
            };
            Ok(Arc::new(move || Box::new(AlphaBetaPlayer::new(settings))))
        },
    }
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
                    let guide = WithReward::new(Uniform, win_share);
                    Box::new(UctPlayer::new(&game, uct, guide))
                }),
            })
        },
    }
}

fn mc() -> Kind<Othello> {
    Kind {
        name: "mc",
        about: "flat Monte Carlo: random playouts of every move, shared out by UCB1",
        parameters: search::flat_parameters("1000", "1"),
        make: |game, values| {
            let flat = search::flat(values)?;
            let game = *game;
            Ok(Arc::new(move || {
                let guide = WithReward::new(Uniform, win_share);
                Box::new(FlatMonteCarloPlayer::new(&game, flat, guide))
            }))
        },
    }
}
