//! Ura indicators that a log leaves out.
//!
//! Some programs record what a riichi win was worth but not the tiles under the
//! indicators. What the win was worth then says how many dora they gave: tiles
//! are looked for, among those nobody saw, that lead to just what is recorded.

use arrayvec::ArrayVec;
use fuda_core::Game;

use super::compare::{Strictness, difference};
use super::log::{Event, HandLog, Log};
use super::narrate::Narrator;
use super::replay::Replay;
use super::verify::deal_from;
use super::walls::filled;
use crate::game::{Mahjong, Wall};
use crate::rules::Rules;
use crate::tile::TILES;
use crate::{Kind, Tile};

/// Whether somebody won after riichi and the log does not record the tiles
/// under the indicators.
fn leaves_out_ura(hand: &HandLog) -> bool {
    let paid = |seat: u8| {
        let by = |e: &Event| matches!(e, Event::RiichiAccepted { seat: s, .. } if s.0 == seat);
        hand.events.iter().any(|e| by(&e.event))
    };
    let wins = || {
        hand.events.iter().filter_map(|e| match &e.event {
            Event::Win(win) => Some(win),
            _ => None,
        })
    };
    let told = wins().any(|w| w.ura.as_ref().is_some_and(|ura| !ura.is_empty()));
    !told && wins().any(|w| w.ura.is_none() && paid(w.seat))
}

/// For a hand that leaves its ura indicators out: a wall where they lead to
/// what the log records of the hand and of the scores after it. `None` when there
/// is none among those tried, and for other hands.
pub(crate) fn fitting_wall(
    log: &Log,
    number: usize,
    rules: &Rules,
    how: Strictness,
) -> Option<Wall> {
    let hand = log.hands.get(number).filter(|h| h.wall.is_none() && leaves_out_ura(h))?;
    let unseen = unseen(hand);
    let indicators = 1 + hand.events.iter().filter(|e| is_dora(&e.event)).count();
    // No more than two are chosen: with the rest left to chance that is
    // enough for every number of dora that is at all likely.
    let first = || unseen.iter().map(|t| ArrayVec::<Tile, 5>::from_iter([*t]));
    let pairs = || {
        let all = unseen.iter().flat_map(|a| unseen.iter().map(move |b| [*a, *b]));
        all.filter(|[a, b]| a != b).map(ArrayVec::<Tile, 5>::from_iter)
    };
    let mut tried = first().chain(pairs().filter(|_| indicators > 1));
    tried.find_map(|ura| fits(log, number, rules, how, ura))
}

fn is_dora(event: &Event) -> bool {
    matches!(event, Event::Dora { .. })
}

/// One copy of each kind that the log does not show.
fn unseen(hand: &HandLog) -> ArrayVec<Tile, 34> {
    let mut seen = [false; TILES];
    let mut see = |tile: Tile| seen[tile.index()] = true;
    hand.hands.iter().flatten().for_each(|t| see(*t));
    see(hand.dora);
    for entry in &hand.events {
        if let Event::Draw { tile, .. } | Event::Dora { tile } = entry.event {
            see(tile);
        }
    }
    let copy = |kind: Kind| (0..4).rev().map(|c| kind.tile(c)).find(|t| !seen[t.index()]);
    Kind::all().filter_map(copy).collect()
}

/// The wall with these ura indicators, if the hand then ends as recorded.
fn fits(
    log: &Log,
    number: usize,
    rules: &Rules,
    how: Strictness,
    ura: ArrayVec<Tile, 5>,
) -> Option<Wall> {
    let hand = log.hands.get(number)?;
    let mut shown = hand.clone();
    let first = shown.events.iter_mut().find_map(|e| match &mut e.event {
        Event::Win(win) => Some(win),
        _ => None,
    });
    first?.ura = Some(ura);
    let wall = filled(&shown, number, rules.red_fives).ok()?;
    let mut walls = vec![(None, false); number];
    walls.push((Some(wall), false));
    let position = Mahjong { rules: *rules }.start(&deal_from(log, rules, number, &walls)).ok()?;
    let mut replay = Replay::new(Narrator::new(position));
    replay.hand(hand).ok()?;
    let told = replay.narrator.finished().first()?;
    if difference(told, hand, how).is_some() {
        return None;
    }
    let (due, after) = match log.hands.get(number + 1) {
        Some(next) => (Some(replay.narrator.position().standing().scores), next.scores),
        None => (
            replay.narrator.end().and_then(|end| end.scores),
            log.end.as_ref().and_then(|end| end.scores),
        ),
    };
    // Where the hand's own scores are not recorded, those after it say nothing.
    let agrees = match (hand.scores, due, after) {
        (Some(_), Some(due), Some(after)) => due == after,
        _ => true,
    };
    agrees.then_some(wall)
}
