//! Positions, and what a seat sees of them.

use crate::assume;
use crate::card::Cards;
use crate::event::{self, SeatEvent};
use crate::game::{Daihinmin, position_scores};
use crate::moves::{Meld, Move};
use crate::random::Passes;
use crate::rules::Rules;
use crate::state::{Stage, State};
use fuda_core::{BadText, IllegalMove, PerSeat, Rng, Seat, SeatSet, Style, Turn};
use serde::{Deserialize, Serialize};

/// Room for the moves of nearly every game, so that playing does not allocate.
const USUAL_MOVES: usize = 192;

/// The whole truth of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    state: State,
    /// Nothing in a position that only playouts see.
    history: Option<Vec<(Seat, Move)>>,
}

impl Position {
    pub(crate) fn new(state: State) -> Position {
        Position { state, history: Some(Vec::with_capacity(USUAL_MOVES)) }
    }

    pub(crate) fn with_history(state: State, moves: &[(Seat, Move)]) -> Position {
        let mut history = Vec::with_capacity(USUAL_MOVES.max(moves.len()));
        history.extend_from_slice(moves);
        Position { state, history: Some(history) }
    }

    /// A position that keeps no history, so that it is copied and played
    /// without memory of its own.
    pub(crate) fn without_history(state: State) -> Position {
        Position { state, history: None }
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// The cards of a seat.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.state.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// What lies on the table.
    pub fn table(&self) -> Option<Meld> {
        self.state.table
    }

    /// Whether the order of strength is turned round.
    pub fn is_revolution(&self) -> bool {
        self.state.revolution
    }

    /// Whether the suits are locked.
    pub fn is_locked(&self) -> bool {
        self.state.locked
    }

    /// The class of a seat, 0 on top; `None` in a first game.
    pub fn class(&self, seat: Seat) -> Option<u8> {
        self.state.classes.and_then(|classes| classes.get(seat.index()).copied())
    }

    /// The seats that have finished, in order; all when the game is over.
    pub fn finish_order(&self) -> PerSeat<Seat> {
        self.state.order[..usize::from(self.state.finished)].iter().map(|&s| Seat(s)).collect()
    }

    /// Whether a seat has played its last card.
    #[inline]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.state.out >> seat.0 & 1 == 1
    }

    /// The points of each seat as they stand: of those that have finished by
    /// their places, of the others an equal part of what is left.
    pub fn points_so_far(&self) -> PerSeat<f64> {
        let (n, finished) = (self.state.players(), usize::from(self.state.finished));
        let points = |place| self.state.rules.points(place);
        let left = (finished..n).map(points).sum::<f64>() / (n - finished).max(1) as f64;
        let mut all: PerSeat<f64> = (0..n).map(|_| left).collect();
        for (place, &seat) in self.state.order[..finished].iter().enumerate() {
            all[usize::from(seat)] = points(place);
        }
        all
    }

    /// Every move so far, gifts included; none in a position that
    /// [`crate::HiddenHands`] dealt.
    pub fn history(&self) -> &[(Seat, Move)] {
        self.history.as_deref().unwrap_or_default()
    }

    /// A random move of the seat to move, each equally likely.
    pub fn draw_move(&self, passes: Passes, rng: &mut Rng, moves: &mut Vec<Move>) -> Option<Move> {
        let over = self.state.stage == Stage::Over;
        (!over).then(|| self.state.random_move(rng, passes, moves))
    }

    /// Plays random moves until a seat is out or the game is over. They are
    /// not added to the history.
    pub fn play_until_out(
        &mut self,
        seat: Seat,
        passes: Passes,
        rng: &mut Rng,
        moves: &mut Vec<Move>,
    ) {
        self.state.random_playout(1 << seat.0, rng, passes, moves);
    }

    /// The seats that are out of the play until the table clears.
    pub fn passed(&self) -> SeatSet {
        Seat::all(self.state.players()).filter(|s| self.state.passed >> s.0 & 1 == 1).collect()
    }
}

