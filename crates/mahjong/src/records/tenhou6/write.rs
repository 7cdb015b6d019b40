//! [`Log`]s as the JSON of tenhou.net/6, for its viewer and for reviewers.

use fuda_core::formats::FormatError;
use serde_json::{Value, json};

use super::error;
use crate::meld::From;
use crate::records::log::{Event, HandLog, Log, NoWinKind, Win};
use crate::records::yaku_names::yaku_name;
use crate::{Meld, MeldKind, Suit, Tile};

/// Writes each game as one object per line.
pub fn write_logs(logs: &[Log]) -> Result<String, FormatError> {
    let mut text = String::new();
    for log in logs {
        let red = log.rules.red_fives != Some(false);
        let mut hands = Vec::with_capacity(log.hands.len());
        for (number, hand) in log.hands.iter().enumerate() {
            let told = write_hand(hand, red);
            hands.push(told.ok_or_else(|| {
                let expected = "a finished hand with scores and results";
                error(log.place(number, None), expected, "one that leaves them out")
            })?);
        }
        let length = if log.rules.two_rounds == Some(false) { "東" } else { "南" };
        let tanyao = if log.rules.open_tanyao == Some(false) { "" } else { "喰" };
        let disp = format!("般{length}{tanyao}{}", if red { "赤" } else { "" });
        let mut object = json!({
            "title": ["", ""],
            "name": log.players,
            "rule": {"disp": disp, "aka": u8::from(red)},
            "log": hands,
        });
        if let Some((scores, points)) =
            log.end.as_ref().and_then(|end| Some((end.scores?, end.points?)))
        {
            let both = (0..4).flat_map(|i| [json!(scores[i]), json!(points[i])]);
            object["sc"] = both.collect();
        }
        text.push_str(&object.to_string());
        text.push('\n');
    }
    // Parts of games of the same players look like one game when the second
    // begins later than the first ended.
    let read = if logs.len() > 1 { super::read_logs(&text).len() } else { logs.len() };
    if read != logs.len() {
        let expected = "games that a reader can tell apart";
        let got = format!("{} games that read as {read}", logs.len());
        return Err(error("the games", expected, got));
    }
    Ok(text)
}

/// A tile's number.
fn number(tile: Tile, red_fives: bool) -> u8 {
    let face = tile.face(red_fives);
    let suit = face.kind.suit();
    match suit {
        Suit::Honour => 40 + face.kind.number(),
        _ if face.red => 51 + suit as u8,
        _ => 10 * (suit as u8 + 1) + face.kind.number(),
    }
}

fn write_hand(hand: &HandLog, red: bool) -> Option<Value> {
    let number = |tile: Tile| number(tile, red);
    let mut incoming: [Vec<Value>; 4] = Default::default();
    let mut outgoing: [Vec<Value>; 4] = Default::default();
    let mut doras = vec![number(hand.dora)];
    let mut ura: Vec<u8> = Vec::new();
    let mut result: Vec<Value> = Vec::new();
    let mut riichi = false;
    for entry in &hand.events {
        match &entry.event {
            Event::Draw { seat, tile } => incoming[seat.index() & 3].push(json!(number(*tile))),
            Event::Riichi { .. } => riichi = true,
            Event::Discard { seat, tile, drawn } => {
                let tile = if *drawn { 60 } else { number(*tile) };
                let told = if riichi { json!(format!("r{tile}")) } else { json!(tile) };
                riichi = false;
                outgoing[seat.index() & 3].push(told);
            }
            Event::Call { seat, meld } => {
                let at = seat.index() & 3;
                let told = json!(call(meld, red));
                match meld.kind() {
                    MeldKind::Chi | MeldKind::Pon => incoming[at].push(told),
                    MeldKind::OpenKan => {
                        incoming[at].push(told);
                        outgoing[at].push(json!(0));
                    }
                    MeldKind::AddedKan | MeldKind::ConcealedKan => outgoing[at].push(told),
                }
            }
            Event::Dora { tile } => doras.push(number(*tile)),
            Event::Win(win) => {
                if let Some(tiles) = win.ura.as_ref().filter(|u| !u.is_empty()) {
                    ura = tiles.iter().map(|t| number(*t)).collect();
                }
                if result.is_empty() {
                    result.push(json!("和了"));
                }
                result.push(json!(win.deltas?));
                result.push(write_win(win, hand)?);
            }
            Event::NoWin(no_win) => {
                result.push(json!(match no_win.kind? {
                    NoWinKind::Exhausted => "流局",
                    NoWinKind::Nagashi => "流し満貫",
                    NoWinKind::NineKinds => "九種九牌",
                    NoWinKind::FourWinds => "四風連打",
                    NoWinKind::FourRiichi => "四家立直",
                    NoWinKind::TripleRon => "三家和了",
                    NoWinKind::FourKans => "四槓散了",
                }));
                if no_win.deltas.is_some_and(|d| d != [0; 4]) {
                    result.push(json!(no_win.deltas));
                }
            }
            Event::RiichiAccepted { .. } | Event::Away { .. } | Event::Back { .. } => {}
        }
    }
    if result.is_empty() {
        return None;
    }
    let mut list = vec![
        json!([hand.round, hand.honba, hand.sticks]),
        json!(hand.scores?),
        json!(doras),
        json!(ura),
    ];
    for (seat, (draws, discards)) in incoming.into_iter().zip(outgoing).enumerate() {
        let mut dealt: Vec<Tile> = hand.hands[seat].to_vec();
        dealt.sort_unstable();
        list.push(dealt.into_iter().map(number).collect());
        list.push(Value::from(draws));
        list.push(Value::from(discards));
    }
    list.push(Value::from(result));
    Some(Value::from(list))
}

