//! A log against the rules: every event, every wall, every score.

use fuda_core::formats::{RecordFile, Verification};
use fuda_core::{Game, Position, Turn};

use super::compare::{Strictness, difference};
use super::game_rules::rules_of;
use super::ids::misplaced;
use super::log::unsuitable::is_unsuitable;
use super::log::{Event, Four, HandLog, Log, Unit, hand_name};
use super::narrate::Narrator;
use super::replay::Replay;
use super::tenhou::Walls;
use super::unseen_ura::fitting_wall;
use super::walls::{filled, misfit};
use super::xml::shorten;
use crate::game::{Deal, Mahjong, Standing, Wall};
use crate::rules::Rules;

/// Checks one game of a file.
pub(crate) fn verify_log(file: &RecordFile, log: &Log, into: &mut Verification) {
    let rules = match rules_of(log) {
        Ok(rules) => rules,
        Err(e) => return into.skip(file, "the rules", e.to_string()),
    };
    let mut check = Check { file, log, rules, into, whole: log.broken.is_none() };
    let walls = check.walls();
    let reached_end = check.hands(&walls);
    let whole = check.whole && reached_end && log.hands.first().is_some_and(begins_a_game);
    if let Some(e) = &log.broken {
        match is_unsuitable(e) {
            true => {
                into.skip(file, e.place.clone(), format!("expected {}, got {}", e.expected, e.got))
            }
            false => into.problem(file, e.place.clone(), e.expected.clone(), e.got.clone()),
        }
    } else if whole {
        into.games += 1;
        if log.rules.named.is_none() && rules.uma != Rules::default().uma {
            let bonus = rules.uma.0.map(|each| each.to_string()).join("/");
            into.count(&format!("games with the place bonus {bonus}"), 1);
        }
        // Tenhou's XML always has it; of the other formats many leave it out.
        if log.unit == Unit::Byte && log.end.is_none() {
            into.skip(file, log.place(usize::MAX, None), "no final settlement in the file");
        }
    } else if log.hands.is_empty() {
        into.skip(file, "", "no hand in it");
    } else if check_reason(log, reached_end) {
        let last = log.hands.last().map(|h| hand_name(h.round, h.honba)).unwrap_or_default();
        let first = log.hands.first().map(|h| hand_name(h.round, h.honba)).unwrap_or_default();
        let reason = format!("not a whole game: {first} to {last} only, replayed");
        into.skip(file, "", reason);
    }
}

fn check_reason(log: &Log, reached_end: bool) -> bool {
    !reached_end || !log.hands.first().is_some_and(begins_a_game)
}

fn begins_a_game(hand: &HandLog) -> bool {
    hand.round == 0 && hand.honba == 0 && hand.sticks == 0
}

struct Check<'a> {
    file: &'a RecordFile,
    log: &'a Log,
    rules: Rules,
    into: &'a mut Verification,
    whole: bool,
}

