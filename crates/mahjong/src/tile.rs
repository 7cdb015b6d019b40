//! Tiles, kinds of tile, and winds.
//!
//! There are 34 [`Kind`]s of tile and four copies of each: 136 [`Tile`]s. The
//! numbering is Tenhou's: tile `id` has kind `id / 4`; kinds run 1–9 of
//! characters (man), 1–9 of dots (pin), 1–9 of bamboo (sou), then East, South,
//! West, North, white (haku), green (hatsu), red (chun). Under rules with red
//! fives the copies 16, 52 and 88 are the red ones.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::kinds::KindSet;

/// Number of kinds of tile.
pub const KINDS: usize = 34;
/// Number of tiles in the set.
pub const TILES: usize = 136;

/// The three suits and the honours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Characters, `m`.
    Man,
    /// Dots, `p`.
    Pin,
    /// Bamboo, `s`.
    Sou,
    /// Winds and dragons, `z`.
    Honour,
}

impl Suit {
    /// All suits, in the order of the kinds.
    pub const ALL: [Suit; 4] = [Suit::Man, Suit::Pin, Suit::Sou, Suit::Honour];

    /// The letter of the suit in human notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Man => 'm',
            Suit::Pin => 'p',
            Suit::Sou => 's',
            Suit::Honour => 'z',
        }
    }

    /// The suit of a letter of human notation.
    pub const fn from_letter(letter: char) -> Option<Suit> {
        match letter {
            'm' => Some(Suit::Man),
            'p' => Some(Suit::Pin),
            's' => Some(Suit::Sou),
            'z' => Some(Suit::Honour),
            _ => None,
        }
    }
}

/// A wind: of a seat or of the round.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum Wind {
    /// 東
    #[default]
    #[serde(rename = "E")]
    East,
    /// 南
    #[serde(rename = "S")]
    South,
    /// 西
    #[serde(rename = "W")]
    West,
    /// 北
    #[serde(rename = "N")]
    North,
}

impl Wind {
    /// All winds in turn order.
    pub const ALL: [Wind; 4] = [Wind::East, Wind::South, Wind::West, Wind::North];

    /// The wind `index` steps after East, wrapping around.
    pub const fn from_index(index: usize) -> Wind {
        Wind::ALL[index % 4]
    }

    /// Steps after East.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The tile of this wind.
    pub const fn kind(self) -> Kind {
        Kind(27 + self as u8)
    }
}

/// A kind of tile, 0 to 33.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Kind(u8);

impl Kind {
    /// East wind; the first honour.
    pub const EAST: Kind = Kind(27);
    /// South wind.
    pub const SOUTH: Kind = Kind(28);
    /// West wind.
    pub const WEST: Kind = Kind(29);
    /// North wind.
    pub const NORTH: Kind = Kind(30);
    /// White dragon.
    pub const HAKU: Kind = Kind(31);
    /// Green dragon.
    pub const HATSU: Kind = Kind(32);
    /// Red dragon.
    pub const CHUN: Kind = Kind(33);

    /// The kind with this index, if there is one.
    pub const fn new(index: u8) -> Option<Kind> {
        if index < KINDS as u8 { Some(Kind(index)) } else { None }
    }

    /// The kind with this index.
    ///
    /// # Panics
    /// When `index` is 34 or more; for indices from outside use [`Kind::new`].
    #[inline]
    pub const fn of(index: usize) -> Kind {
        assert!(index < KINDS);
        Kind(index as u8)
    }

    /// The kind of a suit and a number from 1 (1–9, honours 1–7).
    pub const fn from_suit(suit: Suit, number: u8) -> Option<Kind> {
        let last = if matches!(suit, Suit::Honour) { 7 } else { 9 };
        if number >= 1 && number <= last { Some(Kind(suit as u8 * 9 + number - 1)) } else { None }
    }

