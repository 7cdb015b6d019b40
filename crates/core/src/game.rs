//! What a game is: the truth, what one seat knows of it, and the moves.

use crate::AuxiliaryProblems;
use crate::formats::Format;
use crate::{
    Claim, Decision, DecisionFilter, Lang, MoveFeatures, Observation, OwnFormat, PerSeat,
    PrivilegedInputs, Rng, RoundStat, Seat, Turn,
};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;
use thiserror::Error;

/// A game under one set of rules.
///
/// A value of the type *is* the rules; positions are made from it and a deal,
/// and after that everything is determined by the moves.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + Sized + 'static {
    /// A move: small, and readable as text in both directions.
    type Move: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = BadText>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + 'static;
    /// Everything chance decides: the shuffled cards, the wall, the opening.
    type Deal: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The whole truth.
    type Position: Position<Game = Self>;
    /// What one seat may know.
    type View: View<Game = Self>;
    /// What a seat hears: the deal, what everybody does, how it ends, with
    /// nothing in it that is hidden from the seat. Written as a JSON object
    /// whose `type` says what happened.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The name on the command line, such as `othello`.
    const NAME: &'static str;
    /// One line on what the game is.
    const ABOUT: &'static str;

    /// The named rule sets with a line about each; the first is the default.
    fn presets() -> &'static [(&'static str, &'static str)];

    /// The game under the rules of that name, possibly with options after it.
    fn with_rules(rules: &str) -> Result<Self, BadText>;

    /// The text that [`Game::with_rules`] makes this same game from.
    fn rules(&self) -> String;

    /// How many sit at the table.
    fn seats(&self) -> usize;

    /// What all scores of a finished game add up to, where the rules fix it.
    fn score_sum(&self) -> Option<f64> {
        Some(0.0)
    }

    /// Draws a deal.
    fn deal(&self, rng: &mut Rng) -> Self::Deal;

    /// Rules under which the game is small enough to be solved, where those
    /// of the default are not.
    fn small_rules() -> &'static str {
        Self::presets()[0].0
    }

    /// Every deal there is, each equally likely, for games small enough to be
    /// solved; more than `most` are refused.
    fn deals(&self, _most: usize) -> Result<Vec<Self::Deal>, BadText> {
        Err(BadText::new("a game whose deals can be listed", Self::NAME))
    }

    /// The first position of a deal. Deals may come from files, so they are checked.
    fn start(&self, deal: &Self::Deal) -> Result<Self::Position, BadText>;

    /// Takes up an event that `seat` hears into what it knows: `None` before
    /// the first event of a game, then a position of which only what the seat
    /// knows is meant. Events may come from outside: one that contradicts
    /// those before it is refused, whatever `known` is left to be.
    ///
    /// Games without events refuse all; [`Watcher`](crate::Watcher) is how
    /// this is used.
    fn hear(
        &self,
        _seat: Seat,
        _known: &mut Option<Self::Position>,
        event: &Self::Event,
    ) -> Result<(), BadText> {
        Err(BadText::new(format!("no events: {} has none", Self::NAME), format!("{event:?}")))
    }

    /// The deal of the next game of a series, with what carries over from the
    /// game before it (daihinmin's classes): whoever now sits at seat `s` sat
    /// at `came_from[s]` in that game. It starts like any other deal.
    fn deal_after(
        &self,
        _previous: &Self::Position,
        _came_from: &[Seat],
        deal: Self::Deal,
    ) -> Result<Self::Deal, BadText> {
        Ok(deal)
    }

    /// The record formats that hold games of this kind. Every game has
    /// fuda's own; games with others list all of them.
    fn formats() -> Vec<Box<dyn Format<Self>>> {
        vec![Box::new(OwnFormat)]
    }

    /// The encoders of moves, the default first.
    fn move_features(&self) -> Vec<Box<dyn MoveFeatures<Self>>> {
        Vec::new()
    }

    /// The sets of auxiliary problems, the default first.
    fn auxiliary_problems() -> Vec<Box<dyn AuxiliaryProblems<Self>>> {
        Vec::new()
    }

    /// The encoders of whole views, the default first.
    fn observations(&self) -> Vec<Box<dyn Observation<Self>>> {
        Vec::new()
    }

    /// What is hidden from a seat, for a critic in training; `None` where
    /// nothing is hidden.
    fn privileged_inputs(&self) -> Option<Box<dyn PrivilegedInputs<Self>>> {
        None
    }

    /// What [`Position::standing`] gives besides the points: the names of its
    /// values, in their order. Nothing in a game of one round.
    fn standing_names() -> &'static [&'static str] {
        &[]
    }

    /// The field's words for kinds of decisions (mahjong: discards, claims),
    /// with a line about each.
    fn decision_kinds() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether the deal is luck that games may share (a wall, the cards).
    /// Where games merely start from the same position it is not, and they
    /// are as different as any others.
    const DEAL_IS_LUCK: bool = true;

    /// The kind on which players and records are compared when nothing is
    /// said; every decision counts unless the field has a custom.
    const DEFAULT_DECISIONS: &'static str = DecisionFilter::ALL;

    /// Whether a decision is of one of the [`Game::decision_kinds`].
    fn is_of_kind(_decision: &Decision<'_, Self>, _kind: &str) -> bool {
        false
    }

    /// The turn of a decision, counted from 1 as the field counts turns.
    fn turn_of(decision: &Decision<'_, Self>) -> u32 {
        decision.turn
    }

    /// Whether two moves are one choice when players are compared (mahjong:
    /// a red five is a five).
    fn same_choice(a: Self::Move, b: Self::Move) -> bool {
        a == b
    }

    /// Reads a position in the game's own notation; `None` where the field
    /// has no notation for a single position.
    fn parse_position(&self, _text: &str) -> Option<Result<Self::Position, BadText>> {
        None
    }

    /// What is counted of every hand or round for each seat, as
    /// [`Position::round_values`] gives it; nothing in a game of one round.
    fn round_stats() -> &'static [RoundStat] {
        &[]
    }

    /// What everybody gets when `loser` gives no legal move in time and so
    /// loses the game by rule; the sum must be [`Game::score_sum`].
    ///
    /// A game with a natural worst result says so here (Othello: 64 discs to
    /// none). With `None` whoever runs the game finds a result of a usual
    /// size by random play and gives the loser the lowest score of it.
    fn forfeit_scores(&self, _position: &Self::Position, _loser: Seat) -> Option<PerSeat<f64>> {
        None
    }
}

