//! What several planes need to know of a view.

use super::action::Actions;
use super::front::Front;
use crate::game::{MahjongView, Move, Stage};
use crate::hand::acceptance::{Acceptance, Discard, acceptance, discards};
use crate::kinds::{Counts, KindSet};
use crate::tile::{Face, Kind};
use arrayvec::ArrayVec;

/// The kinds that have a red copy.
pub(super) const FIVES: [Kind; 3] = [Kind::of(4), Kind::of(13), Kind::of(22)];

/// A view with what is worked out once.
pub(super) struct Scene<'a> {
    pub view: &'a MahjongView,
    pub legal: &'a [Move],
    /// What may be done.
    pub actions: Actions,
    /// How many indicators point to each kind.
    pub dora: Counts,
    /// What lies in front of each player, the own seat first.
    pub fronts: [Front<'a>; 4],
    /// Everything the seat sees, by kind.
    pub seen: Counts,
    /// The fives whose red copy the seat has not seen.
    pub hidden_reds: KindSet,
    /// The tile that may be claimed.
    pub offered: Option<Face>,
    /// What each discard leaves, when the hand has a tile to spare.
    pub discards: ArrayVec<Discard, 14>,
    /// What brings the hand closer, when it has none.
    pub waiting: Option<Acceptance>,
    /// The least shanten that the hand keeps or has.
    pub shanten: i8,
}

/// The tiles that a seat sees.
pub(super) struct Seen {
    tiles: Counts,
    /// The fives whose red copy is among them.
    reds: KindSet,
}

impl Seen {
    /// Adds a tile.
    #[inline]
    pub fn add(&mut self, face: Face) {
        self.tiles.add(face.kind);
        if face.red {
            self.reds.insert(face.kind);
        }
    }
}

impl<'a> Scene<'a> {
    pub fn new(view: &'a MahjongView, legal: &'a [Move]) -> Scene<'a> {
        let counts = view.hand.counts();
        let (table, own) = (&view.table, view.seat.index());
        let reds = FIVES.into_iter().filter(|&five| view.hand.has_red(five)).collect();
        let mut seen = Seen { tiles: *counts, reds };
        let mut front = |step| {
            let seat = (own + step) % 4;
            Front::new(seat, &table.seats[seat], table.rules.red_fives, &mut seen)
        };
        let fronts = [front(0), front(1), front(2), front(3)];
        table.indicators.iter().for_each(|&face| seen.add(face));
        let hidden_reds = match table.rules.red_fives {
            true => FIVES.into_iter().collect::<KindSet>() - seen.reds,
            false => KindSet::EMPTY,
        };
        let spare = counts.total() % 3 == 2;
        let discards = if spare { discards(counts) } else { ArrayVec::new() };
        let waiting = (counts.total() % 3 == 1).then(|| acceptance(counts));
        let least = discards.iter().map(|d| d.after.shanten).min();
        Scene {
            view,
            legal,
            actions: Actions::of(view, legal),
            dora: view.table.indicators.iter().map(|face| face.kind.dora_after()).collect(),
            fronts,
            seen: seen.tiles,
            hidden_reds,
            offered: match view.table.stage {
                Stage::Claims { tile, .. } => Some(tile),
                _ => None,
            },
            shanten: least.or(waiting.map(|w| w.shanten)).unwrap_or(6),
            discards,
            waiting,
        }
    }

    /// How many tiles of a pile are dora, by indicators.
    pub fn dora_among(&self, tiles: &Counts) -> usize {
        let indicated = self.view.table.indicators.iter().map(|face| face.kind.dora_after());
        indicated.map(|kind| usize::from(tiles[kind])).sum()
    }
}
