//! Parameters that every search has in common.

use crate::parameter::{Parameter, Values};
use fuda_search::uct::Widening;
use fuda_search::{
    Allocation, BadParameter, Bounds, FinalChoice, FlatMonteCarlo, FlatParams, MaxN, MaxNParams,
    Pruning, StarMinimax, StarParams, Uct, UctParams,
};
use std::time::Duration;

pub(crate) fn whole(
    name: &'static str,
    default: &'static str,
    high: u64,
    about: &'static str,
) -> Parameter {
    Parameter::whole(name, default, 1, high).about(about)
}

pub(crate) fn real(
    name: &'static str,
    default: &'static str,
    (low, high): (f64, f64),
    about: &'static str,
) -> Parameter {
    Parameter::real(name, default, low, high).about(about)
}

pub(crate) const TIME_ABOUT: &str = "seconds for a move; makes results depend on the machine";
pub(crate) const THREADS_ABOUT: &str = "threads that share the work; never changes a result";

/// Loops and time as the values say: a time limit replaces the default number
/// of loops, unless both are meant.
pub(crate) fn limits(values: &Values, loops: &str) -> (Option<u64>, Option<Duration>) {
    let time = values.real("time").map(Duration::from_secs_f64);
    (values.whole(loops).filter(|_| time.is_none() || values.is_given(loops)), time)
}

/// The parameters of UCT for a game that explores with `c` by default.
pub(crate) fn uct_parameters(loops: &'static str, c: &'static str) -> Vec<Parameter> {
    vec![
        whole("loops", loops, 1_000_000_000, "iterations for a move, over all trees"),
        real("time", "", (0.001, 3600.0), TIME_ABOUT),
        real("c", c, (0.0, 1e6), "weight of exploration: mean + c * sqrt(ln T / T_i)"),
        Parameter::word("choice", "mean", &["mean", "visits"])
            .about("the answer: highest mean reward, or most visits"),
        real(
            "rave",
            "",
            (0.001, 1e9),
            "all-moves-as-first: visits at which both means weigh alike",
        ),
        real("fpu", "", (-1e9, 1e9), "value of a move never tried; off: such moves go first"),
        real("widen", "", (0.001, 1e6), "progressive widening: moves after the first visit"),
        real("widen-power", "0.5", (0.0, 1.0), "progressive widening: how fast more come in"),
        real("bias", "0", (0.0, 1e9), "weight of what a move looks like: bias * prior / (1 + T_i)"),
        whole("trees", "1", 1024, "independent trees, added up at the root"),
        whole("threads", "1", 1024, THREADS_ABOUT),
        Parameter::whole("max-nodes", "4000000", 2_048, 1_000_000_000)
            .about("nodes of all trees together; after that leaves stay leaves"),
    ]
}

/// Whether trees are used again, for games whose views show the moves made.
pub(crate) fn reuse_parameter() -> Parameter {
    Parameter::word("reuse", "no", &["yes", "no"])
        .about("go on in the part of the last tree that the game went into")
}

/// UCT as the values say.
pub(crate) fn uct(values: &Values) -> Result<Uct, String> {
    let (loops, time) = limits(values, "loops");
    let base = UctParams::default();
    let params = UctParams {
        loops,
        time,
        c: values.real("c").unwrap_or(base.c),
        choice: match values.text("choice") {
            Some("visits") => FinalChoice::MostVisits,
            _ => FinalChoice::BestMean,
        },
        rave: values.real("rave"),
        first_play: values.real("fpu"),
        widening: values
            .real("widen")
            .map(|factor| Widening { factor, exponent: values.real("widen-power").unwrap_or(0.5) }),
        bias: values.real("bias").unwrap_or(base.bias),
        reuse: values.text("reuse") == Some("yes"),
        trees: values.small("trees").unwrap_or(base.trees),
        threads: values.small("threads").unwrap_or(base.threads),
        max_nodes: values.small("max-nodes").unwrap_or(base.max_nodes),
    };
    params.check().map_err(|e: BadParameter| e.to_string())
}

/// The parameters of flat Monte Carlo for a game that explores with `c` by default.
pub(crate) fn flat_parameters(playouts: &'static str, c: &'static str) -> Vec<Parameter> {
    vec![
        whole("playouts", playouts, 1_000_000_000, "playouts for a move"),
        real("time", "", (0.001, 3600.0), TIME_ABOUT),
        real("c", c, (0.0, 1e6), "weight of exploration: mean + c * sqrt(2 ln n / n_j)"),
        whole("bandits", "1", 1024, "independent bandits, added up at the end"),
        whole("threads", "1", 1024, THREADS_ABOUT),
    ]
}

/// Flat Monte Carlo as the values say.
pub(crate) fn flat(values: &Values) -> Result<FlatMonteCarlo, String> {
    let (loops, time) = limits(values, "playouts");
    let base = FlatParams::default();
    let params = FlatParams {
        loops,
        time,
        allocation: values.real("c").map_or(base.allocation, |c| Allocation::Ucb1 { c }),
        bandits: values.small("bandits").unwrap_or(base.bandits),
        threads: values.small("threads").unwrap_or(base.threads),
        ..base
    };
    params.check().map_err(|e: BadParameter| e.to_string())
}

/// The parameters of the searches that stop at a depth.
pub(crate) fn depth_parameters(depth: &'static str, assumptions: &'static str) -> Vec<Parameter> {
    vec![
        whole("depth", depth, 20, "moves to look ahead"),
        whole("assumptions", assumptions, 1_000_000, "positions assumed and searched"),
        real("time", "", (0.001, 3600.0), TIME_ABOUT),
    ]
}

/// The parameter that says how star-minimax prunes.
pub(crate) fn pruning_parameter() -> Parameter {
    Parameter::word("pruning", "star2", &["none", "star1", "star2"])
        .about("how much is left out; never changes the move chosen but for ties")
}

/// max^n as the values say, for rewards within these bounds.
pub(crate) fn maxn(values: &Values, bounds: Bounds) -> Result<MaxN, String> {
    let base = MaxNParams::default();
    let params = MaxNParams {
        depth: values.small("depth").unwrap_or(base.depth),
        assumptions: values.small("assumptions").unwrap_or(base.assumptions),
        time: values.real("time").map(Duration::from_secs_f64),
        bounds: Some(bounds),
        threads: values.small("threads").unwrap_or(base.threads),
    };
    params.check().map_err(|e: BadParameter| e.to_string())
}

/// Star-minimax as the values say, for rewards within this range.
pub(crate) fn star(values: &Values, (lowest, highest): (f64, f64)) -> Result<StarMinimax, String> {
    let base = StarParams::default();
    let params = StarParams {
        depth: values.small("depth").unwrap_or(base.depth),
        assumptions: values.small("assumptions").unwrap_or(base.assumptions),
        time: values.real("time").map(Duration::from_secs_f64),
        lowest,
        highest,
        pruning: match values.text("pruning") {
            Some("none") => Pruning::None,
            Some("star1") => Pruning::Star1,
            _ => Pruning::Star2,
        },
    };
    params.check().map_err(|e: BadParameter| e.to_string())
}
