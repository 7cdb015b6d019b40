//! Daihinmin by the rules of the UECda contest: rules, records, the contest's
//! wire protocol, and players.
//!
//! # Why
//! Daihinmin is the workbench's game of five with hidden hands. The contest
//! gives it rules to the letter, a protocol that other programs speak, and
//! logs of real games to check the rules with.
//!
//! # The types in one look
//! - [`Card`], [`Cards`] (a set as bits), [`Move`] and what it is: [`Meld`],
//!   [`Kind`], [`Joker`].
//! - [`Daihinmin`] is the game under [`Rules`], [`Position`] its state,
//!   [`View`] what a seat knows, [`Deal`] what chance decides.
//! - [`encode`]: what a learner sees of a move and of the table; [`Evaluation`]: what was
//!   learned, quick enough for playouts drawn by a [`Policy`].
//! - [`HiddenHands`] and [`WeighedHands`] deal hidden cards, [`Playouts`] play
//!   on by a [`Policy`], [`known_best`] finds sure wins and solves ends: what
//!   searches need.
//! - [`Greedy`], [`Weakest`], [`Evaluated`]: simple players.
//! - [`formats`]: the contest's log, read, verified, counted and written.
//! - [`wire`]: a client ([`wire::join`]) and a server ([`wire::Host`]).
//!
//! # Example
//! ```
//! use fuda_core::{Game, Position as _, Purpose, Seed};
//! use fuda_daihinmin::{Daihinmin, Move};
//!
//! let game = Daihinmin::default();
//! let mut position = game.start(&game.deal(&mut Seed(1).stream(Purpose::Deal, &[0])))?;
//! // Whoever holds the three of diamonds leads, with any play.
//! let leader = position.turn().first().unwrap();
//! assert!(position.hand(leader).contains("D3".parse()?));
//! position.play(leader, "D3".parse::<Move>()?).unwrap();
//! // Two cards do not answer one.
//! let next = position.turn().first().unwrap();
//! assert!(position.play(next, "S4H4".parse()?).is_err());
//! # Ok::<(), fuda_core::BadText>(())
//! ```
//!
//! # How it works
//! A set of cards has a lane of 16 bits for each suit, so that sequences are
//! shifts and groups are the same bit of four lanes. A position is plain bits
//! of fixed size beside its history; listing moves and playing allocate
//! nothing, and random playouts draw the usual moves without listing them.
//!
//! Chance happens in the deal alone: the hands, who is dealt first, and the
//! order in which ranks are drawn should everybody pass twenty times.
//! Forced gifts are made with the deal; free gifts are moves. In a series the
//! classes follow the player ([`fuda_core::Game::deal_after`]).
//!
//! An assumption puts every card that must be somewhere there and shuffles
//! the rest. A rich player does not see what it was given, but knows that the
//! giver kept nothing stronger: the gift is drawn first, each as often as
//! there are hands that lead to it. Gifts between two others are taken
//! to carry no information about their hands once both are made.
//!
//! The log leaves the gifts out. They are found again from the plays: whoever
//! finished has shown every card.
//!
//! # Sources
//! - The rules of the UECda contest, 2010, as its server enforces them.
//! - The paper on Monte Carlo with learned playouts: see
//!   `docs/papers/2-daihinmin.md`.

mod assume;
mod belief;
mod card;
mod draw;
pub mod encode;
mod endgame;
mod evaluate;
mod event;
pub mod formats;
mod game;
mod known;
mod legal;
mod moves;
pub mod players;
mod policy;
mod position;
mod random;
mod rules;
mod state;
#[cfg(test)]
mod suite;
mod sure;
pub mod wire;

pub use assume::{Dealing, HiddenHands};
pub use belief::WeighedHands;
pub use card::{Card, Cards};
pub use evaluate::{BadWeights, Evaluation, MOST_HIDDEN};
pub use event::SeatEvent;
pub use game::{Daihinmin, Deal};
pub use known::known_best;
pub use moves::{Joker, Kind, Meld, Move};
pub use players::{Evaluated, Greedy, Weakest};
pub use policy::{Playouts, Policy};
pub use position::{Position, PublicTable, View};
pub use random::Passes;
pub use rules::{FirstClasses, MOST_PLAYERS, Points, Rules};
pub use state::MOST_PASSES;
