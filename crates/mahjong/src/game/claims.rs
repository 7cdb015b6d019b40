//! Claims: who may take a tile, and who gets it.

use super::held::Held;
use super::moves::Move;
use super::position::MahjongPosition;
use super::table::{Claimed, Stage};
use crate::kinds::KindSet;
use crate::rules::{Kuikae, MultipleRon};
use crate::tile::{Face, Kind};
use fuda_core::{Seat, SeatSet};

/// With this many concealed tiles a call always leaves something to discard:
/// two go into the meld, and at most seven others can be of the two forbidden
/// kinds.
const ALWAYS_A_DISCARD: u8 = 10;

impl MahjongPosition {
    /// Asks everybody who may claim the tile; goes on at once when nobody may.
    #[inline]
    pub(super) fn open_claims(&mut self, from: usize, tile: Face, on: Claimed) {
        self.table.stage = Stage::Claims { from: from as u8, tile, on };
        self.ask(from, tile, on);
        if self.waiting.is_empty() {
            self.resolve();
        }
    }

    /// Notes who may claim the tile.
    #[inline]
    pub(super) fn ask(&mut self, from: usize, tile: Face, on: Claimed) {
        self.waiting = SeatSet::EMPTY;
        self.answers = [Move::Pass; 4];
        for step in 1..4 {
            let seat = (from + step) % 4;
            if self.may_claim(seat, from, tile, on) {
                self.waiting.insert(Seat(seat as u8));
            }
        }
    }

    /// Asks everybody in a supposed position; `seat` is known to be asked.
    pub(super) fn ask_again(&mut self, from: usize, tile: Face, on: Claimed, seat: Seat) {
        self.ask(from, tile, on);
        if seat.index() != from {
            self.waiting.insert(seat);
        }
    }

    /// Whether a seat has any claim.
    #[inline]
    fn may_claim(&self, seat: usize, from: usize, tile: Face, on: Claimed) -> bool {
        if self.may_ron(seat, tile, on) {
            return true;
        }
        if on != Claimed::Discard || !self.may_call(seat) {
            return false;
        }
        let held = &self.hands[seat];
        let counts = held.counts();
        if counts[tile.kind] >= 2 {
            if counts[tile.kind] >= 3 && self.table.kans < 4 {
                return true;
            }
            if self.can_pon(seat, tile.kind) {
                return true;
            }
        }
        seat == (from + 1) % 4
            && runs(tile.kind).any(|pair| pair.has(counts) && self.can_chi(seat, tile.kind, pair))
    }

    /// Lists a seat's answers to the tile that may be claimed.
    pub(super) fn claims(
        &self,
        seat: usize,
        from: usize,
        tile: Face,
        on: Claimed,
        moves: &mut Vec<Move>,
    ) {
        if self.may_ron(seat, tile, on) {
            moves.push(Move::Ron);
        }
        if on == Claimed::Discard && self.may_call(seat) {
            let held = &self.hands[seat];
            let counts = held.counts();
            if counts[tile.kind] >= 3 && self.table.kans < 4 {
                moves.push(Move::OpenKan(tile.kind));
            }
            if counts[tile.kind] >= 2 && self.can_pon(seat, tile.kind) {
                let [plain, red] = faces(tile.kind);
                if held.plain(tile.kind) >= 2 {
                    moves.push(Move::Pon([plain, plain]));
                }
                if held.has_red(tile.kind) {
                    moves.push(Move::Pon([red, plain]));
                }
            }
            if seat == (from + 1) % 4 {
                for pair in runs(tile.kind) {
                    if pair.has(counts) && self.can_chi(seat, tile.kind, pair) {
                        pair.each(held, |tiles| moves.push(Move::Chi(tiles)));
                    }
                }
            }
        }
        moves.push(Move::Pass);
    }

    /// Whether a seat may win on the tile.
    #[inline]
    fn may_ron(&self, seat: usize, tile: Face, on: Claimed) -> bool {
        if !self.waits[seat].contains(tile.kind) {
            return false;
        }
        if on == Claimed::ConcealedKan
            && !(self.table.rules.orphans_rob_concealed && self.waits_on_orphans(seat))
        {
            return false;
        }
        !self.is_furiten(Seat(seat as u8)) && self.score_win(seat).is_ok()
    }

    /// Whether the tenpai is one of thirteen orphans.
    fn waits_on_orphans(&self, seat: usize) -> bool {
        let kinds = self.hands[seat].counts().kinds();
        self.table.seats[seat].melds.is_empty()
            && kinds.is_subset(KindSet::OUTSIDE)
            && kinds.len() >= 12
    }

    /// Whether a seat may take a discard by chi, pon or kan at all.
    #[inline]
    fn may_call(&self, seat: usize) -> bool {
        self.table.live > 0 && !self.table.seats[seat].in_riichi() && !self.table.four_kans_due()
    }

    /// Whether a tile to discard is left after a pon.
    #[inline]
    fn can_pon(&self, seat: usize, kind: Kind) -> bool {
        if self.table.seats[seat].concealed >= ALWAYS_A_DISCARD {
            return true;
        }
        let mut left = *self.hands[seat].counts();
        left.remove(kind);
        left.remove(kind);
        self.could_discard(left.kinds(), self.forbidden_after_pon(kind))
    }

    /// Whether a tile to discard is left after a chi.
    #[inline]
    fn can_chi(&self, seat: usize, kind: Kind, pair: Pair) -> bool {
        if self.table.seats[seat].concealed >= ALWAYS_A_DISCARD {
            return true;
        }
        let mut left = *self.hands[seat].counts();
        left.remove(pair.0);
        left.remove(pair.1);
        self.could_discard(left.kinds(), self.forbidden_after_chi(kind, pair))
    }

