//! The objects of mjai, as our writers of logs and of dialogues say them.

use std::fmt;

use fuda_core::Seat;
use serde::Serialize;
use serde_json::Value;

use super::{WINDS, tile_name};
use crate::Face;
use crate::records::log::{Four, NoWinKind};

/// The name of a tile, or `?` of one that is not seen.
pub type TileName = &'static str;

/// One object. It is written as one line of JSON.
///
/// ```
/// use fuda_core::Seat;
/// use fuda_mahjong::records::mjai::MjaiEvent;
///
/// let draw = MjaiEvent::Tsumo { actor: Seat(2), pai: "?" };
/// assert_eq!(draw.to_string(), r#"{"type":"tsumo","actor":2,"pai":"?"}"#);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "mjai's own words")]
pub enum MjaiEvent<'a> {
    StartGame {
        /// The seat that hears.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Seat>,
        names: &'a [String],
        #[serde(skip_serializing_if = "Option::is_none")]
        aka_flag: Option<bool>,
        /// Rules by name, where they are not mjai's.
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<&'a str>,
    },
    StartKyoku {
        bakaze: &'static str,
        dora_marker: TileName,
        kyoku: u8,
        honba: u16,
        kyotaku: u16,
        oya: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        scores: Option<Four<i32>>,
        tehais: Four<Vec<TileName>>,
    },
    Tsumo {
        actor: Seat,
        pai: TileName,
    },
    Dahai {
        actor: Seat,
        pai: TileName,
        tsumogiri: bool,
    },
    Reach {
        actor: Seat,
    },
    ReachAccepted {
        actor: Seat,
    },
    Chi(Called),
    Pon(Called),
    Daiminkan(Called),
    Kakan {
        actor: Seat,
        pai: TileName,
        consumed: Vec<TileName>,
    },
    Ankan {
        actor: Seat,
        consumed: Vec<TileName>,
    },
    Dora {
        dora_marker: TileName,
    },
    Hora(Hora),
    Ryukyoku {
        /// Who ends the hand by it, in an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        actor: Option<Seat>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        tenpais: Option<Four<bool>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        deltas: Option<Four<i32>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        scores: Option<Four<i32>>,
    },
    EndKyoku,
    EndGame {
        #[serde(skip_serializing_if = "Option::is_none")]
        scores: Option<Four<i32>>,
    },
    /// Nothing is done, in an answer.
    None,
}

/// A call of a discard.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[expect(missing_docs, reason = "mjai's own words")]
pub struct Called {
    pub actor: Seat,
    pub target: Seat,
    pub pai: TileName,
    pub consumed: Vec<TileName>,
}

/// A win; an answer has the first fields only.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "mjai's own words")]
pub struct Hora {
    pub actor: u8,
    pub target: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pai: Option<TileName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pao: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ura_markers: Option<Vec<TileName>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fan: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fu: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hora_points: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deltas: Option<Four<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Four<i32>>,
}

impl MjaiEvent<'_> {
    /// The same as JSON that can be asked for its fields.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl fmt::Display for MjaiEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// The wind of a round, which is 0 in East 1 and 4 in South 1.
pub(super) fn wind(round: u8) -> &'static str {
    WINDS[usize::from(round / 4) % 4]
}

pub(super) fn names(faces: impl IntoIterator<Item = Face>) -> Vec<TileName> {
    faces.into_iter().map(tile_name).collect()
}

/// Why a hand ended without a winner.
pub(super) fn reason(kind: NoWinKind) -> &'static str {
    match kind {
        NoWinKind::Exhausted => "fanpai",
        NoWinKind::Nagashi => "nagashimangan",
        NoWinKind::NineKinds => "kyushukyuhai",
        NoWinKind::FourWinds => "sufonrenta",
        NoWinKind::FourRiichi => "suchariichi",
        NoWinKind::TripleRon => "sanchaho",
        NoWinKind::FourKans => "sukaikan",
    }
}
