//! Carrying out moves: discards, calls and kans.

use super::legal::STICK;
use super::moves::Move;
use super::position::MahjongPosition;
use super::result::Ending;
use super::table::{Acting, Claimed, Discarded, RiichiState, Stage};
use crate::kinds::KindSet;
use crate::meld::{From as Source, Meld, MeldKind};
use crate::rules::{KanDora, TemporaryFuriten};
use crate::tile::{Face, Kind, Tile};

impl MahjongPosition {
    /// Carries out what the seat that acts does.
    pub(super) fn act(&mut self, seat: usize, mv: Move) {
        match mv {
            Move::Discard { tile, drawn } => self.discard(seat, tile, drawn, false),
            Move::Riichi { tile, drawn } => self.discard(seat, tile, drawn, true),
            Move::ConcealedKan(kind) => self.concealed_kan(seat, kind),
            Move::AddedKan(kind) => self.added_kan(seat, kind),
            Move::Tsumo => self.settle_tsumo(seat),
            Move::NineTerminals => self.abort(Ending::NineTerminals),
            Move::Pass | Move::Chi(_) | Move::Pon(_) | Move::OpenKan(_) | Move::Ron => {}
        }
    }

    #[inline]
    fn discard(&mut self, seat: usize, tile: Face, drawn: bool, riichi: bool) {
        if self.put_down(seat, tile, drawn, riichi) {
            self.open_claims(seat, tile, Claimed::Discard);
        }
    }

    /// Puts a tile into the river, if it is held.
    #[inline]
    pub(super) fn put_down(&mut self, seat: usize, tile: Face, drawn: bool, riichi: bool) -> bool {
        if !self.hands[seat].remove(tile) {
            return false;
        }
        self.turn_pending();
        let double = riichi && self.table.first_turn(seat);
        let order = self.table.discards;
        self.table.discards = order.saturating_add(1);
        let open = &mut self.table.seats[seat];
        open.concealed -= 1;
        open.river.push(Discarded { tile, drawn, riichi, called_by: None, order });
        open.river_kinds.insert(tile.kind);
        open.ippatsu = false;
        if riichi {
            open.riichi = RiichiState::Declared;
            open.double_riichi = double;
        }
        self.drawn = None;
        self.table.forbidden = KindSet::EMPTY;
        self.refresh(seat);
        true
    }

    /// Turns the indicators that earlier kans left to turn.
    #[inline]
    fn turn_pending(&mut self) {
        while self.table.unturned > 0 {
            self.table.unturned -= 1;
            self.turn_indicator();
        }
    }

    /// A riichi whose tile has passed: the stick is paid.
    #[inline]
    pub(super) fn accept_riichi(&mut self, seat: usize) {
        let open = &mut self.table.seats[seat];
        if open.riichi == RiichiState::Declared {
            open.riichi = RiichiState::Accepted;
            open.ippatsu = true;
            open.passed = KindSet::EMPTY;
            self.table.standing.scores[seat] -= STICK;
            self.table.standing.sticks = self.table.standing.sticks.saturating_add(1);
        }
    }

    /// A call or a kan: nobody's first turn and nobody's ippatsu any more.
    fn interrupt(&mut self) {
        self.table.uninterrupted = false;
        for open in &mut self.table.seats {
            open.ippatsu = false;
        }
    }

    pub(super) fn call_chi(&mut self, seat: usize, from: usize, tile: Face, own: [Face; 2]) {
        let tiles = own.map(single);
        let Ok(meld) = Meld::chi(single(tile), tiles) else { return };
        self.call(seat, from, meld, &own);
        self.table.forbidden = self.forbidden_after_chi_with(tile.kind, own);
    }

    pub(super) fn call_pon(&mut self, seat: usize, from: usize, tile: Face, own: [Face; 2]) {
        let [called, a, b] = copies([tile, own[0], own[1]]);
        let Ok(meld) = Meld::pon(called, [a, b], source(seat, from)) else { return };
        self.call(seat, from, meld, &own);
        self.table.forbidden = self.forbidden_after_pon(tile.kind);
        self.note_pao(seat, from);
    }

    pub(super) fn call_kan(&mut self, seat: usize, from: usize, tile: Face) {
        let called = copies([tile, tile, tile])[0];
        let Ok(meld) = Meld::open_kan(called, source(seat, from)) else { return };
        self.call(seat, from, meld, &[]);
        self.hands[seat].remove_all(tile.kind);
        self.table.seats[seat].concealed -= 3;
        self.note_pao(seat, from);
        self.turn_pending();
        self.finish_kan(seat, false);
    }

