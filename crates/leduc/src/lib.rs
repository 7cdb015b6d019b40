//! Leduc hold'em: the poker of research, small enough to be solved.
//!
//! **What.** Six cards (jack, queen and king in two suits) and two players.
//! Each pays an ante of one chip and gets a card; a betting round with raises
//! of 2 chips follows, then a public card is turned over, then a round with
//! raises of 4. A round has at most two raises, the first of them a bet; seat
//! 0 begins both. At the showdown a pair with the public card wins, then the
//! higher rank; equal ranks split the pot.
//!
//! **Why.** It is the smallest game with what makes poker hard (bluffing,
//! hidden cards, chance in the middle of the game) that has a known value, so
//! searches and learners can be judged exactly: by how much a best response
//! wins from them.
//!
//! **The types in one look.** [`Leduc`] is the game, [`Deal`] its three
//! [`Card`]s, [`Move`] fold, call or raise. [`Betting`] is what both seats
//! see; [`Position`] is the truth and [`View`] what one seat knows.
//! [`encode`] holds the encoders for learners.
//!
//! ```
//! use fuda_core::{Game, Position, Seat, View};
//! use fuda_leduc::{Card, Deal, Leduc, Move};
//!
//! let deal = Deal { cards: [Card::Ks, Card::Qh], public: Card::Qs };
//! let mut position = Leduc.start(&deal)?;
//! for (seat, mv) in [(0, Move::Raise), (1, Move::Call), (0, Move::Call), (1, Move::Raise)] {
//!     position.play(Seat(seat), mv).unwrap();
//! }
//! let view = position.view(Seat(0));
//! assert_eq!(view.betting.to_call(), 4);
//! assert!(view.draw(Default::default()).starts_with("your card K♠   public card Q♠"));
//! position.play(Seat(0), Move::Call).unwrap();
//! assert_eq!(position.scores().unwrap()[..], [-7.0, 7.0]);
//! # Ok::<(), fuda_core::BadText>(())
//! ```
//!
//! **How it works.** Everything about the betting (whose turn, what is
//! allowed, who paid what) follows from the moves, which [`Betting`] plays
//! one after the other; there is no other state. A view leaves four or five
//! cards unseen, and assuming shuffles them.
//!
//! **Sources.** Southey et al., *Bayes' bluff: opponent modelling in poker*
//! (2005) for the rules. With suits told apart there are 936 information
//! sets, with ranks alone 288. With best play the first seat loses 0.0856
//! chips per game.

mod betting;
mod card;
pub mod encode;
mod event;
mod game;
mod position;
mod view;

#[cfg(test)]
mod tests;

pub use betting::{Betting, MAX_RAISES, Move, RAISE, Round};
pub use card::{Card, Rank};
pub use event::SeatEvent;
pub use game::{Deal, Leduc, VALUE};
pub use position::Position;
pub use view::View;
