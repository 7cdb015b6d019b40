//! Moves and betting: what both seats see.

use arrayvec::ArrayVec;
use fuda_core::{BadText, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Chips that a raise adds in the first and in the second round.
pub const RAISE: [u8; 2] = [2, 4];
/// Raises (the first is a bet) that a round may have.
pub const MAX_RAISES: usize = 2;

/// What a seat may do with its chips.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// Give up; only where there is something to call.
    Fold,
    /// Pay what the other has paid; a check where that is nothing.
    Call,
    /// Pay that and the round's raise on top; a bet where nobody has raised.
    Raise,
}

impl Move {
    /// All moves, in the order in which legal ones are listed.
    pub const ALL: [Move; 3] = [Move::Fold, Move::Call, Move::Raise];

    /// The move in Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            Move::Fold => "フォールド",
            Move::Call => "コール",
            Move::Raise => "レイズ",
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["fold", "call", "raise"][*self as usize])
    }
}

impl FromStr for Move {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Move, BadText> {
        match text {
            "fold" => Ok(Move::Fold),
            "call" | "check" => Ok(Move::Call),
            "raise" | "bet" => Ok(Move::Raise),
            _ => Err(BadText::new("`fold`, `call` (or `check`) or `raise` (or `bet`)", text)),
        }
    }
}

/// The moves of a round: at most a check, two raises and a call.
pub type Round = ArrayVec<Move, 4>;

/// The betting so far. It is written as the list of its moves, and what is
/// read from elsewhere is checked by playing them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Move>", into = "Vec<Move>")]
pub struct Betting {
    rounds: [Round; 2],
    /// Chips that each seat has paid.
    paid: [u8; 2],
    /// 0 and 1; 2 after the showdown.
    round: u8,
    /// Who gave up.
    pub(crate) folded: Option<Seat>,
}

impl Default for Betting {
    /// Both antes are paid.
    fn default() -> Betting {
        Betting { rounds: [Round::new(), Round::new()], paid: [1, 1], round: 0, folded: None }
    }
}

impl Betting {
    /// The round being played, counted from 0; `None` when the game is over.
    pub fn round(&self) -> Option<usize> {
        (self.folded.is_none() && self.round < 2).then_some(usize::from(self.round))
    }

    /// Whether the public card has been turned over.
    pub fn shows_public(&self) -> bool {
        self.round > 0
    }

    /// Whether both cards have been turned over.
    pub fn is_showdown(&self) -> bool {
        self.round == 2
    }

    /// The moves of each round.
    pub fn rounds(&self) -> &[Round; 2] {
        &self.rounds
    }

    /// Chips that a seat has paid, the ante included.
    pub fn paid(&self, seat: Seat) -> u8 {
        self.paid[seat.index()]
    }

    /// Chips that the seat to move must add to call.
    pub fn to_call(&self) -> u8 {
        self.paid[0].abs_diff(self.paid[1])
    }

    /// Who is to move; seat 0 begins both rounds.
    pub fn to_move(&self) -> Option<Seat> {
        self.round().map(|round| Seat((self.rounds[round].len() % 2) as u8))
    }

    /// Whether the seat to move may do this.
    pub fn allows(&self, mv: Move) -> bool {
        let raises = |round: usize| self.rounds[round].iter().filter(|m| **m == Move::Raise);
        self.round().is_some_and(|round| match mv {
            Move::Fold => self.to_call() > 0,
            Move::Call => true,
            Move::Raise => raises(round).count() < MAX_RAISES,
        })
    }

    /// Plays a move that is allowed; anything else changes nothing.
    pub fn play(&mut self, mv: Move) {
        let (Some(seat), Some(round), true) = (self.to_move(), self.round(), self.allows(mv))
        else {
            return;
        };
        let other = self.paid[1 - seat.index()];
        self.rounds[round].push(mv);
        match mv {
            Move::Fold => self.folded = Some(seat),
            Move::Call => {
                self.paid[seat.index()] = other;
                // The first move of a round, a check, leaves it open.
                self.round += u8::from(self.rounds[round].len() > 1);
            }
            Move::Raise => self.paid[seat.index()] = other + RAISE[round],
        }
    }
}

impl TryFrom<Vec<Move>> for Betting {
    type Error = BadText;

    fn try_from(moves: Vec<Move>) -> Result<Betting, BadText> {
        let mut betting = Betting::default();
        for mv in &moves {
            if !betting.allows(*mv) {
                return Err(BadText::new("moves of Leduc hold'em", format!("{moves:?}")));
            }
            betting.play(*mv);
        }
        Ok(betting)
    }
}

impl From<Betting> for Vec<Move> {
    fn from(betting: Betting) -> Vec<Move> {
        betting.rounds.into_iter().flatten().collect()
    }
}
