//! The players of Othello.

mod nboard;
pub mod patterns;

use crate::models::{self, NamedModel};
use crate::parameter::Parameter;
use crate::search;
use crate::{Catalogue, Kind, Unit};
use fuda_core::Game;
use fuda_learn::{Kind as ModelKind, Needs};
use fuda_othello::encode::AfterMove;
use fuda_othello::{AlphaBeta, AlphaBetaPlayer, Greedy, Othello, PatternEvaluation};
use fuda_search::{FlatMonteCarloPlayer, Guide, OfScores, UctPlayer, win_share};
use std::sync::Arc;

/// All players of Othello.
pub fn othello() -> Catalogue<Othello> {
    Catalogue::basic()
        .with(greedy())
        .with(alphabeta())
        .with(uct())
        .with(mc())
        .with(nboard::nboard())
        .with_units(&["greedy", "alphabeta", "nboard"], |_, _| Unit::Discs)
        .with_units(&["uct", "mc"], |values, _| match values.text("reward") {
            Some("score") => Unit::Discs,
            _ => Unit::WinProbability,
        })
}

fn greedy() -> Kind<Othello> {
    Kind {
        name: "greedy",
        about: "turns the most discs now, ties at random",
        parameters: Vec::new(),
        make: |_, _| Ok(Arc::new(|| Box::new(Greedy))),
    }
}

fn alphabeta() -> Kind<Othello> {
    Kind {
        name: "alphabeta",
        about: "looks some plies ahead with an evaluation, and solves the end exactly",
        parameters: vec![
            Parameter::whole("depth", "6", 1, 60).about("plies to look ahead"),
            Parameter::whole("exact", "12", 0, 30)
                .about("empty squares from which on the end is solved exactly"),
            Parameter::word("eval", "plain", &["plain", "mined", "raw"]).about(
                "what judges a board: mobility, corners and stable discs; mined patterns; \
                        the raw features they are mined from",
            ),
            Parameter::model(
                "a file of `fuda othello evaluation` for eval=mined; off is the model \
                        that comes with the program",
            ),
        ],
        make: |_, values| {
            let base = AlphaBeta::default();
            let settings = AlphaBeta {
                depth: values.small("depth").unwrap_or(base.depth),
                exact: values.small("exact").unwrap_or(base.exact),
            };
            let patterns = match (values.text("eval"), values.model("model")) {
                (Some("mined"), model) => evaluation(model, MINED)?,
                (_, Some(_)) => return Err("a model needs eval=mined".into()),
                (Some("raw"), None) => evaluation(None, RAW)?,
                _ => return Ok(Arc::new(move || Box::new(AlphaBetaPlayer::new(settings)))),
            };
            Ok(Arc::new(move || {
                Box::new(AlphaBetaPlayer::with_patterns(settings, Arc::clone(&patterns)))
            }))
        },
    }
}

/// Weights of mined patterns, and of the raw features alone.
const MINED: &[u8] = fuda_models::OTHELLO_MINED;
const RAW: &[u8] = fuda_models::OTHELLO_RAW;

/// The evaluation of a file, or of bytes that come with fuda.
fn evaluation(
    model: Option<&NamedModel>,
    shipped: &[u8],
) -> Result<Arc<PatternEvaluation>, String> {
    let needs = Needs {
        by: "alphabeta",
        kind: ModelKind::Patterns,
        game: Othello::NAME,
        encoders: &[AfterMove::NAME],
        rules: None,
    };
    let file = models::model(model, shipped, &needs).map_err(|e| e.to_string())?;
    let ready = patterns::evaluation(&file).map_err(|e| e.to_string())?;
    Ok(Arc::new(ready))
}

fn uct() -> Kind<Othello> {
    let mut parameters = search::uct_parameters("1000", "1");
    parameters.push(
        Parameter::word("reward", "win", &["win", "score"]).about(
            "what playouts are judged by: who wins, or the disc difference (then c=20 or so)",
        ),
    );
    Kind {
        name: "uct",
        about: "Monte-Carlo tree search (UCT) with random playouts",
        parameters,
        make: |game, values| {
            let uct = search::uct(values)?;
            let game = *game;
            Ok(match values.text("reward") {
                Some("score") => {
                    Arc::new(move || Box::new(UctPlayer::new(&game, uct, Guide::UNIFORM)))
                }
                _ => Arc::new(move || {
                    let guide = Guide::valued(OfScores(win_share));
                    Box::new(UctPlayer::new(&game, uct, guide))
                }),
            })
        },
    }
}

fn mc() -> Kind<Othello> {
    Kind {
        name: "mc",
        about: "flat Monte Carlo: random playouts of every move, shared out by UCB1",
        parameters: search::flat_parameters("1000", "1"),
        make: |game, values| {
            let flat = search::flat(values)?;
            let game = *game;
            Ok(Arc::new(move || {
                let guide = Guide::valued(OfScores(win_share));
                Box::new(FlatMonteCarloPlayer::new(&game, flat, guide))
            }))
        },
    }
}
