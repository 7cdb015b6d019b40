//! What happened while a batch played on.

use fuda_core::PerSeat;

/// A hand or round that has ended. A game of one round has one, at its end.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedRound {
    /// The table.
    pub table: usize,
    /// Which round of its game it was, counted from 0.
    pub number: u32,
    /// The points that each seat gained in it.
    pub rewards: PerSeat<f64>,
    /// The points that each seat has after it, as in
    /// [`Position::points`](fuda_core::Position::points).
    pub points: PerSeat<f64>,
    /// What else the rest of the game depends on, as in
    /// [`Position::standing`](fuda_core::Position::standing).
    pub standing: Vec<f32>,
}

/// A game that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// The table.
    pub table: usize,
    /// Which game of the table it was, counted from 0.
    pub number: u64,
    /// The points of each seat.
    pub scores: PerSeat<f64>,
    /// The seats that were played from outside.
    pub own: PerSeat<bool>,
}

impl FinishedGame {
    /// The place of each seat, 1 the first; equal scores share the better one.
    pub fn places(&self) -> PerSeat<u8> {
        let better = |score: &f64| self.scores.iter().filter(|other| *other > score).count();
        self.scores.iter().map(|score| better(score) as u8 + 1).collect()
    }
}

/// What happened at all tables since the actions were given, in the order of
/// the tables and, at each, in the order it happened.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Step {
    /// Rounds that ended.
    pub rounds: Vec<FinishedRound>,
    /// Games that ended.
    pub games: Vec<FinishedGame>,
    /// Moves that were made, forced ones and those of opponents included.
    pub moves: u64,
}

impl Step {
    /// Adds what happened at the tables that follow.
    pub(super) fn append(&mut self, mut next: Step) {
        self.rounds.append(&mut next.rounds);
        self.games.append(&mut next.games);
        self.moves += next.moves;
    }
}
