//! Ratings of two or more players on one scale.
//!
//! Every game ranks its chairs by points. The Plackett–Luce model explains
//! such rankings by one strength for each kind of player. We fit it through
//! all its pairwise comparisons: a chair that finished before one of another
//! kind has beaten it, a tie is half a win each. Full rank breaking gives
//! consistent estimates of the Plackett–Luce strengths (Azari Soufiani et
//! al. 2013), handles ties without further parameters, and needs only a
//! table of wins for each block, so that resampling whole blocks is quick.
//! Sequential systems (Glicko, Weng–Lin, TrueSkill) were set aside because
//! their numbers depend on the order of the games and treat games of one
//! block as independent. The fit is Hunter's minorisation–maximisation.

use fuda_core::{Purpose, Seed};
use fuda_stats::{Estimate, bootstrap};
use serde::Serialize;

/// A player's rating, 1500 being the mean of all players of the match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The player's label.
    pub name: String,
    /// 400 points more are tenfold odds of finishing before the other. The
    /// interval is a bootstrap over blocks.
    pub rating: Estimate,
}

/// A table of wins: `wins[a * kinds + b]` is how often `a` beat `b`.
pub(crate) type Wins = Vec<f64>;

/// At most so many groups of blocks are resampled; more blocks are put
/// together, neighbours first, which leaves them independent.
const MOST_GROUPS: usize = 1_000;

/// Adds one game to a table of wins.
pub(crate) fn count_game(seating: &[u8], scores: &[f64], kinds: usize, wins: &mut [f64]) {
    for (a, (&kind_a, score_a)) in seating.iter().zip(scores).enumerate() {
        for (&kind_b, score_b) in seating.iter().zip(scores).skip(a + 1) {
            if kind_a == kind_b {
                continue;
            }
            let share = match score_a.total_cmp(score_b) {
                _ if score_a == score_b => 0.5,
                std::cmp::Ordering::Less => 0.0,
                _ => 1.0,
            };
            wins[usize::from(kind_a) * kinds + usize::from(kind_b)] += share;
            wins[usize::from(kind_b) * kinds + usize::from(kind_a)] += 1.0 - share;
        }
    }
}

/// Rates the players from the tables of the blocks, in block order.
pub(crate) fn rate(names: &[String], blocks: &[Wins], resamples: usize, seed: Seed) -> Vec<Rating> {
    let kinds = names.len();
    let groups = grouped(blocks);
    let total = add_up(groups.iter(), kinds);
    let mut ratings = fit(&total, kinds);
    if blocks.is_empty() {
        ratings.fill(f64::NAN);
    }
    // Where all deals ended alike nothing is known about the spread.
    let spread = blocks.windows(2).any(|pair| pair[0] != pair[1]);
    let resamples = if spread { resamples } else { 0 };
    let estimates = bootstrap(ratings, resamples, |number| {
        let mut rng = seed.stream(Purpose::Sample, &[u64::MAX, number as u64]);
        let resample = (0..groups.len()).filter_map(|_| rng.pick(&groups));
        fit(&add_up(resample, kinds), kinds)
    });
    let rated = names.iter().zip(estimates);
    rated.map(|(name, rating)| Rating { name: name.clone(), rating }).collect()
}

fn grouped(blocks: &[Wins]) -> Vec<Wins> {
    let size = blocks.len().div_ceil(MOST_GROUPS).max(1);
    let kinds_squared = blocks.first().map_or(0, Vec::len);
    blocks
        .chunks(size)
        .map(|group| {
            let mut wins = vec![0.0; kinds_squared];
            group.iter().flat_map(|w| w.iter().enumerate()).for_each(|(i, w)| wins[i] += w);
            wins
        })
        .collect()
}

fn add_up<'w>(tables: impl Iterator<Item = &'w Wins>, kinds: usize) -> Wins {
    let mut total = vec![0.0; kinds * kinds];
    for table in tables {
        total.iter_mut().zip(table).for_each(|(sum, wins)| *sum += wins);
    }
    total
}

