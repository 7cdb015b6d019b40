//! What a card contributes to a seat's yaku: two measures.

use crate::{Card, Cards, Rules};

/// What each card would contribute to the yaku of one seat.
///
/// The paper names two measures and leaves their definition to an appendix
/// that was never printed. Ours ask how much it matters that this seat gets
/// the card:
///
/// * **high-score contribution**: by how many points the expected yaku at the
///   end of the round are higher with the card than without it;
/// * **quick-finish contribution**: by how much likelier a yaku, whatever its
///   worth, is complete within the next two turns.
///
/// Every yaku is a goal: so many cards out of a set. Each card of the set that
/// nobody has captured yet is taken to fall to the seat by chance, all alike
/// and independent, with the probability `captures × turns / open cards`: a
/// seat captures about 1.6 cards per turn. A card matters to a goal
/// when the others fall exactly one short of it, so it contributes
///
/// `points × P(Binomial(others, chance) = missing - 1)`,
///
/// and where every further card scores a point (animals, ribbons, plain
/// cards), `P(Binomial(others, chance) ≥ missing - 1)`. Contributions are added
/// up over the goals a card serves. Goals that need a card the other seat has
/// captured are out of reach and give nothing.
///
/// The reason for counting chances instead of missing cards alone: two red
/// ribbons of exactly three say more than eight plain cards of 25, although
/// one misses a card and the other two.
#[derive(Clone, PartialEq, Debug)]
pub struct Contribution {
    /// High-score contribution of each card, by index.
    pub high: [f32; 48],
    /// Quick-finish contribution of each card, by index.
    pub quick: [f32; 48],
}

/// How many cards a seat captures in a turn, on average.
const CAPTURES: f32 = 1.6;

/// How many turns count as quick.
const SOON: usize = 2;

impl Contribution {
    /// What cards contribute to the seat that captured `own` and has `turns`
    /// turns to come, while the other captured `other`.
    pub fn new(rules: &Rules, own: Cards, other: Cards, turns: usize) -> Contribution {
        let open = Cards::of_months(rules.months) & !(own | other);
        let chance =
            |turns: usize| (CAPTURES * turns as f32 / open.len().max(1) as f32).clamp(0.01, 0.5);
        let mut sums = Sums {
            own,
            open,
            late: chance(turns),
            soon: chance(turns.min(SOON)),
            contribution: Contribution { high: [0.0; 48], quick: [0.0; 48] },
        };
        let points = |n: u8| f32::from(n);
        let dry = Cards::BRIGHTS.without(Card::RAIN);
        let three = points(rules.three_brights);
        sums.goal(dry, 3, three);
        sums.goal(dry, 4, points(rules.four_brights) - three);
        if (dry & !other).len() >= 3 {
            sums.goal(Cards::BRIGHTS, 4, points(rules.rainy_four) - three);
        }
        sums.goal(Cards::BRIGHTS, 5, points(rules.five_brights) - points(rules.four_brights));
        sums.goal(Cards::BOAR_DEER_BUTTERFLIES, 3, points(rules.boar_deer_butterflies));
        let sake = Cards::NONE.with(Card::SAKE);
        sums.goal(sake.with(Card::CURTAIN), 2, points(rules.flower_sake));
        sums.goal(sake.with(Card::MOON), 2, points(rules.moon_sake));
        let (red, blue) = (points(rules.red_ribbons), points(rules.blue_ribbons));
        sums.goal(Cards::RED, 3, red);
        sums.goal(Cards::BLUE, 3, blue);
        sums.goal(Cards::RED | Cards::BLUE, 6, points(rules.both_ribbons) - red - blue);
        sums.growing(Cards::ANIMALS, rules.animals_from);
        sums.growing(Cards::RIBBONS, rules.ribbons_from);
        sums.growing(rules.plains(), rules.plains_from);
        sums.contribution
    }
}

/// The sums so far, and what the goals are measured by.
struct Sums {
    own: Cards,
    open: Cards,
    /// The chance of a card until the end of the round.
    late: f32,
    /// The chance of a card within the next turns.
    soon: f32,
    contribution: Contribution,
}

