//! One root seed, and from it a stream of random numbers for everything.
//!
//! A stream is named by a purpose and by numbers (which deal, which game,
//! which seat …). What a stream yields depends on its name alone, never on
//! which thread asks or in which order.

use rand::SeedableRng;
use rand::rand_core::{Infallible, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a random stream is for. Streams of different purposes never meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Purpose {
    /// Shuffling and dealing.
    Deal = 1,
    /// The decisions of a player.
    Player = 2,
    /// Playouts inside a search.
    Playout = 3,
    /// Choosing samples, seats, folds: everything about an experiment.
    Sample = 4,
    /// The training of a model.
    Training = 5,
}

/// A root from which streams are derived.
///
/// ```
/// use fuda_core::{Purpose, Seed};
/// let seed = Seed(7);
/// let mut a = seed.stream(Purpose::Deal, &[3]);
/// let mut b = seed.stream(Purpose::Deal, &[3]);
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// A seed derived from this one by purpose and numbers.
    ///
    /// Seeds of [`Purpose::Player`] go through a step that throws away half
    /// of what it knows, so that a player's numbers do not lead back to the
    /// root and thereby to the deal. This guards against accidents (a learner
    /// that finds a pattern, a player that derives what it should not), not
    /// against hostile code: a root is 64 bits, people like small ones, and
    /// whoever guesses it can derive every deal from it.
    pub fn derive(self, purpose: Purpose, path: &[u64]) -> Seed {
        let start = mix(self.0 ^ mix(purpose as u64));
        let end = path
            .iter()
            .enumerate()
            .fold(start, |h, (depth, &n)| mix(h ^ mix(n ^ (depth as u64 + 1) << 56)));
        Seed(match purpose {
            Purpose::Player => one_way(end),
            _ => end,
        })
    }

    /// The stream derived from this seed by purpose and numbers.
    pub fn stream(self, purpose: Purpose, path: &[u64]) -> Rng {
        Rng::new(self.derive(purpose, path))
    }
}

/// SplitMix64's finaliser: every bit of the input moves every bit of the output.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Mixes two halves made from `x` and throws one of them away. [`mix`] alone
/// can be undone step by step; this cannot.
fn one_way(x: u64) -> u64 {
    let (mut kept, mut lost) = (mix(x ^ 0x243F_6A88_85A3_08D3), mix(x ^ 0x1319_8A2E_0370_7344));
    for round in 0..8 {
        kept = mix(kept.wrapping_add(lost) ^ round);
        lost = mix(lost.rotate_left(23) ^ kept);
    }
    kept
}

/// The workbench's random numbers: xoshiro256++, the same on every machine.
///
/// It implements `rand`'s traits, so any distribution may be drawn from it;
/// the few operations of the hot paths are its own methods, whose results
/// stay the same from version to version. Two streams cannot be compared and
/// do not show their state: a player has no business with either.
#[derive(Clone)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream that starts from this seed.
    pub fn new(seed: Seed) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed.0))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let Ok(bits) = self.0.try_next_u64();
        bits
    }

    /// A whole number below `n`, every one equally likely (Lemire's method).
    ///
    /// # Panics
    /// When `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a number below 0 was asked for");
        let mut product = (self.bits() >> 32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.bits() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A number in `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// One of the items, each equally likely; `None` when there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        match items.len() {
            0 => None,
            n => Some(&items[self.below(n as u32) as usize]),
        }
    }
}

impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rng(…)")
    }
}

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, dest: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(dest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn streams_of_different_names_differ() {
        let mut seen = HashSet::new();
        for purpose in [Purpose::Deal, Purpose::Player, Purpose::Playout] {
            for a in 0..20 {
                assert!(seen.insert(Seed(1).derive(purpose, &[a])));
                for b in 0..20 {
                    assert!(seen.insert(Seed(1).derive(purpose, &[a, b])));
                }
            }
        }
    }

    #[test]
    fn the_numbers_never_change() {
        let mut rng = Seed(2024).stream(Purpose::Deal, &[1, 2]);
        let drawn: Vec<u32> = (0..6).map(|_| rng.below(100)).collect();
        assert_eq!(drawn, GOLDEN);
    }
    const GOLDEN: [u32; 6] = [62, 30, 24, 23, 66, 39];

    /// What `mix` makes can be turned back into what it was made from.
    fn unmix(z: u64) -> u64 {
        let inverse = |odd: u64| {
            (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
        };
        let z = z ^ z >> 31 ^ z >> 62;
        let z = z.wrapping_mul(inverse(0x94D0_49BB_1331_11EB));
        let z = z ^ z >> 27 ^ z >> 54;
        let z = z.wrapping_mul(inverse(0xBF58_476D_1CE4_E5B9));
        (z ^ z >> 30 ^ z >> 60).wrapping_sub(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn a_players_seed_does_not_lead_back() {
        let root = |derived: Seed, purpose: Purpose, n: u64| {
            let start = unmix(derived.0) ^ mix(n ^ 1 << 56);
            unmix(start) ^ mix(purpose as u64)
        };
        for seed in [1, 7, u64::MAX] {
            let deal = Seed(seed).derive(Purpose::Deal, &[3]);
            assert_eq!(root(deal, Purpose::Deal, 3), seed, "the way back is as expected");
            let player = Seed(seed).derive(Purpose::Player, &[3]);
            assert_ne!(root(player, Purpose::Player, 3), seed);
        }
        let rng = Seed(5).stream(Purpose::Player, &[]);
        assert_eq!(format!("{rng:?}"), "Rng(…)");
    }

    #[test]
    fn below_is_even() {
        let mut rng = Rng::new(Seed(5));
        let mut counts = [0f64; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1.0;
        }
        let chi: f64 = counts.iter().map(|c| (c - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "chi-square {chi} with 6 degrees of freedom");
    }
}
