//! The players of daihinmin.

mod models;
mod monte_carlo;
mod uecda;

use crate::catalogue::{Factory, beliefs};
use crate::parameter::{Parameter, Values};
use crate::search::{self, limits};
use crate::{Catalogue, Kind, Unit};
use fuda_core::{Game, Player};
use fuda_daihinmin::{
    Daihinmin, Dealing, Evaluated, Evaluation, Greedy, Passes, Playouts, Policy, Weakest,
    WeighedHands,
};
use fuda_search::{
    Allocation, EndOfGame, FinalChoice, FlatMonteCarlo, FlatParams, Guide, Halving, Random, Scores,
    UctPlayer,
};
pub use models::{Learned, Learner};
use monte_carlo::{
    Dealt, MonteCarlo, Unforced, UntilOut, Weighed, hand_guide, known_best, last_move,
};
use std::sync::Arc;

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
        .with(uct())
        .with(uecda::uecda())
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
        .with_units(&["mc+nn", "mc+ap", "mc++"], |_, _| Unit::Points)
        .with_units(&["nn"], |_, _| Unit::LogOdds)
        .with_beliefs("mc++", |game, values| Ok(Some(beliefs(weighed(game, values)?))))
}

fn plus() -> Kind<Daihinmin> {
    Kind {
        name: "mc++",
        about: "recommended: sure wins, exact ends, learned playouts, hands weighed by what was done",
        parameters: vec![
            Parameter::whole("playouts", "400", 1, 1_000_000_000).about("playouts for a move"),
            Parameter::whole("hands", "64", 0, 4_096)
                .about("assumed hands that are weighed; 0 takes them as they come"),
            Parameter::real("trust", "0.5", 0.0, 1.0).about("the power of those weights"),
            Parameter::real("temperature", "1", 0.01, 100.0)
                .about("playouts draw moves by the exponential of evaluation / temperature"),
            Parameter::real("alpha", "", 0.0, 1.0)
                .about("playouts draw moves by rank instead, as mc+nn does"),
            model_parameter(),
            Parameter::real("time", "", 0.001, 3600.0)
                .about("seconds for a move instead of a count of playouts"),
        ],
        make: |game, values| {
            let belief = weighed(game, values)?;
            let policy = belief.policy.clone();
            let halving = Halving { same_luck: false, overrun: true };
            let flat = flat(values, Allocation::Halving(halving))?;
            let guide = hand_guide(belief, Playouts::new(policy));
            Ok(factory(MonteCarlo { flat, guide, known: known_best }))
        },
    }
}

/// What `mc++` believes of the others' hands.
fn weighed(game: &Daihinmin, values: &Values) -> Result<Weighed, String> {
    let evaluation = evaluation("mc++", game, values, Learner::Network)?;
    let policy = match values.real("alpha") {
        Some(alpha) => Policy::ranked(evaluation, alpha),
        None => Policy::softmax(evaluation, values.real("temperature").unwrap_or(1.0)),
    };
    let policy = policy.ok_or("the policy's parameter is out of range")?;
    let hands = WeighedHands {
        hands: values.whole("hands").map_or(64, |n| n as usize),
        trust: values.real("trust").unwrap_or(0.5),
    };
    Ok(Weighed { hands, policy })
}

fn model_parameter() -> Parameter {
    Parameter::model(
        "a file of `fuda learn daihinmin`; off is the model that comes with the program",
    )
}

fn learned_parameters() -> Vec<Parameter> {
    let alpha = Parameter::real("alpha", "0.6", 0.0, 1.0)
        .about("how much less likely each move is than the next better one");
    let passes = Parameter::word("passes", "yes", &["yes", "no"])
        .about("whether playouts may pass where they need not, as in the paper's text, or may not, as in its figure 6");
    let own = [model_parameter(), alpha, passes];
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
    models::evaluation(by, learner, values.model("model"))
}

fn evaluated(
    game: &Daihinmin,
    values: &Values,
    learner: Learner,
) -> Result<Factory<Daihinmin>, String> {
    Ok(factory(Evaluated::new(evaluation(learner.name(), game, values, learner)?)))
}

