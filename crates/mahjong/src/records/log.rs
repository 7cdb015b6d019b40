//! A game as a log records it: typed events with absolute seats, the centre
//! through which all formats pass.
//!
//! Every format is read into a [`Log`] and written from one. What a format
//! does not record (mjai has no fu, tenhou.net/6 no order among claims) is `None`.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use fuda_core::Seat;
use fuda_core::formats::FormatError;

use crate::{Face, Meld, Tile};

/// A number for each of the four seats.
pub type Four<T> = [T; 4];

/// One game of a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Log {
    /// Names by seat; empty when the file has none.
    pub players: Vec<String>,
    /// What the file says about the rules.
    pub rules: LogRules,
    /// Anything else in the file: room, dan, rate, title …
    pub tags: BTreeMap<String, String>,
    /// The seed of the walls, where the file has one that can be rebuilt.
    pub seed: Option<String>,
    /// The hands in order.
    pub hands: Vec<HandLog>,
    /// The final settlement, or `None` when the log stops before it.
    pub end: Option<Settlement>,
    /// What [`HandLog::at`] and [`Entry::at`] count.
    pub unit: Unit,
    /// Where and why the file stops being readable; the hands before are whole
    /// up to there.
    pub broken: Option<FormatError>,
}

/// What the reading of a log may stop at though nothing is wrong with its text.
pub(crate) mod unsuitable {
    use fuda_core::formats::FormatError;

    /// Of a game of three players.
    pub const FOUR_PLAYERS: &str = "a game of four players";
    /// Of a log that is one player's view.
    pub const SEEN_TILES: &str = "tiles that are seen";
    /// Of a result whose own numbers contradict each other.
    pub const CONSISTENT: &str = "a result that agrees with itself";

    /// Whether an error is of one of these kinds: such logs are left out with
    /// the reason, others are mismatches.
    pub fn is_unsuitable(error: &FormatError) -> bool {
        [FOUR_PLAYERS, SEEN_TILES, CONSISTENT].iter().any(|what| error.expected.starts_with(what))
    }
}

/// What the places of a log count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// Bytes of the text.
    #[default]
    Byte,
    /// Lines, from 1.
    Line,
    /// Events or entries of a list, from 1.
    Entry,
}

impl Unit {
    /// The word for a message.
    pub fn word(self) -> &'static str {
        match self {
            Unit::Byte => "byte",
            Unit::Line => "line",
            Unit::Entry => "entry",
        }
    }
}

/// What a log says about the rules it was played under.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogRules {
    /// Rules by name, when the log is one of ours and says so.
    pub named: Option<String>,
    /// Whether one five in each suit is red; `None` when nothing is said.
    pub red_fives: Option<bool>,
    /// Whether all simples may be won with an open hand.
    pub open_tanyao: Option<bool>,
    /// Whether the game has two rounds (hanchan) or one.
    pub two_rounds: Option<bool>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Settlement {
    /// The points on the table, left-over riichi sticks given out.
    pub scores: Option<Four<i32>>,
    /// The result after return and uma.
    pub points: Option<Four<f64>>,
}

/// One hand (kyoku).
#[derive(Clone, PartialEq, Debug)]
pub struct HandLog {
    /// Where it begins in the file.
    pub at: usize,
    /// Which hand of the game: 0 is East 1, 4 is South 1.
    pub round: u8,
    /// Counters.
    pub honba: u16,
    /// Riichi sticks on the table.
    pub sticks: u16,
    /// The dice, 0 to 5 each.
    pub dice: Option<[u8; 2]>,
    /// The first dora indicator.
    pub dora: Tile,
    /// The scores before the hand.
    pub scores: Option<Four<i32>>,
    /// Who deals.
    pub dealer: Seat,
    /// The tiles dealt, in the order of the file.
    pub hands: Four<[Tile; 13]>,
    /// What is printed on every tile of the wall, when the file itself says
    /// so; in the order of [`Wall`](crate::Wall).
    pub wall: Option<Box<[Face; 136]>>,
    /// What happened.
    pub events: Vec<Entry>,
}

/// An event and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its place in the file, in the log's [`Unit`].
    pub at: usize,
    /// The event.
    pub event: Event,
}

/// Something that happened at the table.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A tile is drawn, from the wall or as a replacement.
    Draw {
        /// By whom.
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A tile is discarded.
    Discard {
        /// By whom.
        seat: Seat,
        /// Which tile.
        tile: Tile,
        /// Whether it is the tile just drawn (tsumogiri).
        drawn: bool,
    },
    /// A chi, pon or kan.
    Call {
        /// By whom.
        seat: Seat,
        /// The meld as it lies there now.
        meld: Meld,
    },
    /// Riichi is declared; the discard follows.
    Riichi {
        /// By whom.
        seat: Seat,
    },
    /// The stick is paid: nobody won on the discard.
    RiichiAccepted {
        /// By whom.
        seat: Seat,
        /// The scores after paying.
        scores: Option<Four<i32>>,
    },
    /// Another dora indicator is turned.
    Dora {
        /// The indicator.
        tile: Tile,
    },
    /// Somebody wins.
    Win(Box<Win>),
    /// The hand ends without a winner.
    NoWin(Box<NoWin>),
    /// A player lost the connection; Tenhou plays on for them.
    Away {
        /// Who.
        seat: Seat,
    },
    /// A player is back.
    Back {
        /// Who.
        seat: Seat,
    },
}

