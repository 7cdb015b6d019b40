//! The rules: two players with one die each, sixes are wild. A bid claims how
//! many of the two dice show a face; each bid must be higher than the last;
//! whoever says `liar` ends the game and wins if the last bid was too high.

use crate::encode::{DiceMoves, DiceView};
use fuda::{
    BadText, Game, IllegalMove, MoveFeatures, Observation, PerSeat, Position as _, Rng, Seat,
    Style, Turn,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Sides of a die; the highest is wild.
pub const SIDES: u8 = 6;
/// Bids: one or two dice of each face.
pub const BIDS: u8 = 2 * SIDES;

/// Liar's dice; there is one set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LiarsDice;

/// A bid, or doubt in the last one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Move {
    /// From 0, one die of face 1, to 11, two dice of face 6.
    Bid(u8),
    /// "You lie."
    Liar,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Bid(bid) => write!(f, "{}x{}", bid / SIDES + 1, bid % SIDES + 1),
            Move::Liar => f.write_str("liar"),
        }
    }
}

impl FromStr for Move {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Move, BadText> {
        (0..BIDS)
            .map(Move::Bid)
            .chain([Move::Liar])
            .find(|mv| mv.to_string() == text)
            .ok_or_else(|| BadText::new("a bid such as `1x5`, or `liar`", text))
    }
}

impl TryFrom<String> for Move {
    type Error = BadText;

    fn try_from(text: String) -> Result<Move, BadText> {
        text.parse()
    }
}

impl From<Move> for String {
    fn from(mv: Move) -> String {
        mv.to_string()
    }
}

/// What a seat hears.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The own die.
    Deal { die: u8 },
    /// What somebody said.
    Said { seat: Seat, said: Move },
    /// Both dice, and who won.
    End { dice: [u8; 2], scores: PerSeat<f64> },
}

/// The truth: both dice and what was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    dice: [u8; 2],
    said: Vec<Move>,
}

/// What one seat knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view.
    pub seat: Seat,
    /// The own die, 1 to 6.
    pub die: u8,
    /// What was said so far.
    pub said: Vec<Move>,
}

impl Game for LiarsDice {
    type Move = Move;
    type Deal = [u8; 2];
    type Position = Position;
    type View = View;
    type Event = Event;
    const NAME: &'static str = "liars-dice";
    const ABOUT: &'static str = "Liar's dice: one die each, sixes are wild";

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[("standard", "two players, one die each, sixes are wild")]
    }

    fn with_rules(rules: &str) -> Result<LiarsDice, BadText> {
        match rules {
            "standard" => Ok(LiarsDice),
            _ => Err(BadText::new("the rules `standard`", rules)),
        }
    }

    fn rules(&self) -> String {
        "standard".into()
    }

    fn seats(&self) -> usize {
        2
    }

    fn score_sum(&self) -> Option<f64> {
        Some(0.0)
    }

    fn deal(&self, rng: &mut Rng) -> [u8; 2] {
        [0; 2].map(|_: u8| rng.below(u32::from(SIDES)) as u8 + 1)
    }

    fn deals(&self, _most: usize) -> Result<Vec<[u8; 2]>, BadText> {
        Ok((1..=SIDES).flat_map(|a| (1..=SIDES).map(move |b| [a, b])).collect())
    }

    fn start(&self, deal: &[u8; 2]) -> Result<Position, BadText> {
        match deal.iter().all(|die| (1..=SIDES).contains(die)) {
            true => Ok(Position { dice: *deal, said: Vec::new() }),
            false => Err(BadText::new("two dice from 1 to 6", format!("{deal:?}"))),
        }
    }

    fn hear(&self, seat: Seat, known: &mut Option<Position>, event: &Event) -> Result<(), BadText> {
        let wrong = |expected: &str| Err(BadText::new(expected, format!("{event:?}")));
        match (event, known) {
            (Event::Deal { die }, known) => {
                let mut dice = [1; 2];
                dice[seat.index()] = *die;
                *known = Some(self.start(&dice)?);
                Ok(())
            }
            (_, None) => wrong("a deal first"),
            (Event::Said { seat, said }, Some(known)) => known
                .play(*seat, *said)
                .map_err(|e| BadText::new("what the rules allow", e.to_string())),
            (Event::End { .. }, Some(known)) => match known.turn() {
                Turn::Over => Ok(()),
                _ => wrong("a bid or `liar`"),
            },
        }
    }

    fn move_features(&self) -> Vec<Box<dyn MoveFeatures<LiarsDice>>> {
        vec![Box::new(DiceMoves)]
    }

    fn observations(&self) -> Vec<Box<dyn Observation<LiarsDice>>> {
        vec![Box::new(DiceView)]
    }
}

