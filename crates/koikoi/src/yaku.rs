//! Yaku: the sets of captured cards that score.

use crate::{CallBonus, Card, Cards, Rules};
use arrayvec::ArrayVec;
use std::fmt;

/// A set of captured cards that scores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Yaku {
    /// All five brights (goko).
    FiveBrights,
    /// Four brights without the rain (shiko).
    FourBrights,
    /// Four brights with the rain (ame-shiko).
    RainyFour,
    /// Three brights without the rain (sanko).
    ThreeBrights,
    /// Boar, deer and butterflies (inoshikacho).
    BoarDeerButterflies,
    /// Curtain and sake cup (hanami-zake).
    FlowerSake,
    /// Moon and sake cup (tsukimi-zake).
    MoonSake,
    /// The red ribbons with writing (akatan).
    RedRibbons,
    /// The blue ribbons (aotan).
    BlueRibbons,
    /// Red and blue ribbons together.
    RedAndBlueRibbons,
    /// Animals in number (tane).
    Animals,
    /// Ribbons in number (tanzaku).
    Ribbons,
    /// Plain cards in number (kasu).
    Plains,
}

impl fmt::Display for Yaku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Yaku::FiveBrights => "five brights",
            Yaku::FourBrights => "four brights",
            Yaku::RainyFour => "rainy four brights",
            Yaku::ThreeBrights => "three brights",
            Yaku::BoarDeerButterflies => "boar, deer and butterflies",
            Yaku::FlowerSake => "flower-viewing sake",
            Yaku::MoonSake => "moon-viewing sake",
            Yaku::RedRibbons => "red ribbons",
            Yaku::BlueRibbons => "blue ribbons",
            Yaku::RedAndBlueRibbons => "red and blue ribbons",
            Yaku::Animals => "animals",
            Yaku::Ribbons => "ribbons",
            Yaku::Plains => "plain cards",
        })
    }
}

/// How many cards of each kind a seat has captured, one byte each.
///
/// Kept through a playout it is cheaper than counting anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counts(u32);

impl Counts {
    pub(crate) const NONE: Counts = Counts(0);
    pub(crate) const BRIGHT: Counts = Counts(1);
    pub(crate) const ANIMAL: Counts = Counts(1 << 8);
    pub(crate) const RIBBON: Counts = Counts(1 << 16);
    pub(crate) const PLAIN: Counts = Counts(1 << 24);

    /// The counts of a set.
    #[inline]
    pub(crate) fn of(cards: Cards) -> Counts {
        let count = |kind: Cards, byte: u32| ((cards & kind).len() as u32) << (8 * byte);
        Counts(
            count(Cards::BRIGHTS, 0)
                | count(Cards::ANIMALS, 1)
                | count(Cards::RIBBONS, 2)
                | count(Cards::PLAINS, 3),
        )
    }

    /// The counts of two sets without a card in common.
    #[inline]
    pub(crate) const fn plus(self, other: Counts) -> Counts {
        Counts(self.0 + other.0)
    }

    #[inline]
    fn byte(self, byte: u32) -> u8 {
        (self.0 >> (8 * byte)) as u8
    }
}

/// The yaku of one seat with their points; at most seven go together.
pub type YakuList = ArrayVec<(Yaku, u8), 8>;

impl Rules {
    /// The yaku in captured cards, for a seat that has called koi-koi `calls` times.
    pub fn yaku(&self, captured: Cards, calls: u8) -> YakuList {
        let mut list = YakuList::new();
        let counts = Counts::of(captured);
        self.each_yaku(captured, counts, calls, |yaku, points| list.push((yaku, points)));
        list
    }

    /// The sum of the yaku in captured cards.
    #[inline]
    pub fn yaku_points(&self, captured: Cards, calls: u8) -> u16 {
        self.counted_points(captured, Counts::of(captured), calls)
    }

    /// The sum of the yaku in captured cards whose counts are known.
    #[inline]
    pub(crate) fn counted_points(&self, captured: Cards, counts: Counts, calls: u8) -> u16 {
        let mut sum = 0;
        self.each_yaku(captured, counts, calls, |_, points| sum += u16::from(points));
        sum
    }

    #[inline(always)]
    fn each_yaku(
        &self,
        captured: Cards,
        counts: Counts,
        calls: u8,
        mut score: impl FnMut(Yaku, u8),
    ) {
        let mut yaku = |holds: bool, yaku, points: u8| {
            if holds && points > 0 {
                score(yaku, points);
            }
        };
        let brights = counts.byte(0);
        let rain = captured.contains(Card::RAIN);
        match (brights, rain) {
            (5, _) => yaku(true, Yaku::FiveBrights, self.five_brights),
            (4, false) => yaku(true, Yaku::FourBrights, self.four_brights),
            (4, true) => yaku(true, Yaku::RainyFour, self.rainy_four),
            (3, false) => yaku(true, Yaku::ThreeBrights, self.three_brights),
            _ => {}
        }
        yaku(
            captured.contains_all(Cards::BOAR_DEER_BUTTERFLIES),
            Yaku::BoarDeerButterflies,
            self.boar_deer_butterflies,
        );
        if captured.contains(Card::SAKE) {
            let worth = |points| match self.sake_after_call {
                more if more > 0 && calls > 0 && points > 0 => more,
                _ => points,
            };
            yaku(captured.contains(Card::CURTAIN), Yaku::FlowerSake, worth(self.flower_sake));
            yaku(captured.contains(Card::MOON), Yaku::MoonSake, worth(self.moon_sake));
        }
        match (captured.contains_all(Cards::RED), captured.contains_all(Cards::BLUE)) {
            (true, true) => yaku(true, Yaku::RedAndBlueRibbons, self.both_ribbons),
            (red, blue) => {
                yaku(red, Yaku::RedRibbons, self.red_ribbons);
                yaku(blue, Yaku::BlueRibbons, self.blue_ribbons);
            }
        }
        let number = |count: u8, from: u8| (count + 1).saturating_sub(from);
        let cup = u8::from(self.sake_is_plain && captured.contains(Card::SAKE));
        yaku(true, Yaku::Animals, number(counts.byte(1), self.animals_from));
        yaku(true, Yaku::Ribbons, number(counts.byte(2), self.ribbons_from));
        yaku(true, Yaku::Plains, number(counts.byte(3) + cup, self.plains_from));
    }

