//! The yaku, numbered as Tenhou numbers them.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! yaku {
    ($($variant:ident, $name:literal, $kanji:literal, $doc:literal;)*) => {
        /// A yaku, or a sort of dora, which adds han but is no yaku.
        ///
        /// The number of each is Tenhou's: `Yaku::Pinfu as u8` is 7.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(rename_all = "snake_case")]
        #[repr(u8)]
        pub enum Yaku {
            $(#[doc = $doc] $variant,)*
        }

        impl Yaku {
            /// All, in order of their numbers.
            pub const ALL: [Yaku; 55] = [$(Yaku::$variant,)*];

            /// The usual name in Latin letters.
            pub const fn name(self) -> &'static str {
                match self { $(Yaku::$variant => $name,)* }
            }

            /// The name in Japanese.
            pub const fn kanji(self) -> &'static str {
                match self { $(Yaku::$variant => $kanji,)* }
            }
        }
    };
}

yaku! {
    Tsumo, "tsumo", "門前清自摸和", "Self-draw with a closed hand.";
    Riichi, "riichi", "立直", "A declared closed tenpai.";
    Ippatsu, "ippatsu", "一発", "A win within one turn of riichi.";
    Chankan, "chankan", "槍槓", "A win on the tile added to a kan.";
    Rinshan, "rinshan", "嶺上開花", "A win on the tile drawn after a kan.";
    Haitei, "haitei", "海底摸月", "Self-draw of the last tile.";
    Houtei, "houtei", "河底撈魚", "A win on the last discard.";
    Pinfu, "pinfu", "平和", "Closed, runs, a plain pair and a two-sided wait.";
    Tanyao, "tanyao", "断幺九", "No terminals or honours.";
    Iipeikou, "iipeikou", "一盃口", "Closed, the same run twice.";
    SeatEast, "seat wind E", "自風 東", "East as the seat's wind.";
    SeatSouth, "seat wind S", "自風 南", "South as the seat's wind.";
    SeatWest, "seat wind W", "自風 西", "West as the seat's wind.";
    SeatNorth, "seat wind N", "自風 北", "North as the seat's wind.";
    RoundEast, "round wind E", "場風 東", "East as the round's wind.";
    RoundSouth, "round wind S", "場風 南", "South as the round's wind.";
    RoundWest, "round wind W", "場風 西", "West as the round's wind.";
    RoundNorth, "round wind N", "場風 北", "North as the round's wind.";
    Haku, "haku", "翻牌 白", "A triplet of white dragons.";
    Hatsu, "hatsu", "翻牌 發", "A triplet of green dragons.";
    Chun, "chun", "翻牌 中", "A triplet of red dragons.";
    DoubleRiichi, "double riichi", "ダブル立直", "Riichi at the first discard.";
    Chiitoitsu, "chiitoitsu", "七対子", "Seven different pairs.";
    Chanta, "chanta", "混全帯幺九", "A terminal or honour in every set and the pair.";
    Ittsu, "ittsu", "一気通貫", "123, 456 and 789 of one suit.";
    Sanshoku, "sanshoku", "三色同順", "The same run in all three suits.";
    SanshokuDoukou, "sanshoku doukou", "三色同刻", "The same triplet in all three suits.";
    Sankantsu, "sankantsu", "三槓子", "Three kans.";
    Toitoi, "toitoi", "対々和", "Four triplets or kans.";
    Sanankou, "sanankou", "三暗刻", "Three concealed triplets.";
    Shousangen, "shousangen", "小三元", "Two dragon triplets and a pair of the third.";
    Honroutou, "honroutou", "混老頭", "Terminals and honours only.";
    Ryanpeikou, "ryanpeikou", "二盃口", "Closed, two runs twice each.";
    Junchan, "junchan", "純全帯幺九", "A terminal in every set and the pair.";
    Honitsu, "honitsu", "混一色", "One suit and honours.";
    Chinitsu, "chinitsu", "清一色", "One suit only.";
    Renhou, "renhou", "人和", "A win on a discard before the first draw.";
    Tenhou, "tenhou", "天和", "The dealer's win with the dealt hand.";
    Chiihou, "chiihou", "地和", "A win with the first draw.";
    Daisangen, "daisangen", "大三元", "Triplets of all three dragons.";
    Suuankou, "suuankou", "四暗刻", "Four concealed triplets.";
    SuuankouTanki, "suuankou tanki", "四暗刻単騎", "Four concealed triplets, waiting for the pair.";
    Tsuuiisou, "tsuuiisou", "字一色", "Honours only.";
    Ryuuiisou, "ryuuiisou", "緑一色", "Green tiles only.";
    Chinroutou, "chinroutou", "清老頭", "Terminals only.";
    Chuuren, "chuuren", "九蓮宝燈", "Nine gates.";
    JunseiChuuren, "junsei chuuren", "純正九蓮宝燈", "Nine gates, waiting for all nine.";
    Kokushi, "kokushi", "国士無双", "Thirteen orphans.";
    Kokushi13, "kokushi 13", "国士無双十三面", "Thirteen orphans, waiting for all thirteen.";
    Daisuushii, "daisuushii", "大四喜", "Triplets of all four winds.";
    Shousuushii, "shousuushii", "小四喜", "Three wind triplets and a pair of the fourth.";
    Suukantsu, "suukantsu", "四槓子", "Four kans.";
    Dora, "dora", "ドラ", "A tile an indicator points to.";
    UraDora, "ura", "裏ドラ", "A tile an indicator below points to.";
    RedFive, "red", "赤ドラ", "A red five.";
}

