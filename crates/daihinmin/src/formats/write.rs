//! Writing the contest's log.

use super::codes;
use super::log::wrong;
use crate::{Daihinmin, Deal, Move, Rules};
use fuda_core::formats::FormatError;
use fuda_core::{Record, Seat};
use std::fmt::Write;

/// Writes a series game by game, as the contest's server does.
#[derive(Clone, Debug)]
pub struct LogWriter {
    rules: Rules,
    text: String,
    games: u32,
}

/// One game for the log, by seat.
#[derive(Clone, Copy, Debug)]
pub struct GameToLog<'a> {
    /// The deal, with classes unless the game was a reset one.
    pub deal: &'a Deal,
    /// The player at each seat.
    pub seats: [u8; 5],
    /// What was submitted, refused cards included, gifts left out.
    pub plays: &'a [(Seat, Move)],
    /// The seats in the order of finishing; empty when the game broke off.
    pub order: &'a [Seat],
}

impl LogWriter {
    /// A log's first lines. Names are by player number.
    pub fn new(rules: &Rules, names: &[String], settings: &[(&str, String)]) -> LogWriter {
        let mut text = String::from("%-----%palyer_name%");
        for name in names {
            // Names are separated by spaces, so they can have none.
            let plain: String =
                name.chars().map(|c| if c.is_whitespace() || c == '%' { '_' } else { c }).collect();
            let _ = write!(text, " {}", if plain.is_empty() { "_" } else { &plain });
        }
        text.push('\n');
        let yes_no = |on: bool| if on { "YES" } else { "NO" }.to_owned();
        let rules_lines = [
            ("RULE_KAKUMEI", yes_no(rules.revolution)),
            ("RULE_SHIBARI", yes_no(rules.lock)),
            ("RULE_KINSOKU", yes_no(false)),
            ("RULE_KAIDAN", yes_no(rules.sequences)),
            ("RULE_CHANGE", yes_no(rules.exchange)),
            ("RULE_5TOBI", yes_no(false)),
            ("RULE_6REVERS", yes_no(false)),
            ("RULE_8GIRI", yes_no(rules.eight)),
            ("RULE_11BACK", yes_no(false)),
        ];
        for (key, value) in rules_lines.iter().chain(settings) {
            let _ = writeln!(text, "%-----%{key}% {value}");
        }
        LogWriter { rules: *rules, text, games: 0 }
    }

    /// Adds a game.
    pub fn game(&mut self, game: GameToLog<'_>) -> Result<(), FormatError> {
        let place = || format!("game {}", self.games);
        let state = Daihinmin::new(Rules { players: 5, ..self.rules })
            .state(&Deal { classes: None, first: first_of(game.deal), ..game.deal.clone() })
            .map_err(|e| wrong(place(), &e.expected, e.got))?;
        let number = self.games;
        let seat_of = |player: u8| game.seats.iter().position(|&p| p == player).unwrap_or(0);
        let classes: String = match &game.deal.classes {
            Some(classes) => (0..5)
                .map(|player| classes.get(seat_of(player)).map_or('?', |c| char::from(b'0' + c)))
                .collect(),
            None => "22222".into(),
        };
        let seats: String = game.seats.iter().map(|p| char::from(b'0' + p)).collect();
        let _ = writeln!(self.text, "%{number:05}%mibun% {classes}");
        let _ = writeln!(self.text, "%{number:05}%seat% {seats}");
        let _ = write!(self.text, "%{number:05}%palyer_cards% ");
        for player in 0..5 {
            let _ = write!(self.text, "{} ", codes::write_hand(state.hands[seat_of(player)]));
        }
        let _ = write!(self.text, "\n%{number:05}%play% ");
        for (seat, mv) in game.plays {
            let player = game.seats.get(seat.index()).copied().unwrap_or(0);
            let _ = write!(self.text, " {player}{}EE", codes::write_play(*mv));
        }
        self.text.push('\n');
        if game.order.len() == 5 {
            let player = |s: &Seat| game.seats.get(s.index()).copied().unwrap_or(0);
            let order: String = game.order.iter().map(|s| char::from(b'0' + player(s))).collect();
            let _ = writeln!(self.text, "%{number:05}%result% {order}");
        }
        self.games += 1;
        Ok(())
    }