impl fuda_core::Position for Position {
    type Game = Daihinmin;

    fn turn(&self) -> Turn {
        match self.state.stage {
            Stage::Over => Turn::Over,
            _ => Turn::Seat(Seat(self.state.turn)),
        }
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        if seat.0 == self.state.turn {
            self.state.legal_moves(moves);
        } else {
            moves.clear();
        }
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove<Move>> {
        let refusal = match self.turn() {
            Turn::Seat(s) if s == seat => self.state.refusal(mv),
            Turn::Over => Some("the game is over"),
            _ => Some("it is not this seat's turn"),
        };
        match refusal {
            Some(reason) => Err(IllegalMove { seat, mv, reason: reason.into() }),
            None => {
                self.play_unchecked(seat, mv);
                Ok(())
            }
        }
    }

    fn play_unchecked(&mut self, seat: Seat, mv: Move) {
        self.state.make(mv);
        if let Some(history) = &mut self.history {
            history.push((seat, mv));
        }
    }

    fn first_events(&self, seat: Seat, events: &mut Vec<SeatEvent>) {
        event::first(self, seat, events);
    }

    fn events(
        &self,
        before: &Position,
        mover: Seat,
        mv: Move,
        seat: Seat,
        events: &mut Vec<SeatEvent>,
    ) {
        event::after(self, before, (mover, mv), seat, events);
    }

    fn view(&self, seat: Seat) -> View {
        View::of(self, seat)
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        match self.state.stage {
            Stage::Over => position_scores(&self.state, &self.state.order[..self.state.players()]),
            _ => None,
        }
    }

    fn random_move(&self, seat: Seat, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        let asked = seat.0 == self.state.turn;
        asked.then(|| self.draw_move(Passes::AsLegal, rng, scratch)).flatten()
    }

    /// Plays to the end; the random moves are not added to the history.
    fn random_playout(&mut self, rng: &mut Rng, scratch: &mut Vec<Move>) -> PerSeat<f64> {
        self.state.random_playout(0, rng, Passes::AsLegal, scratch);
        self.scores().unwrap_or_default()
    }
}

/// What one seat knows.
///
/// Gifts between two others are not in it, nor is anything that could be
/// worked out only from a hidden card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The rules as text.
    #[serde(with = "rules_text")]
    pub(crate) rules: Rules,
    pub(crate) seat: Seat,
    pub(crate) hand: Cards,
    /// How many cards each seat holds.
    pub(crate) sizes: PerSeat<u8>,
    pub(crate) classes: Option<PerSeat<u8>>,
    /// What this seat gave away, if it did.
    pub(crate) given: Cards,
    /// What this seat got, if it knows.
    pub(crate) received: Option<Cards>,
    /// Who led the game, once cards are played.
    pub(crate) leader: Option<Seat>,
    /// Every play and pass, and this seat's own gift.
    pub(crate) moves: Vec<(Seat, Move)>,
}

mod rules_text {
    use super::Rules;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&rules.text())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Rules::parse(&text).map_err(serde::de::Error::custom)
    }
}

