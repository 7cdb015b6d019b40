//! The wall of a logged hand: rebuilt from a seed and checked, or put together
//! from what the log shows.

use fuda_core::{Purpose, Rng, Seed};

use super::compare::Difference;
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
/// the tile due, the tile recorded.
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
/// An error holds what was expected and what is there, when a tile comes twice
/// or the wall that the log gives is another.
pub(crate) fn filled(hand: &HandLog, number: usize, red_fives: bool) -> Result<Wall, Difference> {
    let mut places: [Option<Tile>; TILES] = [None; TILES];
    let mut left = [true; TILES];
    let mut wrong = None;
    shown(hand, |place, tile, event| {
        let before = places[place].replace(tile);
        let given = hand.wall.as_ref().map(|wall| wall[place]);
        if wrong.is_some() || before == Some(tile) {
            return;
        }
        if !left[tile.index()] || before.is_some() {
            let expected = "every tile once".to_owned();
            wrong = Some(Difference { event, expected, got: format!("{tile:?} twice") });
        } else if let Some(given) = given.filter(|g| *g != tile.face(red_fives)) {
            let got = tile.face(red_fives).to_string();
            wrong = Some(Difference { event, expected: format!("{given} of the wall"), got });
        }
        left[tile.index()] = false;
    });
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let mut rest: Vec<Tile> = Tile::all().filter(|t| left[t.index()]).collect();
    let path = [number as u64, u64::from(hand.round), u64::from(hand.honba)];
    Rng::new(Seed(0).derive(Purpose::Deal, &path)).shuffle(&mut rest);
    let mut tiles = Vec::with_capacity(TILES);
    for (place, tile) in places.into_iter().enumerate() {
        let given = hand.wall.as_ref().map(|wall| wall[place]);
        let fits = |t: &Tile| given.is_none_or(|g| g == t.face(red_fives));
        let tile = tile.or_else(|| rest.iter().rposition(fits).map(|at| rest.swap_remove(at)));
        tiles.push(tile.ok_or_else(|| Difference {
            event: None,
            expected: "every tile once in the wall".into(),
            got: given.map_or_else(String::new, |g| format!("one more {g}")),
        })?);
    }
    Wall::new(&tiles).map_err(|e| Difference { event: None, expected: e.expected, got: e.got })
}