impl Yaku {
    /// The yaku of a Tenhou number.
    pub const fn from_id(id: u8) -> Option<Yaku> {
        if id < 55 { Some(Yaku::ALL[id as usize]) } else { None }
    }

    /// Tenhou's number.
    #[inline]
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// Whether it is a yakuman. Renhou is one only under some rules and not
    /// counted here.
    #[inline]
    pub const fn is_yakuman(self) -> bool {
        matches!(self as u8, 37..=51)
    }

    /// Whether it is dora, ura dora or a red five: han, but no yaku.
    #[inline]
    pub const fn is_dora(self) -> bool {
        self as u8 >= 52
    }

    /// Han of an ordinary yaku in a closed or open hand; none for a yakuman
    /// and for what a closed hand alone may have.
    #[inline]
    pub const fn han(self, closed: bool) -> u8 {
        let (when_closed, when_open) = match self {
            Yaku::Tsumo | Yaku::Riichi | Yaku::Ippatsu | Yaku::Pinfu | Yaku::Iipeikou => (1, 0),
            Yaku::DoubleRiichi | Yaku::Chiitoitsu => (2, 0),
            Yaku::Ryanpeikou => (3, 0),
            Yaku::Chanta | Yaku::Ittsu | Yaku::Sanshoku => (2, 1),
            Yaku::SanshokuDoukou
            | Yaku::Sankantsu
            | Yaku::Toitoi
            | Yaku::Sanankou
            | Yaku::Shousangen
            | Yaku::Honroutou => (2, 2),
            Yaku::Junchan | Yaku::Honitsu => (3, 2),
            Yaku::Chinitsu => (6, 5),
            Yaku::Renhou => (5, 0),
            other if other.is_yakuman() => (0, 0),
            _ => (1, 1),
        };
        if closed { when_closed } else { when_open }
    }
}

impl fmt::Display for Yaku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of yaku, one bit each by number.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct YakuSet(u64);

impl YakuSet {
    /// No yaku.
    pub const EMPTY: YakuSet = YakuSet(0);

    /// Adds a yaku when `holds`.
    #[inline]
    pub(super) const fn add_if(&mut self, yaku: Yaku, holds: bool) {
        self.0 |= (holds as u64) << yaku as u8;
    }

    /// Whether the yaku is in the set.
    #[inline]
    pub const fn contains(self, yaku: Yaku) -> bool {
        self.0 >> yaku as u8 & 1 != 0
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The yaku in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Yaku> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let yaku = Yaku::ALL.get(bits.trailing_zeros() as usize).copied()?;
            bits &= bits - 1;
            Some(yaku)
        })
    }

    /// The yaku of both sets.
    #[inline]
    pub(super) const fn union(self, other: YakuSet) -> YakuSet {
        YakuSet(self.0 | other.0)
    }
}

impl fmt::Debug for YakuSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
