//! The file as it stands, every value with its place.

use crate::{Card, Cards};
use fuda_core::formats::{FormatError, RecordFile};
use serde_json::Value;

/// One match.
pub(super) struct Match {
    /// Where in the file.
    pub place: String,
    pub names: [String; 2],
    pub times: [Option<String>; 2],
    pub num_round: u8,
    pub bank: u8,
    pub over: bool,
    /// 1 or 2, 0 for a drawn match.
    pub winner: Option<u8>,
    pub end_points: Option<[i32; 2]>,
    pub rounds: Vec<Round>,
}

/// One round; players are 1 and 2 as in the file.
pub(super) struct Round {
    pub place: String,
    pub dealer: u8,
    pub hands: [Cards; 2],
    pub field: Cards,
    /// The card that is turned over first standing last.
    pub pile: Vec<Card>,
    /// 0: nobody scored; `None`: the round was broken off.
    pub winner: Option<u8>,
    pub points: Option<[i16; 2]>,
    pub turns: Vec<Turn>,
}

/// One turn.
pub(super) struct Turn {
    pub place: String,
    pub player: u8,
    pub discard: Card,
    pub collect: Cards,
    pub draw: Card,
    pub collect_drawn: Cards,
    pub koi_koi: Option<bool>,
}

/// A value and the way to it.
#[derive(Clone)]
struct At<'a> {
    value: &'a Value,
    place: String,
}

pub(super) fn wrong(
    place: &str,
    expected: impl Into<String>,
    got: impl Into<String>,
) -> FormatError {
    FormatError { place: place.to_owned(), expected: expected.into(), got: got.into() }
}

/// The beginning of a value, for messages.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

type Read<T> = Result<T, FormatError>;

impl<'a> At<'a> {
    fn fail<T>(&self, expected: &str) -> Read<T> {
        Err(wrong(&self.place, expected, shown(self.value)))
    }

    fn get(&self, key: &str) -> Read<At<'a>> {
        match self.value.get(key) {
            Some(value) => {
                let dot = if self.place.is_empty() { "" } else { "." };
                Ok(At { value, place: format!("{}{dot}{key}", self.place) })
            }
            None => self.fail(&format!("an object with `{key}`")),
        }
    }

    fn items(&self) -> Read<Vec<At<'a>>> {
        let Some(list) = self.value.as_array() else {
            return self.fail("a list");
        };
        let item = |(i, value)| At { value, place: format!("{}[{i}]", self.place) };
        Ok(list.iter().enumerate().map(item).collect())
    }

    fn number(&self, least: i64, most: i64) -> Read<i64> {
        match self.value.as_i64() {
            Some(n) if (least..=most).contains(&n) => Ok(n),
            _ => self.fail(&format!("a number from {least} to {most}")),
        }
    }

    /// `None` where the file says null.
    fn optional<T>(&self, read: impl Fn(&At<'a>) -> Read<T>) -> Read<Option<T>> {
        if self.value.is_null() { Ok(None) } else { read(self).map(Some) }
    }

    fn flag(&self) -> Read<bool> {
        self.value.as_bool().map_or_else(|| self.fail("true or false"), Ok)
    }

    fn text(&self) -> Read<String> {
        self.value.as_str().map_or_else(|| self.fail("a text"), |text| Ok(text.to_owned()))
    }

    fn card(&self) -> Read<Card> {
        let card = match self.value.as_array().map(Vec::as_slice) {
            Some([month, number]) => match (month.as_u64(), number.as_u64()) {
                (Some(m @ 1..=12), Some(n @ 1..=4)) => Card::new(m as u8, n as u8),
                _ => None,
            },
            _ => None,
        };
        card.map_or_else(|| self.fail("a card [month 1 to 12, number 1 to 4]"), Ok)
    }

    fn cards(&self) -> Read<Vec<Card>> {
        self.items()?.iter().map(At::card).collect()
    }

    fn set(&self) -> Read<Cards> {
        let mut set = Cards::NONE;
        for item in self.items()? {
            let card = item.card()?;
            if set.contains(card) {
                return Err(wrong(&item.place, "every card once", format!("{card} twice")));
            }
            set = set.with(card);
        }
        Ok(set)
    }

    /// The values of `name1`, `name2` … without a gap, and nothing else
    /// beside the `other` key.
    fn numbered(&self, name: &str, other: Option<&str>) -> Read<Vec<At<'a>>> {
        let Some(object) = self.value.as_object() else {
            return self.fail("an object");
        };
        let count = object.keys().filter(|key| Some(key.as_str()) != other).count();
        (1..=count).map(|n| self.get(&format!("{name}{n}"))).collect()
    }
}

