//! The players of Koi-Koi.

mod look_ahead;
pub mod mined;
mod net;
mod pg;
pub mod value;

pub use look_ahead::LookAhead;
pub use net::{NET_OUTPUTS, NetPlayer, NetPolicy, VALUE_OUTPUT, output_of};
pub use pg::{PgPlayer, take};

use crate::parameter::{Parameter, Values};
use crate::{Catalogue, Factory, Kind, Unit};
use crate::{models, search};
use fuda_core::{Game, MoveFeatures, Player, RandomPlayer};
use fuda_koikoi::encode::{PolicyFeatures, VALUE_INPUTS_NAME, ViewInputs};
use fuda_koikoi::players::{CallBySimulation, RulePlayer, ValuePlayer, WithCalls};
use fuda_koikoi::{KoiKoi, Move, Rules};
use fuda_learn::policy_gradient::SparseNetwork;
use fuda_learn::{Kind as ModelKind, ModelFile, Needs};
use fuda_search::{FlatMonteCarloPlayer, Guide, UctPlayer};
use std::sync::Arc;

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
        .with_units(&["random-cards", "rule", "value", "linear"], |_, _| Unit::Points)
        .with_units(&["pg"], |_, legal| of_calls(legal, Unit::Probability))
        .with_units(&["pg-net"], |values, legal| {
            let looks = values.small("look").unwrap_or(0) > 0;
            let draws = values.text("draws") == Some("yes");
            match (looks && !draws, optional_calls(values)) {
                (true, _) => Unit::Points,
                (false, Some(_)) => of_calls(legal, Unit::Probability),
                (false, None) => Unit::Probability,
            }
        })
}

fn calls_parameter() -> Parameter {
    Parameter::whole("calls", "300", 1, 1_000_000).about("random completions that decide koi-koi")
}

fn calls(values: &Values) -> u32 {
    values.small("calls").unwrap_or(300)
}

/// For players that can decide koi-koi themselves.
fn optional_calls_parameter() -> Parameter {
    Parameter::whole("calls", "", 1, 1_000_000)
        .about("random completions that decide koi-koi; off: the player itself does")
}

fn optional_calls(values: &Values) -> Option<u32> {
    values.small("calls")
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
            Parameter::model(
                "the model's file; off: the one that comes with fuda, for `paper` rules",
            ),
            Parameter::whole("calls", "300", 0, 1_000_000)
                .about("random completions that decide koi-koi; 0: the network does"),
        ],
        make: |game, values| {
            let what = ("value", ModelKind::Network, VALUE_INPUTS_NAME);
            let file = model(what, &game.rules, values, VALUE)?;
            let mut player = ValuePlayer::new(value::function(&file).map_err(|e| e.to_string())?);
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
            Parameter::word("features", "mined", &["mined", "raw"])
                .about("of the model that comes with fuda: mined patterns, or single inputs alone"),
            Parameter::model(
                "the model's file; off: the one that comes with fuda, for `paper` rules",
            ),
            calls_parameter(),
        ],
        make: |game, values| {
            let what = ("linear", ModelKind::Patterns, VALUE_INPUTS_NAME);
            let shipped = if values.text("features") == Some("raw") { RAW } else { MINED };
            let file = model(what, &game.rules, values, shipped)?;
            let mut player = ValuePlayer::new(mined::function(&file).map_err(|e| e.to_string())?);
            player.call = Some(CallBySimulation { playouts: calls(values) });
            Ok(Arc::new(move || Box::new(player.clone())))
        },
    }
}

/// The models that come with fuda, for `paper` rules.
const MINED: &[u8] = fuda_models::KOIKOI_MINED_PAPER;
const RAW: &[u8] = fuda_models::KOIKOI_RAW_PAPER;
const VALUE: &[u8] = fuda_models::KOIKOI_VALUE_PAPER;
const PG: &[u8] = fuda_models::KOIKOI_PG_PAPER;

/// The networks that come with fuda, each for its rules.
const NETWORKS: [(Rules, &[u8]); 3] = [
    (Rules::PAPER, fuda_models::KOIKOI_PG_NET_PAPER),
    (Rules::GUAN, fuda_models::KOIKOI_PG_NET_GUAN),
    (Rules::NINTENDO, fuda_models::KOIKOI_PG_NET_NINTENDO),
];

