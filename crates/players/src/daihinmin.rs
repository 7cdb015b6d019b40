//! The players of daihinmin.

use crate::parameter::{Parameter, Range};
use crate::{Catalogue, Kind};
use fuda_daihinmin::players::Dealing;
use fuda_daihinmin::{Daihinmin, Greedy, MonteCarloParams, Weakest};
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
}

fn mc() -> Kind<Daihinmin> {
    Kind {
        name: "mc",
        about: "Monte Carlo with UCB1 over assumed hands, as in the paper",
        parameters: vec![
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
        ],
        make: |_, values| {
            let base = MonteCarloParams::default();
            let params = MonteCarloParams {
                playouts: values.whole("playouts").unwrap_or(base.playouts),
                c: values.real("c").unwrap_or(base.c),
                dealing: match values.text("dealing") {
                    Some("even") => Dealing::Evenly,
                    _ => Dealing::ByClass,
                },
                time: values.real("time").map(Duration::from_secs_f64),
                ..base
            };
            let player = params.check().map_err(|e| e.to_string())?;
            Ok(Arc::new(move || Box::new(player.clone())))
        },
    }
}
