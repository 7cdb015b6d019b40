//! The wall of a logged hand: rebuilt from a seed and checked, or put together
//! from what the log shows.

use fuda_core::{Purpose, Rng, Seed};

use super::log::{Event, HandLog};
use super::tenhou::Shuffled;
use crate::game::Wall;
use crate::tile::TILES;
use crate::{MeldKind, Tile};

/// Where the log shows a tile of the wall: its place there, the tile, and the
/// event, if it is not the deal.
fn shown(hand: &HandLog, mut see: impl FnMut(usize, Tile, Option<usize>)) {
    let mut next = TILES;
    for (first, count) in [(0, 4), (4, 4), (8, 4), (12, 1)] {
        for step in 0..4 {
            let seat = hand.dealer.after(step, 4).index() & 3;
            for tile in &hand.hands[seat][first..first + count] {
                next -= 1;
                see(next, *tile, None);
            }
        }
    }
    see(Wall::FIRST_INDICATOR, hand.dora, None);
    let (mut kans, mut replaced, mut indicators, mut winners) = (0, 0, 1, 0);
    for (i, entry) in hand.events.iter().enumerate() {
        match &entry.event {
            Event::Draw { tile, .. } if replaced < kans => {
                if let Some(place) = Wall::REPLACEMENTS.get(replaced) {
                    see(*place, *tile, Some(i));
                }
                replaced = kans;
            }
            Event::Draw { tile, .. } if next > Wall::DEAD => {
                next -= 1;
                see(next, *tile, Some(i));
            }
            Event::Call { meld, .. } if !matches!(meld.kind(), MeldKind::Chi | MeldKind::Pon) => {
                kans = replaced + 1;
            }
            Event::Dora { tile } if indicators < 5 => {
                see(Wall::FIRST_INDICATOR + 2 * indicators, *tile, Some(i));
                indicators += 1;
            }
            Event::Win(win) => {
                for (j, tile) in win.ura.iter().flatten().enumerate().filter(|_| winners == 0) {
                    see(Wall::FIRST_INDICATOR - 1 + 2 * j, *tile, Some(i));
                }
                winners += usize::from(win.ura.as_ref().is_some_and(|u| !u.is_empty()));
            }
            _ => {}
        }
    }
}

/// The first tile of the log that is not where the wall has it: the event,
/// the tile due, the tile told.
pub(crate) fn misfit(hand: &HandLog, wall: &Shuffled) -> Option<(Option<usize>, Tile, Tile)> {
    let mut found = None;
    shown(hand, |place, tile, event| {
        if found.is_none() && wall.tiles[place] != tile {
            found = Some((event, wall.tiles[place], tile));
        }
    });
    found
}

/// A wall that shows what the log shows. Places the log says nothing about are
/// filled with the tiles left over, shuffled from the number of the hand: the
/// same log always gives the same wall.
///
/// `None` when the log shows a tile twice.
pub(crate) fn filled(hand: &HandLog, number: usize) -> Option<Wall> {
    let mut places: [Option<Tile>; TILES] = [None; TILES];
    let mut left = [true; TILES];
    let mut twice = false;
    shown(hand, |place, tile, _| {
        twice |= places[place].is_some_and(|t| t != tile)
            || !left[tile.index()] && places[place] != Some(tile);
        places[place] = Some(tile);
        left[tile.index()] = false;
    });
    if twice {
        return None;
    }
    let mut rest: Vec<Tile> = Tile::all().filter(|t| left[t.index()]).collect();
    let path = [number as u64, u64::from(hand.round), u64::from(hand.honba)];
    Rng::new(Seed(0).derive(Purpose::Deal, &path)).shuffle(&mut rest);
    let mut rest = rest.into_iter();
    let mut tiles = Vec::with_capacity(TILES);
    for place in places {
        tiles.push(place.or_else(|| rest.next())?);
    }
    Wall::new(&tiles).ok()
}
