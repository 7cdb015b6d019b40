//! Kuhn poker: three cards, two seats, a known solution.
//!
//! The smallest game worth the name in which hidden cards matter; searches
//! and learners are tested on it. With best play on both sides the first
//! seat loses 1/18 of a chip a game (Kuhn 1950).

use crate::conformance::Conformance;
use crate::{
    BadText, FeatureRows, Game, IllegalMove, MoveFeatures, Observation, PerSeat, Position, Rng,
    Seat, Style, Turn, View,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What the first seat wins on average when both play perfectly.
pub const VALUE: f64 = -1.0 / 18.0;

/// Kuhn poker; there is only one set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kuhn;

/// Bet a chip (or call one), or pass (check or fold).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum KuhnMove {
    /// Check, or fold to a bet.
    Pass,
    /// Bet, or call a bet.
    Bet,
}

impl fmt::Display for KuhnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KuhnMove::Pass => "pass",
            KuhnMove::Bet => "bet",
        })
    }
}

impl FromStr for KuhnMove {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        match text {
            "pass" => Ok(KuhnMove::Pass),
            "bet" => Ok(KuhnMove::Bet),
            _ => Err(BadText::new("`pass` or `bet`", text)),
        }
    }
}

/// The truth: both cards and the moves so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KuhnPosition {
    cards: [u8; 2],
    moves: Vec<KuhnMove>,
}

/// One seat's card and the moves so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KuhnView {
    seat: Seat,
    card: u8,
    moves: Vec<KuhnMove>,
}

impl KuhnView {
    /// The seat's own card: 0 jack, 1 queen, 2 king.
    pub fn card(&self) -> u8 {
        self.card
    }

    /// The moves so far.
    pub fn moves(&self) -> &[KuhnMove] {
        &self.moves
    }
}

/// What a seat hears.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum KuhnEvent {
    /// `{"type":"deal","card":2}`: the seat's own card.
    Deal {
        /// 0 jack, 1 queen, 2 king.
        card: u8,
    },
    /// `{"type":"move","seat":0,"move":"Bet"}`.
    Move {
        /// Who moved.
        seat: Seat,
        /// What it did.
        #[serde(rename = "move")]
        mv: KuhnMove,
    },
    /// `{"type":"end","cards":[2,0],"scores":[1.0,-1.0]}`; without cards
    /// after a fold.
    End {
        /// Both cards, if they are shown.
        cards: Option<[u8; 2]>,
        /// The chips won and lost.
        scores: PerSeat<f64>,
    },
}

impl Game for Kuhn {
    type Move = KuhnMove;
    type Deal = [u8; 2];
    type Position = KuhnPosition;
    type View = KuhnView;
    type Event = KuhnEvent;
    const NAME: &'static str = "kuhn";
    const ABOUT: &'static str = "Kuhn poker: three cards, a known solution";

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[("standard", "three cards, one chip ante, one bet")]
    }

    fn with_rules(rules: &str) -> Result<Self, BadText> {
        match rules {
            "standard" => Ok(Kuhn),
            _ => Err(BadText::new("the rules `standard`", rules)),
        }
    }

    fn rules(&self) -> String {
        "standard".into()
    }

    fn move_features(&self) -> Vec<Box<dyn MoveFeatures<Kuhn>>> {
        vec![Box::new(KuhnEncoder)]
    }

    fn observations(&self) -> Vec<Box<dyn Observation<Kuhn>>> {
        vec![Box::new(KuhnEncoder)]
    }

    fn seats(&self) -> usize {
        2
    }

    fn deal(&self, rng: &mut Rng) -> [u8; 2] {
        let mut cards = [0, 1, 2];
        rng.shuffle(&mut cards);
        [cards[0], cards[1]]
    }

    fn deals(&self, _most: usize) -> Result<Vec<[u8; 2]>, BadText> {
        Ok(vec![[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]])
    }

    fn start(&self, deal: &[u8; 2]) -> Result<KuhnPosition, BadText> {
        let [a, b] = *deal;
        if a > 2 || b > 2 || a == b {
            return Err(BadText::new("two different cards of 0, 1, 2", format!("{deal:?}")));
        }
        Ok(KuhnPosition { cards: *deal, moves: Vec::new() })
    }

    fn hear(
        &self,
        seat: Seat,
        known: &mut Option<KuhnPosition>,
        event: &KuhnEvent,
    ) -> Result<(), BadText> {
        let wrong = |expected: &str| Err(BadText::new(expected, format!("{event:?}")));
        match (event, known) {
            (KuhnEvent::Deal { card }, known) => {
                let mut cards = [(card.saturating_add(1)) % 3; 2];
                cards[seat.index()] = *card;
                *known = Some(self.start(&cards)?);
                Ok(())
            }
            (_, None) => wrong("a deal first"),
            (KuhnEvent::Move { seat, mv }, Some(known)) => known
                .play(*seat, *mv)
                .map_err(|e| BadText::new("a move the rules allow", e.to_string())),
            (KuhnEvent::End { .. }, Some(known)) => match known.turn() {
                Turn::Over => Ok(()),
                _ => wrong("a move"),
            },
        }
    }
}

