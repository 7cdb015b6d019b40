//! The concealed tiles of a hand: how many of each kind, and which fives are red.

use crate::kinds::Counts;
use crate::notation;
use crate::tile::{Face, Kind};
use fuda_core::BadText;
use serde::{Deserialize, Serialize};

/// Concealed tiles. Serialised in human notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Held {
    counts: Counts,
    /// Bit `s` is set when the red five of suit `s` is held.
    reds: u8,
}

impl Held {
    /// No tile.
    pub const EMPTY: Held = Held { counts: Counts::EMPTY, reds: 0 };

    /// How many of each kind, red fives counted as fives.
    #[inline]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Number of red fives.
    #[inline]
    pub fn reds(&self) -> u8 {
        self.reds.count_ones() as u8
    }

    /// Whether the red five of this kind is held; no for kinds that are no five.
    #[inline]
    pub fn has_red(&self, kind: Kind) -> bool {
        self.reds & red_bit(kind) != 0
    }

    /// How many copies of a kind that are not red.
    #[inline]
    pub fn plain(&self, kind: Kind) -> u8 {
        self.counts[kind] - u8::from(self.has_red(kind))
    }

    /// How many tiles of a face.
    #[inline]
    pub fn count(&self, face: Face) -> u8 {
        if face.red { u8::from(self.has_red(face.kind)) } else { self.plain(face.kind) }
    }

    /// Adds a tile.
    #[inline]
    pub fn add(&mut self, face: Face) {
        self.counts.add(face.kind);
        if face.red {
            self.reds |= red_bit(face.kind);
        }
    }

    /// Takes a tile away, if it is there.
    #[inline]
    pub fn remove(&mut self, face: Face) -> bool {
        if self.count(face) == 0 {
            return false;
        }
        self.counts.remove(face.kind);
        if face.red {
            self.reds &= !red_bit(face.kind);
        }
        true
    }

    /// Takes all tiles of a kind away.
    #[inline]
    pub fn remove_all(&mut self, kind: Kind) {
        while self.counts[kind] > 0 {
            self.counts.remove(kind);
        }
        self.reds &= !red_bit(kind);
    }

    /// Number of tiles.
    pub fn total(&self) -> usize {
        self.counts.total()
    }

    /// The tiles in order of kinds, a red five before plain ones.
    pub fn faces(&self) -> impl Iterator<Item = Face> + '_ {
        self.counts.kinds().into_iter().flat_map(move |kind| {
            let red = self.has_red(kind);
            (0..self.counts[kind]).map(move |copy| Face { kind, red: red && copy == 0 })
        })
    }
}

/// The bit of the red five of a kind, none for kinds that are no five.
#[inline]
const fn red_bit(kind: Kind) -> u8 {
    match kind.index() {
        4 => 1,
        13 => 2,
        22 => 4,
        _ => 0,
    }
}

impl FromIterator<Face> for Held {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Held {
        let mut held = Held::EMPTY;
        for face in faces {
            held.add(face);
        }
        held
    }
}

impl From<Held> for String {
    fn from(held: Held) -> String {
        let faces: Vec<Face> = held.faces().collect();
        notation::write(&faces)
    }
}

impl TryFrom<String> for Held {
    type Error = BadText;

    fn try_from(text: String) -> Result<Held, BadText> {
        let faces = notation::parse(&text)
            .map_err(|e| BadText::new(format!("tiles such as 123m0p ({e})"), text.as_str()))?;
        Ok(faces.into_iter().collect())
    }
}