impl Sums {
    /// So many cards out of a set, for so many points.
    fn goal(&mut self, set: Cards, need: usize, points: f32) {
        let missing = need.saturating_sub((set & self.own).len());
        let helpful = set & self.open;
        if points <= 0.0 || missing == 0 || helpful.len() < missing {
            return;
        }
        let (others, short) = (helpful.len() - 1, missing - 1);
        let high = points * exactly(others, short, self.late);
        let quick = exactly(others, short, self.soon);
        self.add(helpful, high, quick);
    }

    /// So many cards out of a set for a point, and a point for each further.
    fn growing(&mut self, set: Cards, from: u8) {
        let missing = usize::from(from).saturating_sub((set & self.own).len()).max(1);
        let helpful = set & self.open;
        if helpful.len() < missing {
            return;
        }
        let (others, short) = (helpful.len() - 1, missing - 1);
        let at_least: f32 = (0..short).map(|k| exactly(others, k, self.late)).sum();
        let quick = exactly(others, short, self.soon);
        self.add(helpful, (1.0 - at_least).max(0.0), quick);
    }

    fn add(&mut self, cards: Cards, high: f32, quick: f32) {
        for card in cards {
            self.contribution.high[card.index()] += high;
            self.contribution.quick[card.index()] += quick;
        }
    }
}

/// The probability of `k` successes in `n` trials.
fn exactly(n: usize, k: usize, chance: f32) -> f32 {
    if k > n {
        return 0.0;
    }
    let ways = (0..k).fold(1.0, |ways, i| ways * (n - i) as f32 / (i + 1) as f32);
    ways * chance.powi(k as i32) * (1.0 - chance).powi((n - k) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.split_whitespace().map(|t| t.parse::<Card>().expect("a card")).collect()
    }

    fn index(text: &str) -> usize {
        text.parse::<Card>().expect("a card").index()
    }

    #[test]
    fn chances_add_up_to_one() {
        for n in 0..20 {
            let sum: f32 = (0..=n).map(|k| exactly(n, k, 0.3)).sum();
            assert!((sum - 1.0).abs() < 1e-5);
            assert_eq!(exactly(n, n + 1, 0.3), 0.0);
        }
    }

    /// Checked by going through every way the open cards of a set may fall.
    #[test]
    fn a_contribution_is_the_difference_the_card_makes() {
        let own = cards("boar 1b 4b 5b 7b");
        let other = cards("2b crane 6b");
        let turns = 5;
        let got = Contribution::new(&Rules::PAPER, own, other, turns);
        let open = !(own | other);
        let chance = CAPTURES * turns as f32 / open.len() as f32;
        let deer = Card::DEER;
        // All other animals that are open, in every combination.
        let rest: Vec<Card> = (Cards::ANIMALS & open).without(deer).iter().collect();
        let mut difference = 0.0;
        for bits in 0u32..1 << rest.len() {
            let mine: Cards = rest
                .iter()
                .enumerate()
                .filter(|(i, _)| bits >> i & 1 == 1)
                .map(|(_, c)| *c)
                .collect();
            let hits = bits.count_ones() as i32;
            let p = chance.powi(hits) * (1.0 - chance).powi(rest.len() as i32 - hits);
            let animals = |extra: Cards| {
                Rules::PAPER.yaku_points((own & Cards::ANIMALS) | mine | extra, 0) as f32
            };
            difference += p * (animals(Cards::NONE.with(deer)) - animals(Cards::NONE));
        }
        assert!((got.high[deer.index()] - difference).abs() < 1e-4, "{difference}");
    }

    #[test]
    fn what_completes_comes_first() {
        let own = cards("crane moon 1b 2b");
        let c = Contribution::new(&Rules::PAPER, own, cards("deer"), 4);
        for measure in [&c.high, &c.quick] {
            assert!(measure[index("curtain")] > measure[index("boar")]);
            assert!(measure[index("3b")] > measure[index("4b")]);
        }
        // The phoenix would complete three brights too, the third red ribbon
        // is the only one: it matters more.
        assert!(c.high[index("3b")] > c.high[index("curtain")]);
        assert_eq!(c.high[index("deer")], 0.0);
    }
}
