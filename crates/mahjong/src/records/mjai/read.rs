//! mjai into [`Log`]s.

use arrayvec::ArrayVec;
use fuda_core::Seat;
use fuda_core::formats::FormatError;
use serde_json::Value;

use super::dialect;
use super::fields::Object;
use crate::records::log::unsuitable::FOUR_PLAYERS;
use crate::records::log::{Entry, Event, HandLog, Log, NoWin, NoWinKind, Settlement, Unit, Win};
use crate::records::table::Table;
use crate::records::xml::shorten;
use crate::{Face, MeldKind, Tile};

/// Reads every game of a text.
///
/// The text is one object per line, or one JSON value: a list of events, or an
/// object whose `events` they are. A game that cannot be read on ends with
/// [`Log::broken`], and so does the reading.
pub fn read_logs(text: &str) -> Vec<Log> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole: Option<Value> =
        starts_a_document(text).then(|| serde_json::from_str(text).ok()).flatten();
    let mut reader = Reader::default();
    let result = match whole.as_ref() {
        Some(Value::Array(events)) => reader.events(events),
        Some(document) => match (document.get("events"), document.get("games")) {
            (Some(Value::Array(events)), _) => reader.events(events),
            (None, Some(Value::Array(hands))) => {
                dialect::paifu(document, hands).and_then(|events| reader.events(&events))
            }
            _ => reader.lines(text),
        },
        None => reader.lines(text),
    };
    if let Err(error) = result {
        let unit = reader.unit;
        let log = reader.log();
        log.unit = unit;
        let place = match log.hands.last() {
            Some(hand) => format!(
                "hand {}, after event {}, {}",
                log.hands.len(),
                hand.events.len(),
                error.place
            ),
            None => error.place.clone(),
        };
        log.broken = Some(FormatError { place, ..error });
    }
    reader.logs
}

/// Whether the first line is not a whole object: then the text is one value.
fn starts_a_document(text: &str) -> bool {
    let first = text.trim_start();
    if first.starts_with('[') {
        return true;
    }
    let line = first.lines().next().unwrap_or("");
    serde_json::from_str::<Value>(line)
        .map_or(true, |v| v.get("type").is_none_or(|t| !t.is_string()))
}

#[derive(Default)]
struct Reader {
    logs: Vec<Log>,
    table: Option<Table>,
    red_fives: bool,
    unit: Unit,
    ended: bool,
    started: bool,
}

impl Reader {
    fn log(&mut self) -> &mut Log {
        if self.logs.is_empty() {
            self.logs.push(Log { unit: self.unit, ..Log::default() });
        }
        let last = self.logs.len() - 1;
        &mut self.logs[last]
    }

    fn events(&mut self, events: &[Value]) -> Result<(), FormatError> {
        self.unit = Unit::Entry;
        for (i, value) in events.iter().enumerate() {
            self.object(value, "event", i + 1)?;
        }
        self.finish("event", events.len())
    }

    fn lines(&mut self, text: &str) -> Result<(), FormatError> {
        self.unit = Unit::Line;
        let mut last = 1;
        for (i, line) in text.lines().enumerate() {
            last = i + 1;
            if line.trim().is_empty() {
                continue;
            }
            let value: Value = serde_json::from_str(line).map_err(|e| FormatError {
                place: format!("line {last}, column {}", e.column()),
                expected: "one JSON object".into(),
                got: shorten(line),
            })?;
            self.object(&value, "line", last)?;
        }
        self.finish("line", last)
    }

    /// The text is over. A game may break off between any two events, but
    /// there must be one.
    fn finish(&mut self, word: &str, at: usize) -> Result<(), FormatError> {
        if self.started {
            return Ok(());
        }
        Err(FormatError {
            place: format!("{word} {at}"),
            expected: "`start_game` or `start_kyoku`".into(),
            got: "the end of the text".into(),
        })
    }