fn learned(
    game: &Daihinmin,
    values: &Values,
    learner: Learner,
) -> Result<Factory<Daihinmin>, String> {
    let alpha = values.real("alpha").unwrap_or(0.6);
    let by = format!("mc+{}", learner.name());
    let passes = match values.text("passes") {
        Some("no") => Passes::OnlyWhenForced,
        _ => Passes::AsLegal,
    };
    let policy = Policy::ranked(evaluation(&by, game, values, learner)?, alpha);
    let policy = policy.ok_or("alpha is out of range")?.passing(passes);
    monte_carlo(Playouts::new(policy), values)
}

/// The player `mc` with playouts that rank moves by an evaluation; for tables
/// of five.
pub fn mc_by(
    evaluation: Evaluation,
    alpha: f64,
    passes: Passes,
    playouts: u64,
) -> Result<Factory<Daihinmin>, String> {
    let policy = Policy::ranked(evaluation, alpha).ok_or("alpha is out of range")?.passing(passes);
    let params = FlatParams { loops: Some(playouts), ..flat_params(Allocation::Ucb1 { c: 4.0 }) };
    let flat = params.check().map_err(|e| e.to_string())?;
    let guide = hand_guide(Dealt(Dealing::ByClass), Playouts::new(policy));
    Ok(factory(MonteCarlo { flat, guide, known: last_move }))
}

fn monte_carlo<P: fuda_search::Policy<Daihinmin, UntilOut> + 'static>(
    policy: P,
    values: &Values,
) -> Result<Factory<Daihinmin>, String> {
    let dealing = match values.text("dealing") {
        Some("even") => Dealing::Evenly,
        _ => Dealing::ByClass,
    };
    let ucb1 = Allocation::Ucb1 { c: values.real("c").unwrap_or(4.0) };
    let guide = hand_guide(Dealt(dealing), policy);
    Ok(factory(MonteCarlo { flat: flat(values, ucb1)?, guide, known: last_move }))
}

fn factory<P: Player<Daihinmin> + Clone + Sync + 'static>(player: P) -> Factory<Daihinmin> {
    Arc::new(move || Box::new(player.clone()))
}

fn flat_params(allocation: Allocation) -> FlatParams {
    FlatParams { allocation, choice: FinalChoice::FirstBestMean, ..FlatParams::default() }
}

/// Flat Monte Carlo as the values say.
fn flat(values: &Values, allocation: Allocation) -> Result<FlatMonteCarlo, String> {
    let (loops, time) = limits(values, "playouts");
    let params = FlatParams { loops, time, ..flat_params(allocation) };
    params.check().map_err(|e| e.to_string())
}

fn mc() -> Kind<Daihinmin> {
    Kind {
        name: "mc",
        about: "Monte Carlo with UCB1 over assumed hands, as in the paper",
        parameters: mc_parameters(),
        make: |_, values| monte_carlo(Unforced, values),
    }
}

fn uct() -> Kind<Daihinmin> {
    Kind {
        name: "uct",
        about: "Monte-Carlo tree search (UCT) over assumed hands with random playouts",
        parameters: search::uct_parameters("1000", "4"),
        make: |game, values| {
            let (game, uct) = (*game, search::uct(values)?);
            let guide = Guide {
                belief: Dealt(Dealing::Evenly),
                policy: Random,
                horizon: EndOfGame,
                value: Scores,
            };
            Ok(Arc::new(move || Box::new(UctPlayer::new(&game, uct, guide))))
        },
    }
}

fn mc_parameters() -> Vec<Parameter> {
    vec![
        Parameter::whole("playouts", "1500", 1, 1_000_000_000).about("playouts for a move"),
        Parameter::real("c", "4", 0.0, 1e6)
            .about("weight of exploration: mean + c * sqrt(2 ln n / n_j)"),
        Parameter::word("dealing", "class", &["class", "even"])
            .about("how hidden cards are dealt: strong ones to high classes, or evenly"),
        Parameter::real("time", "", 0.001, 3600.0)
            .about("seconds for a move; makes results depend on the machine"),
    ]
}
