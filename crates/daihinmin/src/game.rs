//! Daihinmin as a game of the workbench: deals, series, classes.

use crate::card::{Card, Cards};
use crate::event::SeatEvent;
use crate::moves::Move;
use crate::position::{Position, View};
use crate::rules::{FirstClasses, MOST_PLAYERS, Points, Rules};
use crate::state::{Stage, State};
use fuda_core::AuxiliaryProblems;
use fuda_core::formats::Format;
use fuda_core::{BadText, Decision, Game, MoveFeatures, Observation, PrivilegedInputs, Rng, Seat};
use serde::{Deserialize, Serialize};

/// Daihinmin under one set of [`Rules`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Daihinmin {
    rules: Rules,
}

/// What chance decides: who is dealt what, and whatever else is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// The hands before any exchange, in the order of dealing. The first ones
    /// are a card larger when the cards do not come out even.
    pub hands: Vec<Cards>,
    /// Who is dealt the first hand when there are no classes; else it goes to
    /// the top class.
    pub first: Seat,
    /// The class of each seat, 0 on top; absent in a first game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<u8>>,
    /// The order in which ranks are drawn when all keep passing.
    pub tail: Vec<u8>,
}

impl Default for Daihinmin {
    fn default() -> Daihinmin {
        Daihinmin::new(Rules::UECDA)
    }
}

impl Daihinmin {
    /// The game under these rules.
    pub fn new(rules: Rules) -> Daihinmin {
        Daihinmin { rules }
    }

    /// The rules as a value.
    pub fn options(&self) -> &Rules {
        &self.rules
    }

    /// How many cards the hands have, in the order of dealing.
    pub fn hand_sizes(&self) -> Vec<usize> {
        let (cards, n) = (self.rules.deck().len(), self.seats());
        (0..n).map(|i| cards / n + usize::from(i < cards % n)).collect()
    }

    pub(crate) fn state(&self, deal: &Deal) -> Result<State, BadText> {
        let n = self.seats();
        let sizes: Vec<usize> = deal.hands.iter().map(|hand| hand.len()).collect();
        if sizes != self.hand_sizes() {
            let wanted = format!("hands of {:?} cards", self.hand_sizes());
            return Err(BadText::new(wanted, format!("{sizes:?}")));
        }
        let all = deal.hands.iter().fold(Cards::NONE, |all, hand| all.or(*hand));
        if all != self.rules.deck() {
            return Err(BadText::new("every card of the deck once", format!("{all}")));
        }
        let tail = permutation(&deal.tail, n, "the order of drawn ranks")?;
        let classes = match &deal.classes {
            Some(classes) => Some(permutation(classes, n, "the classes")?),
            None => None,
        };
        let first = match classes {
            Some(classes) => classes.iter().position(|&c| c == 0).unwrap_or(0),
            None => deal.first.index(),
        };
        if first >= n {
            return Err(BadText::new(format!("a first seat below {n}"), first.to_string()));
        }
        let mut hands = [Cards::NONE; MOST_PLAYERS];
        for (i, hand) in deal.hands.iter().enumerate() {
            hands[(first + i) % n] = *hand;
        }
        Ok(State::new(self.rules, hands, classes, tail))
    }
}

pub(crate) fn permutation(
    numbers: &[u8],
    n: usize,
    what: &str,
) -> Result<[u8; MOST_PLAYERS], BadText> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..n as u8) {
        let wanted = format!("{what} as every number below {n} once");
        return Err(BadText::new(wanted, format!("{numbers:?}")));
    }
    // Seats that do not exist get a class nobody asks for.
    let mut fixed = [u8::MAX; MOST_PLAYERS];
    fixed[..n].copy_from_slice(numbers);
    Ok(fixed)
}

impl Game for Daihinmin {
    type Move = Move;
    type Deal = Deal;
    type Position = Position;
    type View = View;
    type Event = SeatEvent;
    const NAME: &'static str = "daihinmin";
    const ABOUT: &'static str = "Daihinmin (Tycoon): get rid of your cards; class decides gifts";

