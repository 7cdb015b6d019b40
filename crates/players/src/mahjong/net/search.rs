//! Search that looks at what the network thinks likely, and believes it until
//! playouts say otherwise.

use super::{Adviser, Weighed, weighed};
use crate::parameter::{Parameter, Range};
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Seat};
use fuda_learn::PolicyNetwork;
use fuda_mahjong::{Mahjong, Move};
use fuda_search::{Guide, Uct, UctPlayer};
use std::sync::Arc;

/// The parameter of `uct` that says who tells which moves are looked at.
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

    /// What a move is worth more or less than another, by the network alone.
    fn worth(&self, move_: &Weighed) -> f64 {
        self.trust.unit * move_.share.max(1e-6).ln()
    }

    /// All moves with their values: first those that were searched, best
    /// first, then the others as the network ranks them. A value is the mean
    /// of all playouts and what the network adds, corrected by the playouts of
    /// the move itself.
    fn believed(&self, ranked: &[Weighed], found: &Choice<Move>) -> Vec<Alternative<Move>> {
        let tried = |mv: Move| found.alternatives.iter().find(|a| a.mv == mv);
        let pairs: Vec<(&Weighed, &Alternative<Move>)> =
            ranked.iter().filter_map(|w| Some((w, tried(w.mv)?))).collect();
        let middle = match pairs.len() {
            0 => -ranked.first().map_or(0.0, |first| self.worth(first)),
            n => pairs.iter().map(|(w, a)| a.value - self.worth(w)).sum::<f64>() / n as f64,
        };
        let mut all: Vec<Alternative<Move>> = pairs
            .into_iter()
            .map(|(w, a)| {
                let belief = middle + self.worth(w);
                let weight = a.effort as f64 / (a.effort as f64 + self.trust.playouts);
                Alternative { value: belief + weight * (a.value - belief), ..*a }
            })
            .collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all.extend(ranked.iter().filter(|w| tried(w.mv).is_none()).map(|w| Alternative {
            mv: w.mv,
            value: middle + self.worth(w),
            effort: 0,
        }));
        all
    }
}

impl<H: Guide<Mahjong>> Player<Mahjong> for NetSearchPlayer<H> {
    fn begin(&mut self, seat: Seat) {
        self.uct.begin(seat);
    }

    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let shares = self.adviser.ask(ask.view, ask.legal);
        let ranked = weighed(&shares, ask.view, ask.legal);
        let Some(first) = ranked.first().copied() else {
            return Err(PlayerError("there is no legal move".into()));
        };
        let likely = |w: &&Weighed| w.share >= self.trust.least || w.mv == first.mv;
        let searched: Vec<Move> =
            ranked.iter().take(self.trust.width).filter(likely).map(|w| w.mv).collect();
        let wins = matches!(first.mv, Move::Tsumo | Move::Ron);
        let found = match searched.len() {
            2.. if !wins => self.uct.choose(Ask { legal: &searched, ..ask })?,
            _ => Choice { mv: first.mv, effort: 0, alternatives: Vec::new() },
        };
        let alternatives = self.believed(&ranked, &found);
        let mv = alternatives.first().map_or(found.mv, |a| a.mv);
        Ok(Choice { mv, effort: found.effort, alternatives })
    }
}
