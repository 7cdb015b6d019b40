//! The walls of a Tenhou game, rebuilt from the seed of its `SHUFFLE` tag.
//!
//! Tenhou's published scheme `mt19937ar-sha512-n288`: 624 words initialise a
//! Mersenne Twister once per game; each hand takes 288 words, hashes nine blocks
//! of 32 words with SHA-512 and shuffles the tiles with the result.

use base64::Engine as _;
use sha2::{Digest, Sha512};

use crate::Tile;
use crate::tile::TILES;

const N: usize = 624;
const M: usize = 397;

/// What stands before the data of a seed that can be rebuilt.
const SCHEME: &str = "mt19937ar-sha512-n288-base64,";

/// The same for logs before 2010, whose words are hexadecimal.
const OLD_SCHEME: &str = "mt19937ar-sha512-n288,";

/// Why no walls can be rebuilt from a seed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeedError {
    /// Another scheme than the one known.
    #[error("the seed begins with `{0}`, not with `{SCHEME}`")]
    Scheme(String),
    /// Something that is not base64.
    #[error("the seed is no base64: {0}")]
    Base64(String),
    /// Something that is not a list of hexadecimal words.
    #[error("the seed is no list of hexadecimal words: {0}")]
    Hex(String),
    /// Not 624 words.
    #[error("the seed has {0} bytes, not 2496")]
    Length(usize),
}

/// The Mersenne Twister of Matsumoto and Nishimura, MT19937.
#[derive(Clone)]
struct Twister {
    state: [u32; N],
    next: usize,
}

impl Twister {
    fn from_seed(seed: u32) -> Twister {
        let mut state = [0u32; N];
        state[0] = seed;
        for i in 1..N {
            let before = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(before ^ before >> 30).wrapping_add(i as u32);
        }
        Twister { state, next: N }
    }

    fn from_key(key: &[u32]) -> Twister {
        let mut twister = Twister::from_seed(19_650_218);
        let state = &mut twister.state;
        let (mut i, mut j) = (1, 0);
        let mut step = |state: &mut [u32; N], factor: u32, add: u32, sub: u32| {
            let before = state[i - 1];
            state[i] = (state[i] ^ (before ^ before >> 30).wrapping_mul(factor))
                .wrapping_add(add)
                .wrapping_sub(sub);
            i += 1;
            if i >= N {
                state[0] = state[N - 1];
                i = 1;
            }
            i
        };
        let mut at = 1;
        for _ in 0..N.max(key.len()) {
            at = step(state, 1_664_525, key[j].wrapping_add(j as u32), 0);
            j = (j + 1) % key.len();
        }
        for _ in 0..N - 1 {
            at = step(state, 1_566_083_941, 0, at as u32);
        }
        state[0] = 0x8000_0000;
        twister
    }

    fn refill(&mut self) {
        for i in 0..N {
            let y = self.state[i] & 0x8000_0000 | self.state[(i + 1) % N] & 0x7fff_ffff;
            let mix = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ y >> 1 ^ mix;
        }
        self.next = 0;
    }

    fn word(&mut self) -> u32 {
        if self.next >= N {
            self.refill();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
    }
}

/// A wall as Tenhou shuffled it, and the dice thrown for it.
///
/// Dealing and drawing take from the end. The dead wall is the beginning:
/// replacement tiles 1, 0, 3, 2; dora indicators 5, 7, 9, 11, 13, and the
/// hidden ones under them 4, 6, 8, 10, 12.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffled {
    /// The tiles, `tiles[135]` dealt first.
    pub tiles: [Tile; TILES],
    /// The dice, 0 to 5 each.
    pub dice: [u8; 2],
}

/// The walls of a game, hand after hand, without end.
#[derive(Clone)]
pub struct Walls {
    twister: Twister,
    /// In the older logs the indicators lie the other way round.
    turned: bool,
}

