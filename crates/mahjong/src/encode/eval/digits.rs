//! What the places of a template's table stand for, digit by digit.

/// One digit of a place: its values in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::encode) enum Digit {
    /// A word for each value.
    Words(&'static [&'static str]),
    /// A count of something, of so many values.
    Count(&'static str, usize),
}

use Digit::{Count, Words};

impl Digit {
    /// How many values it has.
    pub const fn values(self) -> usize {
        match self {
            Words(words) => words.len(),
            Count(_, values) => values,
        }
    }

    /// A value in words.
    pub fn meaning(self, value: usize) -> String {
        match self {
            Words(words) => words[value].to_owned(),
            Count(what, _) => format!("{what} {value}"),
        }
    }
}

pub(super) const KEEPS: Digit = Words(&["keeps its shanten", "loses shanten"]);
pub(super) const FAR: Digit =
    Words(&["tenpai", "1-shanten", "2-shanten", "3-shanten", "4-shanten or more"]);
pub(super) const FAR_IN_3: Digit =
    Words(&["1-shanten or nearer", "2-shanten", "3-shanten or more"]);
pub(super) const CALL_FAR: Digit = Words(&["tenpai", "1-shanten", "2-shanten or more"]);
pub(super) const ATTACK: Digit =
    Words(&["no attack", "an open hand attacks", "a riichi", "two riichi or the dealer's"]);
pub(super) const HOT: Digit = Words(&["nobody in riichi", "against riichi"]);
pub(super) const TURN: Digit =
    Words(&["turn 1–3", "turn 4–6", "turn 7–9", "turn 10–12", "turn 13–15", "turn 16 on"]);
pub(super) const PART: Digit = Words(&["early", "in the middle", "late"]);
pub(super) const LIVE: Digit = Words(&[
    "0 tiles",
    "1 tile",
    "2 tiles",
    "3 tiles",
    "4 tiles",
    "5 tiles",
    "6 tiles",
    "7 tiles",
    "8 tiles",
    "9–10 tiles",
    "11–12 tiles",
    "13–16 tiles",
    "17–20 tiles",
    "21–26 tiles",
    "27–34 tiles",
    "35 tiles or more",
]);
pub(super) const WAIT: Digit = Words(&[
    "no tile left",
    "1 tile left",
    "2 tiles left",
    "3 tiles left",
    "4 tiles left",
    "5–6 tiles left",
    "7–8 tiles left",
    "9 tiles left or more",
]);
pub(super) const GOOD: Digit = Words(&["0–2 tiles left", "3–4 tiles left", "5 tiles left or more"]);
pub(super) const CLASS: Digit = Words(&[
    "1 or 9",
    "2 or 8",
    "3 or 7",
    "4 or 6",
    "5",
    "dragon",
    "round wind",
    "own wind",
    "round and own wind",
    "guest wind",
]);
pub(super) const NUMBER: Digit = Words(&["1 or 9", "2 or 8", "3 or 7", "4 or 6", "5"]);
pub(super) const HONOUR: Digit =
    Words(&["dragon", "round wind", "own wind", "round and own wind", "guest wind"]);
