//! Records as JSON of the research set.

use super::json::wrong;
use crate::{Card, Cards, Event, KoiKoi, Move, Phase, Position, Rules};
use fuda_core::formats::FormatError;
use fuda_core::{Position as _, Record, Seat};
use serde_json::{Map, Value, json};

pub(super) fn write(records: &[Record<KoiKoi>]) -> Result<Vec<u8>, FormatError> {
    let games: Vec<Value> = records
        .iter()
        .enumerate()
        .map(|(i, record)| match_value(record, &format!("record {}", i + 1)))
        .collect::<Result<_, _>>()?;
    let value = match <[Value; 1]>::try_from(games) {
        Ok([one]) => one,
        Err(games) => Value::Array(games),
    };
    Ok(value.to_string().into_bytes())
}

fn pair(card: Card) -> Value {
    json!([card.month(), card.number()])
}

fn pairs(cards: impl IntoIterator<Item = Card>) -> Value {
    Value::Array(cards.into_iter().map(pair).collect())
}

/// What was captured, the capturing card first.
fn collected(cards: Cards, with: Card) -> Value {
    let first = cards.contains(with).then_some(with);
    pairs(first.into_iter().chain(cards.without(with)))
}

fn match_value(record: &Record<KoiKoi>, place: &str) -> Result<Value, FormatError> {
    let rules: Rules =
        record.rules.parse().map_err(|e: fuda_core::BadText| wrong(place, e.expected, e.got))?;
    let plain = Rules { rounds: Rules::GUAN.rounds, bank: Rules::GUAN.bank, ..rules };
    if plain != Rules::GUAN || rules.bank == 0 {
        let expected = "the rules `guan`, with any `rounds` and a `bank`";
        return Err(wrong(place, expected, record.rules.clone()));
    }
    let mut position =
        Position::new(&rules, &record.deal).map_err(|e| wrong(place, e.expected, e.got))?;
    let mut rounds = Map::new();
    let mut moves = record.moves.iter().copied().peekable();
    for (i, deal) in record.deal.rounds.iter().enumerate() {
        if moves.peek().is_none() {
            break;
        }
        let before = position.table().totals;
        let mut round = Map::new();
        let dealer = position.table().dealer;
        let mut single = Position::new(
            &rules.single_round(),
            &crate::Deal { first: dealer, rounds: vec![deal.clone()] },
        )
        .map_err(|e| wrong(place, e.expected, e.got))?;
        while single.table().phase != Phase::Over && moves.peek().is_some() {
            let turn = turn_value(&mut single, &mut moves, &mut |who, mv| {
                position.play(who, mv).map_err(|e| wrong(place, "a legal move", e.to_string()))
            })
            .map_err(|e| wrong(place, e.expected, e.got))?;
            round.insert(format!("turn{}", round.len() + 1), turn);
        }
        let end = single.table().last_round;
        let basic = json!({
            "Dealer": dealer.0 + 1,
            "initHand1": pairs(deal.hands[0]),
            "initHand2": pairs(deal.hands[1]),
            "initBoard": pairs(deal.field),
            "initPile": pairs(deal.stock.iter().rev().copied()),
            "roundWinner": end.map(|e| e.winner.map_or(0, |s| s.0 + 1)),
            "player1RoundPts": end.map(|_| position.table().totals[0] - before[0]),
            "player2RoundPts": end.map(|_| position.table().totals[1] - before[1]),
        });
        round.insert("basic".into(), basic);
        rounds.insert(format!("round{}", i + 1), Value::Object(round));
    }
    let totals = position.table().totals;
    let over = position.table().phase == Phase::Over
        && (rounds.len() == usize::from(rules.rounds) || totals.iter().any(|t| *t <= 0));
    let winner =
        [0, 1, 2][usize::from(totals[0] > totals[1]) + 2 * usize::from(totals[0] < totals[1])];
    let name = |seat: usize| match record.players.get(seat) {
        Some(name) => name.clone(),
        None => format!("Player {}", seat + 1),
    };
    Ok(json!({
        "info": {
            "startTime": record.tags.get("start"),
            "endTime": record.tags.get("end"),
            "player1Name": name(0),
            "player2Name": name(1),
            "player1InitPts": rules.bank,
            "player2InitPts": rules.bank,
            "numRound": rules.rounds,
        },
        "result": {
            "isOver": over,
            "gameWinner": over.then_some(winner),
            "player1EndPts": over.then_some(totals[0]),
            "player2EndPts": over.then_some(totals[1]),
        },
        "save": {},
        "record": rounds,
    }))
}

/// Plays one turn's moves on both positions and writes it down.
///
/// A turn that was broken off in the middle cannot be written.
fn turn_value(
    single: &mut Position,
    moves: &mut impl Iterator<Item = (Seat, Move)>,
    also: &mut dyn FnMut(Seat, Move) -> Result<(), FormatError>,
) -> Result<Value, FormatError> {
    let who = single.table().to_move;
    let begun = single.table().turns();
    let mut step = |single: &mut Position| -> Result<Move, FormatError> {
        let whole = "all moves of a turn";
        let (seat, mv) = moves.next().ok_or_else(|| wrong("", whole, "a part of them"))?;
        single.play(seat, mv).map_err(|e| wrong("", "a legal move", e.to_string()))?;
        also(seat, mv)?;
        Ok(mv)
    };
    let before = single.table().captured[who.index()];
    let field = single.table().field;
    let Move::Play(discard) = step(single)? else {
        return Err(wrong("", "a card to play", "another move"));
    };
    let mut taken = field & Cards::month_of(discard);
    if let Phase::TakeWithPlayed(_) = single.table().phase
        && let Move::Take(card) = step(single)?
    {
        taken = Cards::NONE.with(card);
    }
    if !taken.is_empty() {
        taken = taken.with(discard);
    }
    let draw = single.table().history.iter().rev().find_map(|e| match e {
        Event::Draw(card) => Some(*card),
        _ => None,
    });
    if let Phase::TakeWithDrawn(_) = single.table().phase {
        step(single)?;
    }
    let captured = single.table().captured[who.index()] & !(before | taken);
    let koi_koi = match single.table().phase {
        Phase::Call => Some(step(single)? == Move::KoiKoi),
        Phase::Over => single.table().last_round.and_then(|end| end.winner).map(|_| false),
        _ => None,
    };
    debug_assert_eq!(single.table().turns(), begun + 1);
    Ok(json!({
        "playerInTurn": who.0 + 1,
        "discardCard": pair(discard),
        "collectCard": collected(taken, discard),
        "drawCard": draw.map(pair),
        "collectCard2": draw.map(|card| collected(captured, card)),
        "isKoiKoi": koi_koi,
    }))
}
