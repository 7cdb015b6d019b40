//! Leduc hold'em as a game of the workbench.

use crate::encode::{HiddenCards, LeducMoves, LeducObservation};
use crate::{Betting, Card, Move, Position, SeatEvent, View};
use fuda_core::{BadText, Game, MoveFeatures, Observation, PerSeat, PrivilegedInputs, Rng, Seat};
use serde::{Deserialize, Serialize};

/// What the first seat wins per game when both play perfectly, in chips.
pub const VALUE: f64 = -0.0856;

/// Leduc hold'em; there is only one set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leduc;

/// The three cards that matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// The card of each seat.
    pub cards: [Card; 2],
    /// The card turned over after the first round.
    pub public: Card,
}

impl Game for Leduc {
    type Move = Move;
    type Deal = Deal;
    type Position = Position;
    type View = View;
    type Event = SeatEvent;
    const NAME: &'static str = "leduc";
    const ABOUT: &'static str = "Leduc hold'em: poker with six cards, small enough to be solved";

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[("standard", "ante 1, two rounds with raises of 2 and 4, at most two in each")]
    }

    fn with_rules(rules: &str) -> Result<Leduc, BadText> {
        match rules {
            "standard" => Ok(Leduc),
            _ => Err(BadText::new("the rules `standard`", rules)),
        }
    }

    fn rules(&self) -> String {
        "standard".into()
    }

    fn seats(&self) -> usize {
        2
    }

    fn deal(&self, rng: &mut Rng) -> Deal {
        let mut cards = Card::ALL;
        rng.shuffle(&mut cards);
        Deal { cards: [cards[0], cards[1]], public: cards[2] }
    }

    fn deals(&self, _most: usize) -> Result<Vec<Deal>, BadText> {
        let three = |n: usize| [n / 36, n / 6 % 6, n % 6].map(|card| Card::ALL[card]);
        let deal = |[first, second, public]: [Card; 3]| Deal { cards: [first, second], public };
        Ok((0..216).map(|n| deal(three(n))).filter(|deal| self.start(deal).is_ok()).collect())
    }

    fn start(&self, deal: &Deal) -> Result<Position, BadText> {
        let Deal { cards: [first, second], public } = *deal;
        match first != second && first != public && second != public {
            true => Ok(Position { deal: *deal, betting: Betting::default() }),
            false => Err(BadText::new("three different cards", format!("{deal:?}"))),
        }
    }

    fn hear(
        &self,
        seat: Seat,
        known: &mut Option<Position>,
        event: &SeatEvent,
    ) -> Result<(), BadText> {
        crate::event::hear(self, seat, known, event)
    }

    fn move_features(&self) -> Vec<Box<dyn MoveFeatures<Leduc>>> {
        vec![Box::new(LeducMoves)]
    }

    fn observations(&self) -> Vec<Box<dyn Observation<Leduc>>> {
        vec![Box::new(LeducObservation)]
    }

    fn privileged_inputs(&self) -> Option<Box<dyn PrivilegedInputs<Leduc>>> {
        Some(Box::new(HiddenCards))
    }

    fn forfeit_scores(&self, position: &Position, loser: Seat) -> Option<PerSeat<f64>> {
        Some(position.lost_by(loser))
    }
}