    fn presets() -> &'static [(&'static str, &'static str)] {
        Rules::PRESETS
    }

    fn with_rules(rules: &str) -> Result<Daihinmin, BadText> {
        Rules::parse(rules).map(Daihinmin::new)
    }

    fn rules(&self) -> String {
        self.rules.text()
    }

    fn formats() -> Vec<Box<dyn Format<Self>>> {
        crate::formats::formats()
    }

    fn decision_kinds() -> &'static [(&'static str, &'static str)] {
        &[
            ("lead", "the table is empty"),
            ("follow", "there are cards to beat"),
            ("gift", "which cards to give before the game"),
        ]
    }

    fn is_of_kind(decision: &Decision<'_, Daihinmin>, kind: &str) -> bool {
        let gift = decision.chosen.is_gift();
        let lead = decision.position.table().is_none();
        match kind {
            "lead" => !gift && lead,
            "follow" => !gift && !lead,
            "gift" => gift,
            _ => false,
        }
    }

    fn move_features(&self) -> Vec<Box<dyn MoveFeatures<Daihinmin>>> {
        crate::encode::move_features()
    }

    fn auxiliary_problems() -> Vec<Box<dyn AuxiliaryProblems<Daihinmin>>> {
        vec![Box::new(crate::encode::RestOfGame)]
    }

    fn observations(&self) -> Vec<Box<dyn Observation<Daihinmin>>> {
        crate::encode::observations()
    }

    fn privileged_inputs(&self) -> Option<Box<dyn PrivilegedInputs<Daihinmin>>> {
        Some(Box::new(crate::encode::HiddenHands::new(self.seats())))
    }

    fn seats(&self) -> usize {
        self.rules.players.into()
    }

    fn score_sum(&self) -> Option<f64> {
        let n = f64::from(self.rules.players);
        Some(match self.rules.points {
            Points::Balanced => 0.0,
            Points::Contest => n * (n + 1.0) / 2.0,
        })
    }

    fn deal(&self, rng: &mut Rng) -> Deal {
        let n = self.seats();
        let mut cards: Vec<Card> = self.rules.deck().iter().collect();
        rng.shuffle(&mut cards);
        let mut hands = vec![Cards::NONE; n];
        for (i, card) in cards.into_iter().enumerate() {
            hands[i % n] = hands[i % n].or(card.bit());
        }
        let mut drawn = || {
            let mut order: Vec<u8> = (0..n as u8).collect();
            rng.shuffle(&mut order);
            order
        };
        let tail = drawn();
        let classes = (self.rules.classes == FirstClasses::Random).then(&mut drawn);
        Deal { hands, first: Seat(rng.below(n as u32) as u8), classes, tail }
    }

    fn start(&self, deal: &Deal) -> Result<Position, BadText> {
        self.state(deal).map(Position::new)
    }

    fn hear(
        &self,
        seat: Seat,
        known: &mut Option<Position>,
        event: &SeatEvent,
    ) -> Result<(), BadText> {
        crate::event::hear(self, seat, known, event)
    }

    /// The deal with the classes that the finished game leaves. A record of
    /// the next game keeps this deal, so that it replays by itself.
    fn deal_after(
        &self,
        previous: &Position,
        came_from: &[Seat],
        deal: Deal,
    ) -> Result<Deal, BadText> {
        let n = self.seats();
        let order = previous.finish_order();
        if order.len() != n || came_from.len() != n {
            return Err(BadText::new("a finished game of the same table before this one", "none"));
        }
        let class_of = |seat: Seat| order.iter().position(|&s| s == seat).map(|c| c as u8);
        let classes = came_from.iter().map(|&old| class_of(old)).collect::<Option<Vec<u8>>>();
        let wanted = "every seat once in the change of seats";
        let classes = classes.ok_or_else(|| BadText::new(wanted, format!("{came_from:?}")))?;
        Ok(Deal { classes: Some(classes), ..deal })
    }

    fn forfeit_scores(&self, position: &Position, loser: Seat) -> Option<fuda_core::PerSeat<f64>> {
        // The loser is last; whoever has finished keeps its rank, and the
        // others follow in the order the deal has drawn.
        let state = position.state();
        let mut order: Vec<u8> = state.order[..usize::from(state.finished)].to_vec();
        if state.stage == Stage::Over {
            return position_scores(state, &order);
        }
        order.extend(state.tail[..state.players()].iter().filter(|s| state.out >> **s & 1 == 0));
        order.retain(|&seat| seat != loser.0);
        order.push(loser.0);
        position_scores(state, &order)
    }
}

/// The points of each seat for an order of finishing.
pub(crate) fn position_scores(state: &State, order: &[u8]) -> Option<fuda_core::PerSeat<f64>> {
    Seat::all(state.players())
        .map(|seat| {
            let place = order.iter().position(|&s| s == seat.0)?;
            Some(state.rules.points(place))
        })
        .collect()
}
