//! The players of Koi-Koi.

use crate::parameter::{Parameter, Range, Values};
use crate::search;
use crate::{Catalogue, Kind};
use fuda_core::RandomPlayer;
use fuda_koikoi::KoiKoi;
use fuda_koikoi::players::{CallBySimulation, PgModel, PgPlayer, RulePlayer, WithCalls};
use fuda_search::{FlatMonteCarloPlayer, UctPlayer, Uniform};
use std::sync::Arc;

/// All players of Koi-Koi.
pub fn koikoi() -> Catalogue<KoiKoi> {
    Catalogue::basic()
        .with(random_cards())
        .with(rule())
        .with(pg())
        .with(Kind {
            name: "mc",
            about: "flat Monte Carlo: random playouts of every move, shared out by UCB1",
            parameters: search::flat_parameters("1000", "5"),
            make: |game, values| {
                let (flat, game) = (search::flat(values)?, *game);
                Ok(Arc::new(move || Box::new(FlatMonteCarloPlayer::new(&game, flat, Uniform))))
            },
        })
        .with(Kind {
            name: "uct",
            about: "Monte-Carlo tree search (UCT) over assumed hands with random playouts",
            parameters: search::uct_parameters("1000", "5"),
            make: |game, values| {
                let (uct, game) = (search::uct(values)?, *game);
                Ok(Arc::new(move || Box::new(UctPlayer::new(&game, uct, Uniform))))
            },
        })
}

fn calls_parameter() -> Parameter {
    Parameter {
        name: "calls",
        default: "300",
        range: Range::Whole(1, 1_000_000),
        about: "random completions that decide koi-koi",
    }
}

fn calls(values: &Values) -> u32 {
    values.whole("calls").and_then(|n| u32::try_from(n).ok()).unwrap_or(300)
}

fn random_cards() -> Kind<KoiKoi> {
    Kind {
        name: "random-cards",
        about: "the paper's random player: any card, koi-koi decided by simulation",
        parameters: vec![calls_parameter()],
        make: |_, values| {
            let playouts = calls(values);
            Ok(Arc::new(move || Box::new(WithCalls::with_playouts(RandomPlayer, playouts))))
        },
    }
}

fn rule() -> Kind<KoiKoi> {
    Kind {
        name: "rule",
        about: "if-then rules for cards, koi-koi decided by simulation",
        parameters: vec![calls_parameter()],
        make: |_, values| {
            let player = RulePlayer { call: CallBySimulation { playouts: calls(values) } };
            Ok(Arc::new(move || Box::new(player)))
        },
    }
}

fn pg() -> Kind<KoiKoi> {
    Kind {
        name: "pg",
        about: "a linear policy over 36 features, learned by policy gradient",
        parameters: vec![
            Parameter {
                name: "model",
                default: "",
                range: Range::Text,
                about: "the model's file; off: the one that comes with fuda, for `paper` rules",
            },
            Parameter {
                name: "greedy",
                default: "no",
                range: Range::OneOf(&["no", "yes"]),
                about: "always the likeliest card, instead of drawing by the policy",
            },
            calls_parameter(),
        ],
        make: |game, values| {
            let (name, model) = match values.text("model") {
                None => ("the model that comes with fuda", PgModel::shipped()),
                Some(path) => {
                    let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
                    (path, PgModel::read(&bytes))
                }
            };
            let model = model.map_err(|e| format!("{name}: {e}"))?;
            model.fits(&game.rules).map_err(|e| format!("{name}: {e}"))?;
            let mut player = PgPlayer::new(&model);
            player.greedy = values.text("greedy") == Some("yes");
            player.call = CallBySimulation { playouts: calls(values) };
            Ok(Arc::new(move || Box::new(player.clone())))
        },
    }
}
