//! Search for games with hidden information, independent of any game.
//!
//! # What
//! A search gets a [`Question`] (a view, the legal moves, a budget, a seed)
//! and a [`Guide`] (what the game knows better than chance), and answers with
//! a [`Report`]: what each move is worth to each seat, how sure that is, what
//! it cost and why the search stopped. It never sees a hidden card: it
//! *samples* full positions that agree with the view, and searches those.
//!
//! # Why
//! One UCT for mahjong, daihinmin, koi-koi and Othello means that its
//! correctness is proven once, where everything can be enumerated, and that a
//! game gains every option of every search by writing one small trait, or by
//! writing nothing at all: [`Guide::UNIFORM`] guides any game. A player is a
//! combination of parts, and each part is written once.
//!
//! # The types in one look
//! | search | parameters → checked | player |
//! |---|---|---|
//! | [UCT over assumed positions](uct) | [`UctParams`] → [`Uct`] | [`UctPlayer`] |
//! | [flat Monte Carlo: UCB1, sequential halving](flat) | [`FlatParams`] → [`FlatMonteCarlo`] | [`FlatMonteCarloPlayer`] |
//! | [max^n](maxn) | [`MaxNParams`] → [`MaxN`] | [`MaxNPlayer`] |
//! | [Star1 and Star2](star) | [`StarParams`] → [`StarMinimax`] | [`StarPlayer`] |
//! | [CFR+ and best responses](cfr) | the whole game written out: [`cfr::GameTree`] | – |
//! | [tabu search](tabu) | [`TabuParams`] → [`Tabu`] | a game's own, over its [`Neighbourhood`] |
//!
//! | part of a [`Guide`] | what it decides | the one that fits every game |
//! |---|---|---|
//! | [`Belief`] | which full positions are sampled; prepared once per question | [`Evenly`] |
//! | [`Policy`] | how playouts go on, and which moves look good | [`Random`] |
//! | [`Horizon`] | where playouts end before the game does | [`EndOfGame`] |
//! | [`Value`] | what an end is worth to each seat | [`Scores`], [`OfScores`] |
//!
//! # Example
//! What should the seat with the queen do in Kuhn poker, when the other one
//! has bet?
//! ```
//! use fuda_core::kuhn::{Kuhn, KuhnMove};
//! use fuda_core::{Budget, Game, Position, Seat, Seed};
//! use fuda_search::{Guide, Question, UctParams};
//!
//! let mut position = Kuhn.start(&[2, 1])?;
//! position.play(Seat(0), KuhnMove::Bet)?;
//!
//! let uct = UctParams { loops: Some(1_000), c: 2.0, ..UctParams::default() }.check()?;
//! let report = uct.search(
//!     &Question::<Kuhn> {
//!         view: &position.view(Seat(1)),
//!         legal: &[KuhnMove::Pass, KuhnMove::Bet],
//!         seats: Kuhn.seats(),
//!         budget: Budget::default(),
//!         seed: Seed(7),
//!     },
//!     &Guide::UNIFORM,
//! );
//! assert_eq!(report.playouts, 1_000);
//! // Calling wins or loses two chips with equal chances; folding loses one.
//! assert_eq!(report.best(), Some(KuhnMove::Bet));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! A player is made of the game, a checked search and a guide:
//! ```
//! use fuda_core::kuhn::Kuhn;
//! use fuda_search::{Guide, OfScores, UctParams, UctPlayer, win_share};
//!
//! let uct = UctParams { loops: Some(500), ..UctParams::default() }.check()?;
//! let player = UctPlayer::new(&Kuhn, uct, Guide::valued(OfScores(win_share)));
//! # Ok::<(), fuda_search::BadParameter>(())
//! ```
//!
//! # How it works
//! - **The tree** is an arena of nodes keyed by moves; statistics of all seats
//!   lie beside it. An iteration allocates nothing but new nodes, and players
//!   keep the memory from move to move.
//! - **Threads** share a *fixed number* of independent trees (bandits,
//!   assumptions), each with random numbers of its own, so that a result
//!   depends on the parameters and the seed but never on the threads. A time
//!   limit is the one thing that makes results differ from run to run.
//! - **Claims**: while several seats may claim a discard, the rules say which
//!   answer passes and which claim goes before which
//!   ([`fuda_core::Position::claim`]).
//! - **Memory**: each tree or bandit has its own clone of the guide, so that a
//!   policy or a value keeps what it needs again and again in itself.
//! - **Adding a search**: a folder with `params.rs` (the parameters, checked
//!   once into a type) and the algorithm, a [`Search`]; and in `tests/` an
//!   exact enumeration it is compared with.
//!
//! # Sources
//! Kocsis and Szepesvári, *Bandit based Monte-Carlo planning* (2006); Miki's
//! thesis on mahjong (2010) for UCT with hidden tiles and claims; Auer,
//! Cesa-Bianchi and Fischer (2002) for UCB1; Karnin, Koren and Somekh (2013)
//! for sequential halving; Gelly and Silver (2011) for RAVE;
//! Chaslot et al. (2008) for progressive bias and widening; Luckhardt and
//! Irani (1986) and Korf (1991) for max^n; Zinkevich et al. (2007) and
//! Tammelin (2014) for CFR+; Ballard (1983) for Star1 and Star2;
//! Glover (1989) and Yoshimura, Hochin and Nomiya for tabu search.

pub mod cfr;
mod claims;
pub mod flat;
mod guide;
pub mod maxn;
mod parallel;
mod player;
mod question;
mod report;
pub mod star;
pub mod tabu;
pub mod uct;

pub use flat::{Allocation, FlatMonteCarlo, FlatMonteCarloPlayer, FlatParams, Halving};
pub use guide::{
    Belief, EndOfGame, Evenly, Guide, Horizon, Made, MarkOf, OfScores, Parts, Policy, PreparedOf,
    Random, Scores, Value, win_share,
};
pub use maxn::{Bounds, MaxN, MaxNParams, MaxNPlayer};
pub use player::{Search, SearchPlayer};
pub use question::{BadParameter, Checked, Question};
pub use report::{FinalChoice, MeanError, MoveReport, Report, Stop};
pub use star::{Pruning, Star, StarMinimax, StarParams, StarPlayer, StarTree};
pub use tabu::{Neighbourhood, Tabu, TabuParams, TabuReport};
pub use uct::{Settled, Uct, UctParams, UctPlayer};
