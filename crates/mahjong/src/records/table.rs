//! Which copy of a tile is meant, for formats that name only its face.
//!
//! mjai and tenhou.net/6 write `5m` where Tenhou's XML writes one of four ids.
//! Copies that look alike are interchangeable, so each tile that comes into
//! play gets the lowest copy of its face that is still unused, and a tile that
//! leaves a hand is the lowest copy of its face in that hand.

use arrayvec::ArrayVec;
use fuda_core::Seat;

use super::log::Four;
use crate::meld::From;
use crate::{Face, Meld, MeldKind, Tile};

/// The tiles of one hand as they are dealt, drawn, discarded and called.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    red_fives: bool,
    used: [bool; 136],
    hands: Four<ArrayVec<Tile, 14>>,
    melds: Four<ArrayVec<Meld, 4>>,
    ura: ArrayVec<Tile, 5>,
    drawn: Option<(Seat, Tile)>,
    discarded: Option<(Seat, Tile)>,
}

/// Why a tile cannot be where the log says it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Impossible {
    /// What would have been possible.
    pub expected: String,
    /// What the log says.
    pub got: String,
}

type Possible<T> = Result<T, Impossible>;

fn impossible<T>(expected: impl Into<String>, got: impl Into<String>) -> Possible<T> {
    Err(Impossible { expected: expected.into(), got: got.into() })
}

impl Table {
    /// An empty table.
    pub fn new(red_fives: bool) -> Table {
        Table {
            red_fives,
            used: [false; 136],
            hands: Default::default(),
            melds: Default::default(),
            ura: ArrayVec::new(),
            drawn: None,
            discarded: None,
        }
    }

    /// The tile drawn last, while nothing has happened since.
    pub fn drawn(&self) -> Option<(Seat, Tile)> {
        self.drawn
    }

    /// The tile discarded last, while nothing has happened since.
    pub fn discarded(&self) -> Option<(Seat, Tile)> {
        self.discarded
    }

    /// What a tile shows under the rules of this table.
    pub fn face_of(&self, tile: Tile) -> Face {
        tile.face(self.red_fives)
    }

    /// A copy with this face, seen before or not.
    pub fn any_copy(&self, face: Face) -> Option<Tile> {
        (0..4).map(|copy| face.kind.tile(copy)).find(|t| t.face(self.red_fives) == face)
    }

    /// A copy that was not seen before.
    pub fn fresh(&mut self, face: Face) -> Possible<Tile> {
        let copy = (0..4)
            .map(|copy| face.kind.tile(copy))
            .find(|t| t.face(self.red_fives) == face && !self.used[t.index()]);
        match copy {
            Some(tile) => {
                self.used[tile.index()] = true;
                Ok(tile)
            }
            None => impossible(
                format!("no more than the copies there are of {face}"),
                format!("one more {face}"),
            ),
        }
    }

    /// The indicator under the dora indicator of a number, counted from 0. Two
    /// winners see the same tiles.
    pub fn ura(&mut self, number: usize, face: Face) -> Possible<Tile> {
        if let Some(tile) = self.ura.get(number) {
            let known = tile.face(self.red_fives);
            if known == face {
                return Ok(*tile);
            }
            return impossible(format!("{known} under the indicator"), face.to_string());
        }
        let tile = self.fresh(face)?;
        match self.ura.try_push(tile) {
            Ok(()) => Ok(tile),
            Err(_) => impossible("at most five indicators", "a sixth"),
        }
    }

    /// The tiles dealt to a seat.
    pub fn deal(&mut self, seat: Seat, faces: &[Face]) -> Possible<[Tile; 13]> {
        let mut dealt = ArrayVec::<Tile, 13>::new();
        if faces.len() != 13 {
            return impossible("13 tiles for each seat", format!("{} tiles", faces.len()));
        }
        for &face in faces {
            dealt.push(self.fresh(face)?);
        }
        self.hands[seat.index()] = dealt.iter().copied().collect();
        dealt.into_inner().or_else(|_| impossible("13 tiles for each seat", "fewer"))
    }

    /// Puts known tiles into a hand.
    pub fn deal_tiles(&mut self, seat: Seat, tiles: &[Tile; 13]) {
        self.hands[seat.index()] = tiles.iter().copied().collect();
    }

    /// A known tile drawn. A full hand takes no more.
    pub fn draw_tile(&mut self, seat: Seat, tile: Tile) {
        if self.hands[seat.index()].try_push(tile).is_ok() {
            self.drawn = Some((seat, tile));
            self.discarded = None;
        }
    }

    /// The concealed tiles of a seat, the drawn one last.
    pub fn hand(&self, seat: Seat) -> &[Tile] {
        &self.hands[seat.index()]
    }

