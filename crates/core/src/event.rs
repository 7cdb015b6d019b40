//! Events: what one seat hears of a game, and what it knows from them alone.

use crate::{
    BadText, EventOf, Game, MoveOf, Position, PositionOf, Record, ReplayError, Seat, Turn, ViewOf,
};
use thiserror::Error;

/// Grows a seat's view and its legal moves from events alone, without the
/// truth: for players whose table stands elsewhere.
///
/// It keeps a position of which only what the seat knows is meant. What is
/// hidden is filled with anything and put right as it comes to light, so that
/// the rules are those of the engine.
///
/// ```
/// use fuda_core::kuhn::{Kuhn, KuhnMove};
/// use fuda_core::{Game, Position, Seat, Watcher};
///
/// let mut position = Kuhn.start(&[2, 0])?;
/// let (mut watcher, mut events) = (Watcher::new(Kuhn, Seat(1)), Vec::new());
/// position.first_events(Seat(1), &mut events);
/// let before = position.clone();
/// position.play_unchecked(Seat(0), KuhnMove::Bet);
/// position.events(&before, Seat(0), KuhnMove::Bet, Seat(1), &mut events);
/// for event in &events {
///     watcher.hear(event)?;
/// }
/// assert_eq!(watcher.view(), Some(position.view(Seat(1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Watcher<G: Game> {
    game: G,
    seat: Seat,
    known: Option<PositionOf<G>>,
    heard: u64,
}

/// An event that cannot have followed those before it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("event {number}: {why}")]
pub struct WatchError {
    /// Which event, counted from 1.
    pub number: u64,
    /// What could have come, and what came.
    pub why: BadText,
}

impl<G: Game> Watcher<G> {
    /// A watcher of a seat that has heard nothing yet.
    pub fn new(game: G, seat: Seat) -> Watcher<G> {
        Watcher { game, seat, known: None, heard: 0 }
    }

    /// Takes the next event. One that contradicts those before it is refused
    /// and changes nothing.
    pub fn hear(&mut self, event: &EventOf<G>) -> Result<(), WatchError> {
        let number = self.heard + 1;
        if self.seat.index() >= self.game.seats() {
            let wanted = format!("a seat below {}", self.game.seats());
            return Err(WatchError { number, why: BadText::new(wanted, self.seat.to_string()) });
        }
        let mut known = self.known.clone();
        match self.game.hear(self.seat, &mut known, event) {
            Ok(()) => {
                (self.known, self.heard) = (known, number);
                Ok(())
            }
            Err(why) => Err(WatchError { number, why }),
        }
    }

    /// Whose seat it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The game under its rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What the seat knows; nothing before the deal. It is defined for a seat
    /// that is asked to move.
    pub fn view(&self) -> Option<ViewOf<G>> {
        self.known.as_ref().map(|known| known.view(self.seat))
    }

    /// Replaces what is in `moves` by the legal moves of the seat; nothing
    /// when it is not asked.
    pub fn legal_moves(&self, moves: &mut Vec<MoveOf<G>>) {
        moves.clear();
        if let Some(known) = &self.known {
            known.legal_moves(self.seat, moves);
        }
    }
}

/// What a seat had heard when the move of this number, counted from 0, was to
/// be made: for players that must hear a game and are asked about one decision.
pub fn heard_before<G: Game>(
    record: &Record<G>,
    seat: Seat,
    number: usize,
) -> Result<Vec<EventOf<G>>, ReplayError<MoveOf<G>>> {
    let game = G::with_rules(&record.rules)?;
    let mut position = game.start(&record.deal)?;
    let mut events = Vec::new();
    position.first_events(seat, &mut events);
    for (at, &(mover, mv)) in record.moves.iter().take(number).enumerate() {
        let before = position.clone();
        let played = position.play(mover, mv);
        played.map_err(|illegal| ReplayError::Illegal { number: at + 1, illegal })?;
        position.events(&before, mover, mv, seat, &mut events);
    }
    Ok(events)
}