/// The model of a player, which must have been made under rules whose rounds
/// are those that are played.
fn model(
    (by, kind, encoder): (&str, ModelKind, &str),
    rules: &Rules,
    values: &Values,
    shipped: &[u8],
) -> Result<ModelFile, String> {
    let rules = rules.single_round().to_string();
    let encoders = [encoder];
    let needs = Needs { by, kind, game: KoiKoi::NAME, encoders: &encoders, rules: Some(&rules) };
    models::model(values.model("model"), shipped, &needs).map_err(|e| e.to_string())
}

/// Whether to call is always weighed in points; other moves in this unit.
fn of_calls(legal: &[Move], others: Unit) -> Unit {
    if legal.contains(&Move::Stop) { Unit::Points } else { others }
}

/// The policy network that comes with fuda for these rules.
pub fn shipped_network(rules: &Rules) -> Result<Arc<SparseNetwork>, String> {
    policy_network(rules, &Values::default())
}

fn policy_network(rules: &Rules, values: &Values) -> Result<Arc<SparseNetwork>, String> {
    let known = NETWORKS.iter().find(|(known, _)| known.single_round() == rules.single_round());
    let shipped = match known {
        Some((_, bytes)) => bytes,
        None if values.model("model").is_some() => &[][..],
        None => {
            return Err(format!(
                "no model comes with fuda for the rules `{rules}`; train one with `fuda learn \
                 koikoi policy-gradient --rules {rules}`"
            ));
        }
    };
    let what = ("pg-net", ModelKind::PolicyNetwork, ViewInputs::NAME);
    let file = model(what, rules, values, shipped)?;
    net::network(&file).map_err(|e| e.to_string())
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
            Parameter::model(
                "the model's file; off: the one that comes with fuda, for `paper` rules",
            ),
            Parameter::word("greedy", "no", &["no", "yes"])
                .about("always the likeliest card, instead of drawing by the policy"),
            calls_parameter(),
        ],
        make: |game, values| {
            let what = ("pg", ModelKind::Linear, PolicyFeatures::Paper.name());
            let file = model(what, &game.rules, values, PG)?;
            let mut player = PgPlayer::new(&file).map_err(|e| e.to_string())?;
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
            Parameter::model("the model's file; off: the one that comes with fuda for the rules"),
            Parameter::word("draws", "no", &["no", "yes"])
                .about("draw moves by the policy, instead of always the likeliest"),
            optional_calls_parameter(),
            Parameter::whole("look", "64", 0, 1_000_000)
                .about("assumed positions in which every move is tried; 0: the policy alone"),
            Parameter::whole("turns", "2", 0, 8)
                .about("own turns until the network says what it is worth; 0: to the end"),
            Parameter::real("prior", "0.1", 0.0, 100.0)
                .about("points a unit of the policy's log-probability is worth beside them"),
        ],
        make: |game, values| {
            let mut player = NetPlayer::new(policy_network(&game.rules, values)?);
            player.draws = values.text("draws") == Some("yes");
            player.call = optional_calls(values).map(|playouts| CallBySimulation { playouts });
            let count = |name: &str| values.small(name).unwrap_or(0);
            player.look = (count("look") > 0 && !player.draws).then(|| LookAhead {
                positions: count("look"),
                turns: count("turns"),
                prior: values.real("prior").unwrap_or(0.0),
            });
            Ok(Arc::new(move || Box::new(player.clone())))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_shipped_for_every_rule_set() {
        for (name, _, rules) in Rules::PRESETS {
            shipped_network(&rules).expect(name);
        }
        let other: Rules = "paper+months=4+hand=2+field=2".parse().expect("rules");
        let message = shipped_network(&other).expect_err("none");
        assert!(message.contains("fuda learn koikoi policy-gradient --rules"), "{message}");
    }

    #[test]
    fn a_model_for_other_rules_is_refused() {
        let game = KoiKoi { rules: Rules::GUAN };
        for player in ["pg", "value", "linear", "linear:features=raw"] {
            let message = koikoi().recipe(&game, player).err().expect("other rules").to_string();
            assert!(message.contains("for the rules `paper`; `"), "{message}");
            assert!(message.ends_with("for the rules `guan+rounds=1+bank=0`"), "{message}");
        }
    }
}