    /// What may not be discarded after a pon.
    pub(super) fn forbidden_after_pon(&self, kind: Kind) -> KindSet {
        match self.table.rules.kuikae {
            Kuikae::Allowed => KindSet::EMPTY,
            Kuikae::NotSame | Kuikae::Forbidden => KindSet::single(kind),
        }
    }

    /// What may not be discarded after a chi.
    fn forbidden_after_chi(&self, kind: Kind, pair: Pair) -> KindSet {
        let mut kinds = KindSet::EMPTY;
        if self.table.rules.kuikae != Kuikae::Allowed {
            kinds.insert(kind);
        }
        if self.table.rules.kuikae == Kuikae::Forbidden {
            // The pair lies above or below the tile called; a tile in the
            // middle has no other end.
            let other = if kind < pair.0 {
                pair.1.neighbour(1)
            } else if kind > pair.1 {
                pair.0.neighbour(-1)
            } else {
                None
            };
            if let Some(other) = other {
                kinds.insert(other);
            }
        }
        kinds
    }

    /// What may not be discarded after a chi with these tiles.
    pub(super) fn forbidden_after_chi_with(&self, kind: Kind, tiles: [Face; 2]) -> KindSet {
        self.forbidden_after_chi(kind, Pair(tiles[0].kind, tiles[1].kind))
    }

    /// Takes an answer; goes on when it was the last.
    pub(super) fn answer(&mut self, seat: usize, mv: Move) {
        self.answers[seat] = mv;
        self.waiting.remove(Seat(seat as u8));
        if self.waiting.is_empty() {
            self.resolve();
        }
    }

    /// All answers are in: the claim that comes first is carried out.
    pub(super) fn resolve(&mut self) {
        let Stage::Claims { from, tile, on } = self.table.stage else { return };
        let from = usize::from(from);
        let mut winners = SeatSet::EMPTY;
        for step in 1..4 {
            let seat = (from + step) % 4;
            if self.answers[seat] == Move::Ron {
                winners.insert(Seat(seat as u8));
                if self.table.rules.multiple_ron == MultipleRon::HeadBump {
                    break;
                }
            }
        }
        if !winners.is_empty() {
            self.settle_rons(from, tile, winners);
            return;
        }
        self.note_missed(from, tile, on);
        match on {
            Claimed::Discard => self.after_discard(from, tile),
            Claimed::AddedKan | Claimed::ConcealedKan => self.complete_kan(from, on),
        }
    }

    /// Whoever could have completed the hand and did not is furiten, with a
    /// yaku or without.
    #[inline]
    fn note_missed(&mut self, from: usize, tile: Face, on: Claimed) {
        if on == Claimed::ConcealedKan {
            return;
        }
        let temporary = self.table.rules.temporary_furiten != crate::rules::TemporaryFuriten::Off;
        for step in 1..4 {
            let seat = (from + step) % 4;
            let open = &mut self.table.seats[seat];
            open.passed.insert(tile.kind);
            let counts = temporary || open.in_riichi() && self.table.rules.riichi_furiten;
            if counts && self.waits[seat].contains(tile.kind) {
                self.missed[seat] = true;
            }
        }
    }

    /// Nobody won on the discard: a called riichi holds, and a call is made or
    /// the turn goes on.
    #[inline]
    fn after_discard(&mut self, from: usize, tile: Face) {
        self.accept_riichi(from);
        if let Some(ending) = self.aborted(from) {
            self.abort(ending);
            return;
        }
        let caller =
            (1..4).map(|step| (from + step) % 4).min_by_key(|&seat| match self.answers[seat] {
                Move::OpenKan(_) | Move::Pon(_) => 0,
                Move::Chi(_) => 1,
                _ => 2,
            });
        if let Some(seat) = caller {
            match self.answers[seat] {
                Move::OpenKan(_) => return self.call_kan(seat, from, tile),
                Move::Pon(own) => return self.call_pon(seat, from, tile, own),
                Move::Chi(own) => return self.call_chi(seat, from, tile, own),
                _ => {}
            }
        }
        if self.table.live == 0 {
            self.exhaust();
        } else {
            self.draw((from + 1) % 4);
        }
    }
}

/// Two kinds that make a run with a third.
#[derive(Clone, Copy)]
struct Pair(Kind, Kind);

impl Pair {
    #[inline]
    fn has(self, counts: &crate::kinds::Counts) -> bool {
        counts[self.0] > 0 && counts[self.1] > 0
    }

    /// Every choice of faces for the two tiles.
    #[inline]
    fn each(self, held: &Held, mut with: impl FnMut([Face; 2])) {
        for first in faces(self.0) {
            for second in faces(self.1) {
                if held.count(first) > 0 && held.count(second) > 0 {
                    with([first, second]);
                }
            }
        }
    }
}

/// The pairs that make a run with a kind, lowest first.
#[inline]
fn runs(kind: Kind) -> impl Iterator<Item = Pair> {
    [(-2, -1), (-1, 1), (1, 2)]
        .into_iter()
        .filter_map(move |(a, b)| Some(Pair(kind.neighbour(a)?, kind.neighbour(b)?)))
}

/// The plain and the red face of a kind; only fives can be red.
#[inline]
fn faces(kind: Kind) -> [Face; 2] {
    [Face { kind, red: false }, Face { kind, red: true }]
}