/// A call: the letter stands before the tile called or added, at a place that
/// shows from whom it came.
fn call(meld: &Meld, red: bool) -> String {
    let letter = match meld.kind() {
        MeldKind::Chi => 'c',
        MeldKind::Pon => 'p',
        MeldKind::OpenKan => 'm',
        MeldKind::AddedKan => 'k',
        MeldKind::ConcealedKan => 'a',
    };
    let apart = meld.added().or(meld.called()).unwrap_or(meld.tiles()[3 % meld.tiles().len()]);
    let others: Vec<Tile> = meld.tiles().iter().copied().filter(|t| *t != apart).collect();
    let place = match (meld.kind(), meld.from()) {
        (MeldKind::Chi, _) | (_, From::Before) => 0,
        (MeldKind::ConcealedKan, _) => 3,
        (_, From::Across) => 1,
        (MeldKind::OpenKan, _) => 3,
        _ => 2,
    };
    let mut text = String::new();
    for at in 0..=others.len() {
        if at == place {
            text.push_str(&format!("{letter}{}", number(apart, red)));
        }
        if let Some(tile) = others.get(at) {
            text.push_str(&number(*tile, red).to_string());
        }
    }
    text
}

fn write_win(win: &Win, hand: &HandLog) -> Option<Value> {
    let mut list = vec![json!(win.seat), json!(win.from), json!(win.pao.unwrap_or(win.seat))];
    let (points, fu, han) = (win.points?, win.fu?, win.han?);
    let worth = match win.limit? {
        0 => format!("{fu}符{han}飜"),
        1 => "満貫".into(),
        2 => "跳満".into(),
        3 => "倍満".into(),
        4 => "三倍満".into(),
        _ => "役満".into(),
    };
    let paid = if win.seat != win.from {
        format!("{points}点")
    } else if win.seat == hand.dealer.0 {
        format!("{}点∀", points / 3)
    } else if win.limit != Some(0) {
        format!("{}-{}点", points / 4, points / 2)
    } else {
        let base = i32::from(fu) << (2 + han.min(13));
        let dealer = (2 * base + 99) / 100 * 100;
        format!("{}-{dealer}点", (points - dealer) / 2)
    };
    list.push(json!(worth + &paid));
    for (id, han) in win.yaku.iter().flatten().filter(|(_, han)| *han > 0) {
        list.push(json!(format!("{}({han}飜)", yaku_name(*id)?)));
    }
    for id in win.yakuman.iter().flatten() {
        list.push(json!(format!("{}(役満)", yaku_name(*id)?)));
    }
    Some(Value::from(list))
}
