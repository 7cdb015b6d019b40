//! How well a player agrees with the moves of records.
//!
//! [`Sample::draw`] draws decisions out of records by seed, [`compare`] asks
//! a player about each of them, and [`Agreement`] says how often it chose the
//! recorded move, how far down its list the recorded move was, and how sure
//! that is. Which decisions count, and which moves count as the same, is the
//! game's own matter: [`Study`].

mod compare;
mod sample;
mod summary;

pub use compare::{Options, Rank, compare};
pub use sample::{Decision, Sample};
pub use summary::{Agreement, TurnAgreement};

use fuda_core::{Game, MoveOf, PositionOf, Record};
use thiserror::Error;

/// Which decisions of a record are looked at, and what counts as agreeing.
pub trait Study<G: Game>: Send + Sync {
    /// The turn of the decision before move `at` of the record, counted from
    /// 1; `None` when the study leaves it out.
    fn turn(
        &self,
        position: &PositionOf<G>,
        record: &Record<G>,
        at: usize,
        legal: &[MoveOf<G>],
    ) -> Option<u32>;

    /// Whether two moves count as one.
    fn same(&self, a: MoveOf<G>, b: MoveOf<G>) -> bool {
        a == b
    }
}

/// Which decisions were asked for, in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filters {
    /// The kind of decision; the game's first kind when left out.
    pub nodes: Option<String>,
    /// What riichi there may be at the table.
    pub riichi: Option<String>,
    /// The first and the last turn.
    pub turns: Option<(u32, u32)>,
    /// Only the first hand of a game.
    pub first_hand: bool,
}

impl Filters {
    /// Whether a turn was asked for.
    pub fn has_turn(&self, turn: u32) -> bool {
        self.turns.is_none_or(|(first, last)| (first..=last).contains(&turn))
    }
}

/// Makes the study of a game from what was asked for; the error says what the
/// game does not know.
pub type MakeStudy<G> = fn(&Filters) -> Result<Box<dyn Study<G>>, String>;

/// Every decision with more than one legal move, for games without words of
/// their own for their decisions.
pub fn plain_study<G: Game>(filters: &Filters) -> Result<Box<dyn Study<G>>, String> {
    for (name, said) in [
        ("nodes", filters.nodes.is_some()),
        ("riichi", filters.riichi.is_some()),
        ("first-hand", filters.first_hand),
    ] {
        if said {
            return Err(format!("--{name}: {} knows no such difference", G::NAME));
        }
    }
    Ok(Box::new(Plain { filters: filters.clone() }))
}

struct Plain {
    filters: Filters,
}

impl<G: Game> Study<G> for Plain {
    fn turn(
        &self,
        _position: &PositionOf<G>,
        record: &Record<G>,
        at: usize,
        legal: &[MoveOf<G>],
    ) -> Option<u32> {
        let (seat, _) = record.moves.get(at)?;
        let before = record.moves.iter().take(at).filter(|(s, _)| s == seat).count();
        let turn = u32::try_from(before + 1).ok()?;
        (legal.len() > 1 && self.filters.has_turn(turn)).then_some(turn)
    }
}

/// Why players and records cannot be compared.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AgreeError {
    /// There is nothing to compare with.
    #[error("no record has a decision of the kind asked for ({games} games looked at)")]
    NoDecision {
        /// How many games there were.
        games: usize,
    },
    /// A record the rules refuse.
    #[error("game {number}: the record does not replay: {reason}")]
    Record {
        /// Which record, counted from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// The player cannot be made, or gave no legal move.
    #[error("game {number}, move {at}: {reason}")]
    Player {
        /// Which record, counted from 1.
        number: usize,
        /// Which move, counted from 1.
        at: usize,
        /// What is wrong.
        reason: String,
    },
}