impl View {
    fn of(position: &Position, seat: Seat) -> View {
        let state = position.state();
        let n = state.players();
        let at = seat.index().min(n - 1);
        View {
            rules: state.rules,
            seat,
            hand: state.hands[at],
            sizes: state.hands[..n].iter().map(|hand| hand.len() as u8).collect(),
            classes: state.classes.map(|classes| classes[..n].iter().copied().collect()),
            given: state.given[at],
            received: known_received(state, at),
            leader: state.leader.map(Seat),
            moves: position
                .history()
                .iter()
                .filter(|(who, mv)| !mv.is_gift() || *who == seat)
                .copied()
                .collect(),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seat's own cards.
    pub fn hand(&self) -> Cards {
        self.hand
    }

    /// How many cards each seat holds.
    pub fn hand_sizes(&self) -> &[u8] {
        &self.sizes
    }

    /// The class of a seat, 0 on top; `None` in a first game.
    pub fn class(&self, seat: Seat) -> Option<u8> {
        self.classes.as_ref().and_then(|classes| classes.get(seat.index()).copied())
    }

    /// What this seat gave away in the exchange.
    pub fn given(&self) -> Cards {
        self.given
    }

    /// What this seat got in the exchange, if it knows.
    pub fn received(&self) -> Option<Cards> {
        self.received
    }

    /// Who led the game, once cards are played.
    pub fn leader(&self) -> Option<Seat> {
        self.leader
    }

    /// Every play and pass so far, and this seat's own gift.
    pub fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }

    /// The cards a seat has played.
    pub fn played(&self, seat: Seat) -> Cards {
        let by = self.moves.iter().filter(|(who, mv)| *who == seat && !mv.is_gift());
        by.fold(Cards::NONE, |all, (_, mv)| all.or(mv.cards()))
    }

    /// The cards that others still hold.
    pub fn unseen(&self) -> Cards {
        let gone = self.moves.iter().filter(|(_, mv)| !mv.is_gift());
        let gone = gone.fold(self.hand, |all, (_, mv)| all.or(mv.cards()));
        self.rules.deck().without(gone)
    }

    /// What is public of the position, with this seat's own hand; the other
    /// hands are empty. This is how the table, the lock and the turn are found.
    pub(crate) fn replay(&self) -> State {
        assume::known(self)
    }

    /// Whether this seat leads: nothing lies on the table.
    pub fn is_leading(&self) -> bool {
        self.replay().table.is_none()
    }

    /// How the table stands, as everybody sees it.
    pub fn table(&self) -> PublicTable {
        let state = self.replay();
        let seats = Seat::all(state.players());
        PublicTable {
            leading: state.table.is_none(),
            revolution: state.revolution,
            locked: state.locked,
            passed: seats.filter(|s| state.passed >> s.0 & 1 == 1).collect(),
            finished: state.order[..usize::from(state.finished)].iter().map(|&s| Seat(s)).collect(),
            giving: matches!(state.stage, Stage::Gift(_)),
        }
    }
}

/// How the table stands, as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PublicTable {
    /// Whether nothing lies on the table.
    pub leading: bool,
    /// Whether the order of strength is turned round.
    pub revolution: bool,
    /// Whether the suits are locked.
    pub locked: bool,
    /// The seats that are out of the play until the table clears.
    pub passed: PerSeat<Seat>,
    /// The seats that have finished, in order.
    pub finished: PerSeat<Seat>,
    /// Whether cards are being exchanged.
    pub giving: bool,
}

/// What a seat knows of the cards it got: a poor player sees what is new in
/// its hand; a rich one was dealt in after the exchange and is not told,
/// unless the rules say so.
fn known_received(state: &State, seat: usize) -> Option<Cards> {
    let classes = state.classes?;
    let received = state.received[seat];
    let rich = state.partner_class(classes[seat]).is_some();
    (!received.is_empty() && (!rich || state.rules.told)).then_some(received)
}

impl fuda_core::View for View {
    type Game = Daihinmin;

    fn seat(&self) -> Seat {
        self.seat
    }

    /// Draws evenly among the hands that agree with what is known: every card
    /// this seat gave or saw given lies where it went unless it was played,
    /// the leader held the lowest diamond, and no poor player kept a card
    /// stronger than those it gave to this seat. Gifts between two others say
    /// nothing for sure once they are complete.
    fn assume(&self, rng: &mut Rng) -> Position {
        assume::evenly(self, rng)
    }

    fn draw(&self, style: Style) -> String {
        crate::draw::draw(self, style)
    }
}

impl std::str::FromStr for Daihinmin {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Daihinmin, BadText> {
        Rules::parse(text).map(Daihinmin::new)
    }
}
