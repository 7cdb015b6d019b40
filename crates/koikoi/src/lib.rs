//! Koi-Koi: hanafuda for two.
//!
//! **What.** All house rules as options, fast positions, fair
//! views, records of real games, and players: one of if-then rules and
//! one that learns by policy gradient.
//!
//! **Why.** Koi-Koi is small enough to be played millions of times per minute
//! and still has what makes games with hidden cards hard: an unseen hand, an
//! unseen stock, and the wager of going on for more. The crate repeats the
//! experiments of Sato, Uehara and Ikeda and goes beyond them.
//!
//! **The types in one look.**
//!
//! | word | what it is |
//! |---|---|
//! | [`Card`], [`Cards`] | one of the 48 cards; a set of them in a machine word |
//! | [`Rules`] | all house rules; presets `paper`, `guan`, `nintendo` |
//! | [`Yaku`] | what scores, and how much under which rules |
//! | [`KoiKoi`] | the game: a round, or a match of rounds, by the rules |
//! | [`Move`] | play a card, take one of two, koi-koi, stop |
//! | [`Table`] | what lies open; shared by positions and views |
//! | [`Position`], [`View`] | the truth; what one seat knows of it |
//! | [`GuanFormat`] | records with the full order of the cards |
//! | [`encode`] | numbers for learners |
//! | [`players`] | the rule player, the policy gradient player and its learner |
//!
//! ```
//! use fuda_core::{Game, Position, Purpose, Seat, Seed, View};
//! use fuda_koikoi::KoiKoi;
//!
//! let game = KoiKoi::with_rules("paper+calls=1")?;
//! let mut rng = Seed(1).stream(Purpose::Deal, &[0]);
//! let mut round = game.start(&game.deal(&mut rng))?;
//! let view = round.view(Seat(0));
//! assert_eq!((view.hand.len(), view.stock()), (8, 24));
//!
//! // What the seat cannot see is shuffled anew; what it sees stays.
//! assert_eq!(view.assume(&mut rng).view(Seat(0)), view);
//!
//! let scores = round.random_playout(&mut rng, &mut Vec::new());
//! assert_eq!(scores[0], -scores[1]);
//! # Ok::<(), fuda_core::BadText>(())
//! ```
//!
//! **How it works.** A turn is a card played and a card turned over; where a
//! card meets two of its month the mover chooses. When the mover's yaku have
//! grown by the end of the turn it stops or calls koi-koi; with an empty hand,
//! or when the rules allow no further call, it stops by itself. Points are
//! paid by the other seat, so all scores add up to zero. A deal holds the
//! cards of every round of a match. Hands that are dealt again (or that end a
//! round at the deal) are never assumed of the other seat. Random playouts
//! play whole turns at once without allocating.
//!
//! **Sources.** Sato, Uehara and Ikeda, *A computer player for the hanafuda
//! game Koi-Koi by reinforcement learning* (IPSJ SIG-GI 38, 2017, in
//! Japanese); Guan, Wang, Zhu, Qian and Wei, *Learning to play Koi-Koi hanafuda
//! card games with transformers* (IEEE Transactions on AI 4, 2023), whose
//! records and rules are read here; Williams, *Simple statistical
//! gradient-following algorithms* (1992).

mod card;
mod cards;
mod deal;
mod deals;
mod draw;
pub mod encode;
mod event;
mod game;
mod guan;
mod japanese;
mod moves;
mod options;
pub mod players;
mod playout;
mod position;
mod rules;
mod stats;
mod table;
mod view;
mod yaku;

pub use card::{Card, Kind, MONTHS, PACK};
pub use cards::{Cards, Iter, Twice};
pub use deal::{Deal, RoundDeal};
pub use draw::card_text;
pub use event::SeatEvent;
pub use game::KoiKoi;
pub use guan::GuanFormat;
pub use moves::Move;
pub use position::Position;
pub use rules::{CallBonus, DealtHand, NextDealer, Rules};
pub use table::{Event, History, Phase, RoundEnd, Table};
pub use view::View;
pub use yaku::{Yaku, YakuList};