    /// The cards that count as plain.
    #[inline]
    pub fn plains(&self) -> Cards {
        match self.sake_is_plain {
            true => Cards::PLAINS.with(Card::SAKE),
            false => Cards::PLAINS,
        }
    }

    /// What a seat scores that stops: its yaku, its own calls and the other's.
    pub fn stop_points(&self, captured: Cards, calls: u8, other_calls: u8) -> u16 {
        let sum = self.yaku_points(captured, calls);
        let mut points = match self.call_bonus {
            CallBonus::None => sum,
            CallBonus::Rising if calls <= 3 => sum.saturating_add(u16::from(calls)),
            CallBonus::Rising => sum.saturating_mul(u16::from(calls - 2)),
        };
        if self.double_from > 0 && sum >= u16::from(self.double_from) {
            points = points.saturating_mul(2);
        }
        if self.double_caught && other_calls > 0 {
            points = points.saturating_mul(2);
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cards(text: &str) -> Cards {
        text.split_whitespace().map(|t| t.parse::<Card>().expect("a card")).collect()
    }

    fn points(rules: Rules, text: &str) -> u16 {
        rules.yaku_points(cards(text), 0)
    }

    #[test]
    fn brights() {
        for (text, paper) in [
            ("crane curtain", 0),
            ("crane curtain moon", 5),
            ("crane curtain rainman", 0),
            ("crane curtain moon phoenix", 8),
            ("crane curtain moon rainman", 7),
            ("crane curtain moon phoenix rainman", 10),
        ] {
            assert_eq!(points(Rules::PAPER, text), paper, "{text}");
        }
    }

    #[test]
    fn ribbons() {
        assert_eq!(points(Rules::PAPER, "1b 2b 3b"), 5);
        assert_eq!(points(Rules::PAPER, "6b 9b 10b"), 5);
        // Six ribbons: red and blue together, and two for the number.
        assert_eq!(points(Rules::PAPER, "1b 2b 3b 6b 9b 10b"), 12);
        assert_eq!(points(Rules::GUAN, "1b 2b 3b 6b 9b 10b"), 22);
        assert_eq!(points(Rules::PAPER, "4b 5b 7b 11c"), 0);
        assert_eq!(points(Rules::PAPER, "4b 5b 7b 11c 6b"), 1);
    }

    #[test]
    fn animals_and_plains() {
        assert_eq!(points(Rules::PAPER, "boar deer butterflies"), 5);
        assert_eq!(points(Rules::PAPER, "boar deer butterflies geese swallow"), 6);
        let ten = "1c 1d 2c 2d 3c 3d 4c 4d 5c";
        assert_eq!(points(Rules::PAPER, ten), 0);
        assert_eq!(points(Rules::PAPER, &format!("{ten} sake")), 1);
        assert_eq!(points(Rules::PAPER, &format!("{ten} 12d")), 1);
        let without = Rules { sake_is_plain: false, ..Rules::PAPER };
        assert_eq!(points(without, &format!("{ten} sake")), 0);
    }

    #[test]
    fn sake_and_calls() {
        let both = cards("curtain moon sake");
        assert_eq!(Rules::PAPER.yaku_points(both, 0), 0);
        assert_eq!(Rules::GUAN.yaku_points(both, 0), 2);
        assert_eq!(Rules::GUAN.yaku_points(both, 1), 6);
        assert_eq!(Rules::NINTENDO.yaku_points(both, 1), 10);
        assert_eq!(Rules::GUAN.stop_points(both, 1, 0), 7);
        assert_eq!(Rules::GUAN.stop_points(both, 3, 1), 9);
        assert_eq!(Rules::GUAN.stop_points(both, 4, 0), 12);
        assert_eq!(Rules::NINTENDO.stop_points(both, 1, 0), 20);
        assert_eq!(Rules::NINTENDO.stop_points(both, 0, 1), 40);
        assert_eq!(Rules::NINTENDO.stop_points(cards("curtain sake"), 0, 1), 10);
    }

    proptest! {
        #[test]
        fn more_cards_never_score_less(bits in 0u64..1 << 48, more in 0usize..48, base in 0usize..3) {
            let rules = Rules::PRESETS[base].2;
            let captured: Cards = Card::all().filter(|c| bits >> c.index() & 1 == 1).collect();
            let more = Card::from_index(more).expect("below 48");
            prop_assert!(rules.yaku_points(captured.with(more), 0) >= rules.yaku_points(captured, 0));
            let listed: u16 = rules.yaku(captured, 2).iter().map(|(_, p)| u16::from(*p)).sum();
            prop_assert_eq!(listed, rules.yaku_points(captured, 2));
        }
    }
}
