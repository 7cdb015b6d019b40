//! Record formats: the log of the contest's server.

mod codes;
mod log;
mod replay;
mod write;

pub use write::{GameToLog, LogWriter};

use crate::{Daihinmin, Kind};
use fuda_core::formats::{Format, FormatError, RecordFile, Stats, Verification};
use fuda_core::{OwnFormat, Record};
use log::{Log, LoggedGame, wrong};
use replay::replay;

/// Every format of daihinmin records.
pub(crate) fn formats() -> Vec<Box<dyn Format<Daihinmin>>> {
    vec![Box::new(OwnFormat), Box::new(UecdaLog)]
}

/// The log of the contest's server: settings, then five lines per game.
///
/// The games of one log are a series: ranks become classes, seats change
/// every few games, classes are reset now and then. Reading works out the
/// gifts, which the log leaves out.
#[derive(Clone, Copy, Debug, Default)]
pub struct UecdaLog;

impl Format<Daihinmin> for UecdaLog {
    fn name(&self) -> &'static str {
        "uecda"
    }

    fn about(&self) -> &'static str {
        "the log of the UECda contest's server: a series of games"
    }

    fn recognises(&self, file: &RecordFile) -> bool {
        let head = String::from_utf8_lossy(&file.bytes[..file.bytes.len().min(4096)]);
        let keys = ["%palyer_name%", "%player_name%", "%RULE_KAKUMEI%", "%mibun%"];
        head.trim_start().starts_with('%') && keys.iter().any(|key| head.contains(key))
    }

    fn verify(&self, file: &RecordFile, into: &mut Verification) {
        let log = Log::parse(&file.bytes);
        for e in &log.problems {
            into.problem(file, e.place.clone(), e.expected.clone(), e.got.clone());
        }
        let rules = match log.rules() {
            Ok(rules) => rules,
            Err(e) => return into.skip(file, e.place.clone(), e.to_string()),
        };
        if log.games.is_empty() {
            into.problem(file, "the whole file", "at least one game", "none");
        }
        let names = log.names();
        let mut previous = None;
        for (i, game) in log.games.iter().enumerate() {
            if let Some(e) = &log.broken_off
                && i + 1 == log.games.len()
            {
                into.skip(file, e.place.clone(), format!("the log breaks off: {e}"));
                break;
            }
            let checked = match &game.problem {
                Some(e) => Err(e.clone()),
                None => check_series(&log, game, previous)
                    .and_then(|()| replay(game, rules, &names, true)),
            };
            previous = game.result;
            match checked {
                Ok(replayed) => {
                    into.games += 1;
                    into.decisions += game.plays.len() as u64;
                    let passes = game.plays.iter().filter(|(_, mv)| mv.is_pass()).count();
                    into.count("turns", game.plays.len() as u64);
                    into.count("passes", passes as u64);
                    into.decisions -= replayed.refused.len() as u64;
                    for (number, mv, reason) in &replayed.refused {
                        into.count("submissions refused by the server", 1);
                        let place = format!("{}, play {number}", game.place());
                        into.skip(file, place, format!("the server refused {mv}: {reason}"));
                    }
                }
                Err(e) => into.problem(file, e.place, e.expected, e.got),
            }
        }
    }

    fn stats(&self, file: &RecordFile, into: &mut Stats) {
        let log = Log::parse(&file.bytes);
        let (rules, names) = match log.rules() {
            Ok(rules) => (rules, log.names()),
            Err(e) => return into.skip(file, e.place.clone(), e.to_string()),
        };
        for e in log.problems.iter().chain(&log.broken_off) {
            into.skip(file, e.place.clone(), e.to_string());
        }
        let whole =
            log.games.len() - usize::from(log.broken_off.is_some() && !log.games.is_empty());
        for game in &log.games[..whole] {
            let replayed = match &game.problem {
                Some(e) => Err(e.clone()),
                None => replay(game, rules, &names, true),
            };
            match replayed {
                Ok(replayed) => count(game, &replayed.record, into),
                Err(e) => into.skip(file, e.place.clone(), e.to_string()),
            }
        }
    }

    fn read(&self, file: &RecordFile) -> Result<Vec<Record<Daihinmin>>, FormatError> {
        let log = Log::parse(&file.bytes);
        if let Some(e) = log.problems.first() {
            return Err(e.clone());
        }
        let (rules, names) = (log.rules()?, log.names());
        let mut records = Vec::with_capacity(log.games.len());
        for (i, game) in log.games.iter().enumerate() {
            let broken = log.broken_off.is_some() && i + 1 == log.games.len();
            // A game broken off before anybody was dealt cards is no game.
            if broken && (game.hands.is_none() || game.problem.is_some()) {
                break;
            }
            if let Some(e) = &game.problem {
                return Err(e.clone());
            }
            records.push(replay(game, rules, &names, !broken)?.record);
        }
        if records.is_empty() {
            let place = "the whole file".to_owned();
            return Err(log
                .broken_off
                .unwrap_or_else(|| wrong(place, "at least one game", "none")));
        }
        Ok(records)
    }

    fn writes(&self) -> bool {
        true
    }

    fn write(&self, records: &[Record<Daihinmin>]) -> Result<Vec<u8>, FormatError> {
        write::write(records)
    }
}

/// Checks what ties a game to the one before it.
fn check_series(
    log: &Log,
    game: &LoggedGame,
    previous: Option<[u8; 5]>,
) -> Result<(), FormatError> {
    if let Some(every) = log.number("FLASH_MIBUN_NUMBER")
        && let Some(classes) = game.classes
        && classes.is_none() != game.number.is_multiple_of(every)
    {
        let expected = format!("classes reset in every game whose number divides by {every}");
        return Err(wrong(game.place(), &expected, format!("{classes:?}")));
    }
    if let (Some(result), Some(Some(classes))) = (previous, game.classes) {
        let expected: Vec<u8> = (0..5u8)
            .map(|player| result.iter().position(|&p| p == player).unwrap_or(0) as u8)
            .collect();
        if expected != classes {
            let expected = format!("the classes {expected:?} of the last result");
            return Err(wrong(game.place(), &expected, format!("{classes:?}")));
        }
    }
    Ok(())
}

fn count(game: &LoggedGame, record: &Record<Daihinmin>, into: &mut Stats) {
    into.games += 1;
    into.value("turns", game.plays.len() as f64);
    let mut passes = 0.0;
    for (_, mv) in &record.moves {
        if mv.is_pass() {
            passes += 1.0;
        }
        if let Some(meld) = mv.meld() {
            let what = match meld.kind {
                Kind::Single => "singles",
                Kind::Group => "groups",
                Kind::Sequence => "sequences",
            };
            into.count(what, 1);
            into.count("revolutions", meld.is_revolution().into());
            into.count("plays with the joker", mv.cards().has_joker().into());
        }
    }
    into.value("share of passes", passes / (game.plays.len().max(1) as f64));
    for (name, points) in record.players.iter().zip(record.scores.iter().flatten()) {
        into.value(&format!("points of {name}"), *points);
    }
}
