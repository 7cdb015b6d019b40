//! The lines of the contest's log, read.

use super::codes;
use crate::{Cards, Move, Rules};
use fuda_core::formats::FormatError;
use std::collections::BTreeMap;

/// A log: who plays, under which rules, and the games.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub settings: BTreeMap<String, String>,
    pub games: Vec<LoggedGame>,
    /// Lines that say nothing the format knows.
    pub problems: Vec<FormatError>,
    /// How the file breaks off, when it does.
    pub broken_off: Option<FormatError>,
}

/// One game of a log. Everything is by player number, not by seat.
#[derive(Clone, Debug, Default)]
pub(super) struct LoggedGame {
    pub number: u32,
    /// The line on which the game begins, counted from 1.
    pub line: usize,
    /// The class of each player; `None` in a reset game.
    pub classes: Option<Option<[u8; 5]>>,
    /// The player at each seat.
    pub seats: Option<[u8; 5]>,
    pub hands: Option<[Cards; 5]>,
    pub plays: Vec<(u8, Move)>,
    /// The players in the order of finishing.
    pub result: Option<[u8; 5]>,
    /// The first thing wrong with its lines.
    pub problem: Option<FormatError>,
}

impl LoggedGame {
    /// Where the game is, for reports.
    pub fn place(&self) -> String {
        format!("line {}, game {}", self.line, self.number)
    }
}

pub(super) fn wrong(place: String, expected: &str, got: impl Into<String>) -> FormatError {
    let got: String = got.into();
    let got = match got.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", &got[..at]),
        None => got,
    };
    FormatError { place, expected: expected.to_owned(), got }
}

impl Log {
    /// Reads all lines; what cannot be read is kept as problems.
    pub fn parse(bytes: &[u8]) -> Log {
        let mut log = Log::default();
        let whole = bytes.last() == Some(&b'\n');
        let lines: Vec<&[u8]> = bytes.split(|&b| b == b'\n').collect();
        // What follows the last line end is a line broken off, or nothing.
        let count = if whole { lines.len() - 1 } else { lines.len() };
        for (i, line) in lines.iter().take(count).enumerate() {
            let text = String::from_utf8_lossy(line);
            let text = text.trim_end_matches('\r');
            let last = i + 1 == count && !whole;
            if !text.trim().is_empty() {
                log.line(i + 1, text, last);
            }
        }
        if log.broken_off.is_none()
            && let Some(game) = log.games.last().filter(|g| g.result.is_none())
        {
            let expected = "the lines of a game to its result";
            log.broken_off = Some(wrong(game.place(), expected, "the end of the log"));
        }
        log
    }

    fn line(&mut self, number: usize, text: &str, last: bool) {
        let Some((game, key, value)) = split(text) else {
            let expected = "a line such as `%00012%play% 0S3EE …`";
            let error = wrong(format!("line {number}"), expected, text);
            if last {
                self.broken_off = Some(error);
            } else {
                self.problems.push(error);
            }
            return;
        };
        if game.bytes().all(|b| b == b'-') {
            self.settings.insert(key.to_owned(), value.trim().to_owned());
            return;
        }
        let Ok(game) = game.parse::<u32>() else {
            let expected = "the number of a game between percent signs";
            self.problems.push(wrong(format!("line {number}"), expected, text));
            return;
        };
        if self.games.last().is_none_or(|g| g.number != game) {
            self.games.push(LoggedGame { number: game, line: number, ..LoggedGame::default() });
        }
        let Some(current) = self.games.last_mut() else { return };
        let place = format!("line {number}, game {game}");
        let read = current.set(key, value, &place, last);
        if let Err(error) = read {
            if last {
                self.broken_off = Some(error);
            } else {
                current.problem.get_or_insert(error);
            }
        } else if last && key != "result" {
            let error = wrong(place, "the lines of a game to its result", "the end of the log");
            self.broken_off = Some(error);
        }
    }

    /// The players' names by number.
    pub fn names(&self) -> Vec<String> {
        // The server's own spelling; a corrected one is taken too.
        let names = self.settings.get("palyer_name").or_else(|| self.settings.get("player_name"));
        names.map_or_else(Vec::new, |n| n.split_whitespace().map(str::to_owned).collect())
    }