/// The matches of a file.
pub(super) fn read_file(file: &RecordFile) -> Read<Vec<Match>> {
    let text = file.text()?;
    let value: Value = serde_json::from_str(text).map_err(|e| {
        wrong(&format!("line {}, column {}", e.line(), e.column()), "JSON", e.to_string())
    })?;
    if value.is_array() {
        let list = At { value: &value, place: "match".into() };
        return list.items()?.iter().map(read_match).collect();
    }
    Ok(vec![read_match(&At { value: &value, place: String::new() })?])
}

fn read_match(at: &At<'_>) -> Read<Match> {
    let info = at.get("info")?;
    let result = at.get("result")?;
    let bank = info.get("player1InitPts")?;
    let points = bank.number(1, 255)? as u8;
    let other = info.get("player2InitPts")?;
    if other.number(1, 255)? as u8 != points {
        return other.fail(&format!("{points}, as the other player has"));
    }
    let over = result.get("isOver")?.flag()?;
    let end = |key: &str| result.get(key)?.optional(|at| at.number(-30_000, 30_000));
    let end_points = match (end("player1EndPts")?, end("player2EndPts")?) {
        (Some(a), Some(b)) => Some([a as i32, b as i32]),
        _ => None,
    };
    if over && end_points.is_none() {
        return result.fail("the points of both players, as the match is over");
    }
    let record = at.get("record")?;
    let rounds: Vec<Round> =
        record.numbered("round", None)?.iter().map(read_round).collect::<Read<_>>()?;
    let num_round = info.get("numRound")?;
    let limit = num_round.number(1, 24)? as u8;
    if rounds.is_empty() || rounds.len() > usize::from(limit) {
        let got = format!("{} rounds", rounds.len());
        return Err(wrong(&record.place, format!("1 to {limit} rounds"), got));
    }
    Ok(Match {
        place: at.place.clone(),
        names: [info.get("player1Name")?.text()?, info.get("player2Name")?.text()?],
        times: [
            info.get("startTime")?.optional(At::text)?,
            info.get("endTime")?.optional(At::text)?,
        ],
        num_round: limit,
        bank: points,
        over,
        winner: result.get("gameWinner")?.optional(|at| at.number(0, 2))?.map(|n| n as u8),
        end_points,
        rounds,
    })
}

fn read_round(at: &At<'_>) -> Read<Round> {
    let basic = at.get("basic")?;
    let points = |key: &str| basic.get(key)?.optional(|at| at.number(-30_000, 30_000));
    let winner = basic.get("roundWinner")?.optional(|at| at.number(0, 2))?.map(|n| n as u8);
    let points = match (points("player1RoundPts")?, points("player2RoundPts")?) {
        (Some(a), Some(b)) => Some([a as i16, b as i16]),
        _ => None,
    };
    if winner.is_some() != points.is_some() {
        return basic.fail("winner and points of both players, or none of these");
    }
    Ok(Round {
        place: at.place.clone(),
        dealer: basic.get("Dealer")?.number(1, 2)? as u8,
        hands: [basic.get("initHand1")?.set()?, basic.get("initHand2")?.set()?],
        field: basic.get("initBoard")?.set()?,
        pile: basic.get("initPile")?.cards()?,
        winner,
        points,
        turns: at.numbered("turn", Some("basic"))?.iter().map(read_turn).collect::<Read<_>>()?,
    })
}

fn read_turn(at: &At<'_>) -> Read<Turn> {
    Ok(Turn {
        place: at.place.clone(),
        player: at.get("playerInTurn")?.number(1, 2)? as u8,
        discard: at.get("discardCard")?.card()?,
        collect: at.get("collectCard")?.set()?,
        draw: at.get("drawCard")?.card()?,
        collect_drawn: at.get("collectCard2")?.set()?,
        koi_koi: at.get("isKoiKoi")?.optional(At::flag)?,
    })
}
