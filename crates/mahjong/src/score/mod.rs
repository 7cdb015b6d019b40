//! What a complete hand is worth.
//!
//! [`score`] takes a [`Win`] and gives the [`Score`] of the way to see the hand
//! that pays most, under [`ScoringRules`]; [`Payment`] then says who pays what.
//! Who answers for a yakuman (pao) is known only at the table: there, the base
//! points of each yakuman are 8,000 for every 13 han in the list.
//!
//! ```
//! use fuda_mahjong::score::{Payment, Riichi, ScoringRules, Win, score};
//! use fuda_mahjong::{Counts, Kind, Suit, notation::parse};
//!
//! let hand: Counts = parse("234m 456p 678s 55s 567s")?.iter().map(|face| face.kind).collect();
//! let tile = Kind::from_suit(Suit::Man, 2).expect("there is a 2m");
//! let win = Win { riichi: Riichi::Riichi, tsumo: true, ..Win::new(&hand, &[], tile) };
//! let score = score(&win, &ScoringRules::TENHOU).expect("a win");
//! let yaku: Vec<&str> = score.yaku.iter().map(|(yaku, _)| yaku.name()).collect();
//! assert_eq!(yaku, ["tsumo", "riichi", "pinfu", "tanyao"]);
//! assert_eq!((score.han, score.fu, score.points), (4, 20, 5200));
//! assert_eq!(score.payment(false, true, 1), Payment::Tsumo { dealer: 2700, others: 1400 });
//! # Ok::<(), fuda_mahjong::notation::NotationError>(())
//! ```
//!
//! Each decomposition becomes a few masks of runs and triplets, on which every
//! yaku is a handful of operations; what does not depend on the decomposition is
//! found once. Nothing is allocated.

mod arrange;
mod payment;
mod rules;
mod shape;
mod yaku;

use arrayvec::ArrayVec;

pub use payment::{Limit, Payment, base_points};
pub use rules::{RenhouRule, ScoringRules};
pub use yaku::{Yaku, YakuSet};

use crate::kinds::{Counts, KindSet};
use crate::meld::Meld;
use crate::tile::{Kind, Wind};

/// Whether and how riichi was declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Riichi {
    /// Not declared.
    #[default]
    None,
    /// Declared.
    Riichi,
    /// Declared at the first discard.
    Double,
}

/// A hand that is said to win, and everything its value depends on.
#[derive(Debug, Clone, Copy)]
pub struct Win<'a> {
    /// The concealed tiles, the winning tile among them.
    pub concealed: &'a Counts,
    /// The melds, concealed kans among them.
    pub melds: &'a [Meld],
    /// The winning tile.
    pub tile: Kind,
    /// Whether it was drawn by the winner.
    pub tsumo: bool,
    /// The wind of the winner's seat; East is the dealer.
    pub seat: Wind,
    /// The wind of the round.
    pub round: Wind,
    /// Whether riichi was declared.
    pub riichi: Riichi,
    /// Whether the win came within a turn of riichi, without any call between.
    pub ippatsu: bool,
    /// Whether the winning tile is the last drawn or the last discarded.
    pub last_tile: bool,
    /// Whether the winning tile was drawn after a kan.
    pub rinshan: bool,
    /// Whether the winning tile was added to another's kan.
    pub chankan: bool,
    /// Whether this is the winner's first turn, without any call before.
    pub first_turn: bool,
    /// The dora indicators.
    pub dora: &'a [Kind],
    /// The ura dora indicators; they count only with riichi.
    pub ura: &'a [Kind],
    /// Number of red fives in the whole hand, the winning tile included.
    pub reds: u8,
}

impl<'a> Win<'a> {
    /// A plain win by discard of a non-dealer (South seat) in an East round.
    pub fn new(concealed: &'a Counts, melds: &'a [Meld], tile: Kind) -> Win<'a> {
        Win {
            concealed,
            melds,
            tile,
            tsumo: false,
            seat: Wind::South,
            round: Wind::East,
            riichi: Riichi::None,
            ippatsu: false,
            last_tile: false,
            rinshan: false,
            chankan: false,
            first_turn: false,
            dora: &[],
            ura: &[],
            reds: 0,
        }
    }

    /// Whether no meld opens the hand.
    #[inline]
    pub fn is_closed(&self) -> bool {
        !self.melds.iter().any(Meld::is_open)
    }
}

/// Why a hand does not win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoWin {
    /// The tiles are not complete.
    #[error("not a winning hand")]
    NotComplete,
    /// Complete, but dora at most.
    #[error("no yaku")]
    NoYaku,
}

/// The most entries in a list of yaku.
pub const MOST_YAKU: usize = 24;

/// What a winning hand is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// Yaku and dora with their han, in order of their numbers. A yakuman
    /// counts 13 han, a double one 26, and stands without ordinary yaku and
    /// dora.
    pub yaku: ArrayVec<(Yaku, u8), MOST_YAKU>,
    /// All han; 13 for each yakuman.
    pub han: u8,
    /// Fu, rounded as they count: 25 for seven pairs. Thirteen orphans have none.
    pub fu: u8,
    /// How many yakuman; 0 for ordinary hands and counted yakuman.
    pub yakuman: u8,
    /// The limit reached.
    pub limit: Limit,
    /// Base points.
    pub base: u32,
    /// Points without honba and sticks.
    pub points: u32,
}

impl Score {
    /// Who pays what, given whether the winner is the dealer, whether the tile
    /// was drawn, and the number of honba.
    pub const fn payment(&self, dealer: bool, tsumo: bool, honba: u32) -> Payment {
        Payment::new(self.base, dealer, tsumo, honba)
    }

    /// Whether a yaku is in the list.
    pub fn has(&self, yaku: Yaku) -> bool {
        self.yaku.iter().any(|&(each, _)| each == yaku)
    }
}

/// Scores a win: of all ways to see the hand, the one that pays most (then the
/// one of most han, then of most fu) counts.
pub fn score(win: &Win<'_>, rules: &ScoringRules) -> Result<Score, NoWin> {
    let best = arrange::best(win, rules).ok_or(NoWin::NotComplete)?;
    if best.yaku.is_empty() && best.yakuman.is_empty() {
        return Err(NoWin::NoYaku);
    }
    Ok(best.listed(win, rules))
}

/// The kinds in the whole hand.
fn all_kinds(win: &Win<'_>) -> KindSet {
    win.melds.iter().fold(win.concealed.kinds(), |kinds, meld| kinds | meld.kinds())
}
