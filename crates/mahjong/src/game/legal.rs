//! The legal moves of the seat that is to act.

use super::moves::Move;
use super::position::MahjongPosition;
use super::table::{Acting, RiichiState};
use crate::hand::shanten::Keys;
use crate::hand::waits::waits_of;
use crate::kinds::KindSet;
use crate::meld::MeldKind;
use crate::tile::{Face, Kind};
use fuda_core::Rng;

/// Points of a riichi stick.
pub(super) const STICK: i32 = 1_000;

impl MahjongPosition {
    /// Lists what the seat that acts may do.
    #[inline]
    pub(super) fn acts(&self, seat: usize, on: Acting, moves: &mut Vec<Move>) {
        if self.before_discards(seat, on, moves) {
            self.plain_discards(seat, moves);
        }
    }

    /// One of what the seat that acts may do, each equally likely: the very
    /// move that drawing from the list would give. Mostly it is a discard,
    /// which is found without a list.
    #[inline]
    pub(super) fn random_act(
        &self,
        seat: usize,
        on: Acting,
        rng: &mut Rng,
        moves: &mut Vec<Move>,
    ) -> Option<Move> {
        moves.clear();
        let discards = self.before_discards(seat, on, moves);
        let mut rest = self.hands[seat];
        if let Some(drawn) = self.drawn {
            rest.remove(drawn);
        }
        if !discards || !moves.is_empty() || rest.reds() > 0 {
            if discards {
                self.plain_discards(seat, moves);
            }
            return rng.pick(moves).copied();
        }
        let kinds = rest.counts().kinds() - self.table.forbidden;
        let last = self.drawn.filter(|drawn| !self.table.forbidden.contains(drawn.kind));
        let count = kinds.len() + usize::from(last.is_some());
        if count == 0 {
            return None;
        }
        match kinds.into_iter().nth(rng.below(count as u32) as usize) {
            Some(kind) => Some(Move::Discard { tile: Face { kind, red: false }, drawn: false }),
            None => last.map(|tile| Move::Discard { tile, drawn: true }),
        }
    }

    /// Lists what goes before plain discards; says whether these come, too.
    #[inline]
    fn before_discards(&self, seat: usize, on: Acting, moves: &mut Vec<Move>) -> bool {
        let riichi = self.table.seats[seat].riichi == RiichiState::Accepted;
        if let (Some(drawn), true) = (self.drawn, on != Acting::Called) {
            if self.waits[seat].contains(drawn.kind) && self.score_win(seat).is_ok() {
                moves.push(Move::Tsumo);
            }
            if self.may_declare_nine(seat) {
                moves.push(Move::NineTerminals);
            }
            self.kans(seat, drawn, riichi, moves);
            if riichi {
                moves.push(Move::Discard { tile: drawn, drawn: true });
                return false;
            }
            self.riichis(seat, moves);
        }
        true
    }

    #[inline]
    fn plain_discards(&self, seat: usize, moves: &mut Vec<Move>) {
        let discard = |tile, drawn| Move::Discard { tile, drawn };
        self.discards(seat, !self.table.forbidden, moves, discard);
    }

    fn may_declare_nine(&self, seat: usize) -> bool {
        self.table.rules.nine_terminals
            && self.table.first_turn(seat)
            && (self.hands[seat].counts().kinds() & KindSet::OUTSIDE).len() >= 9
    }

    /// Concealed and added kans.
    #[inline]
    fn kans(&self, seat: usize, drawn: Face, riichi: bool, moves: &mut Vec<Move>) {
        if self.table.live == 0 || self.table.kans >= 4 {
            return;
        }
        let counts = self.hands[seat].counts();
        if riichi {
            if self.riichi_kan(seat, drawn.kind) {
                moves.push(Move::ConcealedKan(drawn.kind));
            }
            return;
        }
        for kind in counts.at_least(4) {
            moves.push(Move::ConcealedKan(kind));
        }
        for meld in &self.table.seats[seat].melds {
            if meld.kind() == MeldKind::Pon && counts[meld.base()] > 0 {
                moves.push(Move::AddedKan(meld.base()));
            }
        }
    }

    /// Whether a player in riichi may declare a kan of the tile drawn: the
    /// waits must stay what they are.
    fn riichi_kan(&self, seat: usize, kind: Kind) -> bool {
        let counts = self.hands[seat].counts();
        if !self.table.rules.riichi_kan || counts[kind] < 4 || self.waits[seat].contains(kind) {
            return false;
        }
        let mut after = self.hands[seat];
        after.remove_all(kind);
        self.waits_with(seat, after.counts()) == self.waits[seat]
    }

    /// Discards with riichi.
    #[inline]
    fn riichis(&self, seat: usize, moves: &mut Vec<Move>) {
        // The bound says without a look at the tiles that most hands are too far.
        if self.bound[seat] > 0 || !self.may_declare_riichi(seat) {
            return;
        }
        let counts = self.hands[seat].counts();
        let keys = Keys::new(counts);
        if keys.shanten() > 0 {
            return;
        }
        let mut kinds = KindSet::EMPTY;
        for kind in counts.kinds() {
            let mut left = keys;
            left.remove(kind);
            let counts = counts.without(kind);
            let waits = waits_of(&counts, &left) - self.table.used_up(seat, &counts);
            if !waits.is_empty() {
                kinds.insert(kind);
            }
        }
        self.discards(seat, kinds, moves, |tile, drawn| Move::Riichi { tile, drawn });
    }

    /// Whether everything but the tiles allows riichi.
    fn may_declare_riichi(&self, seat: usize) -> bool {
        let (table, open) = (&self.table, &self.table.seats[seat]);
        table.rules.riichi
            && !open.in_riichi()
            && open.is_closed()
            && table.live >= table.rules.riichi_tiles
            && (!table.rules.riichi_points || table.standing.scores[seat] >= STICK)
    }

    /// Discards of these kinds: from the hand, a red five beside plain ones,
    /// then the tile drawn.
    #[inline]
    fn discards(
        &self,
        seat: usize,
        kinds: KindSet,
        moves: &mut Vec<Move>,
        make: impl Fn(Face, bool) -> Move,
    ) {
        let mut rest = self.hands[seat];
        if let Some(drawn) = self.drawn {
            rest.remove(drawn);
        }
        for kind in rest.counts().kinds() & kinds {
            if rest.plain(kind) > 0 {
                moves.push(make(Face { kind, red: false }, false));
            }
            if rest.has_red(kind) {
                moves.push(make(Face { kind, red: true }, false));
            }
        }
        if let Some(drawn) = self.drawn.filter(|drawn| kinds.contains(drawn.kind)) {
            moves.push(make(drawn, true));
        }
    }

    /// Whether the seat could discard anything of these kinds.
    pub(super) fn could_discard(&self, held: KindSet, forbidden: KindSet) -> bool {
        !(held - forbidden).is_empty()
    }
}
