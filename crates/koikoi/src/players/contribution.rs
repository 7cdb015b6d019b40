//! What a card contributes to a seat's yaku: two measures.

use crate::{Card, Cards, Rules};

/// What each card would contribute to the yaku of one seat.
///
/// Both measures go through the yaku a seat may still complete. A yaku is a
/// goal: so many cards out of a set, for so many points. With `missing` cards
/// still to come, and as many not yet in the other's captures, each card that
/// would bring it nearer gets
///
/// * **high-score contribution**: the points divided by `missing`: the score
///   in reach, spread over the captures it still takes;
/// * **quick-finish contribution**: `4^(1 - missing)`: points do not count,
///   and a card that completes something outweighs all that only prepare.
///
/// A card's contributions are added up over the goals it serves. Where a yaku
/// grows with further cards (animals, ribbons, plain cards; four and five
/// brights after three), the growth is a goal of its own, worth the points
/// that it adds.
#[derive(Clone, PartialEq, Debug)]
pub struct Contribution {
    /// High-score contribution of each card, by index.
    pub high: [f32; 48],
    /// Quick-finish contribution of each card, by index.
    pub quick: [f32; 48],
}

/// `4^(1 - missing)`.
const QUICK: [f32; 16] = {
    let mut table = [0.0; 16];
    let mut missing = 1;
    let mut value = 1.0;
    while missing < 16 {
        table[missing] = value;
        value /= 4.0;
        missing += 1;
    }
    table
};

impl Contribution {
    /// What cards contribute to the seat that captured `own`, while the other
    /// captured `other`.
    pub fn new(rules: &Rules, own: Cards, other: Cards) -> Contribution {
        let mut sums = Contribution { high: [0.0; 48], quick: [0.0; 48] };
        let open = Cards::of_months(rules.months) & !(own | other);
        let mut goal = |set: Cards, need: usize, points: i32| {
            let missing = need.saturating_sub((set & own).len());
            let helpful = set & open;
            if points <= 0 || missing == 0 || helpful.len() < missing {
                return;
            }
            let high = points as f32 / missing as f32;
            let quick = QUICK.get(missing).copied().unwrap_or(0.0);
            for card in helpful {
                sums.high[card.index()] += high;
                sums.quick[card.index()] += quick;
            }
        };
        let points = i32::from;
        let dry = Cards::BRIGHTS.without(Card::RAIN);
        let three = points(rules.three_brights);
        goal(dry, 3, three);
        goal(dry, 4, points(rules.four_brights) - three);
        if dry_in_reach(own, other) {
            goal(Cards::BRIGHTS, 4, points(rules.rainy_four) - three);
        }
        goal(Cards::BRIGHTS, 5, points(rules.five_brights) - points(rules.four_brights));
        goal(Cards::BOAR_DEER_BUTTERFLIES, 3, points(rules.boar_deer_butterflies));
        let sake = Cards::NONE.with(Card::SAKE);
        goal(sake.with(Card::CURTAIN), 2, points(rules.flower_sake));
        goal(sake.with(Card::MOON), 2, points(rules.moon_sake));
        let (red, blue) = (points(rules.red_ribbons), points(rules.blue_ribbons));
        goal(Cards::RED, 3, red);
        goal(Cards::BLUE, 3, blue);
        goal(Cards::RED | Cards::BLUE, 6, points(rules.both_ribbons) - red - blue);
        for (set, from) in [
            (Cards::ANIMALS, rules.animals_from),
            (Cards::RIBBONS, rules.ribbons_from),
            (rules.plains(), rules.plains_from),
        ] {
            goal(set, usize::from(from).max((set & own).len() + 1), 1);
        }
        sums
    }
}

/// Four brights with the rain need three without it.
fn dry_in_reach(own: Cards, other: Cards) -> bool {
    let dry = Cards::BRIGHTS.without(Card::RAIN) & !other;
    dry.len() >= 3 && !other.contains(Card::RAIN) || own.contains(Card::RAIN) && dry.len() >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.split_whitespace().map(|t| t.parse::<Card>().expect("a card")).collect()
    }

    #[test]
    fn the_third_bright_completes() {
        let c = Contribution::new(&Rules::PAPER, cards("crane moon"), Cards::NONE);
        let curtain = Card::CURTAIN.index();
        // Three brights: 5 with one missing. Four: 3 more with two missing, and
        // 2 more with two missing by the rain. Five: 2 more, three missing.
        assert!((c.high[curtain] - (5.0 + 1.5 + 1.0 + 2.0 / 3.0)).abs() < 1e-6);
        assert!((c.quick[curtain] - (1.0 + 0.25 + 0.25 + 0.0625)).abs() < 1e-6);
        assert!(c.high[curtain] > c.high[Card::BOAR.index()]);
    }

    #[test]
    fn what_the_other_has_taken_is_out_of_reach() {
        let c = Contribution::new(&Rules::PAPER, cards("boar deer"), cards("butterflies"));
        let swallow: Card = "swallow".parse().expect("a card");
        // Only the number of animals is left: one point, three missing.
        assert!((c.high[swallow.index()] - 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(c.high[Card::BUTTERFLIES.index()], 0.0);
    }

    #[test]
    fn further_cards_of_a_number_count_one_each() {
        let ribbons = cards("1b 4b 5b 7b 11c");
        let c = Contribution::new(&Rules::PAPER, ribbons, cards("6b 2b 9b"));
        let three: Card = "3b".parse().expect("a card");
        assert!((c.high[three.index()] - 1.0).abs() < 1e-6);
        assert!((c.quick[three.index()] - 1.0).abs() < 1e-6);
    }
}
