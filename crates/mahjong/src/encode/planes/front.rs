//! What lies in front of a player, gathered in one pass.

use super::scene::Seen;
use crate::game::OpenSeat;
use crate::kinds::{Counts, KindSet};

/// The first discards of a hand count as early ones.
const EARLY: usize = 6;

/// A player's melds and river.
pub(super) struct Front<'a> {
    pub seat: usize,
    pub open: &'a OpenSeat,
    pub melds: Melds,
    pub river: River,
}

/// The melds of a player.
pub(super) struct Melds {
    /// The tiles in them.
    pub tiles: Counts,
    /// How many of them are red fives.
    pub reds: u8,
    /// The middle tiles of runs.
    pub runs: KindSet,
    /// The tiles called.
    pub called: KindSet,
    /// The kinds of kans.
    pub kans: KindSet,
}

/// The river of a player.
#[derive(Default)]
pub(super) struct River {
    /// Kinds discarded twice.
    pub twice: KindSet,
    /// Kinds ever discarded from the hand.
    pub held: KindSet,
    /// Kinds that were last discarded as drawn.
    pub drawn: KindSet,
    /// Kinds among the first discards.
    pub early: KindSet,
    /// Kinds discarded with riichi.
    pub riichi: KindSet,
    /// Kinds called away.
    pub called: KindSet,
    /// The turn of riichi, the first being 1; 0 without.
    pub riichi_turn: u8,
    /// How many discards came from the hand.
    pub from_hand: u8,
    /// How many of the last discards in a row were as drawn.
    pub drawn_in_a_row: u8,
}

impl<'a> Front<'a> {
    /// What lies in front of a player; `seen` gets its tiles.
    pub fn new(seat: usize, open: &'a OpenSeat, red_fives: bool, seen: &mut Seen) -> Front<'a> {
        let melds = Melds::new(open, red_fives, seen);
        Front { seat, open, melds, river: River::new(open, seen) }
    }
}

impl Melds {
    fn new(open: &OpenSeat, red_fives: bool, seen: &mut Seen) -> Melds {
        let none = KindSet::EMPTY;
        let mut melds =
            Melds { tiles: Counts::EMPTY, reds: 0, runs: none, called: none, kans: none };
        for meld in &open.melds {
            for &tile in meld.tiles() {
                let face = tile.face(red_fives);
                melds.tiles.add(face.kind);
                melds.reds += u8::from(face.red);
                seen.add(face);
            }
            let base = KindSet::single(meld.base());
            melds.runs |= if meld.is_run() { base.neighbours(1) } else { none };
            melds.called |= meld.called().map_or(none, |tile| KindSet::single(tile.kind()));
            melds.kans |= if meld.is_kan() { base } else { none };
        }
        melds
    }
}

impl River {
    fn new(open: &OpenSeat, seen: &mut Seen) -> River {
        let mut river = River::default();
        let mut met = KindSet::EMPTY;
        for (turn, discarded) in open.river.iter().enumerate() {
            let kind = KindSet::single(discarded.tile.kind);
            let only_if = |yes: bool| if yes { kind } else { KindSet::EMPTY };
            river.twice |= met & kind;
            met |= kind;
            river.held |= only_if(!discarded.drawn);
            river.drawn = (river.drawn - kind) | only_if(discarded.drawn);
            river.early |= only_if(turn < EARLY);
            river.riichi |= only_if(discarded.riichi);
            if discarded.riichi && river.riichi_turn == 0 {
                river.riichi_turn = turn as u8 + 1;
            }
            river.from_hand += u8::from(!discarded.drawn);
            river.drawn_in_a_row = if discarded.drawn { river.drawn_in_a_row + 1 } else { 0 };
            match discarded.called_by {
                // It is seen in a meld.
                Some(_) => river.called |= kind,
                None => seen.add(discarded.tile),
            }
        }
        river
    }
}
