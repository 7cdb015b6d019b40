//! The players of mahjong.

mod eval;
mod eval_guide;
mod guide;
pub mod learning;
mod outlook;
mod pairs;
mod plus;
mod reward;
mod since;
mod study;
mod tabu;

use crate::parameter::{Parameter, Range, Values};
use crate::search;
use crate::{Catalogue, Kind};
use eval_guide::EvalGuide;
use fuda_mahjong::Mahjong;
use fuda_mahjong::players::{Greedy, Ukeire};
use fuda_search::{
    Allocation, Bounds, FlatMonteCarloPlayer, FlatParams, MaxNPlayer, StarPlayer, Uct, UctParams,
    UctPlayer,
};
use guide::HandGuide;
use outlook::Outlook;
pub use pairs::{Pairs, PairsError, PairsParams, Side, play_pairs};
use plus::{PlusGuide, PlusParams, PlusPlayer};
use reward::Reward;
use std::sync::Arc;
pub use study::mahjong_study;

/// All players of mahjong.
pub fn mahjong() -> Catalogue<Mahjong> {
    Catalogue::basic()
        .with(greedy())
        .with(ukeire())
        .with(eval::eval())
        .with(eval::svm())
        .with(uct())
        .with(uct_plus())
        .with(mc())
        .with(maxn())
        .with(star())
        .with(tabu::tabu1())
        .with(tabu::tabu2())
        .with(tabu::b1())
        .with(tabu::b2())
}

fn greedy() -> Kind<Mahjong> {
    Kind {
        name: "greedy",
        about: "any move that leaves the lowest shanten",
        parameters: Vec::new(),
        make: |_, _| Ok(Arc::new(|| Box::new(Greedy))),
    }
}

fn ukeire() -> Kind<Mahjong> {
    Kind {
        name: "ukeire",
        about: "lowest shanten, then most tiles that lower it further; calls only for a yaku",
        parameters: Vec::new(),
        make: |_, _| Ok(Arc::new(|| Box::new(Ukeire))),
    }
}

fn reward_parameter() -> Parameter {
    Parameter {
        name: "reward",
        default: "score",
        range: Range::OneOf(Reward::NAMES),
        about: "what the end of the hand is judged by",
    }
}

/// The reward, and the weight of exploration: as told, or the study's for it.
fn reward(values: &Values) -> (Reward, f64) {
    let reward = Reward::named(values.text("reward"));
    (reward, values.real("c").unwrap_or(reward.exploration()))
}

fn checked_uct(values: &Values, c: f64) -> Result<Uct, String> {
    let params = UctParams { c, ..*search::uct(values)?.params() };
    params.check().map_err(|e| e.to_string())
}

fn uct() -> Kind<Mahjong> {
    let mut parameters = search::uct_parameters("1000", "");
    parameters.push(search::reuse_parameter());
    parameters.push(reward_parameter());
    parameters.push(Parameter {
        name: "playout",
        default: "random",
        range: Range::OneOf(&["random", "eval"]),
        about: "how playouts go on: at random, or by the evaluation of the player eval",
    });
    parameters.push(Parameter {
        name: "prior",
        default: "",
        range: Range::Real(0.0, 1e6),
        about: "with playout=eval: the weight of the evaluation's opinion on a move",
    });
    Kind {
        name: "uct",
        about: "UCT over assumed positions, playouts to the end of the hand",
        parameters,
        make: |game, values| {
            let (reward, c) = reward(values);
            let (game, uct) = (*game, checked_uct(values, c)?);
            if values.text("playout") != Some("eval") {
                if values.is_given("prior") {
                    return Err("prior is the evaluation's opinion: say playout=eval".into());
                }
                return Ok(Arc::new(move || {
                    Box::new(UctPlayer::new(&game, uct, HandGuide { reward }))
                }));
            }
            let bias = values.real("prior").unwrap_or(uct.params().bias);
            let uct = UctParams { bias, ..*uct.params() }.check().map_err(|e| e.to_string())?;
            let evaluation = eval::shipped()?;
            Ok(Arc::new(move || {
                let guide = EvalGuide { reward, evaluation: Arc::clone(&evaluation) };
                Box::new(UctPlayer::new(&game, uct, guide))
            }))
        },
    }
}