    /// The rules the settings ask for, or the setting we do not play.
    pub fn rules(&self) -> Result<Rules, FormatError> {
        let mut rules = Rules::UECDA;
        for (key, field) in [
            ("RULE_KAKUMEI", &mut rules.revolution),
            ("RULE_SHIBARI", &mut rules.lock),
            ("RULE_KAIDAN", &mut rules.sequences),
            ("RULE_8GIRI", &mut rules.eight),
            ("RULE_CHANGE", &mut rules.exchange),
        ] {
            *field = self.switch(key)?.unwrap_or(*field);
        }
        for key in ["RULE_KINSOKU", "RULE_5TOBI", "RULE_6REVERS", "RULE_11BACK"] {
            if self.switch(key)? == Some(true) {
                return Err(wrong(format!("setting {key}"), "NO, the rules of 2010", "YES"));
            }
        }
        Ok(rules)
    }

    fn switch(&self, key: &str) -> Result<Option<bool>, FormatError> {
        match self.settings.get(key).map(|v| v.to_ascii_uppercase()).as_deref() {
            None => Ok(None),
            Some("YES") => Ok(Some(true)),
            Some("NO") => Ok(Some(false)),
            Some(other) => Err(wrong(format!("setting {key}"), "YES or NO", other)),
        }
    }

    /// A setting that is a number above 0.
    pub fn number(&self, key: &str) -> Option<u32> {
        self.settings.get(key).and_then(|v| v.parse().ok()).filter(|n| *n > 0)
    }
}

/// A line's game, key and value.
fn split(line: &str) -> Option<(&str, &str, &str)> {
    let mut parts = line.strip_prefix('%')?.splitn(3, '%');
    let (game, key, value) = (parts.next()?, parts.next()?, parts.next()?);
    (!game.is_empty() && !key.is_empty()).then_some((game, key, value))
}

impl LoggedGame {
    fn set(&mut self, key: &str, value: &str, place: &str, last: bool) -> Result<(), FormatError> {
        let bad = |expected: &str, got: &str| wrong(place.to_owned(), expected, got);
        match key {
            "mibun" => {
                let classes = digits(value);
                let known = classes.filter(is_permutation);
                let reset = classes.is_some_and(|c| c.iter().all(|&x| x == c[0]));
                if known.is_none() && !reset {
                    return Err(bad("five classes, all different or all equal", value));
                }
                self.classes = Some(known);
            }
            "seat" => self.seats = Some(order(value).ok_or_else(|| bad("five players", value))?),
            "palyer_cards" | "player_cards" => {
                let hands: Result<Vec<Cards>, String> =
                    value.split_whitespace().map(codes::read_hand).collect();
                let hands = hands.map_err(|got| bad("cards", &got))?;
                let hands = <[Cards; 5]>::try_from(hands)
                    .map_err(|h| bad("five hands", &format!("{} hands", h.len())))?;
                self.hands = Some(hands);
            }
            "play" => {
                let tokens: Vec<&str> = value.split_whitespace().collect();
                for (i, token) in tokens.iter().enumerate() {
                    match read_token(token) {
                        Ok(play) => self.plays.push(play),
                        // The end of a line that breaks off is no fault of it.
                        Err(_) if last && i + 1 == tokens.len() => {}
                        Err(got) => {
                            let place = format!("{place}, play {}", i + 1);
                            return Err(wrong(place, "a play such as `0S3EE`", got));
                        }
                    }
                }
            }
            "result" => self.result = Some(order(value).ok_or_else(|| bad("five players", value))?),
            _ => return Err(bad("mibun, seat, palyer_cards, play or result", key)),
        }
        Ok(())
    }
}

fn read_token(token: &str) -> Result<(u8, Move), String> {
    let play = token.strip_suffix("EE").ok_or_else(|| format!("`{token}` without `EE`"))?;
    let player = play.bytes().next().filter(|b| (b'0'..b'5').contains(b));
    let player = player.ok_or_else(|| format!("`{token}` without a player"))?;
    Ok((player - b'0', codes::read_play(&play[1..])?))
}

fn digits(text: &str) -> Option<[u8; 5]> {
    let digits: Vec<u8> = text.trim().bytes().map(|b| b.wrapping_sub(b'0')).collect();
    <[u8; 5]>::try_from(digits).ok().filter(|d| d.iter().all(|&x| x < 5))
}

fn is_permutation(numbers: &[u8; 5]) -> bool {
    numbers.iter().fold(0u8, |seen, &n| seen | 1 << n) == 0b11111
}

fn order(text: &str) -> Option<[u8; 5]> {
    digits(text).filter(is_permutation)
}
