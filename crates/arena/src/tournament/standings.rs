//! From the results of all pairs to one ladder.

use crate::rating::{self, Rating, Wins};
use fuda_core::Seed;
use fuda_stats::{Cluster, Estimate, ratio};

/// What two players did to each other, deal by deal.
#[derive(Clone, Debug, Default)]
pub(super) struct PairResults {
    /// Their numbers.
    pub pair: [usize; 2],
    /// The first one's points minus the second's in each deal.
    pub differences: Vec<f64>,
    /// How often each finished before the other in each deal.
    pub wins: Vec<[f64; 2]>,
}

/// At most so many groups of deals; neighbours are put together.
const MOST_GROUPS: usize = 1_000;

/// All players on one scale. A deal with all its games of all pairs is one
/// observation of the bootstrap.
pub(super) fn ratings(
    names: &[String],
    results: &[PairResults],
    resamples: usize,
    seed: Seed,
) -> Vec<Rating> {
    let players = names.len();
    let deals = results.iter().map(|r| r.wins.len()).max().unwrap_or(0);
    let size = deals.div_ceil(MOST_GROUPS).max(1);
    let mut groups: Vec<Wins> = vec![vec![0.0; players * players]; deals.div_ceil(size)];
    for PairResults { pair: [a, b], wins, .. } in results {
        for (deal, [first, second]) in wins.iter().enumerate() {
            let group = &mut groups[deal / size];
            group[a * players + b] += first;
            group[b * players + a] += second;
        }
    }
    rating::rate(names, &groups, resamples, seed)
}

/// By how many points per game each player is ahead of those it met, on
/// average over the deals it played, with an interval over deals.
pub(super) fn leads(players: usize, results: &[PairResults]) -> Vec<Estimate> {
    let deals = results.iter().map(|r| r.differences.len()).max().unwrap_or(0);
    let lead = |player: usize| {
        let mut clusters = vec![Cluster::default(); deals];
        for PairResults { pair, differences, .. } in results {
            let sign = match pair.iter().position(|&p| p == player) {
                Some(0) => 1.0,
                Some(_) => -1.0,
                None => continue,
            };
            clusters.iter_mut().zip(differences).for_each(|(c, d)| c.add(sign * d));
        }
        clusters.retain(|cluster| cluster.count > 0.0);
        ratio(&clusters)
    };
    (0..players).map(lead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Purpose, Rng};

    /// Wins of seven baseball teams over each other in 1987, 13 games per pair
    /// (Agresti, *Categorical Data Analysis*, 1990, table 10.9), and the
    /// abilities published there, as logarithms of odds against the last.
    const TEAMS: [([f64; 7], f64); 7] = [
        ([0.0, 7.0, 9.0, 7.0, 7.0, 9.0, 11.0], 1.581),
        ([6.0, 0.0, 7.0, 5.0, 11.0, 9.0, 9.0], 1.436),
        ([4.0, 6.0, 0.0, 7.0, 7.0, 8.0, 12.0], 1.294),
        ([6.0, 8.0, 6.0, 0.0, 6.0, 7.0, 10.0], 1.248),
        ([6.0, 2.0, 6.0, 7.0, 0.0, 7.0, 12.0], 1.108),
        ([4.0, 4.0, 5.0, 6.0, 6.0, 0.0, 6.0], 0.684),
        ([2.0, 4.0, 1.0, 3.0, 1.0, 7.0, 0.0], 0.0),
    ];

    #[test]
    fn published_abilities_come_back() {
        // Many times over, so that the tie the fit adds to each pair is little.
        let times = 10_000.0;
        let pairs = (0..7).flat_map(|a| (a + 1..7).map(move |b| [a, b]));
        let results: Vec<PairResults> = pairs
            .map(|[a, b]| PairResults {
                pair: [a, b],
                differences: Vec::new(),
                wins: vec![[times * TEAMS[a].0[b], times * TEAMS[b].0[a]]],
            })
            .collect();
        let names: Vec<String> = (0..7).map(|team| team.to_string()).collect();
        let found = ratings(&names, &results, 0, Seed(1));
        let points = 400.0 / std::f64::consts::LN_10;
        for (team, (_, ability)) in found.iter().zip(TEAMS) {
            let above_last = (team.rating.mean - found[6].rating.mean) / points;
            assert!((above_last - ability).abs() < 6e-4, "{above_last} is not {ability}");
        }
    }

    /// Pairs that share their deals: a player's luck in a deal is its own.
    fn shared(rng: &mut Rng, deals: usize) -> Vec<PairResults> {
        let luck: Vec<[f64; 3]> =
            (0..deals).map(|_| [rng.unit(), rng.unit(), rng.unit()].map(|u| 4.0 * u)).collect();
        let strength = [1.0, 0.0, -1.0];
        [[0usize, 1], [2, 0], [1, 2]]
            .map(|[a, b]| {
                let points = |deal: &[f64; 3], p: usize| strength[p] + deal[p];
                let differences: Vec<f64> =
                    luck.iter().map(|deal| points(deal, a) - points(deal, b)).collect();
                let won = |d: &f64| if *d > 0.0 { [1.0, 0.0] } else { [0.0, 1.0] };
                let wins = differences.iter().map(won).collect();
                PairResults { pair: [a, b], differences, wins }
            })
            .into()
    }

    #[test]
    fn intervals_over_deals_cover_the_truth_as_often_as_they_say() {
        let mut inside = [0; 3];
        for number in 0..400 {
            let results = shared(&mut Seed(3).stream(Purpose::Sample, &[number]), 30);
            for (player, lead) in leads(3, &results).into_iter().enumerate() {
                let truth = [1.5, 0.0, -1.5][player];
                let (low, high) = lead.interval().unwrap();
                inside[player] += u32::from(low <= truth && truth <= high);
            }
        }
        assert!(inside.iter().all(|n| (366..=392).contains(n)), "{inside:?} of 400");
    }

    #[test]
    fn the_stronger_is_rated_higher_and_leads_add_up_to_nothing() {
        let results = shared(&mut Seed(5).stream(Purpose::Sample, &[]), 2_500);
        let names = ["a", "b", "c"].map(str::to_owned);
        let rated = ratings(&names, &results, 50, Seed(1));
        let ends: Vec<_> = rated.iter().map(|r| r.rating.interval().unwrap()).collect();
        assert!(ends[0].0 > ends[1].1 && ends[1].0 > ends[2].1, "{rated:?}");
        let sum: f64 = leads(3, &results).iter().map(|lead| lead.mean).sum();
        assert!(sum.abs() < 1e-9, "{sum}");
    }

    #[test]
    fn pairs_of_different_length_and_none_at_all() {
        let mut results = shared(&mut Seed(5).stream(Purpose::Sample, &[]), 50);
        results[1].differences.truncate(10);
        results[1].wins.truncate(10);
        let by_hand: f64 =
            results[0].differences.iter().sum::<f64>() - results[1].differences.iter().sum::<f64>();
        let lead = leads(3, &results)[0];
        assert!((lead.mean - by_hand / 60.0).abs() < 1e-9);
        assert!(leads(2, &[]).iter().all(|lead| lead.mean.is_nan()));
        let names = ["a", "b"].map(str::to_owned);
        assert!(ratings(&names, &[], 10, Seed(1)).iter().all(|r| r.rating.mean.is_nan()));
    }
}