    /// Takes the last discard of `from` into a meld.
    fn call(&mut self, seat: usize, from: usize, meld: Meld, own: &[Face]) {
        if let Some(last) = self.table.seats[from].river.last_mut() {
            last.called_by = Some(seat as u8);
        }
        for &face in own {
            self.hands[seat].remove(face);
        }
        self.interrupt();
        self.bound[seat] -= 1;
        let open = &mut self.table.seats[seat];
        open.concealed -= own.len() as u8;
        open.melds.push(meld);
        open.passed = KindSet::EMPTY;
        if self.table.rules.temporary_furiten == TemporaryFuriten::UntilDrawOrCall {
            self.missed[seat] = false;
        }
        self.drawn = None;
        self.table.stage = Stage::Act { seat: seat as u8, on: Acting::Called };
    }

    fn concealed_kan(&mut self, seat: usize, kind: Kind) {
        if let Some(tile) = self.put_concealed_kan(seat, kind) {
            self.open_claims(seat, tile, Claimed::ConcealedKan);
        }
    }

    /// Lays down a concealed kan; gives its tile.
    pub(super) fn put_concealed_kan(&mut self, seat: usize, kind: Kind) -> Option<Face> {
        if self.hands[seat].counts()[kind] < 4 {
            return None;
        }
        self.turn_pending();
        self.hands[seat].remove_all(kind);
        let open = &mut self.table.seats[seat];
        open.concealed -= 4;
        open.melds.push(Meld::concealed_kan(kind));
        self.drawn = None;
        Some(Face { kind, red: false })
    }

    fn added_kan(&mut self, seat: usize, kind: Kind) {
        if let Some(tile) = self.put_added_kan(seat, kind) {
            self.open_claims(seat, tile, Claimed::AddedKan);
        }
    }

    /// Adds the fourth tile to a pon; gives it.
    pub(super) fn put_added_kan(&mut self, seat: usize, kind: Kind) -> Option<Face> {
        let red = self.hands[seat].has_red(kind);
        let face = Face { kind, red };
        let pon = self.table.seats[seat]
            .melds
            .iter_mut()
            .find(|meld| meld.kind() == MeldKind::Pon && meld.base() == kind)?;
        let fourth = (0..4).map(|copy| kind.tile(copy)).find(|tile| !pon.tiles().contains(tile));
        *pon = pon.with_added(fourth?).ok()?;
        self.turn_pending();
        self.hands[seat].remove(face);
        self.table.seats[seat].concealed -= 1;
        self.drawn = None;
        Some(face)
    }

    /// Nobody robbed the kan.
    pub(super) fn complete_kan(&mut self, seat: usize, on: Claimed) {
        self.interrupt();
        self.finish_kan(seat, on == Claimed::ConcealedKan);
    }

    /// Indicator and replacement tile.
    fn finish_kan(&mut self, seat: usize, concealed: bool) {
        match self.table.rules.kan_dora {
            KanDora::Off => {}
            KanDora::BeforeDiscard if !concealed => self.table.unturned += 1,
            KanDora::BeforeDiscard | KanDora::AtOnce => self.turn_indicator(),
        }
        self.refresh(seat);
        self.draw_replacement(seat);
    }

    /// Who completes three dragons or four winds by a discard answers for them.
    fn note_pao(&mut self, seat: usize, from: usize) {
        let rules = self.table.rules;
        let open = &mut self.table.seats[seat];
        let Some(last) = open.melds.last().copied() else { return };
        let melded = |first: Kind, last: Kind| {
            open.melds
                .iter()
                .filter(|m| !m.is_run() && m.base() >= first && m.base() <= last)
                .count()
        };
        let from = Some(from as u8);
        if rules.pao_dragons && last.base().is_dragon() && melded(Kind::HAKU, Kind::CHUN) == 3 {
            open.pao_dragons = from;
        }
        if rules.pao_winds && last.base().wind().is_some() && melded(Kind::EAST, Kind::NORTH) == 4 {
            open.pao_winds = from;
        }
        if rules.pao_kans && last.is_kan() && open.kans() == 4 {
            open.pao_kans = from;
        }
    }
}

/// Whom a tile comes from, seen from the caller.
fn source(seat: usize, from: usize) -> Source {
    Source::from_steps(((from + 4 - seat) % 4) as u8)
}

/// The tile that stands for a face where only one of its kind is needed.
/// Copy 0 of a five is the red one.
pub(super) fn single(face: Face) -> Tile {
    face.kind.tile(u8::from(face.kind.is_five() && !face.red))
}

/// Different copies of one kind for these faces.
fn copies(faces: [Face; 3]) -> [Tile; 3] {
    let mut next = u8::from(faces[0].kind.is_five());
    faces.map(|face| {
        if face.red {
            return face.kind.tile(0);
        }
        let tile = face.kind.tile(next.min(3));
        next += 1;
        tile
    })
}