impl Walls {
    /// From the `seed` attribute of the `SHUFFLE` tag.
    pub fn from_seed(seed: &str) -> Result<Walls, SeedError> {
        if let Some(words) = seed.strip_prefix(OLD_SCHEME) {
            let key: Result<Vec<u32>, _> =
                words.split(',').map(|w| u32::from_str_radix(w.trim(), 16)).collect();
            return match key {
                Ok(key) if key.len() <= N => {
                    Ok(Walls { twister: Twister::from_key(&key), turned: true })
                }
                Ok(key) => Err(SeedError::Length(4 * key.len())),
                Err(e) => Err(SeedError::Hex(e.to_string())),
            };
        }
        let Some(data) = seed.strip_prefix(SCHEME) else {
            return Err(SeedError::Scheme(seed.chars().take(40).collect()));
        };
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(data.trim())
            .map_err(|e| SeedError::Base64(e.to_string()))?;
        if bytes.len() != 4 * N {
            return Err(SeedError::Length(bytes.len()));
        }
        let mut key = [0u32; N];
        for (word, bytes) in key.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        Ok(Walls { twister: Twister::from_key(&key), turned: false })
    }

    /// The wall and dice of the next hand.
    pub fn next_wall(&mut self) -> Shuffled {
        let mut random = [0u32; 144];
        for chunk in random.chunks_exact_mut(16) {
            let mut block = [0u8; 128];
            for word in block.chunks_exact_mut(4) {
                word.copy_from_slice(&self.twister.word().to_le_bytes());
            }
            let hash = Sha512::digest(block);
            for (word, bytes) in chunk.iter_mut().zip(hash.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
        }
        let mut tiles = [Tile::of(0); TILES];
        for (id, tile) in tiles.iter_mut().enumerate() {
            *tile = Tile::of(id);
        }
        for (i, random) in random.iter().enumerate().take(TILES - 1) {
            tiles.swap(i, i + *random as usize % (TILES - i));
        }
        if self.turned {
            for pair in tiles[..14].chunks_exact_mut(2) {
                pair.swap(0, 1);
            }
        }
        Shuffled { tiles, dice: [(random[135] % 6) as u8, (random[136] % 6) as u8] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the authors of MT19937 print for this key.
    #[test]
    fn the_twister_is_the_published_one() {
        let mut twister = Twister::from_key(&[0x123, 0x234, 0x345, 0x456]);
        let first: Vec<u32> = (0..5).map(|_| twister.word()).collect();
        assert_eq!(first, [1067595299, 955945823, 477289528, 4107218783, 4228976476]);
        let mut plain = Twister::from_seed(5489);
        let last = (0..10_000).map(|_| plain.word()).last();
        assert_eq!(last, Some(4123659995));
    }

    #[test]
    fn every_wall_holds_every_tile_once() {
        let seed = base64::engine::general_purpose::STANDARD.encode([7u8; 2496]);
        let mut walls = Walls::from_seed(&format!("{SCHEME}{seed}")).expect("a good seed");
        let first = walls.next_wall();
        for wall in [&first, &walls.next_wall()] {
            let mut ids: Vec<u8> = wall.tiles.iter().map(|t| t.id()).collect();
            ids.sort_unstable();
            assert!(ids.iter().enumerate().all(|(i, &id)| i == usize::from(id)));
            assert!(wall.dice.iter().all(|&d| d < 6));
        }
        assert_ne!(first, walls.next_wall());
    }

    #[test]
    fn other_seeds_are_refused_with_a_reason() {
        let refused = |seed: &str| Walls::from_seed(seed).err();
        assert!(matches!(refused("mt19937ar,AB12"), Some(SeedError::Scheme(_))));
        assert!(matches!(refused(&format!("{SCHEME}%%")), Some(SeedError::Base64(_))));
        assert_eq!(refused(&format!("{SCHEME}AAAA")), Some(SeedError::Length(3)));
    }
}