/// The whole truth of a game at one moment, hidden cards included.
///
/// No player is ever handed one; players get a [`View`].
pub trait Position: Clone + Debug + Send + Sync + 'static {
    /// The game this is a position of.
    type Game: Game<Position = Self>;

    /// Whose decision it is.
    fn turn(&self) -> Turn;

    /// Replaces what is in `moves` by the legal moves of a seat, in a fixed
    /// order without repeats; nothing when the seat is not to move.
    fn legal_moves(&self, seat: Seat, moves: &mut Vec<MoveOf<Self::Game>>);

    /// Plays a move after checking that it is legal.
    ///
    /// During claims the answers are taken in any order; the position goes on
    /// when the last one is in.
    fn play(
        &mut self,
        seat: Seat,
        mv: MoveOf<Self::Game>,
    ) -> Result<(), IllegalMove<MoveOf<Self::Game>>>;

    /// Plays a move known to be legal: the hot path. With a move that is not
    /// legal the result is some position, never undefined behaviour.
    fn play_unchecked(&mut self, seat: Seat, mv: MoveOf<Self::Game>);

    /// What a seat knows of this position.
    fn view(&self, seat: Seat) -> ViewOf<Self::Game>;

    /// Each seat's points when the game is over, `None` before.
    fn scores(&self) -> Option<PerSeat<f64>>;

    /// What an answer of a seat means during [`Turn::Claims`]: which claim
    /// goes first is a rule of the game. Games with claims implement it; in
    /// others it is never asked.
    fn claim(&self, _seat: Seat, _mv: MoveOf<Self::Game>) -> Claim {
        Claim::Pass
    }

    /// How many hands or rounds of the game have ended. A game of one round
    /// stays at 0 to its end.
    fn round(&self) -> u32 {
        0
    }

    /// The points that each seat has as they stand, in the unit of
    /// [`Position::scores`] and without what only the end of the game brings.
    /// A game of one round has none before its end.
    fn points(&self) -> PerSeat<f64> {
        self.scores().unwrap_or_default()
    }

    /// What else the rest of the game depends on between two rounds: one value
    /// for each of [`Game::standing_names`].
    fn standing(&self, _values: &mut [f32]) {}

    /// What the round that has just ended came to for a seat: one value for
    /// each of [`Game::round_stats`], `None` where it has none in this round.
    /// `first` is the position the round began with, `last` the one before
    /// the move that ended it.
    fn round_values(&self, _first: &Self, _last: &Self, _seat: Seat, _values: &mut [Option<f64>]) {}

    /// Draws anew what chance has still to bring, such as the order of the
    /// stock, and leaves everything else as it is. In a game where chance
    /// decides nothing after the deal there is nothing to do.
    fn redraw(&mut self, _rng: &mut Rng) {}

    /// How many of the draws that [`Position::redraw`] makes anew have still
    /// to be shown in this hand or round. A move that shows one makes it less.
    fn draws_left(&self) -> usize {
        0
    }

    /// Adds what a seat hears when the game starts with this position: what
    /// it is dealt. Nothing in games without events.
    fn first_events(&self, _seat: Seat, _events: &mut Vec<EventOf<Self::Game>>) {}

    /// Adds what a seat hears of the move `mv` of `mover`, which led from
    /// `before` to this position: the move as far as the seat sees it and all
    /// that comes of it, to the end of a hand and the next deal. Whoever is
    /// not asked for events pays nothing for them.
    fn events(
        &self,
        _before: &Self,
        _mover: Seat,
        _mv: MoveOf<Self::Game>,
        _seat: Seat,
        _events: &mut Vec<EventOf<Self::Game>>,
    ) {
    }

    /// What everybody at the table saw happen since an earlier position of
    /// the same game, beyond the moves themselves: claims that were decided,
    /// how a hand ended. For people who watch, in their language; most games
    /// have nothing to add.
    fn news(&self, _since: &Self, _lang: Lang) -> Vec<String> {
        Vec::new()
    }

    /// One of the seat's legal moves, each equally likely; `None` when it has
    /// none. Games where drawing one is cheaper than listing all override it.
    fn random_move(
        &self,
        seat: Seat,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<Self::Game>>,
    ) -> Option<MoveOf<Self::Game>> {
        self.legal_moves(seat, scratch);
        rng.pick(scratch).copied()
    }

    /// Plays uniformly random legal moves to the end and gives the scores.
    fn random_playout(
        &mut self,
        rng: &mut Rng,
        scratch: &mut Vec<MoveOf<Self::Game>>,
    ) -> PerSeat<f64> {
        while let Some(seat) = self.turn().first() {
            match self.random_move(seat, rng, scratch) {
                Some(mv) => self.play_unchecked(seat, mv),
                None => break,
            }
        }
        self.scores().unwrap_or_default()
    }
}

