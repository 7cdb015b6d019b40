//! The players of mahjong.

mod belief;
mod eval;
mod eval_policy;
mod evaluation;
mod guide;
mod mjai;
mod net;
mod outlook;
mod plus;
mod reward;
mod since;
mod tabu;

use crate::catalogue::beliefs;
use crate::parameter::{Parameter, Values};
use crate::search;
use crate::{Catalogue, Factory, Kind, Unit};
use belief::{Believer, Trust};
use eval_policy::EvalPolicy;
use fuda_learn::TokenNetwork;
use fuda_mahjong::Mahjong;
use fuda_mahjong::players::{Greedy, Ukeire};
use fuda_search::{
    Allocation, Bounds, FlatMonteCarloPlayer, FlatParams, MaxNPlayer, Parts, Random, StarPlayer,
    Uct, UctParams, UctPlayer,
};
use guide::{HiddenTiles, hand_guide};
pub use net::{Adviser, LAYOUT, NetPlayer, Probabilities, shipped};
use net::{Looked, NetSearchPlayer};
use outlook::Outlook;
use plus::{PlusPlayer, WinningPolicy};
use reward::Reward;
use std::sync::Arc;

/// All players of mahjong.
pub fn mahjong() -> Catalogue<Mahjong> {
    Catalogue::basic()
        .with(greedy())
        .with(ukeire())
        .with(eval::eval())
        .with(eval::svm())
        .with(net::net())
        .with(uct())
        .with(uct_plus())
        .with(mc())
        .with(maxn())
        .with(star())
        .with(tabu::tabu1())
        .with(tabu::tabu2())
        .with(tabu::b1())
        .with(tabu::b2())
        .with(mjai::mjai())
        .with(mjai::mjai_tcp())
        .with_units(&["ukeire"], |_, _| Unit::Tiles)
        .with_units(&["eval"], |_, _| Unit::LogOdds)
        .with_units(&["net"], |_, _| Unit::Probability)
        .with_units(&["uct", "uct+", "mc"], |values, _| Reward::named(values.text("reward")).unit())
        .with_units(&["maxn", "star"], |_, _| Unit::Reward)
        .with_units(&["tabu1", "tabu2"], |_, _| Unit::Visits)
        .with_beliefs("uct+", |_, values| {
            let weigh = values.text("weigh") != Some("no");
            Ok(weigh.then(|| beliefs(HiddenTiles { weigh })))
        })
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
    Parameter::word("reward", "score", Reward::NAMES).about("what the end of the hand is judged by")
}

/// The reward, and the weight of exploration: as given, or the study's for it.
fn reward(values: &Values) -> (Reward, f64) {
    let reward = Reward::named(values.text("reward"));
    (reward, values.real("c").unwrap_or(reward.exploration()))
}

/// A network, and what is searched of the moves it ranks.
type NetPrior = Option<(Arc<TokenNetwork>, Looked)>;

/// How much playouts count beside a ranking.
fn trust(values: &Values) -> Trust {
    Trust {
        playouts: values.real("trust").unwrap_or(40_000.0),
        settle: values.text("settle") == Some("yes"),
    }
}

/// How many of the moves ranked first are searched.
fn width(values: &Values) -> usize {
    values.whole("width").map_or(5, |n| n as usize)
}

/// The network that chooses which moves are searched, if one is to.
fn net_prior(values: &Values, reward: Reward) -> Result<NetPrior, String> {
    if values.text("prior") != Some("net") {
        return match values.is_given("model") {
            true => Err("model is the network of prior=net: say so".into()),
            false => Ok(None),
        };
    }
    let looked = Looked {
        width: width(values),
        least: values.real("least").unwrap_or(0.02),
        unit: values.real("unit").unwrap_or(0.5 * reward.exploration()),
    };
    Ok(Some((net::model(values)?, looked)))
}

/// UCT with a guide, over what a network thinks likely if there is one.
fn searching<H: Parts<Mahjong> + 'static>(
    game: Mahjong,
    uct: Uct,
    guide: H,
    prior: NetPrior,
    trust: Trust,
) -> Factory<Mahjong> {
    match prior {
        None => Arc::new(move || Box::new(UctPlayer::new(&game, uct, guide.clone()))),
        Some((network, looked)) => Arc::new(move || {
            let believer = Believer::new(&game, uct, guide.clone(), trust);
            Box::new(NetSearchPlayer::new(believer, Arc::clone(&network), looked))
        }),
    }
}