/// Fits strengths to a table of wins and gives them on the Elo scale.
///
/// Every pair that met is given one more tie: it keeps the rating of a player
/// that won or lost everything finite and matters little to any other.
fn fit(wins: &[f64], kinds: usize) -> Vec<f64> {
    let met = |a: usize, b: usize| {
        let games = wins[a * kinds + b] + wins[b * kinds + a];
        if a != b && games > 0.0 { games + 1.0 } else { 0.0 }
    };
    let won: Vec<f64> = (0..kinds)
        .map(|a| {
            let met = |b: &usize| met(a, *b) > 0.0;
            (0..kinds).filter(met).map(|b| wins[a * kinds + b] + 0.5).sum()
        })
        .collect();
    let mut strength = vec![1.0f64; kinds];
    for _ in 0..10_000 {
        let mut moved = 0.0f64;
        for a in 0..kinds {
            let weight: f64 = (0..kinds).map(|b| met(a, b) / (strength[a] + strength[b])).sum();
            if weight > 0.0 {
                let next = won[a] / weight;
                moved = moved.max(libm::log(next / strength[a]).abs());
                strength[a] = next;
            }
        }
        if moved < 1e-9 {
            break;
        }
    }
    let elo: Vec<f64> = strength.iter().map(|s| 400.0 * libm::log10(*s)).collect();
    let middle = elo.iter().sum::<f64>() / kinds.max(1) as f64;
    elo.iter().map(|e| 1500.0 + e - middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_get_the_odds_of_their_wins() {
        let ratings = fit(&[0.0, 749.5, 249.5, 0.0], 2);
        let expected = 400.0 * libm::log10(750.0 / 250.0);
        assert!((ratings[0] - ratings[1] - expected).abs() < 1e-6, "{ratings:?}");
        assert!((ratings[0] + ratings[1] - 3000.0).abs() < 1e-9);
    }

    #[test]
    fn plackett_luce_strengths_come_back() {
        let strengths = [4.0f64, 2.0, 1.0, 0.5];
        let mut rng = Seed(4).stream(Purpose::Sample, &[]);
        let mut wins = vec![0.0; 16];
        for _ in 0..40_000 {
            // Exponential clocks ring in Plackett–Luce order.
            let rings: Vec<f64> =
                strengths.iter().map(|s| -libm::log(1.0 - rng.unit()) / s).collect();
            let scores: Vec<f64> = rings.iter().map(|r| -r).collect();
            count_game(&[0, 1, 2, 3], &scores, 4, &mut wins);
        }
        let ratings = fit(&wins, 4);
        for pair in ratings.windows(2) {
            let got = pair[0] - pair[1];
            assert!((got - 400.0 * libm::log10(2.0)).abs() < 6.0, "{ratings:?}");
        }
    }

    #[test]
    fn bootstrap_intervals_contain_the_truth_about_as_often_as_they_say() {
        let names = ["a".to_owned(), "b".to_owned()];
        let truth = 1500.0 + 200.0 * libm::log10(0.6 / 0.4);
        let mut inside = 0;
        for number in 0..300 {
            let mut rng = Seed(8).stream(Purpose::Sample, &[number]);
            let blocks: Vec<Wins> = (0..150)
                .map(|_| {
                    // Two games of one deal that usually end alike.
                    let first = rng.unit() < 0.6;
                    let second = if rng.unit() < 0.5 { first } else { rng.unit() < 0.6 };
                    let won = f64::from(u8::from(first) + u8::from(second));
                    vec![0.0, won, 2.0 - won, 0.0]
                })
                .collect();
            let rated = rate(&names, &blocks, 200, Seed(number));
            let (low, high) = rated[0].rating.interval().unwrap();
            inside += u32::from(low <= truth && truth <= high);
        }
        assert!((270..=297).contains(&inside), "{inside} of 300");
    }

    #[test]
    fn ties_and_clean_sweeps_stay_finite() {
        let names = ["a".to_owned(), "b".to_owned()];
        let sweep = rate(&names, &vec![vec![0.0, 2.0, 0.0, 0.0]; 10], 50, Seed(1));
        assert!(sweep[0].rating.mean > 1700.0 && sweep[0].rating.mean.is_finite());
        assert_eq!(sweep[0].rating.interval(), None);
        assert!(rate(&names, &[], 50, Seed(1))[0].rating.mean.is_nan());
        let mut wins = vec![0.0; 4];
        count_game(&[0, 1], &[3.0, 3.0], 2, &mut wins);
        assert_eq!(wins, [0.0, 0.5, 0.5, 0.0]);
        let level = rate(&names, &[wins], 50, Seed(1));
        assert_eq!(level[0].rating, Estimate::exact(1500.0));
    }
}
