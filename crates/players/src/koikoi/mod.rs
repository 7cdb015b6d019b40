//! The players of Koi-Koi.

pub mod curves;
mod look_ahead;
pub mod mined;
mod net;
pub mod net_learn;
mod net_model;
pub mod value;

pub use look_ahead::LookAhead;
pub use net::{NET_OUTPUTS, NetPlayer, NetPolicy, VALUE_OUTPUT, output_of};
pub use net_model::{NetModel, NetModelError};

use crate::parameter::{Parameter, Range, Values};
use crate::search;
use crate::{Catalogue, Factory, Kind};
use fuda_core::{Player, RandomPlayer};
use fuda_koikoi::KoiKoi;
use fuda_koikoi::players::{
    CallBySimulation, PgModel, PgPlayer, RulePlayer, ValuePlayer, WithCalls,
};
use fuda_search::{FlatMonteCarloPlayer, Guide, UctPlayer};
use mined::MinedValue;
use std::sync::Arc;
use value::ValueModel;

/// All players of Koi-Koi.
pub fn koikoi() -> Catalogue<KoiKoi> {
    Catalogue::basic()
        .with(random_cards())
        .with(rule())
        .with(pg())
        .with(value())
        .with(linear())
        .with(pg_net())
        .with(Kind {
            name: "mc",
            about: "flat Monte Carlo: random playouts of every move, shared out by UCB1",
            parameters: with_calls(search::flat_parameters("1000", "5")),
            make: |game, values| {
                let (flat, game) = (search::flat(values)?, *game);
                let make = move || FlatMonteCarloPlayer::new(&game, flat, Guide::UNIFORM);
                Ok(calling(make, optional_calls(values)))
            },
        })
        .with(Kind {
            name: "uct",
            about: "Monte-Carlo tree search (UCT) over assumed hands with random playouts",
            parameters: with_calls(search::uct_parameters("1000", "5")),
            make: |game, values| {
                let (uct, game) = (search::uct(values)?, *game);
                let make = move || UctPlayer::new(&game, uct, Guide::UNIFORM);
                Ok(calling(make, optional_calls(values)))
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

/// For players that can decide koi-koi themselves.
fn optional_calls_parameter() -> Parameter {
    Parameter {
        name: "calls",
        default: "",
        range: Range::Whole(1, 1_000_000),
        about: "random completions that decide koi-koi; off: the player itself does",
    }
}

fn optional_calls(values: &Values) -> Option<u32> {
    values.whole("calls").and_then(|n| u32::try_from(n).ok())
}

fn with_calls(mut parameters: Vec<Parameter>) -> Vec<Parameter> {
    parameters.push(optional_calls_parameter());
    parameters
}

/// A player as it is, or with its koi-koi decided by random completions.
fn calling<P: Player<KoiKoi> + 'static>(
    make: impl Fn() -> P + Send + Sync + 'static,
    calls: Option<u32>,
) -> Factory<KoiKoi> {
    match calls {
        Some(playouts) => Arc::new(move || Box::new(WithCalls::with_playouts(make(), playouts))),
        None => Arc::new(move || Box::new(make())),
    }
}

fn value() -> Kind<KoiKoi> {
    Kind {
        name: "value",
        about: "plays to the best after-state, by a network of 252 inputs",
        parameters: vec![
            Parameter {
                name: "model",
                default: "",
                range: Range::Text,
                about: "the model's file; off: the one that comes with fuda, for `paper` rules",
            },
            Parameter {
                name: "calls",
                default: "300",
                range: Range::Whole(0, 1_000_000),
                about: "random completions that decide koi-koi; 0: the network does",
            },
        ],
        make: |game, values| {
            let (name, model) = match values.text("model") {
                None => (SHIPPED, ValueModel::shipped()),
                Some(path) => (path, ValueModel::read(&read(path)?)),
            };
            let model = model.map_err(|e| format!("{name}: {e}"))?;
            model.fits(&game.rules).map_err(|e| format!("{name}: {e}"))?;
            let mut player = ValuePlayer::new(model.function());
            player.call = optional_calls(values)
                .filter(|n| *n > 0)
                .map(|playouts| CallBySimulation { playouts });
            Ok(Arc::new(move || Box::new(player.clone())))
        },
    }
}

fn linear() -> Kind<KoiKoi> {
    Kind {
        name: "linear",
        about: "plays to the best after-state, by a sum over mined patterns",
        parameters: vec![
            Parameter {
                name: "features",
                default: "mined",
                range: Range::OneOf(&["mined", "raw"]),
                about: "of the model that comes with fuda: mined patterns, or single inputs alone",
            },
            Parameter {
                name: "model",
                default: "",
                range: Range::Text,
                about: "the model's file; off: the one that comes with fuda, for `paper` rules",
            },
            calls_parameter(),
        ],
        make: |game, values| {
            let (name, model) = match values.text("model") {
                None => (SHIPPED, MinedValue::shipped(values.text("features") == Some("raw"))),
                Some(path) => (path, MinedValue::read(&read(path)?)),
            };
            let model = model.map_err(|e| format!("{name}: {e}"))?;
            model.fits(&game.rules).map_err(|e| format!("{name}: {e}"))?;
            let mut player = ValuePlayer::new(model.function());
            player.call = Some(CallBySimulation { playouts: calls(values) });
            Ok(Arc::new(move || Box::new(player.clone())))
        },
    }
}

const SHIPPED: &str = "the model that comes with fuda";

fn read(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{path}: {e}"))
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
                None => (SHIPPED, PgModel::shipped()),
                Some(path) => (path, PgModel::read(&read(path)?)),
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

fn pg_net() -> Kind<KoiKoi> {
    Kind {
        name: "pg-net",
        about: "a network's policy, learned by policy gradient against itself and others",
        parameters: vec![
            Parameter {
                name: "model",
                default: "",
                range: Range::Text,
                about: "the model's file; off: the one that comes with fuda for the rules",
            },
            Parameter {
                name: "draws",
                default: "no",
                range: Range::OneOf(&["no", "yes"]),
                about: "draw moves by the policy, instead of always the likeliest",
            },
            optional_calls_parameter(),
            Parameter {
                name: "look",
                default: "64",
                range: Range::Whole(0, 1_000_000),
                about: "assumed positions in which every move is tried; 0: the policy alone",
            },
            Parameter {
                name: "turns",
                default: "2",
                range: Range::Whole(0, 8),
                about: "own turns until the network says what it is worth; 0: to the end",
            },
            Parameter {
                name: "prior",
                default: "0.1",
                range: Range::Real(0.0, 100.0),
                about: "points a unit of the policy's log-probability is worth beside them",
            },
        ],
        make: |game, values| {
            let (name, model) = match values.text("model") {
                None => (SHIPPED, NetModel::shipped(&game.rules)),
                Some(path) => (path, NetModel::read(&read(path)?)),
            };
            let model = model.map_err(|e| format!("{name}: {e}"))?;
            model.fits(&game.rules).map_err(|e| format!("{name}: {e}"))?;
            let mut player = NetPlayer::new(&model);
            player.draws = values.text("draws") == Some("yes");
            player.call = optional_calls(values).map(|playouts| CallBySimulation { playouts });
            let count =
                |name: &str| values.whole(name).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
            player.look = (count("look") > 0 && !player.draws).then(|| LookAhead {
                positions: count("look"),
                turns: count("turns"),
                prior: values.real("prior").unwrap_or(0.0),
            });
            Ok(Arc::new(move || Box::new(player.clone())))
        },
    }
}
