//! What is the same for all moves of a view.

use crate::game::{MahjongView, OpenSeat};
use crate::hand::acceptance::{Discard, discards};
use crate::kinds::{Counts, KindSet};
use crate::tile::{Face, KINDS, Kind, Suit};
use arrayvec::ArrayVec;

/// The places of tile faces: ten a suit, red fives first, then the honours;
/// place 30 is never used.
pub const FACES: usize = 38;

/// The place of a face among [`FACES`].
#[inline]
pub fn place(face: Face) -> usize {
    let number = if face.red { 0 } else { face.kind.number() };
    10 * (face.kind.suit() as usize) + usize::from(number)
}

/// The face at a place, as text.
pub(super) fn face_at(place: usize) -> String {
    format!("{}{}", place % 10, ["m", "p", "s", "z"][(place / 10).min(3)])
}

/// Facts of a view that features share.
pub(super) struct Scene<'a> {
    pub view: &'a MahjongView,
    /// The own concealed tiles, before anything is discarded.
    pub counts: &'a Counts,
    pub seen: Counts,
    /// How many dora one tile of each kind is.
    pub dora: [u8; KINDS],
    pub dora_kinds: KindSet,
    /// Honours a triplet of which is a yaku.
    pub values: KindSet,
    /// What each discard leaves; empty when the seat is not to discard.
    pub discards: ArrayVec<Discard, 14>,
    /// The lowest shanten that a discard leaves.
    pub least: i8,
}

impl<'a> Scene<'a> {
    pub fn new(view: &'a MahjongView) -> Scene<'a> {
        let counts = view.hand.counts();
        let mut dora = [0; KINDS];
        for indicator in &view.table.indicators {
            dora[indicator.kind.dora_after().index()] += 1;
        }
        let dora_kinds = view.table.indicators.iter().map(|face| face.kind.dora_after()).collect();
        let standing = &view.table.standing;
        let winds = [standing.round_wind(), standing.seat_wind(view.seat.index())];
        let dragons = [Kind::HAKU, Kind::HATSU, Kind::CHUN];
        let values = winds.map(|wind| wind.kind()).into_iter().chain(dragons).collect();
        let discards = if view.hand.total() % 3 == 2 { discards(counts) } else { ArrayVec::new() };
        let least = discards.iter().map(|d| d.after.shanten).min().unwrap_or(8);
        Scene { view, counts, seen: view.seen(), dora, dora_kinds, values, discards, least }
    }

    /// What the discard of a kind leaves.
    ///
    /// # Panics
    /// When the hand has no tile of the kind.
    pub fn after(&self, kind: Kind) -> &Discard {
        self.discards.iter().find(|d| d.kind == kind).expect("a kind of the hand is discarded")
    }

    pub fn own(&self) -> &'a OpenSeat {
        &self.view.table.seats[self.view.seat.index()]
    }

    /// The seat so many places after the own.
    pub fn seat(&self, steps: usize) -> &'a OpenSeat {
        &self.view.table.seats[self.seat_number(steps)]
    }

    pub fn seat_number(&self, steps: usize) -> usize {
        (self.view.seat.index() + steps) % 4
    }

    /// How many dora a tile is, red fives included.
    pub fn dora_of(&self, face: Face) -> u8 {
        self.dora[face.kind.index()] + u8::from(face.red)
    }

    /// All dora of the own hand and melds.
    pub fn own_dora(&self) -> u8 {
        let held: u8 = self.view.hand.faces().map(|face| self.dora_of(face)).sum();
        held + self.melded_dora(self.own())
    }

    /// The dora in a seat's melds.
    pub fn melded_dora(&self, open: &OpenSeat) -> u8 {
        let reds = self.view.table.rules.red_fives;
        let tiles = open.melds.iter().flat_map(|meld| meld.tiles());
        tiles.map(|tile| self.dora_of(tile.face(reds))).sum()
    }

    /// Whether a kind lies beside a dora.
    pub fn is_beside_dora(&self, kind: Kind) -> bool {
        let beside = |step| kind.neighbour(step).is_some_and(|k| self.dora_kinds.contains(k));
        kind.suit() != Suit::Honour && (beside(-1) || beside(1))
    }

    /// Tiles discarded by the seat.
    pub fn turn(&self) -> usize {
        self.own().river.len()
    }

    /// The own rank by points, 0 for the first; among equals the seat nearer
    /// to the first dealer is ahead.
    pub fn rank(&self) -> usize {
        let scores = &self.view.table.standing.scores;
        let own = self.view.seat.index();
        (0..4).filter(|&s| scores[s] > scores[own] || scores[s] == scores[own] && s < own).count()
    }
}

/// The kinds a seat cannot win on by ron.
pub(super) fn safe_kinds(open: &OpenSeat) -> KindSet {
    if open.in_riichi() { open.river_kinds | open.passed } else { open.river_kinds }
}

/// Whether no two-sided wait on a suit tile is left by these safe kinds.
pub(super) fn is_suji(kind: Kind, safe: KindSet) -> bool {
    let gone = |step| kind.neighbour(step).is_none_or(|other| safe.contains(other));
    !kind.is_honour() && gone(-3) && gone(3)
}
