//! What several tests need: a tiny game for many seats, and odd players.

use fuda_arena::{Entrant, MatchReport};
use fuda_core::{
    Ask, BadText, Choice, Game, IllegalMove, MoveOf, PerSeat, Player, PlayerError, Position,
    RandomPlayer, Rng, Seat, SeatSet, Style, Turn, View,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Every seat answers a number from 0 to 2 at the same time and is paid it,
/// on top of what it has from earlier games of a series.
#[derive(Clone, PartialEq, Debug)]
pub struct Count {
    pub seats: usize,
}

/// At a table of so many the game itself is broken: it panics.
pub const UNLUCKY: usize = 7;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Number(pub u8);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Number {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Number, BadText> {
        text.parse().map(Number).map_err(|_| BadText::new("a number", text))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct CountPosition {
    waiting: SeatSet,
    points: PerSeat<f64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountView {
    seat: Seat,
    seats: usize,
}

impl Game for Count {
    type Move = Number;
    /// What each seat has from earlier games; empty for nothing.
    type Deal = Vec<u32>;
    type Position = CountPosition;
    type View = CountView;
    type Event = ();
    const NAME: &'static str = "count";
    const ABOUT: &'static str = "numbers are points";

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[("4", "four seats")]
    }

    fn with_rules(rules: &str) -> Result<Count, BadText> {
        let seats = rules.parse().map_err(|_| BadText::new("a number of seats", rules))?;
        Ok(Count { seats })
    }

    fn rules(&self) -> String {
        self.seats.to_string()
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn score_sum(&self) -> Option<f64> {
        None
    }

    fn deal(&self, _rng: &mut Rng) -> Vec<u32> {
        Vec::new()
    }

    fn start(&self, deal: &Vec<u32>) -> Result<CountPosition, BadText> {
        let waiting = Seat::all(self.seats).collect();
        let before = |seat: usize| f64::from(deal.get(seat).copied().unwrap_or(0));
        Ok(CountPosition { waiting, points: (0..self.seats).map(before).collect() })
    }

    fn deal_after(
        &self,
        previous: &CountPosition,
        came_from: &[Seat],
        _deal: Vec<u32>,
    ) -> Result<Vec<u32>, BadText> {
        Ok(came_from.iter().map(|from| previous.points[from.index()] as u32).collect())
    }

    fn forfeit_scores(&self, _position: &CountPosition, loser: Seat) -> Option<PerSeat<f64>> {
        Some(Seat::all(self.seats).map(|s| if s == loser { -100.0 } else { 1.0 }).collect())
    }
}

impl Position for CountPosition {
    type Game = Count;

    fn turn(&self) -> Turn {
        if self.waiting.is_empty() { Turn::Over } else { Turn::Claims(self.waiting) }
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<Number>) {
        moves.clear();
        if self.waiting.contains(seat) {
            moves.extend([Number(0), Number(1), Number(2)]);
        }
    }

    fn play(&mut self, seat: Seat, mv: Number) -> Result<(), IllegalMove<Number>> {
        if !self.waiting.contains(seat) || mv.0 > 2 {
            return Err(IllegalMove { seat, mv, reason: "no".into() });
        }
        self.play_unchecked(seat, mv);
        Ok(())
    }

    fn play_unchecked(&mut self, seat: Seat, mv: Number) {
        assert_ne!(self.points.len(), UNLUCKY, "the game is broken");
        self.waiting.remove(seat);
        self.points[seat.index()] += f64::from(mv.0);
    }

    fn view(&self, seat: Seat) -> CountView {
        CountView { seat, seats: self.points.len() }
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        self.waiting.is_empty().then(|| self.points.clone())
    }
}

impl View for CountView {
    type Game = Count;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, _rng: &mut Rng) -> CountPosition {
        Count { seats: self.seats }.start(&Vec::new()).expect("any deal will do")
    }

    fn draw(&self, _style: Style) -> String {
        "numbers".into()
    }
}

/// Always answers the same number, legal or not.
pub struct Always(pub u8);

impl Player<Count> for Always {
    fn choose(&mut self, _ask: Ask<'_, Count>) -> Result<Choice<Number>, PlayerError> {
        Ok(Choice { mv: Number(self.0), effort: 3, alternatives: Vec::new() })
    }
}

pub fn always(number: u8) -> Entrant<Count> {
    Entrant::fair(format!("always:number={number}"), move || Box::new(Always(number)))
}

pub fn random<G: Game>(name: &str) -> Entrant<G> {
    Entrant::fair(name, || Box::new(RandomPlayer))
}

/// A player that does whatever a function does.
pub struct Odd<F>(pub F);

impl<G: Game, F> Player<G> for Odd<F>
where
    F: FnMut(Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> + Send,
{
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        (self.0)(ask)
    }
}

pub fn odd<G: Game, F>(name: &str, play: F) -> Entrant<G>
where
    F: Fn(Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> + Clone + Send + Sync + 'static,
{
    Entrant::fair(name, move || Box::new(Odd(play.clone())))
}

/// A random move from an ask.
pub fn any_move<G: Game>(ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
    RandomPlayer.choose(ask)
}

/// Everything of a report but the times, as text.
pub fn timeless(report: &MatchReport) -> String {
    let mut value: serde_json::Value =
        serde_json::from_str(&report.to_json()).expect("a report is JSON");
    value.as_object_mut().expect("an object").remove("times");
    value.to_string()
}