fn uct_plus() -> Kind<Mahjong> {
    let mut parameters = search::uct_parameters("2000", "");
    parameters.push(search::reuse_parameter());
    parameters.push(reward_parameter());
    let switch = |name, default, about| Parameter {
        name,
        default,
        range: Range::OneOf(&["yes", "no"]),
        about,
    };
    parameters.push(switch("fold", "yes", "playouts fold against riichi"));
    parameters.push(switch("weigh", "yes", "assume hands that fit riichi and the turn"));
    parameters.push(search::whole(
        "width",
        "5",
        14,
        "moves searched: those the evaluation ranks first",
    ));
    parameters.push(search::real(
        "trust",
        "4000",
        (0.001, 1e9),
        "how many playouts weigh as much as the evaluation",
    ));
    parameters.push(search::real(
        "unit",
        "",
        (0.0, 1e6),
        "what a unit of the evaluation is worth; off: 150 points, or as much in the reward's unit",
    ));
    Kind {
        name: "uct+",
        about: "UCT between the moves that the evaluation ranks first; playouts win, call and fold",
        parameters,
        make: |game, values| {
            // Hands that end in wins spread over thousands of points.
            let reward = Reward::named(values.text("reward"));
            let c = values.real("c").unwrap_or(6.0 * reward.exploration());
            let (game, uct) = (*game, checked_uct(values, c)?);
            let yes = |name: &str| values.text(name) != Some("no");
            let guide = PlusGuide { reward, fold: yes("fold"), weigh: yes("weigh") };
            let params = PlusParams {
                width: values.whole("width").map_or(5, |n| n as usize),
                trust: values.real("trust").unwrap_or(4_000.0),
                unit: values.real("unit").unwrap_or(0.15 * reward.exploration()),
            };
            let evaluation = eval::shipped()?;
            Ok(Arc::new(move || {
                let evaluation = Arc::clone(&evaluation);
                Box::new(PlusPlayer::new(&game, uct, guide, evaluation, params))
            }))
        },
    }
}

fn mc() -> Kind<Mahjong> {
    let mut parameters = search::flat_parameters("1000", "");
    parameters.push(reward_parameter());
    Kind {
        name: "mc",
        about: "flat Monte Carlo: random playouts of every move, shared out by UCB1",
        parameters,
        make: |game, values| {
            let (reward, c) = reward(values);
            let params = FlatParams {
                allocation: Allocation::Ucb1 { c },
                ..*search::flat(values)?.params()
            };
            let (game, flat) = (*game, params.check().map_err(|e| e.to_string())?);
            Ok(Arc::new(move || {
                Box::new(FlatMonteCarloPlayer::new(&game, flat, HandGuide { reward }))
            }))
        },
    }
}

fn maxn() -> Kind<Mahjong> {
    let mut parameters = search::depth_parameters("2", "20");
    parameters.push(search::whole("threads", "1", 1024, search::THREADS_ABOUT));
    Kind {
        name: "maxn",
        about: "max^n over assumed positions, hands judged by shanten and acceptance",
        parameters,
        make: |game, values| {
            let bounds = Bounds { lowest: outlook::RANGE.0, sum: outlook::MOST };
            let (game, maxn) = (*game, search::maxn(values, bounds)?);
            Ok(Arc::new(move || Box::new(MaxNPlayer::new(&game, maxn, Outlook))))
        },
    }
}

fn star() -> Kind<Mahjong> {
    let mut parameters = search::depth_parameters("2", "20");
    parameters.push(search::pruning_parameter());
    Kind {
        name: "star",
        about: "star-minimax over assumed positions, all others taken as one opponent",
        parameters,
        make: |game, values| {
            let (game, star) = (*game, search::star(values, outlook::RANGE)?);
            Ok(Arc::new(move || Box::new(StarPlayer::new(&game, star, Outlook))))
        },
    }
}
