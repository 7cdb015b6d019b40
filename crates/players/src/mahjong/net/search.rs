//! Search that looks at what the network thinks likely, and believes it until
//! playouts say otherwise.

use super::{Adviser, Weighed, weighed};
use crate::parameter::{Parameter, Range};
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Seat};
use fuda_learn::PolicyNetwork;
use fuda_mahjong::{Mahjong, Move};
use fuda_search::{Guide, Uct, UctPlayer};
use std::sync::Arc;

/// The parameter that says who tells which moves are looked at.
pub(in super::super) fn prior_parameter() -> Parameter {
    Parameter {
        name: "prior",
        default: "",
        range: Range::OneOf(&["net"]),
        about: "net: search only what the network thinks likely, and weigh its shares in",
    }
}

/// How much the network counts.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct NetTrust {
    /// How many moves are searched at most.
    pub width: usize,
    /// The least share of a move that is searched.
    pub least: f64,
    /// How many playouts weigh as much as the network.
    pub playouts: f64,
    /// What a move e times as likely as another is worth more, in the unit of
    /// the reward.
    pub unit: f64,
}

/// Plays what UCT and the network say together.
///
/// The logarithm of a move's share is taken as a belief about its value, the
/// playouts as measurements of it: the more of them, the more they count.
pub(in super::super) struct NetSearchPlayer<H: Guide<Mahjong>> {
    uct: UctPlayer<Mahjong, H>,
    adviser: Adviser,
    trust: NetTrust,
}

impl<H: Guide<Mahjong>> NetSearchPlayer<H> {
    /// A player for a game.
    pub fn new(
        game: &Mahjong,
        uct: Uct,
        guide: H,
        network: Arc<PolicyNetwork>,
        trust: NetTrust,
    ) -> NetSearchPlayer<H> {
        let adviser = Adviser::new(network);
        NetSearchPlayer { uct: UctPlayer::new(game, uct, guide), adviser, trust }
    }

    /// Values of the moves that were searched: the mean of all playouts and
    /// what the network adds, corrected by the playouts of the move itself.
    fn believed(&self, likely: &[Weighed], found: &Choice<Move>) -> Vec<Alternative<Move>> {
        let tried = |mv: Move| found.alternatives.iter().find(|a| a.mv == mv);
        let worth = |w: &Weighed| self.trust.unit * w.share.max(1e-6).ln();
        let pairs: Vec<(&Weighed, &Alternative<Move>)> =
            likely.iter().filter_map(|w| Some((w, tried(w.mv)?))).collect();
        let count = pairs.len().max(1) as f64;
        let middle: f64 = pairs.iter().map(|(w, a)| a.value - worth(w)).sum::<f64>() / count;
        let mut all: Vec<Alternative<Move>> = pairs
            .into_iter()
            .map(|(w, a)| {
                let belief = middle + worth(w);
                let weight = a.effort as f64 / (a.effort as f64 + self.trust.playouts);
                Alternative { value: belief + weight * (a.value - belief), ..*a }
            })
            .collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }
}

impl<H: Guide<Mahjong>> Player<Mahjong> for NetSearchPlayer<H> {
    fn begin(&mut self, seat: Seat) {
        self.uct.begin(seat);
    }

    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let shares = self.adviser.ask(ask.view, ask.legal);
        let mut likely = weighed(&shares, ask.view, ask.legal);
        let Some(first) = likely.first().copied() else {
            return Err(PlayerError("there is no legal move".into()));
        };
        likely.truncate(self.trust.width);
        likely.retain(|w| w.share >= self.trust.least || w.mv == first.mv);
        if likely.len() < 2 || matches!(first.mv, Move::Tsumo | Move::Ron) {
            return Ok(Choice::from(first.mv));
        }
        let searched: Vec<Move> = likely.iter().map(|w| w.mv).collect();
        let found = self.uct.choose(Ask { legal: &searched, ..ask })?;
        let alternatives = self.believed(&likely, &found);
        let mv = alternatives.first().map_or(found.mv, |a| a.mv);
        Ok(Choice { mv, effort: found.effort, alternatives })
    }
}