/// Watchers at every seat of a game, held against the truth: the test of
/// [`Position::events`] and [`Game::hear`].
#[derive(Clone, Debug)]
pub struct WatchedGame<G: Game> {
    position: PositionOf<G>,
    watchers: Vec<Watcher<G>>,
    events: Vec<EventOf<G>>,
    legal: (Vec<MoveOf<G>>, Vec<MoveOf<G>>),
    decisions: u64,
}

impl<G: Game> WatchedGame<G> {
    /// A game at its first position.
    pub fn new(game: &G, position: PositionOf<G>) -> Result<WatchedGame<G>, String> {
        let watchers = Seat::all(game.seats()).map(|s| Watcher::new(game.clone(), s)).collect();
        let legal = (Vec::new(), Vec::new());
        let mut watched =
            WatchedGame { position, watchers, events: Vec::new(), legal, decisions: 0 };
        for at in 0..watched.watchers.len() {
            watched.position.first_events(Seat(at as u8), &mut watched.events);
            watched.deliver(at)?;
        }
        watched.compare()?;
        Ok(watched)
    }

    /// Plays a legal move, lets every seat hear of it, and compares what each
    /// seat that is asked next knows with what it should.
    pub fn play(&mut self, seat: Seat, mv: MoveOf<G>) -> Result<(), String> {
        let before = self.position.clone();
        self.position.play_unchecked(seat, mv);
        for at in 0..self.watchers.len() {
            self.position.events(&before, seat, mv, Seat(at as u8), &mut self.events);
            self.deliver(at)?;
        }
        self.compare()
    }

    /// How many times a view and its legal moves have been compared.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Hands the gathered events to a watcher, as text and back.
    fn deliver(&mut self, at: usize) -> Result<(), String> {
        for event in self.events.drain(..) {
            let text = serde_json::to_string(&event).map_err(|e| e.to_string())?;
            let back = serde_json::from_str(&text).map_err(|e| format!("{text}: {e}"))?;
            if event != back {
                return Err(format!("an event does not survive being written: {text}"));
            }
            self.watchers[at].hear(&back).map_err(|e| format!("seat {at}: {e} ({text})"))?;
        }
        Ok(())
    }

    fn compare(&mut self) -> Result<(), String> {
        let turn = self.position.turn();
        let asked = turn.seats();
        for (watcher, seat) in self.watchers.iter().zip(Seat::all(self.watchers.len())) {
            // A seat that has answered hears nothing until all have.
            if matches!(turn, Turn::Claims(_)) && !asked.contains(seat) {
                continue;
            }
            let (own, due) = &mut self.legal;
            watcher.legal_moves(own);
            self.position.legal_moves(seat, due);
            if own != due {
                return Err(format!("seat {seat}: legal moves {due:?}, by events {own:?}"));
            }
            if !asked.contains(seat) {
                continue;
            }
            self.decisions += 1;
            let (known, truth) = (watcher.view(), self.position.view(seat));
            if known.as_ref() != Some(&truth) {
                return Err(format!("seat {seat}: the view {truth:?}\nby events {known:?}"));
            }
        }
        Ok(())
    }
}

/// Masks a record seat by seat, and compares what each seat knows from its
/// events with the truth at every decision. Gives how often it compared.
pub fn watch_record<G: Game>(record: &Record<G>) -> Result<u64, String> {
    let told = |e: ReplayError<MoveOf<G>>| e.to_string();
    let game = G::with_rules(&record.rules).map_err(|e| e.to_string())?;
    let mut decisions = record.decisions().map_err(told)?;
    let mut watched = WatchedGame::new(&game, decisions.position().clone())?;
    while let Some(decision) = decisions.next().map_err(told)? {
        let (number, seat, mv) = (decision.number + 1, decision.seat, decision.chosen);
        watched.play(seat, mv).map_err(|e| format!("after move {number}: {e}"))?;
    }
    Ok(watched.decisions())
}