pub(super) const OUTSIDE: Digit = Words(&["a simple", "a terminal", "an honour"]);
pub(super) const SUIT_OR_HONOUR: Digit = Words(&["a suit tile", "an honour"]);
pub(super) const HONOUR_OR_SUIT: Digit = Words(&["an honour", "a suit tile"]);
pub(super) const COPIES: Digit = Words(&["1 held", "2 held", "3 held", "4 held"]);
pub(super) const COPIES_IN_3: Digit = Words(&["1 held", "2 held", "3 held or more"]);
pub(super) const COPIES_IN_2: Digit = Words(&["1 held", "2 held or more"]);
pub(super) const COMPANY: Digit = Words(&["alone", "with tiles near", "more than one"]);
pub(super) const ALONE: Digit = Words(&["with company", "alone"]);
pub(super) const LEFT: Digit = Words(&["none unseen", "1 unseen", "2 unseen", "3 unseen or more"]);
pub(super) const BESIDE_LEFT: Digit = Words(&[
    "0–1 neighbours unseen",
    "2–3 neighbours unseen",
    "4–5 neighbours unseen",
    "6–7 neighbours unseen",
    "8 neighbours unseen",
]);
pub(super) const OPEN: Digit = Words(&["closed hand", "open hand"]);
pub(super) const RANK: Digit = Words(&["first", "second", "third", "last in points"]);
pub(super) const LAST: Digit = Words(&["before the last hand", "last hand"]);
pub(super) const DEALER: Digit = Words(&["not dealer", "dealer"]);
pub(super) const DORA: Digit = Words(&["no dora", "1 dora", "2 dora", "3 dora", "4 dora or more"]);
pub(super) const TILE_DORA: Digit = Words(&["1 dora", "2 dora or more"]);
pub(super) const RED: Digit = Words(&["plain", "red"]);
pub(super) const NEAR_DORA: Digit = Words(&["beside dora", "two from dora"]);
pub(super) const FLUSH: Digit = Words(&[
    "6 tiles of a flush or fewer",
    "7 tiles of a flush",
    "8 tiles of a flush",
    "9 tiles of a flush",
    "10 tiles of a flush",
    "11 tiles of a flush",
    "12 tiles of a flush",
    "13 tiles of a flush",
    "14 tiles of a flush",
]);
pub(super) const FLUSH_TILE: Digit =
    Words(&["of the longest suit", "of another suit", "an honour"]);
pub(super) const RIVER_SUJI: Digit = Words(&["no suji in the own river", "suji in the own river"]);
pub(super) const RIVER_BESIDE: Digit = Words(&["no neighbour there", "a neighbour there"]);
pub(super) const RIVER_SAME: Digit = Words(&["not there", "there itself"]);
pub(super) const SAFETY: Digit = Words(&[
    "genbutsu",
    "suji 1 or 9",
    "suji 2 or 8",
    "suji 3 or 7",
    "suji 4–6",
    "half suji 4–6",
    "no suji 1 or 9",
    "no suji 2 or 8",
    "no suji 3 or 7",
    "no suji 4–6",
    "honour, none unseen",
    "honour, 1 unseen",
    "honour, 2 unseen",
    "honour, 3 unseen",
]);
pub(super) const WALL: Digit = Words(&["no wall", "one short of a wall", "a wall"]);
pub(super) const CALLS: Digit = Words(&["two calls", "three calls or more"]);
pub(super) const COLOURS: Digit = Words(&[
    "5 tiles of nine or fewer",
    "6 tiles of nine",
    "7 tiles of nine",
    "8 tiles of nine",
    "all nine tiles",
]);
pub(super) const KINDS: Digit = Words(&["1 kind", "2 kinds", "3 kinds or more"]);
pub(super) const FURITEN: Digit = Words(&["not furiten", "furiten"]);
pub(super) const DRAWN: Digit = Words(&["held before", "just drawn"]);
pub(super) const OTHER_YAKU: Digit = Words(&["no other yaku", "all simples", "value honours"]);
pub(super) const KAN: Digit = Words(&["concealed", "added"]);
pub(super) const CALL: Digit = Words(&["chi", "pon", "kan"]);
pub(super) const GAIN: Digit = Words(&["shanten worse", "shanten the same", "shanten better"]);
pub(super) const BETTER: Digit = Words(&["no nearer", "nearer"]);
pub(super) const YAKU: Digit = Words(&[
    "value honours",
    "all simples",
    "all simples, 2 tiles off",
    "all simples, far off",
    "a flush",
    "a flush, far off",
    "a pair of value honours",
    "triplets",
    "no yaku",
]);
pub(super) const SIGHT: Digit = Words(&["a yaku sure", "a yaku near", "no yaku near"]);
pub(super) const SHAPE: Digit = Words(&["edge wait", "closed wait", "two-sided wait", "pair"]);
