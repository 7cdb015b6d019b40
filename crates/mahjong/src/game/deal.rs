//! Deals: where the walls of a game come from, and how it starts.

use crate::rules::Rules;
use crate::tile::{TILES, Tile};
use fuda_core::{BadText, Purpose, Seed};
use serde::{Deserialize, Serialize};

/// The 136 tiles of a hand in the order of Tenhou's wall.
///
/// Hands are dealt from `[135]` downward (four each three times, then one
/// each, from the dealer), draws go on from `[83]`; replacement tiles are
/// `[1] [0] [3] [2]`; dora indicators `[5] [7] [9] [11] [13]` with the ura
/// indicators `[4] [6] …` under them. Serialised as 272 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Wall([Tile; TILES]);

impl Wall {
    /// The index of the first dora indicator; the next are two further each.
    pub const FIRST_INDICATOR: usize = 5;
    /// Tiles that are never drawn from the live side.
    pub const DEAD: usize = 14;
    /// Where replacement tiles lie, in the order drawn.
    pub const REPLACEMENTS: [usize; 4] = [1, 0, 3, 2];

    /// A wall of these tiles, if each of the 136 is there once.
    pub fn new(tiles: &[Tile]) -> Result<Wall, BadText> {
        let wall: [Tile; TILES] = tiles
            .try_into()
            .map_err(|_| BadText::new("a wall of 136 tiles", format!("{} tiles", tiles.len())))?;
        let mut seen = [false; TILES];
        for tile in wall {
            if std::mem::replace(&mut seen[tile.index()], true) {
                return Err(BadText::new(
                    "a wall with every tile once",
                    format!("tile {} twice", tile.id()),
                ));
            }
        }
        Ok(Wall(wall))
    }

    /// A shuffled wall.
    pub fn shuffled(seed: Seed) -> Wall {
        let mut wall = Wall::in_order();
        fuda_core::Rng::new(seed).shuffle(&mut wall.0);
        wall
    }

    /// The wall in order of ids, to be filled.
    pub(super) fn in_order() -> Wall {
        Wall(std::array::from_fn(Tile::of))
    }

    /// The tiles, all 136.
    #[inline]
    pub fn tiles(&self) -> &[Tile; TILES] {
        &self.0
    }

    #[inline]
    pub(super) fn tiles_mut(&mut self) -> &mut [Tile; TILES] {
        &mut self.0
    }
}

impl From<Wall> for String {
    fn from(wall: Wall) -> String {
        wall.0.iter().map(|tile| format!("{:02x}", tile.id())).collect()
    }
}

impl TryFrom<String> for Wall {
    type Error = BadText;

    fn try_from(text: String) -> Result<Wall, BadText> {
        let bad = || BadText::new("a wall: 272 hexadecimal digits", text.as_str());
        if !text.is_ascii() || !text.len().is_multiple_of(2) {
            return Err(bad());
        }
        let mut tiles = Vec::with_capacity(TILES);
        for at in (0..text.len()).step_by(2) {
            let id = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| bad())?;
            tiles.push(Tile::new(id).ok_or_else(bad)?);
        }
        Wall::new(&tiles)
    }
}

/// The state of a game between hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Which dealer's hand it is, counted from 0: 0 East 1 … 3 East 4, 4 South 1 …
    pub round: u8,
    /// Counters on the table.
    pub honba: u8,
    /// Riichi sticks on the table.
    pub sticks: u8,
    /// Points of each seat, sticks on the table not counted.
    pub scores: [i32; 4],
}

impl Standing {
    /// The start of a game.
    pub fn start(rules: &Rules) -> Standing {
        Standing { round: 0, honba: 0, sticks: 0, scores: [rules.start_points; 4] }
    }

    /// The seat that deals.
    #[inline]
    pub fn dealer(&self) -> usize {
        usize::from(self.round % 4)
    }

    /// The wind of the round.
    #[inline]
    pub fn round_wind(&self) -> crate::Wind {
        crate::Wind::from_index(usize::from(self.round / 4))
    }

    /// The wind of a seat.
    #[inline]
    pub fn seat_wind(&self, seat: usize) -> crate::Wind {
        crate::Wind::from_index(seat + 4 - self.dealer())
    }
}

/// Everything chance decides in a game: its walls, hand after hand.
///
/// The first hands use the explicit [`Deal::walls`]; once they are used up,
/// walls are shuffled from the seed by the number of the hand. A game may
/// begin in the middle: [`Deal::start`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// What the walls that are not given are shuffled from.
    pub seed: u64,
    /// Given walls, one per hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Wall>,
    /// How the game stands at its first hand, if not as the rules say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Standing>,
}

impl Deal {
    /// A deal whose walls all come from a seed.
    pub fn from_seed(seed: u64) -> Deal {
        Deal { seed, walls: Vec::new(), start: None }
    }

    /// A deal of given walls. Hands beyond them are shuffled from seed 0.
    pub fn from_walls(walls: Vec<Wall>) -> Deal {
        Deal { seed: 0, walls, start: None }
    }

    /// The standing the game starts from, checked.
    pub(super) fn standing(&self, rules: &Rules) -> Result<Standing, BadText> {
        let Some(start) = self.start else {
            return Ok(Standing::start(rules));
        };
        if start.round >= 16 {
            return Err(BadText::new("a round below 16", start.round.to_string()));
        }
        if let Some(score) = start.scores.iter().find(|s| s.abs() > 10_000_000) {
            return Err(BadText::new("scores of at most ten million", score.to_string()));
        }
        if start.honba > 200 || start.sticks > 200 {
            return Err(BadText::new(
                "at most 200 counters and sticks",
                format!("{} and {}", start.honba, start.sticks),
            ));
        }
        Ok(start)
    }
}

/// The seed of the wall of a hand, hands counted from 0.
#[inline]
pub(super) fn wall_seed(seed: u64, hand: u32) -> Seed {
    Seed(seed).derive(Purpose::Deal, &[u64::from(hand)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_survive_being_written() {
        let wall = Wall::shuffled(Seed(1));
        let text: String = wall.into();
        assert_eq!(text.len(), 272);
        assert_eq!(Wall::try_from(text), Ok(wall));
    }

    #[test]
    fn broken_walls_are_refused() {
        let text: String = Wall::shuffled(Seed(1)).into();
        for bad in [
            text[..270].to_string(),
            format!("{text}00"),
            text.replacen(&text[..2], "ff", 1),
            text.replacen(&text[..2], "zz", 1),
            text.replacen(&text[..2], &text[2..4], 1),
            "é".repeat(136),
        ] {
            assert!(Wall::try_from(bad).is_err());
        }
    }
}