impl Check<'_> {
    fn problem(&mut self, hand: usize, event: Option<usize>, expected: String, got: String) {
        self.whole = false;
        self.into.problem(self.file, self.log.place(hand, event), expected, got);
    }

    /// The wall of each hand: rebuilt from the seed and checked, or filled.
    fn walls(&mut self) -> Vec<(Option<Wall>, bool)> {
        let mut source = match self.log.seed.as_deref().map(Walls::from_seed) {
            Some(Ok(walls)) => Some(walls),
            Some(Err(e)) => {
                self.into.skip(self.file, "SHUFFLE", format!("walls not rebuilt: {e}"));
                None
            }
            None => None,
        };
        let mut walls = Vec::with_capacity(self.log.hands.len());
        for (number, hand) in self.log.hands.iter().enumerate() {
            if let Some(source) = source.as_mut() {
                let rebuilt = source.next_wall();
                let dice = hand.dice.is_none_or(|d| d == rebuilt.dice);
                match misfit(hand, &rebuilt) {
                    None if dice => {
                        self.into.count("walls rebuilt", 1);
                        walls.push((Wall::new(&rebuilt.tiles).ok(), true));
                        continue;
                    }
                    None => {
                        let (due, told) = (rebuilt.dice, hand.dice);
                        self.problem(number, None, format!("dice {due:?}"), format!("{told:?}"));
                    }
                    Some((event, due, told)) => {
                        let due = format!("tile {} ({due:?}) of the wall", due.id());
                        let told = format!("tile {} ({told:?})", told.id());
                        self.problem(number, event, due, told);
                    }
                }
            }
            let wall = match self.wall_with_ura(number) {
                Some(wall) => Ok(wall),
                None => filled(hand, number, self.rules.red_fives),
            };
            self.into.count("walls given", u64::from(hand.wall.is_some() && wall.is_ok()));
            match wall {
                Ok(wall) => walls.push((Some(wall), false)),
                Err(wrong) => {
                    self.problem(number, wrong.event, wrong.expected, wrong.got);
                    walls.push((None, false));
                }
            }
        }
        walls
    }

    /// A wall for a riichi win without recorded ura indicators: with such as fit.
    fn wall_with_ura(&mut self, number: usize) -> Option<Wall> {
        let wall = fitting_wall(self.log, number, &self.rules, self.strictness(false))?;
        self.into.count("hands with ura inferred", 1);
        Some(wall)
    }

    fn strictness(&self, rebuilt: bool) -> Strictness {
        Strictness {
            same_copies: rebuilt,
            same_moment: self.log.unit == Unit::Byte,
            red_fives: self.rules.red_fives,
        }
    }

    /// Replays every hand. Gives whether the game came to its end.
    fn hands(&mut self, walls: &[(Option<Wall>, bool)]) -> bool {
        let game = Mahjong { rules: self.rules };
        let mut replay: Option<Replay> = None;
        for (number, hand) in self.log.hands.iter().enumerate() {
            let Some((Some(_), rebuilt)) = walls.get(number) else {
                replay = None;
                continue;
            };
            let goes_on = replay.take().filter(|r| self.goes_on(number, r));
            let mut playing = match goes_on {
                Some(replay) => replay,
                None => match self.start(&game, number, walls) {
                    Some(replay) => replay,
                    None => continue,
                },
            };
            let how = self.strictness(*rebuilt);
            let before = playing.moves.len();
            let finished = playing.narrator.finished().len();
            let played = playing.hand(hand);
            self.into.decisions += (playing.moves.len() - before) as u64;
            self.into.count("hands", 1);
            let ended = playing.narrator.finished().len() > finished;
            let told = match playing.narrator.finished().get(finished) {
                Some(told) => told,
                None => playing.narrator.current(),
            };
            let found = played.err().or_else(|| difference(told, hand, how));
            // Only Tenhou's XML has the copies of tiles.
            let copies = || misplaced(hand).filter(|_| self.log.unit == Unit::Byte);
            let found = found.or_else(copies);
            let failed = found.is_some();
            match found {
                Some(found) => self.problem(number, found.event, found.expected, found.got),
                None => self.count_ending(number, hand),
            }
            let told_end = hand.ending().is_some();
            let goes_further = number + 1 < self.log.hands.len() || self.log.end.is_some();
            if !told_end && goes_further && !failed {
                let got = match number + 1 < self.log.hands.len() {
                    true => "the next hand",
                    false => "the end of the game",
                };
                let last = hand.events.len().checked_sub(1);
                self.problem(number, last, "the end of the hand".into(), got.into());
            }
            if ended {
                replay = Some(playing);
            } else if told_end {
                self.whole = false;
            }
        }
        self.end(replay.as_ref())
    }

    fn count_ending(&mut self, number: usize, hand: &HandLog) {
        for (i, entry) in hand.events.iter().enumerate() {
            match &entry.event {
                Event::Win(win) => {
                    self.into.count("wins", 1);
                    if let Some(name) = win.unknown_yaku.first() {
                        let reason = format!("yaku not compared, `{}` is not known", shorten(name));
                        self.into.skip(self.file, self.log.place(number, Some(i)), reason);
                    }
                }
                Event::NoWin(_) => self.into.count("hands without a winner", 1),
                _ => {}
            }
        }
    }

    /// Whether the next hand is the one the rules lead to.
    fn goes_on(&mut self, number: usize, replay: &Replay) -> bool {
        let hand = &self.log.hands[number];
        if replay.narrator.position().turn() == Turn::Over {
            self.problem(number, None, "the end of the game".into(), "another hand".into());
            return false;
        }
        let due = replay.narrator.position().standing();
        let (honba, sticks) = (u16::from(due.honba), u16::from(due.sticks));
        let told = (hand.round, hand.honba, hand.sticks, hand.dealer.index());
        if told != (due.round, honba, sticks, due.dealer()) {
            let name =
                |round, honba, sticks| format!("{} with {sticks} sticks", hand_name(round, honba));
            let due = name(due.round, honba, sticks);
            self.problem(number, None, due, name(hand.round, hand.honba, hand.sticks));
            return false;
        }
        if let Some(scores) = hand.scores.filter(|s| *s != due.scores) {
            self.problem(number, None, format!("scores {:?}", due.scores), format!("{scores:?}"));
            return false;
        }
        true
    }

    /// A position at the beginning of a hand, from what the log says of it.
    fn start(
        &mut self,
        game: &Mahjong,
        number: usize,
        walls: &[(Option<Wall>, bool)],
    ) -> Option<Replay> {
        let hand = &self.log.hands[number];
        match game.start(&deal_from(self.log, &self.rules, number, walls)) {
            Ok(position) if position.standing().dealer() == hand.dealer.index() => {
                Some(Replay::new(Narrator::new(position)))
            }
            Ok(position) => {
                let due = format!("seat {} as dealer", position.standing().dealer());
                self.problem(number, None, due, format!("seat {}", hand.dealer));
                None
            }
            Err(e) => {
                self.problem(number, None, e.expected, e.got);
                None
            }
        }
    }

    /// Compares the end of the game. Gives whether it has come to one.
    fn end(&mut self, replay: Option<&Replay>) -> bool {
        let last = self.log.hands.len();
        let due = replay.and_then(|r| r.narrator.end());
        match (&self.log.end, due) {
            (Some(told), Some(due)) => {
                if let Some(scores) = told.scores.filter(|s| Some(*s) != due.scores) {
                    let due = format!("final scores {:?}", due.scores.unwrap_or_default());
                    self.problem(last, None, due, format!("{scores:?}"));
                }
                let same = |points: &Four<f64>| {
                    let due = due.points.unwrap_or_default();
                    points.iter().zip(due).all(|(a, b)| (a - b).abs() < 0.05)
                };
                if let Some(points) = told.points.filter(|p| !same(p)) {
                    let due = format!("final points {:?}", due.points.unwrap_or_default());
                    self.problem(last, None, due, format!("{points:?}"));
                }
            }
            (Some(_), None) if replay.is_some() => {
                self.problem(last, None, "another hand".into(), "the end of the game".into());
            }
            _ => {}
        }
        due.is_some()
    }
}

/// A deal that begins with a hand of a log.
pub(crate) fn deal_from(
    log: &Log,
    rules: &Rules,
    number: usize,
    walls: &[(Option<Wall>, bool)],
) -> Deal {
    let rest = walls.get(number..).unwrap_or_default();
    let mut deal = Deal::from_walls(rest.iter().map_while(|(wall, _)| *wall).collect());
    if let Some(hand) = log.hands.get(number) {
        let standing = Standing {
            round: hand.round,
            honba: u8::try_from(hand.honba).unwrap_or(u8::MAX),
            sticks: u8::try_from(hand.sticks).unwrap_or(u8::MAX),
            scores: hand.scores.unwrap_or([rules.start_points; 4]),
        };
        if standing != Standing::start(rules) {
            deal.start = Some(standing);
        }
    }
    deal
}
