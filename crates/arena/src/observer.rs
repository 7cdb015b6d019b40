//! Who watches games: hears of the start, every decision and the end.

use crate::drive::Fault;
use crate::remote::{Found, Watch};
use fuda_core::{Choice, DealOf, Game, MoveOf, PerSeat, PositionOf, Seat};
use std::ops::ControlFlow;

/// A game that is about to be played.
#[derive(Debug)]
pub struct GameStart<'a, G: Game> {
    /// The game under its rules.
    pub game: &'a G,
    /// The deal it starts from, with what carries over in a series.
    pub deal: &'a DealOf<G>,
    /// The first position.
    pub position: &'a PositionOf<G>,
    /// Which block of a match it belongs to, counted from 0.
    pub block: u64,
    /// Which game of the block, counted from 0.
    pub number: usize,
    /// The names of the entrants; empty when the game is played without.
    pub names: &'a [String],
    /// For each seat, the number of the entrant that sits there.
    pub entrants: &'a [u8],
}

/// A move that is about to be made.
#[derive(Debug)]
pub struct ChosenMove<'a, G: Game> {
    /// The whole truth before the move.
    pub position: &'a PositionOf<G>,
    /// Who moves.
    pub seat: Seat,
    /// What was legal.
    pub legal: &'a [MoveOf<G>],
    /// The move.
    pub mv: MoveOf<G>,
    /// What the player answered; `None` for a forced move, which nobody is
    /// asked for.
    pub choice: Option<&'a Choice<MoveOf<G>>>,
}

/// A game that has ended, one way or another.
#[derive(Debug)]
pub struct GameEnd<'a, G: Game> {
    /// The last position.
    pub position: &'a PositionOf<G>,
    /// The points of each seat, those of a game lost by rule included;
    /// `None` when the game was broken off.
    pub scores: Option<&'a PerSeat<f64>>,
    /// Who lost the game by rule, if somebody did.
    pub fault: Option<&'a Fault>,
}

/// Somebody who watches games as they are played.
///
/// In a match every block has an observer of its own, which is handed over
/// when the block is whole ([`run_observed`](crate::run_observed)), so that
/// nothing depends on threads. `()` observes nothing and costs nothing.
pub trait Observer<G: Game> {
    /// A game starts.
    fn start(&mut self, _start: &GameStart<'_, G>) {}

    /// A move has been chosen and is about to be made.
    fn decision(&mut self, _decision: &ChosenMove<'_, G>) {}

    /// A move has been made. `Break` breaks the game off as the stop flag does.
    fn moved(&mut self, _position: &PositionOf<G>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The game has ended.
    fn end(&mut self, _end: &GameEnd<'_, G>) {}

    /// Says what workers of a queue have to watch in its place; false where it
    /// can watch games of its own process only.
    fn ask_workers(&self, _wanted: &mut Watch) -> bool {
        false
    }

    /// Takes over what a worker has watched.
    fn take_over(&mut self, _found: &mut Found<G>) {}
}

impl<G: Game> Observer<G> for () {
    fn ask_workers(&self, _: &mut Watch) -> bool {
        true
    }
}

impl<G: Game, O: Observer<G>> Observer<G> for Option<O> {
    fn start(&mut self, start: &GameStart<'_, G>) {
        if let Some(observer) = self {
            observer.start(start);
        }
    }

    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        if let Some(observer) = self {
            observer.decision(decision);
        }
    }

    fn moved(&mut self, position: &PositionOf<G>) -> ControlFlow<()> {
        self.as_mut().map_or(ControlFlow::Continue(()), |observer| observer.moved(position))
    }

    fn end(&mut self, end: &GameEnd<'_, G>) {
        if let Some(observer) = self {
            observer.end(end);
        }
    }

    fn ask_workers(&self, wanted: &mut Watch) -> bool {
        self.as_ref().is_none_or(|observer| observer.ask_workers(wanted))
    }

    fn take_over(&mut self, found: &mut Found<G>) {
        if let Some(observer) = self {
            observer.take_over(found);
        }
    }
}

impl<G: Game, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    fn start(&mut self, start: &GameStart<'_, G>) {
        self.0.start(start);
        self.1.start(start);
    }

    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        self.0.decision(decision);
        self.1.decision(decision);
    }

    fn moved(&mut self, position: &PositionOf<G>) -> ControlFlow<()> {
        match (self.0.moved(position), self.1.moved(position)) {
            (ControlFlow::Continue(()), ControlFlow::Continue(())) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    fn end(&mut self, end: &GameEnd<'_, G>) {
        self.0.end(end);
        self.1.end(end);
    }

    fn ask_workers(&self, wanted: &mut Watch) -> bool {
        self.0.ask_workers(wanted) && self.1.ask_workers(wanted)
    }

    fn take_over(&mut self, found: &mut Found<G>) {
        self.0.take_over(found);
        self.1.take_over(found);
    }
}