    fn object(&mut self, value: &Value, word: &'static str, at: usize) -> Result<(), FormatError> {
        let kind = value.get("type").and_then(Value::as_str).ok_or_else(|| FormatError {
            place: format!("{word} {at}"),
            expected: "an object with a `type`".into(),
            got: shorten(&value.to_string()),
        })?;
        let object = Object { value, kind, word, at };
        match kind {
            "start_game" => return self.start_game(&object),
            "start_kyoku" => return self.start_kyoku(&object),
            "end_kyoku" => {
                if self.table.is_none() {
                    return Err(object.fault("`start_kyoku` before", "the end of no hand"));
                }
                if !self.ended {
                    return Err(object.fault("`hora` or `ryukyoku` before", "no result"));
                }
                self.table = None;
                return Ok(());
            }
            "end_game" => {
                let scores = object.four("scores")?;
                let points = match object.optional_list("points")? {
                    Some(list) => {
                        let numbers = list.iter().map(|v| v.as_f64().filter(|x| x.abs() < 1e6));
                        let numbers: Option<Vec<f64>> = numbers.collect();
                        let four = numbers.and_then(|n| <[f64; 4]>::try_from(n).ok());
                        let bad = || object.fault("four numbers as `points`", "others");
                        Some(four.ok_or_else(bad)?)
                    }
                    None => None,
                };
                if self.log().end.is_some() {
                    return Err(object.fault("the game to end once", "its end again"));
                }
                self.table = None;
                self.log().end = Some(Settlement { scores, points });
                return Ok(());
            }
            // What passes between server and players, and says nothing of the game.
            "none" | "hello" | "join" | "error" => return Ok(()),
            _ => {}
        }
        let event = self.event(&object)?;
        let log = self.log();
        if let (Some(hand), Some(event)) = (log.hands.last_mut(), event) {
            hand.events.push(Entry { at, event });
        }
        Ok(())
    }

    fn start_game(&mut self, object: &Object<'_>) -> Result<(), FormatError> {
        self.started = true;
        self.table = None;
        let mut log = Log { unit: self.unit, ..Log::default() };
        if let Some(names) = object.get("names").and_then(Value::as_array) {
            if names.len() == 3 {
                return Err(object.fault(FOUR_PLAYERS, "one of three players"));
            }
            if names.len() == 4 {
                log.players = names.iter().map(|n| n.as_str().unwrap_or("").to_owned()).collect();
            }
        }
        log.rules.red_fives = object.flag("aka_flag")?;
        log.rules.named = object.get("rules").and_then(Value::as_str).map(str::to_owned);
        if let Some(first) = object.optional_number(&["kyoku_first"], 0..=16)? {
            log.rules.two_rounds = Some(first != 4);
        }
        self.red_fives = log.rules.red_fives.unwrap_or(true);
        self.logs.push(log);
        Ok(())
    }

    fn start_kyoku(&mut self, object: &Object<'_>) -> Result<(), FormatError> {
        if !self.started {
            self.started = true;
            self.red_fives = true;
        }
        if self.table.is_some() && !self.ended {
            return Err(object.fault("the end of the hand before", "the next"));
        }
        let wind = match object.get("bakaze").map(|_| object.text("bakaze")).transpose()? {
            None | Some("E") => 0,
            Some("S") => 4,
            Some("W") => 8,
            Some("N") => 12,
            Some(other) => return Err(object.fault("E, S, W or N as `bakaze`", shorten(other))),
        };
        let dealer = object.seat("oya")?;
        let kyoku = object.optional_number(&["kyoku"], 1..=4)?.unwrap_or(i64::from(dealer.0) + 1);
        let mut table = Table::new(self.red_fives);
        let dora = object.face("dora_marker")?;
        let dora = table.fresh(dora).map_err(|why| object.impossible(why))?;
        let hands = object.get("tehais").and_then(Value::as_array);
        let hands = hands.filter(|list| list.len() == 4).ok_or_else(|| {
            let got = object.get("tehais").map_or("none".into(), |v| shorten(&v.to_string()));
            object.fault("the tiles of four players as `tehais`", got)
        })?;
        let mut dealt = [[dora; 13]; 4];
        for (seat, hand) in hands.iter().enumerate() {
            let faces = object.face_list::<14>("tehais", hand)?;
            let tiles = table.deal(Seat(seat as u8), &faces);
            dealt[seat] = tiles.map_err(|why| object.impossible(why))?;
        }
        let hand = HandLog {
            at: object.at,
            round: wind + kyoku as u8 - 1,
            honba: object.optional_number(&["honba"], 0..=200)?.unwrap_or(0) as u16,
            sticks: object.optional_number(&["kyotaku", "kyoutaku"], 0..=200)?.unwrap_or(0) as u16,
            dice: None,
            dora,
            scores: object.four("scores")?,
            dealer,
            hands: dealt,
            wall: read_wall(object, dealer, hands)?,
            events: Vec::with_capacity(160),
        };
        self.table = Some(table);
        self.ended = false;
        self.log().hands.push(hand);
        Ok(())
    }

