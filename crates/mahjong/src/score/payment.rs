//! From han and fu to points, and from points to who pays what.

use super::rules::ScoringRules;
use serde::{Deserialize, Serialize};

/// The limit a hand reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Limit {
    /// Below mangan.
    None,
    /// 満貫
    Mangan,
    /// 跳満
    Haneman,
    /// 倍満
    Baiman,
    /// 三倍満
    Sanbaiman,
    /// 役満, counted or true.
    Yakuman,
}

impl Limit {
    /// The limit of a hand of this worth that is no true yakuman.
    pub const fn of(han: u8, fu: u8, rules: &ScoringRules) -> Limit {
        match han {
            0..=4 => {
                let base = (fu as u32) << (2 + han);
                let mangan = base >= 2000 || (rules.round_up_to_mangan && base >= 1920);
                if mangan { Limit::Mangan } else { Limit::None }
            }
            5 => Limit::Mangan,
            6..=7 => Limit::Haneman,
            8..=10 => Limit::Baiman,
            11..=12 => Limit::Sanbaiman,
            _ if rules.counted_yakuman => Limit::Yakuman,
            _ => Limit::Sanbaiman,
        }
    }

    /// All, from the lowest.
    pub const ALL: [Limit; 6] = [
        Limit::None,
        Limit::Mangan,
        Limit::Haneman,
        Limit::Baiman,
        Limit::Sanbaiman,
        Limit::Yakuman,
    ];

    /// The base points of the limit.
    pub const fn base(self) -> u32 {
        match self {
            Limit::None => 0,
            Limit::Mangan => 2000,
            Limit::Haneman => 3000,
            Limit::Baiman => 4000,
            Limit::Sanbaiman => 6000,
            Limit::Yakuman => 8000,
        }
    }

    /// The name, where there is one.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Limit::None => None,
            Limit::Mangan => Some("mangan"),
            Limit::Haneman => Some("haneman"),
            Limit::Baiman => Some("baiman"),
            Limit::Sanbaiman => Some("sanbaiman"),
            Limit::Yakuman => Some("yakuman"),
        }
    }

    /// The name in Japanese, where there is one.
    pub const fn kanji(self) -> Option<&'static str> {
        match self {
            Limit::None => None,
            Limit::Mangan => Some("満貫"),
            Limit::Haneman => Some("跳満"),
            Limit::Baiman => Some("倍満"),
            Limit::Sanbaiman => Some("三倍満"),
            Limit::Yakuman => Some("役満"),
        }
    }
}

/// The base points of a hand that is no true yakuman: what everything paid is a
/// multiple of.
pub const fn base_points(han: u8, fu: u8, rules: &ScoringRules) -> u32 {
    match Limit::of(han, fu, rules) {
        Limit::None => (fu as u32) << (2 + han),
        limit => limit.base(),
    }
}

/// What is paid for a hand, by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Payment {
    /// The discarder pays all.
    Ron {
        /// What the discarder pays.
        from: u32,
    },
    /// A dealer's self-draw: the three others pay the same.
    DealerTsumo {
        /// What each pays.
        each: u32,
    },
    /// Another's self-draw.
    Tsumo {
        /// What the dealer pays.
        dealer: u32,
        /// What each of the two others pays.
        others: u32,
    },
}

impl Payment {
    /// The payment for base points, with 300 points for each honba.
    pub const fn new(base: u32, dealer: bool, tsumo: bool, honba: u32) -> Payment {
        let bonus = 100 * honba;
        match (tsumo, dealer) {
            (false, _) => {
                Payment::Ron { from: hundreds(base * if dealer { 6 } else { 4 }) + 3 * bonus }
            }
            (true, true) => Payment::DealerTsumo { each: hundreds(base * 2) + bonus },
            (true, false) => Payment::Tsumo {
                dealer: hundreds(base * 2) + bonus,
                others: hundreds(base) + bonus,
            },
        }
    }

    /// All that is paid.
    pub const fn total(self) -> u32 {
        match self {
            Payment::Ron { from } => from,
            Payment::DealerTsumo { each } => 3 * each,
            Payment::Tsumo { dealer, others } => dealer + 2 * others,
        }
    }

    /// What each seat gains or loses. `from` is the discarder, and must be given
    /// for a ron; riichi sticks are not included.
    pub fn deltas(self, winner: usize, from: Option<usize>, dealer: usize) -> [i32; 4] {
        let mut deltas = [0; 4];
        for (seat, delta) in deltas.iter_mut().enumerate() {
            let pays = match self {
                Payment::Ron { from: points } if Some(seat) == from => points,
                Payment::Ron { .. } => 0,
                Payment::DealerTsumo { each } => each,
                Payment::Tsumo { dealer: points, .. } if seat == dealer => points,
                Payment::Tsumo { others, .. } => others,
            };
            *delta = if seat == winner { self.total() as i32 } else { -(pays as i32) };
        }
        deltas
    }
}

/// Rounds up to a hundred.
const fn hundreds(points: u32) -> u32 {
    points.div_ceil(100) * 100
}
