//! Tile ids of a hand that has them: whoever discards, calls or shows a tile
//! must hold just that copy of it.
//!
//! The rules know tiles by face, so a replay alone cannot tell one copy from
//! another. Here only the log's own word counts: what it dealt and drew is what
//! a seat has.

use super::compare::Difference;
use super::log::{Event, Four, HandLog, Win};
use crate::{Meld, MeldKind, Tile};

/// The tiles of four seats, by id.
struct Held {
    hands: Four<Vec<Tile>>,
    melds: Four<Vec<Meld>>,
    indicators: Vec<Tile>,
    ura: Vec<Tile>,
    /// The tile drawn, discarded or added to a kan last.
    last: Option<Tile>,
}

type Wrong = (String, String);

/// The first tile that is not where the log itself put it.
pub(crate) fn misplaced(hand: &HandLog) -> Option<Difference> {
    let mut held = Held {
        hands: hand.hands.map(|tiles| tiles.to_vec()),
        melds: Default::default(),
        indicators: vec![hand.dora],
        ura: Vec::new(),
        last: None,
    };
    for (i, entry) in hand.events.iter().enumerate() {
        if let Err((expected, got)) = held.event(&entry.event) {
            return Some(Difference { event: Some(i), expected, got });
        }
    }
    None
}

fn name(tile: Tile) -> String {
    format!("tile {} ({tile:?})", tile.id())
}

fn ids(tiles: &[Tile]) -> String {
    let ids: Vec<String> = tiles.iter().map(|t| t.id().to_string()).collect();
    format!("tiles {}", ids.join(","))
}

/// The same tiles, in whatever order, none of them twice.
fn same(a: &[Tile], b: &[Tile]) -> bool {
    let sorted = |tiles: &[Tile]| {
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable();
        tiles
    };
    sorted(a) == sorted(b)
}

impl Held {
    fn take(&mut self, seat: usize, tile: Tile) -> Result<(), Wrong> {
        let hand = &mut self.hands[seat & 3];
        match hand.iter().position(|t| *t == tile) {
            Some(at) => {
                hand.swap_remove(at);
                Ok(())
            }
            None => Err((format!("one of seat {seat}'s {}", ids(hand)), name(tile))),
        }
    }

    fn event(&mut self, event: &Event) -> Result<(), Wrong> {
        match event {
            Event::Draw { seat, tile } => {
                self.hands[seat.index() & 3].push(*tile);
                self.last = Some(*tile);
            }
            Event::Discard { seat, tile, .. } => {
                self.take(seat.index(), *tile)?;
                self.last = Some(*tile);
            }
            Event::Call { seat, meld } => self.call(seat.index() & 3, meld)?,
            Event::Dora { tile } => self.indicators.push(*tile),
            Event::Win(win) => self.win(win)?,
            Event::NoWin(no_win) => {
                for (seat, shown) in no_win.shown.iter().flatten().enumerate() {
                    if let Some(shown) = shown {
                        self.shows(seat, shown, None)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn call(&mut self, seat: usize, meld: &Meld) -> Result<(), Wrong> {
        if meld.kind() == MeldKind::AddedKan {
            let added = meld.added();
            if let Some(tile) = added {
                self.take(seat, tile)?;
            }
            let before: Vec<Tile> =
                meld.tiles().iter().copied().filter(|t| Some(*t) != added).collect();
            let pon = self.melds[seat].iter_mut().find(|m| same(m.tiles(), &before));
            let Some(pon) = pon.filter(|m| m.called() == meld.called()) else {
                return Err(("a pon that is there".into(), ids(&before)));
            };
            *pon = *meld;
            self.last = added;
            return Ok(());
        }
        let called = meld.called();
        if let Some(tile) = called.filter(|t| Some(*t) != self.last) {
            let due = self.last.map_or("a discard".into(), name);
            return Err((format!("a call of {due}"), name(tile)));
        }
        for tile in meld.tiles().iter().filter(|t| Some(**t) != called) {
            self.take(seat, *tile)?;
        }
        self.melds[seat].push(*meld);
        Ok(())
    }

    /// A hand shown is the hand held, with the tile won from another seat.
    fn shows(&self, seat: usize, shown: &[Tile], won: Option<Tile>) -> Result<(), Wrong> {
        let mut due = self.hands[seat & 3].clone();
        due.extend(won);
        match same(&due, shown) {
            true => Ok(()),
            false => Err((format!("seat {seat} with {}", ids(&due)), ids(shown))),
        }
    }

    fn win(&mut self, win: &Win) -> Result<(), Wrong> {
        let seat = usize::from(win.seat);
        if let (Some(due), Some(told)) = (self.last, win.tile)
            && due != told
        {
            return Err((format!("{} as winning tile", name(due)), name(told)));
        }
        if let Some(hand) = &win.hand {
            self.shows(seat, hand, self.last.filter(|_| win.seat != win.from))?;
        }
        if let Some(melds) = &win.melds {
            let due = &self.melds[seat & 3];
            // The last meld is listed first.
            if !due.iter().rev().eq(melds) {
                return Err((format!("melds {due:?}"), format!("{melds:?}")));
            }
        }
        if let Some(dora) = &win.dora
            && *dora.as_slice() != *self.indicators
        {
            return Err((format!("dora {}", ids(&self.indicators)), ids(dora)));
        }
        if let Some(ura) = win.ura.as_ref().filter(|ura| !ura.is_empty()) {
            if self.ura.is_empty() {
                self.ura = ura.to_vec();
            }
            if *ura.as_slice() != *self.ura {
                return Err((format!("ura {}", ids(&self.ura)), ids(ura)));
            }
        }
        Ok(())
    }
}
