//! The players of Othello.

pub mod patterns;

use crate::parameter::{Parameter, Range};
use crate::search;
use crate::{Catalogue, Kind};
use fuda_othello::{AlphaBeta, AlphaBetaPlayer, Greedy, Othello, PatternEvaluation};
use fuda_search::{FlatMonteCarloPlayer, Guide, OfScores, UctPlayer, win_share};
use std::sync::Arc;

/// All players of Othello.
pub fn othello() -> Catalogue<Othello> {
    Catalogue::basic().with(greedy()).with(alphabeta()).with(uct()).with(mc())
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
            Parameter {
                name: "depth",
                default: "6",
                range: Range::Whole(1, 60),
                about: "plies to look ahead",
            },
            Parameter {
                name: "exact",
                default: "12",
                range: Range::Whole(0, 30),
                about: "empty squares from which on the end is solved exactly",
            },
            Parameter {
                name: "eval",
                default: "plain",
                range: Range::OneOf(&["plain", "mined", "raw"]),
                about: "what judges a board: mobility, corners and stable discs; mined patterns; \
                        the raw features they are mined from",
            },
            Parameter {
                name: "model",
                default: "",
                range: Range::Text,
                about: "a file of `fuda learn othello-patterns` for eval=mined; off is the model \
                        that comes with the program",
            },
        ],
        make: |_, values| {
            let base = AlphaBeta::default();
            let small = |name: &str| values.whole(name).and_then(|n| u32::try_from(n).ok());
            let settings = AlphaBeta {
                depth: small("depth").unwrap_or(base.depth),
                exact: small("exact").unwrap_or(base.exact),
            };
            let patterns = match (values.text("eval"), values.text("model")) {
                (Some("mined"), Some(file)) => of_file(file)?,
                (_, Some(_)) => return Err("a model needs eval=mined".into()),
                (Some("mined"), None) => of_bytes("the shipped model", MINED)?,
                (Some("raw"), None) => of_bytes("the shipped model", RAW)?,
                _ => return Ok(Arc::new(move || Box::new(AlphaBetaPlayer::new(settings)))),
            };
            Ok(Arc::new(move || {
                Box::new(AlphaBetaPlayer::with_patterns(settings, Arc::clone(&patterns)))
            }))
        },
    }
}

/// Weights of mined patterns, and of the raw features alone.
const MINED: &[u8] = include_bytes!("../../../models/othello-mined.json");
const RAW: &[u8] = include_bytes!("../../../models/othello-raw.json");

fn of_file(file: &str) -> Result<Arc<PatternEvaluation>, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    of_bytes(file, &bytes)
}

fn of_bytes(name: &str, bytes: &[u8]) -> Result<Arc<PatternEvaluation>, String> {
    let model = serde_json::from_slice(bytes)
        .map_err(|error| format!("{name}: this is no pattern model: {error}"))?;
    let ready = PatternEvaluation::new(&model).map_err(|error| format!("{name}: {error}"))?;
    Ok(Arc::new(ready))
}

fn uct() -> Kind<Othello> {
    let mut parameters = search::uct_parameters("1000", "1");
    parameters.push(Parameter {
        name: "reward",
        default: "win",
        range: Range::OneOf(&["win", "score"]),
        about: "what playouts are judged by: who wins, or the disc difference (then c=20 or so)",
    });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_models_fit_and_broken_ones_are_refused_with_a_reason() {
        for model in [MINED, RAW] {
            of_bytes("shipped", model).unwrap();
        }
        let text = String::from_utf8(MINED.to_vec()).unwrap();
        let refused = |text: &str| of_bytes("m.json", text.as_bytes()).unwrap_err();
        for cut in [0, 1, text.len() / 2, text.len() - 1] {
            assert!(refused(&text[..cut]).starts_with("m.json: this is no pattern model: "));
        }
        let nan = text.replacen("\"bias\":", "\"bias\":NaN,\"was\":", 1);
        assert!(refused(&nan).contains("this is no pattern model"));
        let older = text.replacen("patterns 1", "patterns 0", 1);
        assert_eq!(
            refused(&older),
            "m.json: its format is `fuda-othello-patterns 0`, expected `fuda-othello-patterns 1`"
        );
        assert!(of_file("/nowhere/m.json").unwrap_err().starts_with("/nowhere/m.json: "));
    }
}
