//! The players of daihinmin.

pub mod learning;
mod lessons;
mod models;

use crate::catalogue::Factory;
use crate::parameter::{Parameter, Range, Values};
use crate::{Catalogue, Kind};
use fuda_core::Game;
use fuda_daihinmin::players::Dealing;
use fuda_daihinmin::{
    Daihinmin, Evaluated, Evaluation, Greedy, MonteCarloParams, PlusParams, Policy, Weakest,
};
use models::Learner;
use std::sync::Arc;
use std::time::Duration;

/// All players of daihinmin.
pub fn daihinmin() -> Catalogue<Daihinmin> {
    Catalogue::basic()
        .with(Kind {
            name: "default",
            about: "the weakest playable card, in the spirit of the contest's sample client",
            parameters: Vec::new(),
            make: |_, _| Ok(Arc::new(|| Box::new(Weakest))),
        })
        .with(Kind {
            name: "greedy",
            about: "the play with the most cards, the lowest rank among equals",
            parameters: Vec::new(),
            make: |_, _| Ok(Arc::new(|| Box::new(Greedy))),
        })
        .with(mc())
        .with(Kind {
            name: "nn",
            about: "the learned network alone: the move it puts first",
            parameters: vec![model_parameter()],
            make: |game, values| evaluated(game, values, Learner::Network),
        })
        .with(Kind {
            name: "ap",
            about: "the learned perceptron alone: the move it puts first",
            parameters: vec![model_parameter()],
            make: |game, values| evaluated(game, values, Learner::Perceptron),
        })
        .with(Kind {
            name: "mc+nn",
            about: "Monte Carlo whose playouts follow the learned network",
            parameters: learned_parameters(),
            make: |game, values| learned(game, values, Learner::Network),
        })
        .with(Kind {
            name: "mc+ap",
            about: "Monte Carlo whose playouts follow the learned perceptron",
            parameters: learned_parameters(),
            make: |game, values| learned(game, values, Learner::Perceptron),
        })
        .with(plus())
}

fn plus() -> Kind<Daihinmin> {
    Kind {
        name: "mc++",
        about: "recommended: sure wins, exact ends, learned playouts, hands weighed by what was done",
        parameters: vec![
            Parameter {
                name: "playouts",
                default: "400",
                range: Range::Whole(1, 1_000_000_000),
                about: "playouts for a move",
            },
            Parameter {
                name: "hands",
                default: "64",
                range: Range::Whole(0, 4_096),
                about: "assumed hands that are weighed; 0 takes them as they come",
            },
            Parameter {
                name: "trust",
                default: "0.5",
                range: Range::Real(0.0, 1.0),
                about: "the power of those weights",
            },
            Parameter {
                name: "temperature",
                default: "1",
                range: Range::Real(0.01, 100.0),
                about: "playouts draw moves by the exponential of evaluation / temperature",
            },
            Parameter {
                name: "alpha",
                default: "",
                range: Range::Real(0.0, 1.0),
                about: "playouts draw moves by rank instead, as mc+nn does",
            },
            model_parameter(),
            Parameter {
                name: "time",
                default: "",
                range: Range::Real(0.001, 3600.0),
                about: "seconds for a move instead of a count of playouts",
            },
        ],
        make: |game, values| {
            let evaluation = evaluation("mc++", game, values, Learner::Network)?;
            let policy = match values.real("alpha") {
                Some(alpha) => Policy::ranked(evaluation, alpha),
                None => Policy::softmax(evaluation, values.real("temperature").unwrap_or(1.0)),
            };
            let usual = PlusParams::new(policy.ok_or("the policy's parameter is out of range")?);
            let params = PlusParams {
                playouts: values.whole("playouts").unwrap_or(usual.playouts),
                hands: values.whole("hands").map_or(usual.hands, |n| n as usize),
                trust: values.real("trust").unwrap_or(usual.trust),
                time: values.real("time").map(Duration::from_secs_f64),
                ..usual
            };
            let player = params.check().map_err(|e| e.to_string())?;
            Ok(Arc::new(move || Box::new(player.clone())))
        },
    }
}

fn model_parameter() -> Parameter {
    Parameter {
        name: "model",
        default: "",
        range: Range::Text,
        about: "a file of `fuda learn daihinmin`; off is the model that comes with the program",
    }
}

fn learned_parameters() -> Vec<Parameter> {
    let alpha = Parameter {
        name: "alpha",
        default: "0.6",
        range: Range::Real(0.0, 1.0),
        about: "how much less likely each move is than the next better one",
    };
    let own = [model_parameter(), alpha];
    mc_parameters().into_iter().chain(own).collect()
}

/// What was learned, where it can be used.
fn evaluation(
    by: &str,
    game: &Daihinmin,
    values: &Values,
    learner: Learner,
) -> Result<Evaluation, String> {
    if game.seats() != 5 {
        return Err("learned evaluations are for tables of five".into());
    }
    models::evaluation(by, learner, values.text("model"))
}

fn evaluated(
    game: &Daihinmin,
    values: &Values,
    learner: Learner,
) -> Result<Factory<Daihinmin>, String> {
    let player = Evaluated::new(evaluation(learner.name(), game, values, learner)?);
    Ok(Arc::new(move || Box::new(player.clone())))
}

fn learned(
    game: &Daihinmin,
    values: &Values,
    learner: Learner,
) -> Result<Factory<Daihinmin>, String> {
    let alpha = values.real("alpha").unwrap_or(0.6);
    let by = format!("mc+{}", learner.name());
    let policy = Policy::ranked(evaluation(&by, game, values, learner)?, alpha);
    monte_carlo(MonteCarloParams { policy, ..mc_params(values) })
}

fn monte_carlo(params: MonteCarloParams) -> Result<Factory<Daihinmin>, String> {
    let player = params.check().map_err(|e| e.to_string())?;
    Ok(Arc::new(move || Box::new(player.clone())))
}

fn mc() -> Kind<Daihinmin> {
    Kind {
        name: "mc",
        about: "Monte Carlo with UCB1 over assumed hands, as in the paper",
        parameters: mc_parameters(),
        make: |_, values| monte_carlo(mc_params(values)),
    }
}

fn mc_params(values: &Values) -> MonteCarloParams {
    let base = MonteCarloParams::default();
    MonteCarloParams {
        playouts: values.whole("playouts").unwrap_or(base.playouts),
        c: values.real("c").unwrap_or(base.c),
        dealing: match values.text("dealing") {
            Some("even") => Dealing::Evenly,
            _ => Dealing::ByClass,
        },
        time: values.real("time").map(Duration::from_secs_f64),
        policy: None,
    }
}

fn mc_parameters() -> Vec<Parameter> {
    vec![
        Parameter {
            name: "playouts",
            default: "1500",
            range: Range::Whole(1, 1_000_000_000),
            about: "playouts for a move",
        },
        Parameter {
            name: "c",
            default: "4",
            range: Range::Real(0.0, 1e6),
            about: "weight of exploration: mean + c * sqrt(2 ln n / n_j)",
        },
        Parameter {
            name: "dealing",
            default: "class",
            range: Range::OneOf(&["class", "even"]),
            about: "how hidden cards are dealt: strong ones to high classes, or evenly",
        },
        Parameter {
            name: "time",
            default: "",
            range: Range::Real(0.001, 3600.0),
            about: "seconds for a move; makes results depend on the machine",
        },
    ]
}