    /// All kinds in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator {
        (0..KINDS as u8).map(Kind)
    }

    /// The index, 0 to 33.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        match self.0 / 9 {
            0 => Suit::Man,
            1 => Suit::Pin,
            2 => Suit::Sou,
            _ => Suit::Honour,
        }
    }

    /// The number in the suit, from 1; honours count East = 1 to chun = 7.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 % 9 + 1
    }

    /// Whether this is a wind or a dragon.
    #[inline]
    pub const fn is_honour(self) -> bool {
        self.0 >= 27
    }

    /// Whether this is a one or a nine of a suit.
    #[inline]
    pub const fn is_terminal(self) -> bool {
        KindSet::TERMINALS.contains(self)
    }

    /// Whether this is a terminal or an honour (yaochuu).
    #[inline]
    pub const fn is_outside(self) -> bool {
        KindSet::OUTSIDE.contains(self)
    }

    /// Whether this is a dragon.
    #[inline]
    pub const fn is_dragon(self) -> bool {
        self.0 >= 31
    }

    /// The wind that this tile shows.
    pub const fn wind(self) -> Option<Wind> {
        if self.0 >= 27 && self.0 < 31 { Some(Wind::ALL[self.0 as usize - 27]) } else { None }
    }

    /// Whether a run may begin with this kind (1–7 of a suit).
    #[inline]
    pub const fn starts_run(self) -> bool {
        self.0 < 27 && self.0 % 9 < 7
    }

    /// The kind `step` places further in the same suit, if there is one.
    /// Honours have no neighbours.
    #[inline]
    pub const fn neighbour(self, step: i8) -> Option<Kind> {
        if self.is_honour() {
            return None;
        }
        let place = (self.0 % 9) as i16 + step as i16;
        if place >= 0 && place < 9 { Some(Kind(self.0 / 9 * 9 + place as u8)) } else { None }
    }

    /// The kind that a dora indicator of this kind points to: the next number,
    /// wind or dragon, the last followed by the first.
    #[inline]
    pub const fn dora_after(self) -> Kind {
        Kind(match self.0 {
            8 | 17 | 26 => self.0 - 8,
            30 => 27,
            33 => 31,
            other => other + 1,
        })
    }

    /// One of the four copies (0 to 3) of this kind.
    ///
    /// # Panics
    /// When `copy` is four or more.
    #[inline]
    pub const fn tile(self, copy: u8) -> Tile {
        assert!(copy < 4);
        Tile(self.0 * 4 + copy)
    }

    /// Whether this kind is the five of a suit.
    #[inline]
    pub const fn is_five(self) -> bool {
        matches!(self.0, 4 | 13 | 22)
    }
}

impl TryFrom<u8> for Kind {
    type Error = OutOfRange;
    fn try_from(index: u8) -> Result<Kind, OutOfRange> {
        Kind::new(index).ok_or(OutOfRange { value: index, limit: KINDS as u8 })
    }
}

impl From<Kind> for u8 {
    fn from(kind: Kind) -> u8 {
        kind.0
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), self.suit().letter())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A number that is no kind or no tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{value} is out of range: expected less than {limit}")]
pub struct OutOfRange {
    /// The number given.
    pub value: u8,
    /// The first number that is too large.
    pub limit: u8,
}

/// One of the 136 tiles, by Tenhou's id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Tile(u8);

impl Tile {
    /// The copies that are red under rules with red fives: one in each suit.
    pub const RED_FIVES: [Tile; 3] = [Tile(16), Tile(52), Tile(88)];

    /// The tile with this id, if there is one.
    pub const fn new(id: u8) -> Option<Tile> {
        if id < TILES as u8 { Some(Tile(id)) } else { None }
    }

    /// The tile with this id.
    ///
    /// # Panics
    /// When `id` is 136 or more; for ids from outside use [`Tile::new`].
    #[inline]
    pub const fn of(id: usize) -> Tile {
        assert!(id < TILES);
        Tile(id as u8)
    }

    /// All tiles in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator {
        (0..TILES as u8).map(Tile)
    }

    /// The id, 0 to 135.
    #[inline]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The id as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind(self.0 / 4)
    }

    /// Which of the four copies, 0 to 3.
    #[inline]
    pub const fn copy(self) -> u8 {
        self.0 % 4
    }

    /// Whether this copy is red under rules with red fives.
    #[inline]
    pub const fn is_red(self) -> bool {
        matches!(self.0, 16 | 52 | 88)
    }

    /// What is printed on the tile, under rules with or without red fives.
    #[inline]
    pub const fn face(self, red_fives: bool) -> Face {
        Face { kind: self.kind(), red: red_fives && self.is_red() }
    }
}

impl TryFrom<u8> for Tile {
    type Error = OutOfRange;
    fn try_from(id: u8) -> Result<Tile, OutOfRange> {
        Tile::new(id).ok_or(OutOfRange { value: id, limit: TILES as u8 })
    }
}

impl From<Tile> for u8 {
    fn from(tile: Tile) -> u8 {
        tile.0
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.kind(), self.copy())
    }
}

/// What is printed on a tile: its kind, and whether it is red.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face {
    /// The kind.
    pub kind: Kind,
    /// Whether it is a red five.
    pub red: bool,
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = if self.red { 0 } else { self.kind.number() };
        write!(f, "{}{}", number, self.kind.suit().letter())
    }
}
