//! The rules engine: deals, positions, moves, views.
//!
//! [`Mahjong`] is the game under one set of [`Rules`]. A [`Deal`] says where
//! the walls come from, a [`MahjongPosition`] is the whole truth of a game in
//! progress, a [`MahjongView`] what one seat knows of it: both share
//! the [`Table`], on which lies all that everybody sees.
//!
//! | file | what happens there |
//! |---|---|
//! | `deal`, `position` | walls, dealing, drawing |
//! | `legal`, `claims` | what may be done, who gets a claimed tile |
//! | `play` | discards, calls, kans |
//! | `wins`, `settle`, `progress` | the worth of a win, payments, the next hand, the end |
//! | `event`, `watch` | what a seat hears, and what it knows from that |
//! | `view`, `assume`, `draw` | what a seat knows, what it may suppose, how it looks |
//!
//! A claim is asked of all seats that have one at once
//! ([`Turn::Claims`](fuda_core::Turn::Claims)); the answers stay hidden until the
//! last is in, then ron goes before kan and pon, and these before chi.
//!
//! ```
//! use fuda_core::{Game, Position, Rng, Seed, View};
//! use fuda_mahjong::Mahjong;
//!
//! let game = Mahjong::with_rules("tenhou-east+red=0")?;
//! let mut rng = Rng::new(Seed(1));
//! let mut position = game.start(&game.deal(&mut rng))?;
//! let mut moves = Vec::new();
//! while let Some(seat) = position.turn().first() {
//!     let supposed = position.view(seat).assume(&mut rng);
//!     assert_eq!(supposed.view(seat), position.view(seat));
//!     let mv = position.random_move(seat, &mut rng, &mut moves).expect("the seat is asked");
//!     position.play_unchecked(seat, mv);
//! }
//! let points = position.scores().expect("the game is over");
//! assert_eq!(points.iter().sum::<f64>(), 0.0);
//! # Ok::<(), fuda_core::BadText>(())
//! ```

mod assume;
mod claims;
#[cfg(test)]
mod conform;
mod deal;
mod decisions;
mod draw;
mod event;
mod held;
#[cfg(test)]
mod invariants;
mod legal;
mod list;
mod moves;
mod news;
mod play;
mod position;
mod progress;
mod result;
mod serial;
mod settle;
mod stats;
mod table;
mod turn;
mod view;
mod watch;
mod wins;

pub use assume::Weigher;
pub use deal::{Deal, Standing, Wall};
pub use event::SeatEvent;
pub use held::Held;
pub use list::{Filler, List};
pub use moves::Move;
pub use position::MahjongPosition;
pub use progress::{ranking, settlement};
pub use result::{Ending, HandResult, WinResult};
pub use table::{Acting, Claimed, Discarded, LONGEST_RIVER, OpenSeat, RiichiState, Stage, Table};
pub use view::MahjongView;

use crate::rules::{PRESETS, Rules};
use fuda_core::AuxiliaryProblems;
use fuda_core::formats::Format;
use fuda_core::{
    BadText, Decision, Game, MoveFeatures, Observation, PrivilegedInputs, Rng, RoundStat, Seat,
};

/// Riichi mahjong for four under some rules.
///
/// The scores of a finished game are final points in thousands, uma included
/// (such as +45, +5, -12, -38); they add up to 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mahjong {
    /// The rules.
    pub rules: Rules,
}

impl Game for Mahjong {
    type Move = Move;
    type Deal = Deal;
    type Position = MahjongPosition;
    type View = MahjongView;
    type Event = SeatEvent;
    const NAME: &'static str = "mahjong";
    const ABOUT: &'static str = "riichi mahjong for four";
    const DEFAULT_DECISIONS: &'static str = "discard";

    fn presets() -> &'static [(&'static str, &'static str)] {
        PRESETS
    }

    /// A preset and options: `tenhou`, `tenhou+red=0+rounds=1`; see [`Rules`].
    fn with_rules(rules: &str) -> Result<Self, BadText> {
        Ok(Mahjong { rules: rules.parse()? })
    }

    fn rules(&self) -> String {
        self.rules.to_string()
    }

    fn formats() -> Vec<Box<dyn Format<Self>>> {
        crate::records::formats()
    }

    fn move_features(&self) -> Vec<Box<dyn MoveFeatures<Mahjong>>> {
        crate::encode::move_features()
    }

    fn auxiliary_problems() -> Vec<Box<dyn AuxiliaryProblems<Mahjong>>> {
        crate::encode::ProblemSet::ALL
            .map(|set| Box::new(set) as Box<dyn AuxiliaryProblems<Mahjong>>)
            .into()
    }

    fn observations(&self) -> Vec<Box<dyn Observation<Mahjong>>> {
        crate::encode::observations()
    }

    fn privileged_inputs(&self) -> Option<Box<dyn PrivilegedInputs<Mahjong>>> {
        Some(Box::new(crate::encode::HiddenTiles))
    }

    fn standing_names() -> &'static [&'static str] {
        &["round", "honba", "sticks"]
    }

    fn decision_kinds() -> &'static [(&'static str, &'static str)] {
        decisions::KINDS
    }

    fn is_of_kind(decision: &Decision<'_, Mahjong>, kind: &str) -> bool {
        decisions::is_of_kind(decision, kind)
    }

    /// Turns are counted by the seat's own discards in the hand.
    fn turn_of(decision: &Decision<'_, Mahjong>) -> u32 {
        decision.position.table().seats[decision.seat.index()].river.len() as u32 + 1
    }

    fn same_choice(a: Move, b: Move) -> bool {
        decisions::same_choice(a, b)
    }

    fn round_stats() -> &'static [RoundStat] {
        &stats::STATS
    }

    fn seats(&self) -> usize {
        4
    }

    fn deal(&self, rng: &mut Rng) -> Deal {
        Deal::from_seed(rng.bits())
    }

    fn start(&self, deal: &Deal) -> Result<MahjongPosition, BadText> {
        MahjongPosition::new(self.rules, deal)
    }

    fn hear(
        &self,
        seat: Seat,
        known: &mut Option<MahjongPosition>,
        event: &SeatEvent,
    ) -> Result<(), BadText> {
        watch::hear(self.rules, seat, known, event)
    }
}