    /// Adds a line that belongs to the series and to no game.
    pub fn note(&mut self, key: &str, value: &str) {
        let plain = |text: &str| text.replace(['%', '\n', '\r'], " ");
        let _ = writeln!(self.text, "%-----%{}% {}", plain(key), plain(value));
    }

    /// Takes what was written since the last time.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

/// Who is dealt the first hand: the top class, or whom the deal names.
fn first_of(deal: &Deal) -> Seat {
    let top = deal.classes.as_ref().and_then(|classes| classes.iter().position(|&c| c == 0));
    top.map_or(deal.first, |seat| Seat(seat as u8))
}

/// Records as one log. They must be whole games of five under rules that the
/// log's settings can say, in the order of a series.
pub(super) fn write(records: &[Record<Daihinmin>]) -> Result<Vec<u8>, FormatError> {
    let Some(first) = records.first() else {
        return Err(wrong("the records".into(), "at least one game", "none"));
    };
    let rules =
        Rules::parse(&first.rules).map_err(|e| wrong("record 1".into(), &e.expected, e.got))?;
    let as_server = Rules {
        revolution: rules.revolution,
        lock: rules.lock,
        sequences: rules.sequences,
        eight: rules.eight,
        exchange: rules.exchange,
        points: rules.points,
        classes: rules.classes,
        told: rules.told,
        lead_pass: rules.lead_pass,
        ..Rules::UECDA
    };
    if rules != as_server {
        let expected = "rules that the contest's server can play";
        return Err(wrong("record 1".into(), expected, first.rules.clone()));
    }
    let names = names_by_number(first);
    let mut log = LogWriter::new(&rules, &names, &[]);
    for (i, record) in records.iter().enumerate() {
        let place = || format!("record {}", i + 1);
        if record.rules != first.rules {
            return Err(wrong(place(), &format!("the rules {}", first.rules), &*record.rules));
        }
        let end = record
            .replay()
            .map_err(|e| wrong(place(), "a game that replays to its scores", e.to_string()))?;
        let seats = seats_of(record, &names)
            .ok_or_else(|| wrong(place(), "the same five players", record.players.join(" ")))?;
        let plays: Vec<(Seat, Move)> =
            record.moves.iter().filter(|(_, mv)| !mv.is_gift()).copied().collect();
        let order = end.finish_order();
        log.game(GameToLog { deal: &record.deal, seats, plays: &plays, order: &order })?;
    }
    Ok(log.take().into_bytes())
}

/// The seats as the log gave them, kept in a tag; else players are numbered
/// as they sit in the first game.
fn tagged(record: &Record<Daihinmin>) -> Option<[u8; 5]> {
    let tag = record.tags.get("seat")?;
    let seats: Vec<u8> = tag.bytes().map(|b| b.wrapping_sub(b'0')).collect();
    let seats = <[u8; 5]>::try_from(seats).ok()?;
    (0..5).all(|p| seats.contains(&p)).then_some(seats)
}

fn names_by_number(first: &Record<Daihinmin>) -> Vec<String> {
    let seats = tagged(first).unwrap_or([0, 1, 2, 3, 4]);
    let mut names: Vec<String> = (0..5).map(|p| format!("player{p}")).collect();
    for (seat, name) in first.players.iter().enumerate().take(5) {
        names[usize::from(seats[seat])] = name.clone();
    }
    names
}

fn seats_of(record: &Record<Daihinmin>, names: &[String]) -> Option<[u8; 5]> {
    if let Some(seats) = tagged(record) {
        return Some(seats);
    }
    if record.players.is_empty() {
        return Some([0, 1, 2, 3, 4]);
    }
    // Several players may have one name: each takes the first free number.
    let mut seats = [0; 5];
    let mut free: Vec<u8> = (0..5).collect();
    for (seat, name) in record.players.iter().enumerate().take(5) {
        let at = free.iter().position(|&p| names[usize::from(p)] == *name)?;
        seats[seat] = free.remove(at);
    }
    (record.players.len() == 5).then_some(seats)
}