    fn event(&mut self, object: &Object<'_>) -> Result<Option<Event>, FormatError> {
        let known = [
            "tsumo",
            "dahai",
            "chi",
            "pon",
            "daiminkan",
            "kakan",
            "ankan",
            "dora",
            "reach",
            "reach_accepted",
            "hora",
            "ryukyoku",
        ];
        if !known.contains(&object.kind) {
            return Err(FormatError {
                place: format!("{} {}", object.word, object.at),
                expected: "an mjai event".into(),
                got: format!("the type {}", shorten(object.kind)),
            });
        }
        let ended = self.ended;
        let Some(table) = self.table.as_mut() else {
            return Err(object.fault("`start_kyoku` before", "an event outside a hand"));
        };
        if ended && object.kind != "hora" {
            return Err(object.fault("`end_kyoku`", "an event after the end of the hand"));
        }
        let event = match object.kind {
            "hora" => {
                let win = read_win(object, table)?;
                self.ended = true;
                Event::Win(Box::new(win))
            }
            "ryukyoku" => {
                self.ended = true;
                Event::NoWin(Box::new(read_no_win(object)?))
            }
            "dora" => {
                let tile = table.fresh(object.face("dora_marker")?);
                Event::Dora { tile: tile.map_err(|why| object.impossible(why))? }
            }
            _ => play(object, table)?,
        };
        Ok(Some(event))
    }
}

/// The wall that some programs write as `haiyama`: 136 tiles in the order they
/// are drawn, 52 of them dealt, the last 14 the dead wall from its far end.
fn read_wall(
    object: &Object<'_>,
    dealer: Seat,
    hands: &[Value],
) -> Result<Option<Box<[Face; 136]>>, FormatError> {
    let Some(list) = object.get("haiyama") else { return Ok(None) };
    let drawn = object.face_list::<136>("haiyama", list)?;
    let Ok(drawn) = drawn.into_inner() else {
        return Err(object.fault("136 tiles as `haiyama`", "fewer"));
    };
    let mut wall = drawn;
    wall.reverse();
    // The hands may be dealt in another order than ours: they are told apart.
    let mut place = 136;
    for (first, count) in [(0, 4), (4, 4), (8, 4), (12, 1)] {
        for step in 0..4 {
            let hand = &hands[dealer.after(step, 4).index()];
            let faces = object.face_list::<14>("tehais", hand)?;
            for face in faces.iter().skip(first).take(count) {
                place -= 1;
                wall[place] = *face;
            }
        }
    }
    Ok(Some(Box::new(wall)))
}

fn play(object: &Object<'_>, table: &mut Table) -> Result<Event, FormatError> {
    let seat = object.seat("actor")?;
    let meld = |meld: Result<_, _>| meld.map(|meld| Event::Call { seat, meld });
    let event = match object.kind {
        "tsumo" => table.draw(seat, object.face("pai")?).map(|tile| Event::Draw { seat, tile }),
        "dahai" => table
            .discard(seat, object.face("pai")?, object.flag("tsumogiri")?)
            .map(|(tile, drawn)| Event::Discard { seat, tile, drawn }),
        "reach" => Ok(Event::Riichi { seat }),
        "reach_accepted" => Ok(Event::RiichiAccepted { seat, scores: object.four("scores")? }),
        "chi" | "pon" | "daiminkan" => {
            let kind = match object.kind {
                "chi" => MeldKind::Chi,
                "pon" => MeldKind::Pon,
                _ => MeldKind::OpenKan,
            };
            if let Some((from, _)) = table.discarded()
                && object.get("target").is_some()
                && object.seat("target")? != from
            {
                let got = format!("seat {}", object.seat("target")?);
                return Err(object.fault(format!("seat {from} as `target`"), got));
            }
            let own = object.faces::<3>("consumed")?;
            meld(table.call(seat, kind, Some(object.face("pai")?), &own))
        }
        "kakan" => {
            let added = table.added_kan(seat, object.face("pai")?);
            if let (Ok(kan), Some(list)) = (&added, object.get("consumed")) {
                let mut told = object.face_list::<3>("consumed", list)?;
                let pon = kan.tiles().iter().filter(|t| Some(**t) != kan.added());
                let mut due: ArrayVec<Face, 4> = pon.map(|t| table.face_of(*t)).collect();
                told.sort_unstable();
                due.sort_unstable();
                if told.as_slice() != due.as_slice() {
                    let due = format!("the pon {} as `consumed`", crate::notation::write(&due));
                    return Err(object.fault(due, crate::notation::write(&told)));
                }
            }
            meld(added)
        }
        _ => meld(table.concealed_kan(seat, &object.faces::<4>("consumed")?)),
    };
    event.map_err(|why| object.impossible(why))
}

