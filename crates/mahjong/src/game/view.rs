//! What one seat knows.

use super::Mahjong;
use super::held::Held;
use super::position::MahjongPosition;
use super::table::{Stage, Table};
use crate::hand::waits::waits;
use crate::kinds::{Counts, KindSet};
use crate::tile::{Face, Kind};
use fuda_core::{BadText, PositionOf, Rng, Seat, Style, View};
use serde::{Deserialize, Serialize};

/// What one seat knows: the table and its own tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct MahjongView {
    /// Whose view it is.
    pub seat: Seat,
    /// What everybody sees.
    pub table: Table,
    /// The seat's concealed tiles, a drawn one included.
    pub hand: Held,
    /// The tile it has just drawn, when it is to act on one.
    pub drawn: Option<Face>,
    /// Whether it passed up a win and may not win by ron for now.
    pub missed: bool,
}

/// A view as it is written; what is read from elsewhere is a hand of a seat.
#[derive(Deserialize)]
struct Written {
    seat: Seat,
    table: Table,
    hand: Held,
    drawn: Option<Face>,
    missed: bool,
}

impl TryFrom<Written> for MahjongView {
    type Error = BadText;

    fn try_from(written: Written) -> Result<MahjongView, BadText> {
        let Written { seat, table, hand, drawn, missed } = written;
        if seat.0 > 3 {
            return Err(BadText::new("a seat from 0 to 3", seat.to_string()));
        }
        let counts = hand.counts();
        if hand.total() > 14 || Kind::all().any(|kind| counts[kind] > 4) {
            return Err(BadText::new("at most 14 tiles, four of a kind", hand.total().to_string()));
        }
        Ok(MahjongView { seat, table, hand, drawn, missed })
    }
}

impl MahjongPosition {
    pub(super) fn seen_by(&self, seat: Seat) -> MahjongView {
        let acting = matches!(self.table.stage, Stage::Act { seat: actor, .. } if actor == seat.0);
        MahjongView {
            seat,
            table: self.table,
            hand: self.hands[seat.index()],
            drawn: if acting { self.drawn } else { None },
            missed: self.missed[seat.index()],
        }
    }
}

impl MahjongView {
    /// The concealed tiles without the one just drawn.
    pub fn hand_before_draw(&self) -> Held {
        let mut held = self.hand;
        if let Some(drawn) = self.drawn {
            held.remove(drawn);
        }
        held
    }

    /// The kinds that complete the seat's hand of 3n+1 tiles; empty when it
    /// is not tenpai or has just called.
    pub fn waits(&self) -> KindSet {
        let held = self.hand_before_draw();
        if held.total() % 3 != 1 {
            return KindSet::EMPTY;
        }
        waits(held.counts()) - self.table.used_up(self.seat.index(), held.counts())
    }

    /// Whether the seat may not win by ron with the tiles it has.
    pub fn is_furiten(&self) -> bool {
        let own = &self.table.seats[self.seat.index()];
        self.missed
            || self.table.rules.discard_furiten && !(self.waits() & own.river_kinds).is_empty()
    }

    /// How many of each kind the seat sees: its own tiles, all melds and
    /// rivers, and the indicators.
    pub fn seen(&self) -> Counts {
        let mut seen = *self.hand.counts();
        self.each_open(|face| seen.add(face.kind));
        seen
    }

    /// Calls `with` for every tile that lies open, each once.
    pub(crate) fn each_open(&self, mut with: impl FnMut(Face)) {
        for open in &self.table.seats {
            for meld in &open.melds {
                for tile in meld.tiles() {
                    with(tile.face(self.table.rules.red_fives));
                }
            }
            for discarded in open.river.iter().filter(|d| d.called_by.is_none()) {
                with(discarded.tile);
            }
        }
        for &indicator in &self.table.indicators {
            with(indicator);
        }
    }
}

impl View for MahjongView {
    type Game = Mahjong;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, rng: &mut Rng) -> PositionOf<Mahjong> {
        self.assume_uniform(rng)
    }

    fn draw(&self, style: Style) -> String {
        super::draw::draw(self, style)
    }
}
