//! How a hand ended: wins with their yaku in words, or a kind of draw.

use arrayvec::ArrayVec;
use fuda_core::formats::FormatError;
use serde_json::Value;

use super::error;
use crate::Face;
use crate::records::log::unsuitable::CONSISTENT;
use crate::records::log::{Event, Four, NoWin, NoWinKind, Win};
use crate::records::table::Table;
use crate::records::xml::shorten;
use crate::records::yaku_names::yaku_named;

/// How a hand ended.
#[derive(Clone, Debug)]
pub(super) enum Ending {
    /// Somebody won.
    Wins(Vec<Win>),
    /// Nobody did.
    NoWin(NoWin),
}

impl Ending {
    /// Whether the last discard was won: then a riichi with it is not paid.
    pub fn is_ron(&self) -> bool {
        match self {
            Ending::Wins(wins) => wins.iter().any(|w| w.from != w.seat),
            Ending::NoWin(no_win) => no_win.kind == Some(NoWinKind::TripleRon),
        }
    }
}

const PLACE: &str = "entry 17";

fn four(value: &Value) -> Result<Four<i32>, FormatError> {
    let bad = || error(PLACE, "four changes of scores", shorten(&value.to_string()));
    let list = value.as_array().filter(|l| l.len() == 4).ok_or_else(bad)?;
    let mut four = [0; 4];
    for (number, value) in four.iter_mut().zip(list) {
        *number = value.as_i64().filter(|n| n.abs() <= 1_000_000).ok_or_else(bad)? as i32;
    }
    Ok(four)
}

/// Reads the result of a hand.
pub(super) fn read_ending(result: &[Value]) -> Result<Ending, FormatError> {
    let word = result.first().and_then(Value::as_str).unwrap_or("");
    let kind = match word {
        "和了" => {
            let mut wins = Vec::new();
            for pair in result[1..].chunks(2) {
                let [deltas, details] = pair else {
                    return Err(error(PLACE, "the details of a win", "nothing"));
                };
                let win = read_win(four(deltas)?, details)?;
                wins.push(win);
            }
            return Ok(Ending::Wins(wins));
        }
        "流局" | "全員聴牌" | "全員不聴" => NoWinKind::Exhausted,
        "流し満貫" => NoWinKind::Nagashi,
        "九種九牌" => NoWinKind::NineKinds,
        "四風連打" => NoWinKind::FourWinds,
        "四家立直" => NoWinKind::FourRiichi,
        "三家和了" | "三家和" => NoWinKind::TripleRon,
        "四開槓" | "四槓散了" => NoWinKind::FourKans,
        _ => {
            let got = shorten(&Value::from(result.to_vec()).to_string());
            return Err(error(PLACE, "a result such as 和了 or 流局", got));
        }
    };
    let deltas = result.get(1).map(four).transpose()?;
    let tenpai = match word {
        "全員聴牌" => Some([true; 4]),
        "全員不聴" => Some([false; 4]),
        _ => None,
    };
    Ok(Ending::NoWin(NoWin { kind: Some(kind), deltas, tenpai, ..NoWin::default() }))
}

fn read_win(deltas: Four<i32>, details: &Value) -> Result<Win, FormatError> {
    let bad = |what: &str| error(PLACE, what, shorten(&details.to_string()));
    let list = details.as_array().ok_or_else(|| bad("the details of a win"))?;
    let seat = |at: usize| {
        let seat = list.get(at).and_then(Value::as_u64).filter(|s| *s < 4);
        seat.map(|s| s as u8).ok_or_else(|| bad("a seat from 0 to 3"))
    };
    let mut win = Win { seat: seat(0)?, from: seat(1)?, deltas: Some(deltas), ..Win::default() };
    if list.len() > 2 {
        // The winner stands there when nobody is responsible.
        win.pao = Some(seat(2)?).filter(|p| *p != win.seat && list.len() > 3);
    }
    if let Some(value) = list.get(3) {
        let read = value.as_str().and_then(|text| read_value(text, &mut win));
        read.ok_or_else(|| bad("the value of a win"))?;
    }
    let mut yaku = Vec::new();
    let mut han = 0;
    for entry in list.iter().skip(4) {
        let text = entry.as_str().unwrap_or("");
        let split = text.strip_suffix(')').and_then(|t| t.rsplit_once('('));
        let (name, worth) = split.ok_or_else(|| bad("yaku with their han"))?;
        let id = yaku_named(name);
        match id {
            Some(_) => {}
            // Tenhou's own names are all known; translations differ.
            None if name.is_ascii() => win.unknown_yaku.push(name.to_owned()),
            None => return Err(error(PLACE, "the name of a yaku", shorten(name))),
        }
        if worth.starts_with("役満") {
            win.yakuman.get_or_insert_default().extend(id);
            continue;
        }
        let worth: u8 =
            worth.trim_end_matches('飜').parse().map_err(|_| bad("yaku with their han"))?;
        han = u16::saturating_add(han, worth.into());
        yaku.extend(id.map(|id| (id, worth)));
    }
    let all_known = win.unknown_yaku.is_empty();
    if win.yakuman.is_none() && list.len() > 4 {
        win.han = Some(han);
        win.yaku = all_known.then_some(yaku);
    } else if !all_known {
        win.yakuman = None;
    }
    Ok(win)
}

