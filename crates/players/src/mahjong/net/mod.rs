//! `net`: plays what a network learned from records thinks likeliest.

mod network;
mod search;
#[cfg(test)]
mod tests;

pub use network::{Adviser, LAYOUT, Probabilities, shipped};
pub(super) use search::{Looked, NetSearchPlayer, prior_parameter};

use crate::Kind;
use crate::parameter::{Parameter, Values};
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError};
use fuda_learn::TokenNetwork;
use fuda_mahjong::encode::planes::{Action, TileAction, preference};
use fuda_mahjong::{Mahjong, MahjongView, Move};
use std::sync::Arc;

/// The parameter that names a network.
pub(super) fn model_parameter() -> Parameter {
    Parameter::model("file of a network to use instead of the one that is shipped")
}

/// The network as the values say.
pub(super) fn model(values: &Values) -> Result<Arc<TokenNetwork>, String> {
    match values.model("model") {
        None => shipped(),
        model => network::network(model),
    }
}

pub(super) fn net() -> Kind<Mahjong> {
    Kind {
        name: "net",
        about: "what a network learned from top-table records thinks likeliest",
        parameters: vec![model_parameter()],
        make: |_, values| {
            let network = model(values)?;
            Ok(Arc::new(move || Box::new(NetPlayer::new(network.clone()))))
        },
    }
}

/// Plays the likeliest move. Which tile goes is decided before whether riichi
/// is declared with it.
#[derive(Clone, Debug)]
pub struct NetPlayer {
    adviser: Adviser,
}

impl NetPlayer {
    /// A player that asks this network.
    pub fn new(network: Arc<TokenNetwork>) -> NetPlayer {
        NetPlayer { adviser: Adviser::new(network) }
    }
}

impl Player<Mahjong> for NetPlayer {
    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let probabilities = self.adviser.ask(ask.view, ask.legal);
        let alternatives: Vec<Alternative<Move>> = weighed(&probabilities, ask.view, ask.legal)
            .into_iter()
            .map(|Weighed { mv, probability, .. }| Alternative::new(mv, probability, 0))
            .collect();
        match alternatives.first() {
            Some(first) => Ok(Choice { mv: first.mv, effort: 1, alternatives }),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }
}

/// A move and how likely it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weighed {
    pub mv: Move,
    /// How likely it is.
    pub probability: f64,
    /// How likely its tile is to go, with riichi or without; the probability of
    /// everything that is no discard.
    tile: f64,
}

/// One move of every action, best first: plain fives are discarded before red
/// ones and called with after them, and the tile drawn goes before its equals.
pub(super) fn weighed(
    probabilities: &Probabilities<'_>,
    view: &MahjongView,
    legal: &[Move],
) -> Vec<Weighed> {
    let mut found: Vec<(Action, Weighed)> = Vec::with_capacity(legal.len());
    for &mv in legal {
        let action = Action::of(view, mv);
        if let Some((_, weighed)) = found.iter_mut().find(|(other, _)| *other == action) {
            if preference(mv) > preference(weighed.mv) {
                weighed.mv = mv;
            }
            continue;
        }
        let tile = match action.tile_action() {
            Some((TileAction::Discard | TileAction::Riichi, kind)) => {
                probabilities.of(Action::with(TileAction::Discard, kind))
                    + probabilities.of(Action::with(TileAction::Riichi, kind))
            }
            _ => probabilities.of(action),
        };
        found.push((action, Weighed { mv, probability: probabilities.of(action), tile }));
    }
    let mut all: Vec<Weighed> = found.into_iter().map(|(_, weighed)| weighed).collect();
    all.sort_by(|a, b| b.tile.total_cmp(&a.tile).then(b.probability.total_cmp(&a.probability)));
    all
}
