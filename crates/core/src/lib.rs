//! The traits and types that every part of fuda uses.
//!
//! **What.** Traits for games with hidden information and for the players of
//! such games, plus the few types they share. It knows no game, no search
//! and no learner; all of those know it.
//!
//! **Why.** Fairness is a matter of types here. A [`Position`] is the whole
//! truth; a [`View`] is what one seat may know, and holds no hidden card. A
//! [`Player`] is only ever handed a view, so it cannot look by accident.
//! A view does not isolate code: whoever runs in the same program and knows
//! or guesses the root seed could deal the cards again. So players inside the
//! program are trusted, and a stranger's player belongs in its own process.
//!
//! **The types in one look.**
//!
//! | word | what it is |
//! |---|---|
//! | [`Game`] | a game under one set of rules; makes deals and positions |
//! | [`Position`] | the truth: whose [`Turn`], legal moves, playing, scores |
//! | [`View`] | what one [`Seat`] knows; can [`View::assume`] a full position |
//! | [`Game::Event`], [`Watcher`] | what a seat hears, and its view grown from that alone |
//! | [`Player`] | answers an [`Ask`] with a [`Choice`] |
//! | [`CheatingPlayer`] | sees everything; for tests, and marked as such |
//! | [`Record`] | a deal, the moves and the scores: replays to the same end |
//! | [`Decision`] | one move of a record: what the seat knew, might do and did |
//! | [`DecisionFilter`] | which decisions count, in the game's own words |
//! | [`RecordSet`] | the records of files and folders, and what was left out |
//! | [`MoveFeatures`], [`Observation`] | encoders: numbers for learners, from a view |
//! | [`PrivilegedInputs`] | what is hidden, for a critic in training only |
//! | [`Seed`], [`Rng`] | one root seed, a stream of numbers for everything |
//! | [`formats::Format`] | reads, checks, counts and writes records in files |
//! | [`files`] | writes files whole or not at all |
//! | [`conformance`] | one suite of promises that every game keeps |
//!
//! ```
//! use fuda_core::kuhn::Kuhn;
//! use fuda_core::{Game, Position, Purpose, Seed, View};
//!
//! let seed = Seed(1);
//! let deal = Kuhn.deal(&mut seed.stream(Purpose::Deal, &[0]));
//! let truth = Kuhn.start(&deal).unwrap();
//! let seat = truth.turn().first().unwrap();
//! let view = truth.view(seat);
//!
//! // A player thinks about positions that agree with what it sees.
//! let mut rng = seed.stream(Purpose::Player, &[0]);
//! let mut assumed = view.assume(&mut rng);
//! assert_eq!(assumed.view(seat), view);
//! let scores = assumed.random_playout(&mut rng, &mut Vec::new());
//! assert_eq!(scores.iter().sum::<f64>(), 0.0);
//! ```
//!
//! **How it works.** Chance happens once, in [`Game::deal`]; from then on a
//! position is determined by its moves. During [`Turn::Claims`] several seats
//! answer without seeing each other's answers, and the rules decide by
//! precedence. Every random number comes from a stream named by purpose and
//! place ([`Seed::stream`]), so nothing depends on threads or call order.
//!
//! **Sources.** Kuhn, *A simplified two-person poker* (1950); Lemire, *Fast
//! random integer generation in an interval* (2019); Blackman and Vigna,
//! *Scrambled linear pseudorandom number generators* (2021).

mod auxiliary;
pub mod conformance;
mod decision;
mod decision_filter;
mod encode;
mod event;
pub mod files;
pub mod formats;
mod game;
pub mod kuhn;
mod lang;
mod own_format;
mod parallel;
mod player;
mod record;
mod record_set;
mod rounds;
mod seat;
mod seed;

pub use auxiliary::{AuxiliaryOutcomes, AuxiliaryProblem, AuxiliaryProblems};
pub use decision::{Decision, Decisions};
pub use decision_filter::DecisionFilter;
pub use encode::{
    FeatureRows, InputList, MoveFeatures, Observation, PrivilegedInputs, SparseInputs,
};
pub use event::{WatchError, WatchedGame, Watcher, heard_before, watch_record};
pub use game::{
    BadText, DealOf, EventOf, Game, IllegalMove, MoveOf, Position, PositionOf, Style, View, ViewOf,
};
pub use lang::Lang;
pub use own_format::OwnFormat;
pub use parallel::{in_order, try_in_order, try_in_order_with};
pub use player::{
    Alternative, Ask, Budget, CheatingPlayer, Choice, Player, PlayerError, RandomPlayer, Reason,
};
pub use record::{Record, ReplayError};
pub use record_set::{RecordPath, RecordSet, RecordSetError};
pub use rounds::RoundStat;
pub use seat::{Claim, MAX_SEATS, PerSeat, Seat, SeatSet, Turn};
pub use seed::{Purpose, Rng, Seed};