impl Position for KuhnPosition {
    type Game = Kuhn;

    fn turn(&self) -> Turn {
        use KuhnMove::{Bet, Pass};
        match self.moves[..] {
            [] | [Pass, Bet] => Turn::Seat(Seat(0)),
            [_] => Turn::Seat(Seat(1)),
            _ => Turn::Over,
        }
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<KuhnMove>) {
        moves.clear();
        if self.turn() == Turn::Seat(seat) {
            moves.extend([KuhnMove::Pass, KuhnMove::Bet]);
        }
    }

    fn play(&mut self, seat: Seat, mv: KuhnMove) -> Result<(), IllegalMove<KuhnMove>> {
        if self.turn() != Turn::Seat(seat) {
            return Err(IllegalMove { seat, mv, reason: "it is not this seat's turn".into() });
        }
        self.play_unchecked(seat, mv);
        Ok(())
    }

    fn play_unchecked(&mut self, _seat: Seat, mv: KuhnMove) {
        self.moves.push(mv);
    }

    fn first_events(&self, seat: Seat, events: &mut Vec<KuhnEvent>) {
        events.push(KuhnEvent::Deal { card: self.cards[seat.index()] });
    }

    fn events(
        &self,
        _before: &KuhnPosition,
        mover: Seat,
        mv: KuhnMove,
        _seat: Seat,
        events: &mut Vec<KuhnEvent>,
    ) {
        events.push(KuhnEvent::Move { seat: mover, mv });
        if let Some(scores) = self.scores() {
            let shown = mv == KuhnMove::Bet || !self.moves.contains(&KuhnMove::Bet);
            events.push(KuhnEvent::End { cards: shown.then_some(self.cards), scores });
        }
    }

    fn view(&self, seat: Seat) -> KuhnView {
        KuhnView { seat, card: self.cards[seat.index()], moves: self.moves.clone() }
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        use KuhnMove::{Bet, Pass};
        let high = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        let first = match self.moves[..] {
            [Pass, Pass] => high,
            [Bet, Bet] | [Pass, Bet, Bet] => 2.0 * high,
            [Bet, Pass] => 1.0,
            [Pass, Bet, Pass] => -1.0,
            _ => return None,
        };
        Some([first, -first].into_iter().collect())
    }
}

/// Both encoders of Kuhn poker: the card and the moves so far.
#[derive(Clone, Copy, Debug)]
struct KuhnEncoder;

/// The cards and the sequences of moves after which somebody may be asked.
const KUHN_MEANINGS: [&str; 7] =
    ["jack", "queen", "king", "first to move", "after a pass", "after a bet", "after pass and bet"];

