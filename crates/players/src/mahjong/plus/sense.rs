//! What a player sees at a glance: which discards keep the hand near, which
//! are safe, and which calls leave a yaku. Only the seat's own tiles and what
//! lies open are looked at.

use arrayvec::ArrayVec;
use fuda_core::Seat;
use fuda_mahjong::game::{Held, OpenSeat, Stage, Table};
use fuda_mahjong::hand::acceptance::best_discards;
use fuda_mahjong::hand::shanten::shanten;
use fuda_mahjong::{Counts, Kind, KindSet, Meld, Move};

/// One seat's own tiles and what lies open.
#[derive(Clone, Copy)]
pub(super) struct Sense<'a> {
    pub table: &'a Table,
    pub hand: &'a Held,
    pub seat: Seat,
}

/// A kind that may go, and how good the hand is without it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Option14 {
    pub kind: Kind,
    /// Tiles that bring the hand closer, with a little for what is better kept.
    pub merit: f64,
}

impl<'a> Sense<'a> {
    fn own(&self) -> &'a OpenSeat {
        &self.table.seats[self.seat.index()]
    }

    /// The honours a triplet of which is a yaku for the seat.
    pub fn value_kinds(&self) -> KindSet {
        let standing = &self.table.standing;
        let winds = [standing.round_wind(), standing.seat_wind(self.seat.index())];
        let dragons = [Kind::HAKU, Kind::HATSU, Kind::CHUN];
        winds.map(|wind| wind.kind()).into_iter().chain(dragons).collect()
    }

    /// The kinds that are dora.
    pub fn dora(&self) -> KindSet {
        self.table.indicators.iter().map(|face| face.kind.dora_after()).collect()
    }

    /// Whether the seat has called and has no triplet of value honours, so
    /// that only simples give it a yaku (or what it may still become).
    fn needs_simples(&self) -> bool {
        let own = self.own();
        if own.is_closed() {
            return false;
        }
        let values = self.value_kinds();
        let melded = own.melds.iter().any(|m| !m.is_run() && values.contains(m.base()));
        let held = !(self.hand.counts().at_least(2) & values).is_empty();
        !melded && !held
    }

    /// The kinds whose discard leaves the lowest shanten, with their merit,
    /// and that shanten. `seen` are the tiles known to be gone.
    pub fn discards(&self, seen: &Counts) -> (i8, ArrayVec<Option14, 14>) {
        let counts = self.hand.counts();
        let best = best_discards(counts);
        let shanten = best.first().map_or(0, |discard| discard.after.shanten);
        let (values, dora) = (self.value_kinds(), self.dora());
        let mut options: ArrayVec<Option14, 14> = best
            .iter()
            .map(|discard| Option14 {
                kind: discard.kind,
                merit: f64::from(discard.after.live(seen))
                    - self.worth_keeping(discard.kind, seen, values, dora),
            })
            .collect();
        if self.needs_simples() && options.iter().any(|option| option.kind.is_outside()) {
            options.retain(|option| option.kind.is_outside());
        }
        (shanten, options)
    }

    /// What a tile is worth beyond acceptance, in accepted tiles.
    fn worth_keeping(&self, kind: Kind, seen: &Counts, values: KindSet, dora: KindSet) -> f64 {
        let mut worth = if kind.is_honour() {
            let left = f64::from(4u8.saturating_sub(seen[kind]));
            if values.contains(kind) { 0.4 * left } else { 0.1 * left }
        } else {
            // What lies near the middle makes more runs.
            0.8 + 0.5 * f64::from(4 - kind.number().abs_diff(5))
        };
        if dora.contains(kind) {
            worth += 4.0;
        }
        if self.hand.has_red(kind) && self.hand.plain(kind) == 0 {
            worth += 4.0;
        }
        worth
    }

    /// The others that have declared riichi.
    pub fn threats(&self) -> impl Iterator<Item = &'a OpenSeat> + use<'a> {
        let (table, seat) = (self.table, self.seat.index());
        let others = table.seats.iter().enumerate().filter(move |(other, _)| *other != seat);
        others.map(|(_, open)| open).filter(|open| open.in_riichi())
    }

    /// How safe a kind is against everybody in riichi, from 0 to 1.
    pub fn safety(&self, kind: Kind, seen: &Counts) -> f64 {
        self.threats().map(|open| safety_against(open, kind, seen)).fold(1.0, f64::min)
    }

    /// Whether a call brings the hand closer and leaves it a yaku.
    pub fn is_good_call(&self, mv: Move) -> bool {
        let (Move::Chi(own) | Move::Pon(own)) = mv else { return false };
        let Stage::Claims { tile, .. } = self.table.stage else { return false };
        let mut held = *self.hand;
        for face in own {
            held.remove(face);
        }
        let values = self.value_kinds();
        let melds = &self.own().melds;
        let pon = matches!(mv, Move::Pon(_));
        let has_value = melds.iter().any(|m| !m.is_run() && values.contains(m.base()))
            || pon && values.contains(tile.kind)
            || !(held.counts().at_least(3) & values).is_empty();
        if !has_value {
            let mut called: KindSet = own.into_iter().map(|face| face.kind).collect();
            called.insert(tile.kind);
            let all = melds.iter().map(Meld::kinds).fold(called, |all, kinds| all | kinds);
            let outside = held.counts().kinds() & KindSet::OUTSIDE;
            let count: u8 = outside.into_iter().map(|kind| held.counts()[kind]).sum();
            let simples = (all & KindSet::OUTSIDE).is_empty() && count <= 2;
            if !(self.table.rules.open_tanyao && simples) {
                return false;
            }
        }
        shanten(held.counts()) < shanten(self.hand.counts())
    }
}

/// How safe a kind is against one seat in riichi.
fn safety_against(open: &OpenSeat, kind: Kind, seen: &Counts) -> f64 {
    let passed = open.river_kinds | open.passed;
    if passed.contains(kind) {
        return 1.0;
    }
    if kind.is_honour() {
        return match seen[kind] {
            4.. => 1.0,
            3 => 0.95,
            2 => 0.85,
            _ => 0.6,
        };
    }
    // Two-sided waits on this kind also wait three further on either side.
    let gone = |step: i8| kind.neighbour(step).is_none_or(|other| passed.contains(other));
    let walled = |step: i8| kind.neighbour(step).is_some_and(|other| seen[other] >= 4);
    let low = gone(-3) || walled(-1) || walled(-2);
    let high = gone(3) || walled(1) || walled(2);
    let end = kind.is_terminal();
    match (low, high) {
        (true, true) if end => 0.9,
        (true, true) => 0.75,
        (true, false) | (false, true) => 0.4,
        (false, false) => 0.2,
    }
}