    /// The melds of a seat in the order made.
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        &self.melds[seat.index()]
    }

    /// A tile drawn.
    pub fn draw(&mut self, seat: Seat, face: Face) -> Possible<Tile> {
        let tile = self.fresh(face)?;
        if self.hands[seat.index()].try_push(tile).is_err() {
            return impossible("a discard", format!("another tile for seat {seat}"));
        }
        self.drawn = Some((seat, tile));
        self.discarded = None;
        Ok(tile)
    }

    /// A tile discarded; `drawn` when the log says whether it is the one just
    /// drawn. Gives the tile and whether it is.
    pub fn discard(
        &mut self,
        seat: Seat,
        face: Face,
        drawn: Option<bool>,
    ) -> Possible<(Tile, bool)> {
        let last = self.drawn.filter(|&(s, t)| s == seat && t.face(self.red_fives) == face);
        let tile = match (drawn, last) {
            (Some(true), Some((_, tile))) => tile,
            // After a call nothing is drawn; some programs say so all the same.
            (Some(true), None) if self.drawn.is_some() => {
                return impossible(
                    "a discard of the tile just drawn",
                    format!("{face}, which seat {seat} did not just draw"),
                );
            }
            (_, last) => {
                let skip = last.map(|(_, tile)| tile);
                let held = self.held(seat, face, skip);
                match (held, drawn, last) {
                    (Some(tile), ..) => tile,
                    (None, None, Some((_, tile))) => tile,
                    _ => {
                        return impossible(
                            format!("a discard from the hand of seat {seat}"),
                            format!("{face}, which is not there"),
                        );
                    }
                }
            }
        };
        let was_drawn = last.is_some_and(|(_, t)| t == tile);
        self.remove(seat, tile);
        self.drawn = None;
        self.discarded = Some((seat, tile));
        Ok((tile, was_drawn))
    }

    fn held(&self, seat: Seat, face: Face, skip: Option<Tile>) -> Option<Tile> {
        let hand = self.hands[seat.index()].iter().copied();
        hand.filter(|&t| t.face(self.red_fives) == face && Some(t) != skip).min()
    }

    fn remove(&mut self, seat: Seat, tile: Tile) {
        self.hands[seat.index()].retain(|t| *t != tile);
    }

    fn take(&mut self, seat: Seat, face: Face) -> Possible<Tile> {
        match self.held(seat, face, None) {
            Some(tile) => {
                self.remove(seat, tile);
                Ok(tile)
            }
            None => impossible(
                format!("tiles from the hand of seat {seat}"),
                format!("{face}, which is not there"),
            ),
        }
    }

    /// A chi, pon or open kan of the last discard with own tiles.
    pub fn call(
        &mut self,
        seat: Seat,
        kind: MeldKind,
        called: Option<Face>,
        own: &[Face],
    ) -> Possible<Meld> {
        let Some((from, tile)) = self.discarded.filter(|(from, _)| *from != seat) else {
            return impossible("a call of another seat's discard", "a call of nothing");
        };
        if called.is_some_and(|face| face != tile.face(self.red_fives)) {
            let last = tile.face(self.red_fives);
            return impossible(format!("a call of the last discard, {last}"), "another tile");
        }
        let steps = From::from_steps((from.0 + 4 - seat.0) % 4);
        let mut taken = ArrayVec::<Tile, 3>::new();
        for &face in own.iter().take(3) {
            taken.push(self.take(seat, face)?);
        }
        let meld = match (kind, taken.as_slice()) {
            (MeldKind::Chi, &[a, b]) if steps == From::Before => Meld::chi(tile, [a, b]).ok(),
            (MeldKind::Pon, &[a, b]) => Meld::pon(tile, [a, b], steps).ok(),
            (MeldKind::OpenKan, &[a, b, c])
                if [a, b, c].iter().all(|t| t.kind() == tile.kind()) =>
            {
                Meld::open_kan(tile, steps).ok()
            }
            _ => None,
        };
        self.discarded = None;
        self.drawn = None;
        self.lay(seat, meld)
    }

    fn lay(&mut self, seat: Seat, meld: Option<Meld>) -> Possible<Meld> {
        match meld {
            Some(meld) if self.melds[seat.index()].try_push(meld).is_ok() => Ok(meld),
            Some(_) => impossible("at most four melds", "a fifth"),
            None => impossible("tiles that make the meld", "tiles that make none"),
        }
    }

    /// A concealed kan.
    pub fn concealed_kan(&mut self, seat: Seat, own: &[Face]) -> Possible<Meld> {
        let &[first, ..] = own else { return impossible("four tiles", "none") };
        if own.len() != 4 || own.iter().any(|f| f.kind != first.kind) {
            return impossible("four tiles of one kind", format!("{} tiles", own.len()));
        }
        for &face in own {
            self.take(seat, face)?;
        }
        self.drawn = None;
        self.discarded = None;
        self.lay(seat, Some(Meld::concealed_kan(first.kind)))
    }

    /// The fourth tile added to a pon. It can be robbed like a discard.
    pub fn added_kan(&mut self, seat: Seat, face: Face) -> Possible<Meld> {
        let tile = self.take(seat, face)?;
        let melds = &mut self.melds[seat.index()];
        let added = melds.iter_mut().find_map(|meld| {
            let kan = meld.with_added(tile).ok()?;
            *meld = kan;
            Some(kan)
        });
        self.drawn = None;
        self.discarded = Some((seat, tile));
        match added {
            Some(kan) => Ok(kan),
            None => impossible(format!("a pon of {} before", face.kind), "a kan added to none"),
        }
    }
}
