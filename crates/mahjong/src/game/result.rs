//! How a hand ended.

use super::deal::Standing;
use super::legal::STICK;
use super::list::{Filler, List};
use crate::score::{Limit, Score, Yaku};
use crate::tile::Face;
use serde::{Deserialize, Serialize};

/// One win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WinResult {
    /// Who won.
    pub seat: u8,
    /// Whose tile it was; the winner's own for a self-draw.
    pub from: u8,
    /// The winning tile.
    pub tile: Face,
    /// Who answered for a yakuman, if anybody did.
    pub pao: Option<u8>,
    /// Yaku and dora with their han.
    pub yaku: List<(Yaku, u8), { crate::score::MOST_YAKU }>,
    /// All han.
    pub han: u8,
    /// Fu as they count.
    pub fu: u8,
    /// How many yakuman.
    pub yakuman: u8,
    /// The limit reached.
    pub limit: Limit,
    /// Points without counters and sticks.
    pub points: u32,
    /// What each seat gained or lost by this win, counters and sticks included.
    pub deltas: [i32; 4],
}

impl WinResult {
    /// Whether the winning tile was drawn by the winner.
    pub fn is_tsumo(&self) -> bool {
        self.seat == self.from
    }

    pub(super) fn new(seat: u8, from: u8, tile: Face, score: &Score) -> WinResult {
        let mut result = WinResult { seat, from, tile, ..WinResult::filler() };
        for &entry in &score.yaku {
            result.yaku.push(entry);
        }
        result.han = score.han;
        result.fu = score.fu;
        result.yakuman = score.yakuman;
        result.limit = score.limit;
        result.points = score.points;
        result
    }
}

impl Filler for (Yaku, u8) {
    fn filler() -> (Yaku, u8) {
        (Yaku::Tsumo, 0)
    }
}

impl Filler for WinResult {
    fn filler() -> WinResult {
        WinResult {
            seat: 0,
            from: 0,
            tile: Face::filler(),
            pao: None,
            yaku: List::default(),
            han: 0,
            fu: 0,
            yakuman: 0,
            limit: Limit::None,
            points: 0,
            deltas: [0; 4],
        }
    }
}

/// In which way a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Somebody won.
    Win,
    /// The wall ran out.
    Exhausted,
    /// The wall ran out and somebody had discarded terminals and honours only.
    Nagashi,
    /// Nine kinds of terminals and honours.
    NineTerminals,
    /// Four equal winds.
    FourWinds,
    /// Four riichi.
    FourRiichi,
    /// Four kans.
    FourKans,
    /// Three wins on one tile.
    TripleRon,
}

impl Ending {
    /// Whether the hand was broken off.
    pub fn is_abortive(self) -> bool {
        !matches!(self, Ending::Win | Ending::Exhausted | Ending::Nagashi)
    }
}

/// The result of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandResult {
    /// Hands played before it.
    pub hand_number: u32,
    /// How it ended.
    pub ending: Ending,
    /// The wins, first in turn order first.
    pub wins: List<WinResult, 3>,
    /// Who was tenpai when the wall ran out; the one who declared nine
    /// terminals or the callers of riichi show their hands too, but are not here.
    pub tenpai: [bool; 4],
    /// Who had a nagashi mangan.
    pub nagashi: [bool; 4],
    /// How the game stood when the hand ended, before anything changed hands.
    /// Sticks of riichi declared in this very hand are paid already: they are
    /// in [`Standing::sticks`] and gone from the scores, unlike in
    /// [`HandResult::dealt`].
    pub before: Standing,
    /// Whose riichi was accepted in this hand, so that its stick was paid.
    #[serde(default)]
    pub riichi: [bool; 4],
    /// What each seat gained or lost by the ending.
    pub deltas: [i32; 4],
    /// Scores after it.
    pub scores: [i32; 4],
    /// The dora indicators that were turned.
    pub indicators: List<Face, 5>,
    /// The indicators under them.
    pub ura: List<Face, 5>,
    /// Whether the game ended with it.
    pub last: bool,
}

impl HandResult {
    /// How the game stood when the hand was dealt, before any stick was paid
    /// in it.
    pub fn dealt(&self) -> Standing {
        let mut dealt = self.before;
        for (score, _) in dealt.scores.iter_mut().zip(self.riichi).filter(|(_, paid)| *paid) {
            *score = score.saturating_add(STICK);
            dealt.sticks = dealt.sticks.saturating_sub(1);
        }
        dealt
    }
}