fn checked_uct(values: &Values, c: f64) -> Result<Uct, String> {
    let params = UctParams { c, ..*search::uct(values)?.params() };
    params.check().map_err(|e| e.to_string())
}

fn uct() -> Kind<Mahjong> {
    let mut parameters = search::uct_parameters("1000", "");
    parameters.push(search::reuse_parameter());
    parameters.push(reward_parameter());
    parameters.push(
        Parameter::word("playout", "random", &["random", "eval"])
            .about("how playouts go on: at random, or by the evaluation of the player eval"),
    );
    parameters.extend([net::prior_parameter(), net::model_parameter()]);
    Kind {
        name: "uct",
        about: "UCT over assumed positions, playouts to the end of the hand",
        parameters,
        make: |game, values| {
            let (reward, c) = reward(values);
            let (game, uct) = (*game, checked_uct(values, c)?);
            let prior = net_prior(values, reward)?;
            if values.text("playout") != Some("eval") {
                let guide = hand_guide(Random, reward);
                return Ok(searching(game, uct, guide, prior, trust(values)));
            }
            let guide = hand_guide(EvalPolicy::new(eval::shipped()?), reward);
            Ok(searching(game, uct, guide, prior, trust(values)))
        },
    }
}

fn uct_plus() -> Kind<Mahjong> {
    let mut parameters = search::uct_parameters("2000", "");
    parameters.push(search::reuse_parameter());
    parameters.push(reward_parameter());
    let switch = |name, default, about| Parameter::word(name, default, &["yes", "no"]).about(about);
    parameters.push(switch("fold", "yes", "playouts fold against riichi"));
    parameters.push(switch("weigh", "yes", "assume hands that fit riichi and the turn"));
    parameters.push(switch(
        "settle",
        "yes",
        "end as soon as what is left of loops or time could hardly change the move",
    ));
    parameters.push(search::whole(
        "width",
        "5",
        14,
        "how many moves are searched, of those that are ranked first",
    ));
    parameters.push(search::real(
        "trust",
        "40000",
        (0.001, 1e9),
        "how many playouts of a move weigh as much as its rank",
    ));
    parameters.push(search::real(
        "least",
        "0.02",
        (0.0, 1.0),
        "the least probability the network must give a move for it to be searched",
    ));
    parameters.push(search::real(
        "unit",
        "",
        (0.0, 1e6),
        "what a unit of the evaluation, or of the logarithm of a probability, is worth; off: 150 \
         and 500 points, or as much in the reward's unit",
    ));
    parameters.push(
        Parameter::word("prior", "net", &["net", "eval"]).about(
            "what ranks the moves: the network of the player net, or the evaluation of eval",
        ),
    );
    parameters.push(net::model_parameter());
    Kind {
        name: "uct+",
        about: "UCT between the moves that a network ranks first; playouts win, call and fold",
        parameters,
        make: |game, values| {
            // Hands that end in wins spread over thousands of points.
            let reward = Reward::named(values.text("reward"));
            let c = values.real("c").unwrap_or(6.0 * reward.exploration());
            let (game, uct) = (*game, checked_uct(values, c)?);
            let yes = |name: &str| values.text(name) != Some("no");
            let mut guide = hand_guide(WinningPolicy { fold: yes("fold") }, reward);
            guide.belief = HiddenTiles { weigh: yes("weigh") };
            let trust = trust(values);
            if let Some(prior) = net_prior(values, reward)? {
                return Ok(searching(game, uct, guide, Some(prior), trust));
            }
            let (width, evaluation) = (width(values), eval::shipped()?);
            let unit = values.real("unit").unwrap_or(0.15 * reward.exploration());
            Ok(Arc::new(move || {
                let believer = Believer::new(&game, uct, guide, trust);
                Box::new(PlusPlayer::new(believer, Arc::clone(&evaluation), width, unit))
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
                Box::new(FlatMonteCarloPlayer::new(&game, flat, hand_guide(Random, reward)))
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
            Ok(Arc::new(move || {
                Box::new(MaxNPlayer::new(&game, maxn, hand_guide(Random, Outlook)))
            }))
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
            Ok(Arc::new(move || {
                Box::new(StarPlayer::new(&game, star, hand_guide(Random, Outlook)))
            }))
        },
    }
}
