//! Parameters that every search has in common.

use crate::parameter::{Parameter, Range, Values};
use fuda_search::uct::{Uct, UctParams, Widening};
use fuda_search::{BadParameter, FinalChoice};
use std::time::Duration;

/// The parameters of UCT for a game that explores with `c` by default.
pub(crate) fn uct_parameters(loops: &'static str, c: &'static str) -> Vec<Parameter> {
    let whole = |name, default, low, high, about| Parameter {
        name,
        default,
        range: Range::Whole(low, high),
        about,
    };
    let real = |name, default, low, high, about| Parameter {
        name,
        default,
        range: Range::Real(low, high),
        about,
    };
    vec![
        whole("loops", loops, 1, 1_000_000_000, "iterations for a move, over all trees"),
        real("time", "", 0.001, 3600.0, "seconds for a move; makes results depend on the machine"),
        real("c", c, 0.0, 1e6, "weight of exploration: mean + c * sqrt(ln T / T_i)"),
        Parameter {
            name: "choice",
            default: "mean",
            range: Range::OneOf(&["mean", "visits"]),
            about: "the answer: highest mean reward, or most visits",
        },
        real("rave", "", 0.001, 1e9, "all-moves-as-first: visits at which both means weigh alike"),
        real("fpu", "", -1e9, 1e9, "value of a move never tried; off: such moves go first"),
        real("widen", "", 0.001, 1e6, "progressive widening: moves after the first visit"),
        real("widen-power", "0.5", 0.0, 1.0, "progressive widening: how fast more come in"),
        whole("trees", "1", 1, 1024, "independent trees, added up at the root"),
        whole("threads", "1", 1, 1024, "threads that share the trees; never changes a result"),
    ]
}

/// UCT as the values say.
pub(crate) fn uct(values: &Values) -> Result<Uct, String> {
    let small = |name: &str| values.whole(name).and_then(|n| u32::try_from(n).ok());
    let time = values.real("time").map(Duration::from_secs_f64);
    let base = UctParams::default();
    let params = UctParams {
        // A time limit replaces the default number of loops, unless both are meant.
        loops: values.whole("loops").filter(|_| time.is_none() || values.is_given("loops")),
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
        trees: small("trees").unwrap_or(base.trees),
        threads: small("threads").unwrap_or(base.threads),
        ..base
    };
    params.check().map_err(|e: BadParameter| e.to_string())
}
