//! Cards, yaku and moves by their Japanese names.

use crate::{Card, Cards, Kind, Move, Yaku};

const MONTHS: [&str; 12] =
    ["松", "梅", "桜", "藤", "菖蒲", "牡丹", "萩", "芒", "菊", "紅葉", "柳", "桐"];

impl Card {
    /// The name in Japanese, such as 松に鶴.
    ///
    /// ```
    /// use fuda_koikoi::Card;
    ///
    /// let names = |card: &str| card.parse::<Card>().map(Card::japanese);
    /// assert_eq!(names("crane")?, "松に鶴");
    /// assert_eq!(names("6b")?, "牡丹に青短");
    /// assert_eq!(names("12d")?, "桐のカス3");
    /// # Ok::<(), fuda_core::BadText>(())
    /// ```
    pub fn japanese(self) -> String {
        let month = MONTHS[self.index() / 4];
        let picture = match (self.picture(), self.kind()) {
            (Some("crane"), _) => "鶴",
            (Some("curtain"), _) => "幕",
            (Some("moon"), _) => "月",
            (Some("rainman"), _) => "小野道風",
            (Some("phoenix"), _) => "鳳凰",
            (Some("warbler"), _) => "鶯",
            (Some("cuckoo"), _) => "不如帰",
            (Some("bridge"), _) => "八橋",
            (Some("butterflies"), _) => "蝶",
            (Some("boar"), _) => "猪",
            (Some("geese"), _) => "雁",
            (Some("sake"), _) => "盃",
            (Some("deer"), _) => "鹿",
            (Some("swallow"), _) => "燕",
            (_, Kind::Ribbon) if Cards::RED.contains(self) => "赤短",
            (_, Kind::Ribbon) if Cards::BLUE.contains(self) => "青短",
            (_, Kind::Ribbon) => "短冊",
            _ => {
                return match self.plain_number() {
                    1 => format!("{month}のカス"),
                    n => format!("{month}のカス{n}"),
                };
            }
        };
        format!("{month}に{picture}")
    }

    /// Which of the month's plain cards this is, from 1.
    fn plain_number(self) -> usize {
        let same = Cards::month_of(self) & Cards::PLAINS;
        1 + same.iter().filter(|other| *other < self).count()
    }
}

impl Yaku {
    /// The name in Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            Yaku::FiveBrights => "五光",
            Yaku::FourBrights => "四光",
            Yaku::RainyFour => "雨四光",
            Yaku::ThreeBrights => "三光",
            Yaku::BoarDeerButterflies => "猪鹿蝶",
            Yaku::FlowerSake => "花見で一杯",
            Yaku::MoonSake => "月見で一杯",
            Yaku::RedRibbons => "赤短",
            Yaku::BlueRibbons => "青短",
            Yaku::RedAndBlueRibbons => "赤短・青短",
            Yaku::Animals => "タネ",
            Yaku::Ribbons => "タン",
            Yaku::Plains => "カス",
        }
    }
}

impl Move {
    /// The move in Japanese.
    pub fn japanese(self) -> String {
        match self {
            Move::Play(card) => card.japanese(),
            Move::Take(card) => format!("{}を取る", card.japanese()),
            Move::KoiKoi => "こいこい".into(),
            Move::Stop => "上がり".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_card_has_a_name_of_its_own() {
        let names: BTreeSet<String> = Card::all().map(Card::japanese).collect();
        assert_eq!(names.len(), 48, "{names:?}");
        assert!(names.iter().all(|name| !name.chars().any(|c| c.is_ascii_alphabetic())));
    }
}
