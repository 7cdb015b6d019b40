//! How tiles, counts and melds are serialised inside views.

use super::list::Filler;
use super::moves;
use crate::kinds::{Counts, KindSet};
use crate::meld::{From as Source, Meld, MeldKind};
use crate::notation;
use crate::tile::{Face, Kind, Tile};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let text = String::deserialize(deserializer)?;
        moves::face(&text).ok_or_else(|| D::Error::custom(format!("no tile: {text:?}")))
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&notation::write_counts(self))
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Counts, D::Error> {
        let text = String::deserialize(deserializer)?;
        let faces = notation::parse(&text).map_err(D::Error::custom)?;
        Ok(faces.iter().map(|face| face.kind).collect())
    }
}

impl Serialize for KindSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for KindSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KindSet, D::Error> {
        Ok(Vec::<Kind>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// A meld as it is written: what its constructors need.
#[derive(Serialize, Deserialize)]
struct WrittenMeld {
    kind: String,
    tiles: Vec<Tile>,
    called: Option<Tile>,
    from: u8,
}

const KINDS_OF_MELD: [(MeldKind, &str); 5] = [
    (MeldKind::Chi, "chi"),
    (MeldKind::Pon, "pon"),
    (MeldKind::OpenKan, "daiminkan"),
    (MeldKind::AddedKan, "kakan"),
    (MeldKind::ConcealedKan, "ankan"),
];

impl Serialize for Meld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = KINDS_OF_MELD.iter().find(|(kind, _)| *kind == self.kind()).map(|(_, w)| *w);
        WrittenMeld {
            kind: word.unwrap_or_default().into(),
            tiles: self.tiles().to_vec(),
            called: self.called(),
            from: self.from().steps(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Meld {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Meld, D::Error> {
        let written = WrittenMeld::deserialize(deserializer)?;
        read(&written).ok_or_else(|| D::Error::custom("tiles that make no meld"))
    }
}

fn read(written: &WrittenMeld) -> Option<Meld> {
    let from = Source::from_steps(written.from);
    let (kind, _) = KINDS_OF_MELD.iter().find(|(_, word)| *word == written.kind)?;
    let own = |called: Tile| -> Option<[Tile; 2]> {
        let mut tiles = written.tiles.iter().take(3).copied().filter(|&t| t != called);
        Some([tiles.next()?, tiles.next()?])
    };
    match kind {
        MeldKind::ConcealedKan => Some(Meld::concealed_kan(written.tiles.first()?.kind())),
        MeldKind::OpenKan => Meld::open_kan(written.called?, from).ok(),
        MeldKind::Chi => Meld::chi(written.called?, own(written.called?)?).ok(),
        MeldKind::Pon => Meld::pon(written.called?, own(written.called?)?, from).ok(),
        MeldKind::AddedKan => Meld::pon(written.called?, own(written.called?)?, from)
            .ok()?
            .with_added(*written.tiles.get(3)?)
            .ok(),
    }
}

impl Filler for Meld {
    fn filler() -> Meld {
        Meld::concealed_kan(Kind::EAST)
    }
}

impl Filler for Face {
    fn filler() -> Face {
        Face { kind: Kind::EAST, red: false }
    }
}
