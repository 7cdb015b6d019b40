//! Records: a deal, the moves, and how it ended.

use crate::{
    BadText, DealOf, Decisions, Game, IllegalMove, MoveOf, PerSeat, Position, PositionOf, Seat,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// One game as it was played: enough to replay it to the same end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Record<G: Game> {
    /// The game's name, [`Game::NAME`].
    pub game: String,
    /// The rules, as [`Game::rules`] writes them.
    pub rules: String,
    /// Who played, in seat order; empty when nobody knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// What chance decided.
    pub deal: DealOf<G>,
    /// Every move with the seat that made it.
    pub moves: Vec<(Seat, MoveOf<G>)>,
    /// The points of each seat; `None` when the game broke off.
    pub scores: Option<PerSeat<f64>>,
    /// Anything else from the source: date, event, ratings …
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
}

/// Why a record does not replay.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ReplayError<M: std::fmt::Debug + std::fmt::Display> {
    /// The rules or the deal are not such.
    #[error("{0}")]
    Start(#[from] BadText),
    /// A move the rules refuse.
    #[error("move {number}: {illegal}")]
    Illegal {
        /// Which move, counted from 1.
        number: usize,
        /// What was refused, and why.
        illegal: IllegalMove<M>,
    },
    /// The scores after the last move are not the recorded ones.
    #[error("scores: expected {expected:?}, got {got:?}")]
    Scores {
        /// The recorded scores.
        expected: Option<Vec<f64>>,
        /// Those the rules give.
        got: Option<Vec<f64>>,
    },
}

impl<G: Game> Record<G> {
    /// A record of a game that is about to start.
    pub fn new(game: &G, deal: DealOf<G>) -> Record<G> {
        Record {
            game: G::NAME.to_owned(),
            rules: game.rules(),
            players: Vec::new(),
            deal,
            moves: Vec::new(),
            scores: None,
            tags: BTreeMap::new(),
        }
    }

    /// The decisions of the game, one after the other.
    pub fn decisions(&self) -> Result<Decisions<'_, G>, ReplayError<MoveOf<G>>> {
        Decisions::new(self)
    }

    /// The position after the first `moves` moves.
    pub fn position_after(&self, moves: usize) -> Result<PositionOf<G>, ReplayError<MoveOf<G>>> {
        let mut position = G::with_rules(&self.rules)?.start(&self.deal)?;
        for (i, &(seat, mv)) in self.moves.iter().take(moves).enumerate() {
            position
                .play(seat, mv)
                .map_err(|illegal| ReplayError::Illegal { number: i + 1, illegal })?;
        }
        Ok(position)
    }

    /// Replays every move and compares the scores; gives the last position.
    pub fn replay(&self) -> Result<PositionOf<G>, ReplayError<MoveOf<G>>> {
        let position = self.position_after(self.moves.len())?;
        let got = position.scores();
        if got != self.scores {
            let plain = |scores: &Option<PerSeat<f64>>| scores.as_ref().map(|s| s.to_vec());
            return Err(ReplayError::Scores { expected: plain(&self.scores), got: plain(&got) });
        }
        Ok(position)
    }
}