/// What one seat may know: owned, self-contained, without any hidden card.
pub trait View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The game this is a view of.
    type Game: Game<View = Self>;

    /// Whose view it is.
    fn seat(&self) -> Seat;

    /// A full position that agrees with this view: every arrangement of the
    /// hidden cards that the view leaves possible is equally likely.
    ///
    /// It is defined for the view of a seat that has been asked to move.
    fn assume(&self, rng: &mut Rng) -> PositionOf<Self::Game>;

    /// The view as text for a terminal.
    fn draw(&self, style: Style) -> String;
}

/// How a view is drawn in a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Colours by ANSI escape codes.
    pub colour: bool,
    /// Only ASCII characters; texts are then in English.
    pub ascii: bool,
    /// The language of words and names.
    pub lang: Lang,
}

impl Style {
    /// The language that is written: English where only ASCII may be.
    pub fn words(self) -> Lang {
        if self.ascii { Lang::English } else { self.lang }
    }
}

/// The moves of a game.
pub type MoveOf<G> = <G as Game>::Move;
/// The views of a game.
pub type ViewOf<G> = <G as Game>::View;
/// The positions of a game.
pub type PositionOf<G> = <G as Game>::Position;
/// The events of a game.
pub type EventOf<G> = <G as Game>::Event;
/// The deals of a game.
pub type DealOf<G> = <G as Game>::Deal;

/// A move that the rules do not allow here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("seat {seat} may not play {mv}: {reason}")]
pub struct IllegalMove<M: Debug + Display> {
    /// Who tried.
    pub seat: Seat,
    /// What was tried.
    pub mv: M,
    /// Why it is refused.
    pub reason: String,
}

/// Text (or a deal read from a file) that does not say what it should.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, got `{got}`")]
pub struct BadText {
    /// What would have been right.
    pub expected: String,
    /// What was there.
    pub got: String,
}

impl BadText {
    /// Says what was expected and what was there instead. Long texts are cut.
    pub fn new(expected: impl Into<String>, got: impl Into<String>) -> BadText {
        let got: String = got.into();
        let cut = match got.char_indices().nth(80) {
            Some((at, _)) => format!("{}…", &got[..at]),
            None => got,
        };
        BadText { expected: expected.into(), got: cut }
    }
}
