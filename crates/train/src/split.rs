//! What is learned from and what is tested on.

use fuda_core::{Game, Purpose, Record, Rng, Seed};
use std::collections::BTreeMap;

/// What is learned from and what is tested on, by number: records, or their
/// decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The numbers to learn from.
    pub train: Vec<usize>,
    /// The numbers to test on.
    pub test: Vec<usize>,
}

impl Split {
    /// Takes at least `test` games out for the test, chosen by seed. Games of
    /// one deal (the same wall, the same cards) stay on one side, and so every
    /// decision of a game does.
    pub fn by_game<G: Game>(records: &[Record<G>], test: usize, seed: Seed) -> Split {
        let mut split = Split::drawn(records, test, seed);
        split.train.sort_unstable();
        split.test.sort_unstable();
        split
    }

    /// The same, both lists in the order drawn: the first games to learn from
    /// are a smaller set of them.
    pub fn drawn<G: Game>(records: &[Record<G>], test: usize, seed: Seed) -> Split {
        let mut deals: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, record) in records.iter().enumerate() {
            let key = match G::DEAL_IS_LUCK {
                // A deal can always be written: every record is kept with it.
                true => serde_json::to_string(&record.deal).unwrap_or_default(),
                false => number.to_string(),
            };
            deals.entry(key).or_default().push(number);
        }
        let mut deals: Vec<Vec<usize>> = deals.into_values().collect();
        deals.sort_unstable();
        Split::of_groups(deals, test, &mut seed.stream(Purpose::Sample, &[]))
    }

    /// Takes whole groups of numbers, in random order, until there are `test`
    /// for the test; the other groups are learned from.
    pub fn of_groups(mut groups: Vec<Vec<usize>>, test: usize, rng: &mut Rng) -> Split {
        rng.shuffle(&mut groups);
        let mut split = Split { train: Vec::new(), test: Vec::new() };
        for group in groups {
            match split.test.len() < test {
                true => split.test.extend(group),
                false => split.train.extend(group),
            }
        }
        split
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::kuhn::Kuhn;

    #[test]
    fn games_of_one_deal_stay_together_and_nothing_is_lost() {
        let deals: Vec<[u8; 2]> = (0..40).map(|i| [(i % 3) as u8, ((i + 1) % 3) as u8]).collect();
        let records: Vec<Record<Kuhn>> =
            deals.iter().map(|deal| Record::new(&Kuhn, *deal)).collect();
        for seed in 0..20 {
            let split = Split::by_game(&records, 5, Seed(seed));
            assert!(split.test.len() >= 5 && !split.train.is_empty());
            let mut all: Vec<usize> = split.train.iter().chain(&split.test).copied().collect();
            all.sort_unstable();
            assert_eq!(all, (0..40).collect::<Vec<_>>());
            let shared =
                split.train.iter().any(|&a| split.test.iter().any(|&b| deals[a] == deals[b]));
            assert!(!shared, "a deal is on both sides");
            assert_eq!(split, Split::by_game(&records, 5, Seed(seed)));
        }
    }
}
