//! Fair matches between players, and what can be concluded from them.
//!
//! Every deal is played in several seatings, so that no player gets the
//! better cards or the better seat. All games of one deal form a *block*,
//! and so does a series of games in which something carries over. Blocks are
//! independent of each other, games inside a block are not: every interval
//! and every test of this crate is over blocks.
//!
//! # The types in one look
//! - [`Entrant`]: a kind of player, its description and how to make it.
//! - [`Plan`]: a game, its entrants and [`MatchOptions`], checked to fit.
//! - [`Scheme`]: in which seatings every deal is played.
//! - [`run`]: plays a plan on several threads, with [`Hooks`] for progress
//!   and for stopping, and gives a [`MatchReport`].
//! - [`table`] draws a report for the terminal, [`html`] as a page; [`page`]
//!   has what pages share.
//! - [`Observer`]: whoever watches games: [`run_observed`] has one for every
//!   block; [`RecordKeeper`] keeps records ([`MatchRecords`] in a file),
//!   [`RoundCounter`] the statistics of hands and rounds.
//! - [`Tournament`], [`run_tournament`]: every two of many players, a ladder
//!   and a cross table.
//! - [`LuckMeter`], [`Valuation`]: the luck of draws and of drawn moves, to be
//!   subtracted.
//! - [`play_game`]: a single game; [`self_play`]: many, for their records.
//! - [`play_forks`]: what it is worth to decide like another player.
//! - [`ask`]: a single question, checked as in a game.
//! - [`batch::Batch`]: thousands of games that wait for decisions from outside.
//!
//! ```
//! use fuda_arena::{Entrant, Hooks, MatchOptions, Plan, run, table};
//! use fuda_core::{RandomPlayer, Seed, kuhn::Kuhn};
//!
//! let random = |name: &str| Entrant::fair(name, || Box::new(RandomPlayer));
//! let options = MatchOptions { deals: 200, seed: Seed(7), ..MatchOptions::default() };
//! let plan = Plan::new(Kuhn, vec![random("one"), random("other")], options)?;
//! let report = run(&plan, Hooks::default())?;
//! assert_eq!(report.games, 400);
//! println!("{}", table(&report));
//! # Ok::<(), fuda_arena::ArenaError>(())
//! ```
//!
//! # How it works
//! Deals and players draw from streams named by deal, game and seat, so the
//! results of a block depend on its number alone. Threads take runs of
//! blocks, play them and hand in compact results; one collector puts them in
//! order, writes them to the store and shows them to the sequential test.
//! A match that was killed plays the missing blocks when it is started
//! again and ends with the same report; one with more deals continues.
//!
//! # Losing by rule
//! A player that answers with an error or an illegal move, panics, or takes
//! longer than its time loses that game and no other. The scores are those
//! of [`fuda_core::Game::forfeit_scores`], where a game has them; otherwise
//! the game is played on at random and the loser trades scores with the
//! lowest of the table: the sum is right, the size is usual, and the others
//! are treated alike. In a series the next game starts afresh. A forced move
//! (only one is legal) is made without asking.
//!
//! With a time limit every player lives in a thread of its own. One that
//! never answers loses that game when its time, the grace and a quarter of a
//! second for waking up are over (and ten seconds for getting ready before a
//! game); a fresh player takes its place. The old one cannot be ended, as
//! threads cannot: it keeps thinking until it comes back or the program
//! ends, and a match with 256 such players ends with an error. Without a time
//! limit players think in the arena's own threads, which is quicker, and one
//! that never answers is waited for; raising the stop flag is noticed between
//! moves only.
//!
//! # Time
//! Quick games (under half a millisecond) are timed only one in 64, because
//! reading the clock would cost more than playing; with a time limit every
//! move is timed. Such a match is the one exception to equal results from
//! equal seeds: how far a player thinks in its time depends on the machine.
//!
//! # Checked
//! A random Othello player against itself, 400 deals: the 95% interval
//! contained 0 for 96 of the seeds 1 to 100, and for 9,521 of 10,000
//! (`--example self_check`). 200,000 random games cost 1.6 times a plain
//! loop's processor time with the store on (`--bench overhead`).
//!
//! # Sources
//! [`fuda_stats`] names those of intervals and tests. Ratings: Plackett 1975,
//! Luce 1959, Hunter 2004 (fit), Azari Soufiani et al. 2013 (rank breaking).

pub mod batch;
mod codec;
mod drive;
mod ears;
mod entrant;
mod error;
mod forks;
mod highlights;
mod html;
mod isolated;
mod keeper;
mod luck;
pub mod machine;
mod observer;
mod opinion;
pub mod page;
mod plan;
mod quiet;
mod rating;
mod record_file;
mod remote;
mod report;
mod results;
mod rounds;
mod run;
mod scheme;
mod self_play;
mod single;
mod store;
mod tally;
mod text;
mod tournament;
mod worker;

pub use drive::{Fault, FaultKind, Limits, ask};
pub use entrant::{CHEATING_MARK, Competitor, Entrant};
pub use error::{ArenaError, PlanError};
pub use forks::{ForkPlan, Forks, play_forks};
pub use highlights::{Highlights, KeptGame};
pub use html::html;
pub use keeper::{DEAL_TAG, FAULT_TAG, GAME_TAG, RecordKeeper};
pub use luck::{
    Drawers, LuckMeter, LuckTotals, MOST_DRAWS, MakeValuation, MeasuredMove, Valuation,
    luck_of_move,
};
pub use observer::{ChosenMove, GameEnd, GameStart, Observer};
pub use opinion::{Opinion, Thought, opinion};
pub use page::PageFacts;
pub use plan::{Description, MOST_DEALS, MOST_GAMES_IN_BLOCK, MatchOptions, Plan, Series, VERSION};
pub use rating::Rating;
pub use record_file::{KeptGames, MatchRecords};
pub use remote::{
    Found, JobModels, MATCH, Makers, SELF_PLAY, Watch, WatchLuck, open_match, open_self_play,
};
pub use report::{
    Difference, FaultCount, LuckReport, MatchReport, MoveTimes, PairReport, PlayerReport,
    RoundCount, RoundValue, RunningPoint, SprtReport, Times,
};
pub use rounds::{RoundCounter, RoundTotals};
pub use run::{Collect, Hooks, Progress, run, run_observed};
pub use scheme::{MOST_SEATINGS, Scheme, SchemeError, Seating};
pub use self_play::{SelfPlay, self_play};
pub use single::{Conditions, PlayedGame, play_game, play_on, player_rngs};
pub use store::StoreError;
pub use text::{LEGEND, legend, table};
pub use tournament::{
    Form, Meeting, Standing, Tournament, TournamentReport, TournamentTimes, run_tournament,
    run_tournament_with, tournament_html, tournament_table,
};
