//! Logs into records, and records into logs.

use fuda_core::formats::FormatError;
use fuda_core::{Game, Position, Record, Turn};

use super::compare::{Strictness, difference};
use super::game_rules::{rules_of, told_rules};
use super::log::{Log, Unit};
use super::narrate::Narrator;
use super::replay::Replay;
use super::tenhou::{Shuffled, Walls};
use super::unseen_ura::fitting_wall;
use super::verify::deal_from;
use super::walls::{filled, misfit};
use crate::game::{Deal, Mahjong, Move, Wall};

/// The tag under which the seed of Tenhou's walls is kept.
const SEED_TAG: &str = "shuffle";

/// A game as the common record.
///
/// Walls come from the seed where there is one; else the log's own tiles are
/// put where they were drawn and the rest of each wall is filled with the
/// tiles left over, always in the same way. A log that the rules do not lead
/// through to what it tells is refused with the place.
pub fn record_of(log: &Log) -> Result<Record<Mahjong>, FormatError> {
    if let Some(broken) = &log.broken {
        return Err(broken.clone());
    }
    let place = |hand: usize, event: Option<usize>| log.place(hand, event);
    let error = |place: String, expected: String, got: String| FormatError { place, expected, got };
    if log.hands.is_empty() {
        return Err(error("the game".into(), "at least one hand".into(), "none".into()));
    }
    let rules = rules_of(log).map_err(|e| error("the rules".into(), e.expected, e.got))?;
    let mut seeded = log.seed.as_deref().and_then(|seed| Walls::from_seed(seed).ok());
    let how = Strictness {
        same_copies: seeded.is_some(),
        same_moment: log.unit == Unit::Byte,
        red_fives: rules.red_fives,
    };
    let mut walls = Vec::with_capacity(log.hands.len());
    for (number, hand) in log.hands.iter().enumerate() {
        let rebuilt = seeded.as_mut().map(Walls::next_wall);
        if let Some((event, due, told)) = rebuilt.as_ref().and_then(|w| misfit(hand, w)) {
            let due = format!("tile {} of the wall that the seed gives", due.id());
            return Err(error(place(number, event), due, format!("tile {}", told.id())));
        }
        let wall = match rebuilt {
            Some(Shuffled { tiles, .. }) => {
                Wall::new(&tiles).map_err(|e| error(place(number, None), e.expected, e.got))?
            }
            None => match fitting_wall(log, number, &rules, how) {
                Some(wall) => wall,
                None => filled(hand, number, rules.red_fives).map_err(|wrong| {
                    error(place(number, wrong.event), wrong.expected, wrong.got)
                })?,
            },
        };
        walls.push((Some(wall), seeded.is_some()));
    }
    let game = Mahjong { rules };
    let deal = deal_from(log, &rules, 0, &walls);
    let position = game.start(&deal).map_err(|e| error(place(0, None), e.expected, e.got))?;
    let mut replay = Replay::new(Narrator::new(position));
    for (number, hand) in log.hands.iter().enumerate() {
        if replay.narrator.position().turn() == Turn::Over {
            let expected = "the end of the game".into();
            return Err(error(place(number, None), expected, "another hand".into()));
        }
        let due = replay.narrator.current();
        let told = (hand.round, hand.honba, hand.sticks);
        if number > replay.narrator.finished().len() || told != (due.round, due.honba, due.sticks) {
            let due = super::log::hand_name(due.round, due.honba);
            let told = super::log::hand_name(hand.round, hand.honba);
            return Err(error(place(number, None), due, told));
        }
        replay
            .hand(hand)
            .map_err(|found| error(place(number, found.event), found.expected, found.got))?;
        let told = replay.narrator.finished().get(number);
        let told = told.unwrap_or_else(|| replay.narrator.current());
        if let Some(found) = difference(told, hand, how) {
            return Err(error(place(number, found.event), found.expected, found.got));
        }
    }
    let mut record = Record::new(&game, deal);
    record.players = log.players.clone();
    record.scores = replay.narrator.position().scores();
    record.moves = replay.moves;
    record.tags = log.tags.clone();
    if let Some(seed) = &log.seed {
        record.tags.insert(SEED_TAG.into(), seed.clone());
    }
    Ok(record)
}

/// A record as a log: what every seat saw and did, with all results.
///
/// A hand in which nobody has moved yet is left out.
pub fn log_of(record: &Record<Mahjong>) -> Result<Log, FormatError> {
    let error = |place: String, expected: String, got: String| FormatError { place, expected, got };
    let game = Mahjong::with_rules(&record.rules)
        .map_err(|e| error("the rules".into(), e.expected, e.got))?;
    let position =
        game.start(&record.deal).map_err(|e| error("the deal".into(), e.expected, e.got))?;
    let mut narrator = Narrator::new(position);
    let mut menu = Vec::with_capacity(40);
    for (i, &(seat, mv)) in record.moves.iter().enumerate() {
        narrator.position().legal_moves(seat, &mut menu);
        if !menu.contains(&mv) {
            let menu: Vec<String> = menu.iter().map(Move::to_string).collect();
            let expected = format!("one of the legal moves of seat {seat} ({})", menu.join(" "));
            return Err(error(format!("move {}", i + 1), expected, mv.to_string()));
        }
        narrator.play(seat, mv);
    }
    let mut log = Log {
        players: record.players.clone(),
        rules: told_rules(&game.rules),
        tags: record.tags.clone(),
        unit: Unit::Entry,
        end: narrator.end().cloned(),
        hands: narrator.finished().to_vec(),
        ..Log::default()
    };
    let begun = narrator.current();
    if narrator.end().is_none() && begun.events.len() > 1 {
        log.hands.push(begun.clone());
    }
    if let Some(seed) = log.tags.remove(SEED_TAG) {
        add_dice(&mut log, &record.deal, seed);
    }
    Ok(log)
}

/// Adds the seed and the dice thrown with it, if the walls are those it gives.
fn add_dice(log: &mut Log, deal: &Deal, seed: String) {
    let Ok(mut source) = Walls::from_seed(&seed) else { return };
    let mut dice = Vec::with_capacity(log.hands.len());
    for number in 0..log.hands.len() {
        let rebuilt = source.next_wall();
        if deal.walls.get(number).is_none_or(|wall| *wall.tiles() != rebuilt.tiles) {
            return;
        }
        dice.push(rebuilt.dice);
    }
    for (hand, dice) in log.hands.iter_mut().zip(dice) {
        hand.dice = Some(dice);
    }
    log.seed = Some(seed);
}
