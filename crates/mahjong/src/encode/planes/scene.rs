//! What several planes need to know of a view.

use super::action::{Action, TileAction};
use crate::game::{MahjongView, Move, OpenSeat, Stage};
use crate::hand::acceptance::{Acceptance, Discard, acceptance, discards};
use crate::kinds::{Counts, KindSet};
use crate::tile::{Face, Kind};
use arrayvec::ArrayVec;

/// A view with what is worked out once.
pub(super) struct Scene<'a> {
    pub view: &'a MahjongView,
    pub legal: &'a [Move],
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

impl<'a> Scene<'a> {
    pub fn new(view: &'a MahjongView, legal: &'a [Move]) -> Scene<'a> {
        let counts = view.hand.counts();
        let mut seen = *counts;
        let mut hidden_reds = KindSet::EMPTY;
        if view.table.rules.red_fives {
            hidden_reds = [4, 13, 22].into_iter().map(Kind::of).collect();
            for kind in hidden_reds {
                if view.hand.has_red(kind) {
                    hidden_reds.remove(kind);
                }
            }
        }
        view.each_open(|face| {
            seen.add(face.kind);
            if face.red {
                hidden_reds.remove(face.kind);
            }
        });
        let spare = counts.total() % 3 == 2;
        let discards = if spare { discards(counts) } else { ArrayVec::new() };
        let waiting = (counts.total() % 3 == 1).then(|| acceptance(counts));
        let least = discards.iter().map(|d| d.after.shanten).min();
        Scene {
            view,
            legal,
            seen,
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

    /// The player so many seats after the own one, with its seat.
    pub fn player(&self, step: usize) -> (usize, &'a OpenSeat) {
        let seat = (self.view.seat.index() + step) % 4;
        (seat, &self.view.table.seats[seat])
    }

    /// The kinds with which something may be done.
    pub fn legal_kinds(&self, what: TileAction) -> KindSet {
        let with = |&mv: &Move| Action::of(self.view, mv).kind_for(what);
        self.legal.iter().filter_map(with).collect()
    }

    /// How many indicators point to a kind.
    pub fn dora(&self, kind: Kind) -> usize {
        self.view.table.indicators.iter().filter(|face| face.kind.dora_after() == kind).count()
    }
}