fn read_win(object: &Object<'_>, table: &mut Table) -> Result<Win, FormatError> {
    let seat = object.seat("actor")?;
    let from = if object.get("target").is_some() { object.seat("target")? } else { seat };
    let drawn = table.drawn().filter(|(s, _)| *s == seat && from == seat);
    let tile = drawn.or(table.discarded().filter(|(s, _)| *s == from && from != seat));
    // A recorded tile that is not the one won is kept, for the rules to say so.
    let told = match object.get("pai") {
        Some(_) => {
            let face = object.face("pai")?;
            let last = tile.map(|(_, tile)| tile).filter(|t| table.face_of(*t) == face);
            last.or_else(|| table.any_copy(face))
        }
        None => None,
    };
    let mut ura = None;
    if let Some(list) =
        object.any(&["ura_markers", "uradora_markers", "uradora_marker", "ura_marker"])
    {
        let mut tiles = ArrayVec::<Tile, 5>::new();
        for face in object.face_list::<5>("ura_markers", list)? {
            // Two winners see the same tiles: the second time they are not new.
            tiles.push(table.ura(tiles.len(), face).map_err(|why| object.impossible(why))?);
        }
        ura = Some(tiles);
    }
    let yaku = match object.optional_list("tenhou_yaku")? {
        Some(list) => {
            let ids = list.iter().map(|v| v.as_u64().and_then(|n| u8::try_from(n).ok()));
            let ids: Option<Vec<u8>> = ids.collect();
            Some(ids.ok_or_else(|| object.fault("numbers of yaku", "others"))?)
        }
        None => None,
    };
    let points = object.optional_number(&["hora_points"], 0..=1_000_000)?;
    let fu = object.optional_number(&["fu"], 0..=200)?;
    let han = object.optional_number(&["fan", "han"], 0..=200)?;
    Ok(Win {
        seat: seat.0,
        from: from.0,
        pao: match object.get("pao") {
            Some(_) => Some(object.seat("pao")?.0),
            None => None,
        },
        tile: told.or(tile.map(|(_, tile)| tile)),
        fu: fu.map(|fu| fu as u16),
        points: points.map(|p| p as i32),
        han: han.map(|h| h as u16),
        yaku_ids: yaku,
        ura,
        deltas: object.four("deltas")?,
        after: object.four("scores")?,
        ..Win::default()
    })
}

fn read_no_win(object: &Object<'_>) -> Result<NoWin, FormatError> {
    let kind = match object.optional_text("reason")? {
        Some("fanpai" | "howanpai" | "exhausted") => Some(NoWinKind::Exhausted),
        Some("nagashimangan" | "nagashi_mangan" | "nagashi") => Some(NoWinKind::Nagashi),
        Some("kyushukyuhai" | "kyuushukyuuhai") => Some(NoWinKind::NineKinds),
        Some("sufonrenta" | "suufuurenda") => Some(NoWinKind::FourWinds),
        Some("suchariichi" | "suuchariichi") => Some(NoWinKind::FourRiichi),
        Some("sanchaho" | "sanchahou") => Some(NoWinKind::TripleRon),
        Some("sukaikan" | "suukaikan") => Some(NoWinKind::FourKans),
        Some(other) => return Err(object.fault("a known `reason`", shorten(other))),
        None => None,
    };
    let tenpai = match object.optional_list("tenpais")? {
        Some(list) => {
            let flags: Option<Vec<bool>> = list.iter().map(Value::as_bool).collect();
            let four = flags.and_then(|flags| <[bool; 4]>::try_from(flags).ok());
            let bad = || object.fault("four times true or false as `tenpais`", "others");
            Some(four.ok_or_else(bad)?)
        }
        None => None,
    };
    Ok(NoWin {
        kind,
        tenpai,
        deltas: object.four("deltas")?,
        after: object.four("scores")?,
        ..NoWin::default()
    })
}