impl KuhnEncoder {
    /// The columns that are 1: of the card, and of the moves so far.
    fn columns_of(view: &KuhnView) -> [usize; 2] {
        use KuhnMove::{Bet, Pass};
        let history = match view.moves[..] {
            [] => 3,
            [Pass] => 4,
            [Bet] => 5,
            _ => 6,
        };
        [usize::from(view.card), history]
    }
}

impl MoveFeatures<Kuhn> for KuhnEncoder {
    fn name(&self) -> &str {
        "kuhn-moves-1"
    }

    fn about(&self) -> &str {
        "the card and the moves so far, for each move"
    }

    fn columns(&self) -> usize {
        2 * KUHN_MEANINGS.len()
    }

    fn meaning(&self, column: usize) -> String {
        let (mv, of) = (column / KUHN_MEANINGS.len(), column % KUHN_MEANINGS.len());
        let mv = if mv == 0 { KuhnMove::Pass } else { KuhnMove::Bet };
        format!("{mv} with {}", KUHN_MEANINGS[of])
    }

    fn encode(&self, view: &KuhnView, moves: &[KuhnMove], out: &mut FeatureRows) {
        out.clear();
        for mv in moves {
            let first = usize::from(*mv == KuhnMove::Bet) * KUHN_MEANINGS.len();
            for column in KuhnEncoder::columns_of(view) {
                out.mark((first + column) as u32);
            }
            out.end_row();
        }
    }
}

impl Observation<Kuhn> for KuhnEncoder {
    fn name(&self) -> &str {
        "kuhn-1"
    }

    fn about(&self) -> &str {
        "the card and the moves so far"
    }

    fn len(&self) -> usize {
        KUHN_MEANINGS.len()
    }

    fn actions(&self) -> usize {
        2
    }

    fn observe(&self, view: &KuhnView, _legal: &[KuhnMove], out: &mut [u8]) {
        out.fill(0);
        for column in KuhnEncoder::columns_of(view) {
            out[column] = 1;
        }
    }

    fn action(&self, _view: &KuhnView, mv: KuhnMove) -> usize {
        usize::from(mv == KuhnMove::Bet)
    }
}

impl View for KuhnView {
    type Game = Kuhn;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, rng: &mut Rng) -> KuhnPosition {
        let other = (self.card + 1 + rng.below(2) as u8) % 3;
        let mut cards = [other; 2];
        cards[self.seat.index()] = self.card;
        KuhnPosition { cards, moves: self.moves.clone() }
    }

    fn draw(&self, _style: Style) -> String {
        let name = ["jack", "queen", "king"][self.card as usize];
        format!("you hold the {name}; moves so far: {:?}", self.moves)
    }
}

impl Conformance for Kuhn {
    fn scramble_hidden(&self, truth: &KuhnPosition, seat: Seat, _rng: &mut Rng) -> KuhnPosition {
        let mut other = truth.clone();
        let hidden = 1 - seat.index();
        other.cards[hidden] = 3 - truth.cards[0] - truth.cards[1];
        other
    }

    fn illegal_moves(&self, truth: &KuhnPosition) -> Vec<(Seat, KuhnMove)> {
        Seat::all(2)
            .filter(|s| truth.turn() != Turn::Seat(*s))
            .flat_map(|s| [(s, KuhnMove::Pass), (s, KuhnMove::Bet)])
            .collect()
    }

    fn fingerprint(&self, truth: &KuhnPosition) -> String {
        format!("{truth:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, conformance};

    #[test]
    fn conforms() {
        conformance::check(&Kuhn, 50, Seed(1));
    }

    #[test]
    fn assumptions_are_even() {
        let deals = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];
        let tested = conformance::check_distribution(&Kuhn, &deals, 20, 6, 2_000, Seed(2));
        assert!(tested >= 40, "only {tested} decisions were tested");
    }
}