/// The text of a win's value, such as `30符3飜1000-2000点`, `満貫4000点∀`.
fn read_value(text: &str, win: &mut Win) -> Option<()> {
    let mut rest = text;
    if let Some((fu, after)) = text.split_once('符') {
        win.fu = Some(fu.parse().ok()?);
        rest = after;
    }
    let start = rest.rfind(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '点' | '∀'));
    let start = start.map_or(0, |at| at + rest[at..].chars().next().map_or(1, char::len_utf8));
    let amount = rest[start..].trim_end_matches('∀').trim_end_matches('点');
    let points = |text: &str| text.parse::<i32>().ok().filter(|p| *p <= 1_000_000);
    win.points = Some(match amount.split_once('-') {
        Some((others, dealer)) => points(others)? * 2 + points(dealer)?,
        None if text.ends_with('∀') => points(amount)? * 3,
        None => points(amount)?,
    });
    win.limit = if text.starts_with("満貫") {
        Some(1)
    } else if text.starts_with("跳満") {
        Some(2)
    } else if text.starts_with("倍満") {
        Some(3)
    } else if text.starts_with("三倍満") {
        Some(4)
    } else if text.starts_with("役満") || text.contains("倍役満") {
        Some(5)
    } else {
        win.fu.map(|_| 0)
    };
    Some(())
}

/// Whether every winner gains points.
pub(super) fn check_winners(ending: &Ending) -> Result<(), FormatError> {
    let Ending::Wins(wins) = ending else { return Ok(()) };
    for win in wins {
        let deltas = win.deltas.unwrap_or_default();
        if deltas[usize::from(win.seat) & 3] <= 0 {
            let got = format!("seat {} as winner with {deltas:?}", win.seat);
            let due = format!("{CONSISTENT}: a winner who gains points");
            return Err(error(PLACE, due, got));
        }
    }
    Ok(())
}

/// Adds the end of the hand to its events. Points neither come nor go: what
/// the winners gain and others lose must leave just the sticks on the table.
pub(super) fn add_ending(
    ending: &Ending,
    sticks: i64,
    ura: &[Face],
    table: &mut Table,
    events: &mut Vec<Event>,
) -> Result<(), FormatError> {
    match ending {
        Ending::NoWin(no_win) => events.push(Event::NoWin(Box::new(no_win.clone()))),
        Ending::Wins(wins) => {
            let paid =
                events.iter().filter(|e| matches!(e, Event::RiichiAccepted { .. })).count() as i64;
            let changes = wins.iter().flat_map(|w| w.deltas.unwrap_or_default());
            let (due, sum) = ((sticks + paid) * 1000, changes.map(i64::from).sum::<i64>());
            if due != sum {
                let due =
                    format!("{CONSISTENT}: changes that add up to the {due} points of sticks");
                return Err(error(PLACE, due, format!("changes that add up to {sum}")));
            }
            check_winners(ending)?;
            for win in wins {
                let mut win = win.clone();
                let last = table.drawn().or(table.discarded());
                win.tile = last.filter(|(seat, _)| seat.0 == win.from).map(|(_, tile)| tile);
                let mut tiles = ArrayVec::new();
                for (i, face) in ura.iter().enumerate().take(5) {
                    let tile = table.ura(i, *face);
                    tiles.push(tile.map_err(|why| error("entry 4", why.expected, why.got))?);
                }
                let in_riichi = events.iter().any(|event| {
                    matches!(event, Event::RiichiAccepted { seat, .. } if seat.0 == win.seat)
                });
                // The list belongs to all winners, but only riichi looks at it.
                win.ura = Some(if in_riichi { tiles } else { ArrayVec::new() });
                events.push(Event::Win(Box::new(win)));
            }
        }
    }
    Ok(())
}