impl fuda::Position for Position {
    type Game = LiarsDice;

    fn turn(&self) -> Turn {
        match self.said.last() {
            Some(Move::Liar) => Turn::Over,
            _ => Turn::Seat(Seat(self.said.len() as u8 % 2)),
        }
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if self.turn() != Turn::Seat(seat) {
            return;
        }
        let next = match self.said.last() {
            Some(Move::Bid(last)) => last + 1,
            _ => 0,
        };
        moves.extend((next..BIDS).map(Move::Bid));
        if !self.said.is_empty() {
            moves.push(Move::Liar);
        }
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove<Move>> {
        let mut legal = Vec::new();
        self.legal_moves(seat, &mut legal);
        if !legal.contains(&mv) {
            let reason = match self.turn() == Turn::Seat(seat) {
                true => "a bid must be higher than the last, and there must be one to doubt",
                false => "it is not this seat's turn",
            };
            return Err(IllegalMove { seat, mv, reason: reason.into() });
        }
        self.play_unchecked(seat, mv);
        Ok(())
    }

    fn play_unchecked(&mut self, _seat: Seat, mv: Move) {
        self.said.push(mv);
    }

    fn view(&self, seat: Seat) -> View {
        View { seat, die: self.dice[seat.index()], said: self.said.clone() }
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        let [.., Move::Bid(bid), Move::Liar] = self.said[..] else { return None };
        let face = bid % SIDES + 1;
        let shown = self.dice.iter().filter(|die| **die == face || **die == SIDES).count();
        let lied = shown < usize::from(bid / SIDES + 1);
        let doubter = (self.said.len() - 1) % 2;
        let winner = if lied { doubter } else { 1 - doubter };
        Some([0, 1].into_iter().map(|seat| if seat == winner { 1.0 } else { -1.0 }).collect())
    }

    fn first_events(&self, seat: Seat, events: &mut Vec<Event>) {
        events.push(Event::Deal { die: self.dice[seat.index()] });
    }

    fn events(&self, _: &Position, seat: Seat, said: Move, _: Seat, events: &mut Vec<Event>) {
        events.push(Event::Said { seat, said });
        if let Some(scores) = self.scores() {
            events.push(Event::End { dice: self.dice, scores });
        }
    }
}

impl fuda::View for View {
    type Game = LiarsDice;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, rng: &mut Rng) -> Position {
        let mut dice = LiarsDice.deal(rng);
        dice[self.seat.index()] = self.die;
        Position { dice, said: self.said.clone() }
    }

    fn draw(&self, _style: Style) -> String {
        let said: Vec<String> = self.said.iter().map(Move::to_string).collect();
        format!("your die shows {}; said so far: {}\n", self.die, said.join(" "))
    }
}

#[cfg(test)]
impl fuda::conformance::Conformance for LiarsDice {
    fn scramble_hidden(&self, truth: &Position, seat: Seat, rng: &mut Rng) -> Position {
        fuda::View::assume(&truth.view(seat), rng)
    }

    fn illegal_moves(&self, truth: &Position) -> Vec<(Seat, Move)> {
        let all = || (0..BIDS).map(Move::Bid).chain([Move::Liar]);
        let mut legal = Vec::new();
        let mut illegal = Vec::new();
        for seat in Seat::all(2) {
            truth.legal_moves(seat, &mut legal);
            illegal.extend(all().filter(|mv| !legal.contains(mv)).map(|mv| (seat, mv)));
        }
        illegal
    }

    fn fingerprint(&self, truth: &Position) -> String {
        format!("{truth:?}")
    }
}