/// A win as the log records it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Win {
    /// Who won.
    pub seat: u8,
    /// From whom; the winner for a self-drawn win.
    pub from: u8,
    /// Who is responsible for the yakuman (pao), if anybody.
    pub pao: Option<u8>,
    /// The winning tile.
    pub tile: Option<Tile>,
    /// The concealed tiles, the winning one among them.
    pub hand: Option<ArrayVec<Tile, 14>>,
    /// The melds, the last first, as Tenhou lists them.
    pub melds: Option<ArrayVec<Meld, 4>>,
    /// Minipoints.
    pub fu: Option<u16>,
    /// Value of the hand without counters and sticks.
    pub points: Option<i32>,
    /// 0 none, 1 mangan, 2 haneman, 3 baiman, 4 sanbaiman, 5 yakuman.
    pub limit: Option<u8>,
    /// All han together.
    pub han: Option<u16>,
    /// The yaku by Tenhou's number, with han; dora among them.
    pub yaku: Option<Vec<(u8, u8)>>,
    /// The yaku by Tenhou's number, where no han are recorded; a number comes once
    /// for each dora.
    pub yaku_ids: Option<Vec<u8>>,
    /// Names of yaku that are not known. Where there are any, only the han
    /// and the points can be compared.
    pub unknown_yaku: Vec<String>,
    /// The yakuman by Tenhou's number.
    pub yakuman: Option<Vec<u8>>,
    /// The dora indicators.
    pub dora: Option<ArrayVec<Tile, 5>>,
    /// The indicators under them, shown after a riichi.
    pub ura: Option<ArrayVec<Tile, 5>>,
    /// Counters and sticks at stake.
    pub stake: Option<(u16, u16)>,
    /// The scores before this win.
    pub before: Option<Four<i32>>,
    /// What each seat gains or loses by this win, sticks included.
    pub deltas: Option<Four<i32>>,
    /// The scores after this win.
    pub after: Option<Four<i32>>,
}

/// Why a hand ended without a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWinKind {
    /// The wall is empty.
    Exhausted,
    /// The wall is empty and somebody discarded only terminals and honours,
    /// none of them called.
    Nagashi,
    /// Nine kinds of terminals and honours.
    NineKinds,
    /// Four times the same wind.
    FourWinds,
    /// Four riichi.
    FourRiichi,
    /// Three winners at once.
    TripleRon,
    /// Four kans by more than one player.
    FourKans,
}

/// A hand without a winner as the log records it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NoWin {
    /// Why; `None` when the log does not say.
    pub kind: Option<NoWinKind>,
    /// Counters and sticks on the table.
    pub stake: Option<(u16, u16)>,
    /// The hands shown.
    pub shown: Option<Four<Option<ArrayVec<Tile, 14>>>>,
    /// Who is ready, when the log says so without showing.
    pub tenpai: Option<Four<bool>>,
    /// The scores before.
    pub before: Option<Four<i32>>,
    /// What each seat gains or loses.
    pub deltas: Option<Four<i32>>,
    /// The scores after.
    pub after: Option<Four<i32>>,
}

impl HandLog {
    /// The event that ends the hand, the first winner's; `None` when the log
    /// stops before.
    pub fn ending(&self) -> Option<&Entry> {
        self.events.iter().find(|e| matches!(e.event, Event::Win(_) | Event::NoWin(_)))
    }
}

impl Log {
    /// Where something is: hand, event and place in the file.
    pub fn place(&self, hand: usize, event: Option<usize>) -> String {
        let Some(log) = self.hands.get(hand) else {
            return "the end of the game".into();
        };
        let name = hand_name(log.round, log.honba);
        let word = self.unit.word();
        match event.and_then(|e| log.events.get(e).map(|entry| (e, entry))) {
            Some((e, entry)) => {
                format!("hand {} ({name}), event {}, {word} {}", hand + 1, e + 1, entry.at)
            }
            None => format!("hand {} ({name}), {word} {}", hand + 1, log.at),
        }
    }
}

/// A hand's name, such as `E1-0`.
pub fn hand_name(round: u8, honba: u16) -> String {
    let wind = ["E", "S", "W", "N"][usize::from(round / 4) % 4];
    format!("{wind}{}-{honba}", round % 4 + 1)
}
