//! Search that looks at what the network thinks likely, and believes it until
//! playouts say otherwise.

use super::{Adviser, Weighed, weighed};
use crate::mahjong::belief::{Believer, Ranked};
use crate::parameter::Parameter;
use fuda_core::{Ask, Choice, Player, PlayerError, Seat};
use fuda_learn::TokenNetwork;
use fuda_mahjong::{Mahjong, Move};
use fuda_search::Parts;
use std::sync::Arc;

/// The parameter of `uct` that says who chooses which moves are looked at.
pub(in super::super) fn prior_parameter() -> Parameter {
    Parameter::word("prior", "", &["net"])
        .about("net: search only what the network thinks likely, and weigh its probabilities in")
}

/// What is searched of the moves that the network ranks.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Looked {
    /// How many moves at most.
    pub width: usize,
    /// The least probability of a move.
    pub least: f64,
    /// What a move e times as likely as another is worth more, in the unit of
    /// the reward.
    pub unit: f64,
}

/// Plays what UCT and the network say together: the logarithm of a move's
/// probability is its rank.
pub(in super::super) struct NetSearchPlayer<H: Parts<Mahjong>> {
    believer: Believer<H>,
    adviser: Adviser,
    looked: Looked,
}

impl<H: Parts<Mahjong>> NetSearchPlayer<H> {
    /// A player that searches what the network ranks.
    pub fn new(
        believer: Believer<H>,
        network: Arc<TokenNetwork>,
        looked: Looked,
    ) -> NetSearchPlayer<H> {
        NetSearchPlayer { believer, adviser: Adviser::new(network), looked }
    }
}

impl<H: Parts<Mahjong>> Player<Mahjong> for NetSearchPlayer<H> {
    fn begin(&mut self, seat: Seat) {
        self.believer.begin(seat);
    }

    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let probabilities = self.adviser.ask(ask.view, ask.legal);
        let weighed = weighed(&probabilities, ask.view, ask.legal);
        let Looked { width, least, unit } = self.looked;
        let worth = |w: &Weighed| (w.mv, unit * libm::log(w.probability.max(1e-6)));
        let ranked: Vec<Ranked> = weighed.iter().map(worth).collect();
        let wins = |mv: Move| matches!(mv, Move::Tsumo | Move::Ron);
        let searched: Vec<Move> = match weighed.first() {
            Some(first) if !wins(first.mv) => {
                let likely = |w: &&Weighed| w.probability >= least || w.mv == first.mv;
                weighed.iter().take(width).filter(likely).map(|w| w.mv).collect()
            }
            _ => Vec::new(),
        };
        self.believer.choose(ask, &ranked, &searched)
    }
}
