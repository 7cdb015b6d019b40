//! Logs into records, and records into logs.

use fuda_core::formats::FormatError;
use fuda_core::{Game, Position, Record, Turn};

use super::compare::{Strictness, difference};
use super::game_rules::{rules_of, told_rules};
use super::log::{HandLog, Log, Unit, hand_name};
use super::narrate::Narrator;
use super::replay::Replay;
use super::tenhou::{Shuffled, Walls};
use super::unseen_ura::fitting_wall;
use super::verify::deal_from;
use super::walls::{filled, misfit};
use crate::game::{Deal, Mahjong, Move, Wall};
use crate::rules::Rules;

/// The tag under which the seed of Tenhou's walls is kept.
const SEED_TAG: &str = "shuffle";

/// A game as the common record.
///
/// Walls come from the seed where there is one; else the log's own tiles are
/// put where they were drawn and the rest of each wall is filled with the
/// tiles left over, always in the same way. A log that the rules do not lead
/// through to what it records is refused with the place.
pub fn record_of(log: &Log) -> Result<Record<Mahjong>, FormatError> {
    match (&log.broken, follow(log)?) {
        (Some(broken), _) => Err(broken.clone()),
        (None, (_, Some(stops))) => Err(stops),
        (None, (record, None)) => Ok(record),
    }
}

/// A game as far as the rules lead through what the log records, and the place
/// where they no longer do. A log that cannot even be begun is refused.
pub(super) fn follow(log: &Log) -> Result<(Record<Mahjong>, Option<FormatError>), FormatError> {
    let error = |place: String, expected: String, got: String| FormatError { place, expected, got };
    if log.hands.is_empty() {
        let none = || error("the game".into(), "at least one hand".into(), "none".into());
        return Err(log.broken.clone().unwrap_or_else(none));
    }
    let rules = rules_of(log).map_err(|e| error("the rules".into(), e.expected, e.got))?;
    let mut seeded = log.seed.as_deref().and_then(|seed| Walls::from_seed(seed).ok());
    let how = Strictness {
        same_copies: seeded.is_some(),
        same_moment: log.unit == Unit::Byte,
        red_fives: rules.red_fives,
    };
    let mut stops = None;
    let mut walls = Vec::with_capacity(log.hands.len());
    for number in 0..log.hands.len() {
        match wall_of(log, number, seeded.as_mut(), &rules, how) {
            Ok(wall) => walls.push((Some(wall), seeded.is_some())),
            Err(wrong) => {
                stops = Some(wrong);
                break;
            }
        }
    }
    if let Some(stops) = stops.take_if(|_| walls.is_empty()) {
        return Err(stops);
    }
    let game = Mahjong { rules };
    let deal = deal_from(log, &rules, 0, &walls);
    let position = game.start(&deal);
    let position = position.map_err(|e| error(log.place(0, None), e.expected, e.got))?;
    let mut replay = Replay::new(Narrator::new(position));
    for (number, hand) in log.hands.iter().enumerate().take(walls.len()) {
        if let Err(wrong) = play_hand(&mut replay, log, number, hand, how) {
            stops = Some(wrong);
            break;
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
    Ok((record, stops.or_else(|| log.broken.clone())))
}

/// The wall of a hand: what the seed gives, or one that the log fits.
fn wall_of(
    log: &Log,
    number: usize,
    seeded: Option<&mut Walls>,
    rules: &Rules,
    how: Strictness,
) -> Result<Wall, FormatError> {
    let hand = &log.hands[number];
    let error = |event: Option<usize>, expected: String, got: String| FormatError {
        place: log.place(number, event),
        expected,
        got,
    };
    let rebuilt = seeded.map(Walls::next_wall);
    if let Some((event, due, told)) = rebuilt.as_ref().and_then(|w| misfit(hand, w)) {
        let due = format!("tile {} of the wall that the seed gives", due.id());
        return Err(error(event, due, format!("tile {}", told.id())));
    }
    match rebuilt {
        Some(Shuffled { tiles, .. }) => {
            Wall::new(&tiles).map_err(|e| error(None, e.expected, e.got))
        }
        None => match fitting_wall(log, number, rules, how) {
            Some(wall) => Ok(wall),
            None => filled(hand, number, rules.red_fives)
                .map_err(|wrong| error(wrong.event, wrong.expected, wrong.got)),
        },
    }
}

/// Plays a hand of a log after those before it, and compares its result.
fn play_hand(
    replay: &mut Replay,
    log: &Log,
    number: usize,
    hand: &HandLog,
    how: Strictness,
) -> Result<(), FormatError> {
    let error = |event: Option<usize>, expected: String, got: String| FormatError {
        place: log.place(number, event),
        expected,
        got,
    };
    if replay.narrator.position().turn() == Turn::Over {
        return Err(error(None, "the end of the game".into(), "another hand".into()));
    }
    let due = replay.narrator.current();
    let told = (hand.round, hand.honba, hand.sticks);
    if number > replay.narrator.finished().len() || told != (due.round, due.honba, due.sticks) {
        let due = hand_name(due.round, due.honba);
        return Err(error(None, due, hand_name(hand.round, hand.honba)));
    }
    replay.hand(hand).map_err(|found| error(found.event, found.expected, found.got))?;
    let told = replay.narrator.finished().get(number);
    let told = told.unwrap_or_else(|| replay.narrator.current());
    match difference(told, hand, how) {
        Some(found) => Err(error(found.event, found.expected, found.got)),
        None => Ok(()),
    }
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
