//! Recorded rounds, played again under the rules.

use super::json::{Match, Round, Turn, wrong};
use super::rules_of;
use crate::{Card, Cards, Deal, Event, KoiKoi, Move, Phase, Position, RoundDeal, Rules};
use fuda_core::formats::FormatError;
use fuda_core::{Position as _, Record, Seat};

/// A round that agrees with the rules.
pub(super) struct Replayed {
    pub deal: RoundDeal,
    pub moves: Vec<(Seat, Move)>,
}

/// The file's players are 1 and 2.
fn seat(player: u8) -> Seat {
    Seat(player.saturating_sub(1) & 1)
}

/// Plays a round again; the first thing that does not agree is the error.
///
/// The rules are those of a single round, so that the table of the finished
/// round can still be looked at.
pub(super) fn round_moves(rules: &Rules, round: &Round) -> Result<Replayed, FormatError> {
    let deal = RoundDeal {
        hands: round.hands,
        field: round.field,
        stock: round.pile.iter().rev().copied().collect(),
    };
    let whole = Deal { first: seat(round.dealer), rounds: vec![deal.clone()] };
    let mut position = Position::new(rules, &whole)
        .map_err(|e| wrong(&format!("{}.basic", round.place), e.expected, e.got))?;
    let mut moves = Vec::new();
    for turn in &round.turns {
        play_turn(&mut position, turn, &mut moves)?;
    }
    check_end(&position, round)?;
    Ok(Replayed { deal, moves })
}

fn play_turn(
    position: &mut Position,
    turn: &Turn,
    moves: &mut Vec<(Seat, Move)>,
) -> Result<(), FormatError> {
    let who = seat(turn.player);
    let at = |key: &str| format!("{}.{key}", turn.place);
    if position.table().phase == Phase::Over {
        return Err(wrong(&turn.place, "no further turn, as the round is over", "a turn"));
    }
    if position.table().to_move != who {
        let expected = format!("player {}", position.table().to_move.0 + 1);
        return Err(wrong(&at("playerInTurn"), expected, format!("player {}", turn.player)));
    }
    let mut play = |position: &mut Position, mv: Move, key: &str| {
        position.play(who, mv).map_err(|e| wrong(&at(key), "a legal move", e.to_string()))?;
        moves.push((who, mv));
        Ok(())
    };
    let before = position.table().captured[who.index()];
    let matches = position.table().field & Cards::month_of(turn.discard);
    play(position, Move::Play(turn.discard), "discardCard")?;
    if let Phase::TakeWithPlayed(with) = position.table().phase {
        let chosen = chosen(turn.collect, with, matches, &at("collectCard"))?;
        play(position, Move::Take(chosen), "collectCard")?;
    } else {
        let taken = if matches.is_empty() { matches } else { matches.with(turn.discard) };
        same(turn.collect, taken, &at("collectCard"))?;
    }
    let drawn = position.table().history.iter().rev().find_map(|event| match event {
        Event::Draw(card) => Some(*card),
        _ => None,
    });
    if drawn != Some(turn.draw) {
        let expected = drawn.map_or("no card".into(), |card| card.to_string());
        return Err(wrong(&at("drawCard"), expected, turn.draw.to_string()));
    }
    if let Phase::TakeWithDrawn(with) = position.table().phase {
        let matches = position.table().field & Cards::month_of(with);
        let chosen = chosen(turn.collect_drawn, with, matches, &at("collectCard2"))?;
        play(position, Move::Take(chosen), "collectCard2")?;
    } else {
        let after = position.table().captured[who.index()];
        same(turn.collect_drawn, after & !(before | turn.collect), &at("collectCard2"))?;
    }
    match (position.table().phase, turn.koi_koi) {
        (Phase::Call, Some(true)) => play(position, Move::KoiKoi, "isKoiKoi"),
        (Phase::Call, Some(false)) => play(position, Move::Stop, "isKoiKoi"),
        (Phase::Call, None) => {
            Err(wrong(&at("isKoiKoi"), "true or false, as a yaku is new", "null"))
        }
        // With the last card played there is no choice but to stop.
        (Phase::Over, Some(false)) if won(position) => Ok(()),
        (Phase::Over, got) if won(position) => {
            let got = got.map_or("null", |_| "true");
            Err(wrong(&at("isKoiKoi"), "false, as the hand is empty", got))
        }
        (_, None) => Ok(()),
        (_, Some(said)) => Err(wrong(&at("isKoiKoi"), "null, as no yaku is new", said.to_string())),
    }
}

fn won(position: &Position) -> bool {
    position.table().last_round.is_some_and(|end| end.winner.is_some())
}

/// The field card that was chosen, from the list of what was collected.
fn chosen(collected: Cards, with: Card, matches: Cards, place: &str) -> Result<Card, FormatError> {
    let taken = collected & matches;
    match taken.first() {
        Some(card) if taken.len() == 1 && collected == taken.with(with) => Ok(card),
        _ => Err(wrong(place, format!("{with} and one of {matches:?}"), format!("{collected:?}"))),
    }
}

fn same(got: Cards, expected: Cards, place: &str) -> Result<(), FormatError> {
    match got == expected {
        true => Ok(()),
        false => Err(wrong(place, format!("{expected:?}"), format!("{got:?}"))),
    }
}

fn check_end(position: &Position, round: &Round) -> Result<(), FormatError> {
    let basic = format!("{}.basic", round.place);
    let over = position.table().phase == Phase::Over;
    let (Some(winner), Some(points)) = (round.winner, round.points) else {
        return match over {
            true => Err(wrong(&basic, "winner and points, as the round is over", "null")),
            false => Ok(()),
        };
    };
    let end = match position.table().last_round {
        Some(end) if over => end,
        _ => {
            let got = format!("the end after {} turns", round.turns.len());
            return Err(wrong(&round.place, "turns until somebody scores or hands are empty", got));
        }
    };
    let expected = end.winner.map_or(0, |s| s.0 + 1);
    if winner != expected {
        return Err(wrong(
            &format!("{basic}.roundWinner"),
            expected.to_string(),
            winner.to_string(),
        ));
    }
    let paid = [end.paid_to_first, -end.paid_to_first];
    for (i, key) in ["player1RoundPts", "player2RoundPts"].into_iter().enumerate() {
        if points[i] != paid[i] {
            let place = format!("{basic}.{key}");
            return Err(wrong(&place, paid[i].to_string(), points[i].to_string()));
        }
    }
    Ok(())
}

/// The match as a record: every round replayed, then the whole.
pub(super) fn match_record(game: &Match) -> Result<Record<KoiKoi>, FormatError> {
    let rules = rules_of(game);
    let place = |key: &str| match game.place.is_empty() {
        true => key.to_owned(),
        false => format!("{}.{key}", game.place),
    };
    let mut deal =
        Deal { first: seat(game.rounds.first().map_or(1, |r| r.dealer)), rounds: vec![] };
    let mut moves = Vec::new();
    let mut ends = Vec::new();
    for round in &game.rounds {
        let replayed = round_moves(&rules.single_round(), round)?;
        deal.rounds.push(replayed.deal);
        moves.extend(replayed.moves);
        ends.push(moves.len());
    }
    let mut position =
        Position::new(&rules, &deal).map_err(|e| wrong(&place("record"), e.expected, e.got))?;
    let mut begun = 0;
    for (round, end) in game.rounds.iter().zip(ends) {
        if position.table().phase == Phase::Over {
            return Err(wrong(&round.place, "no further round, as the match is over", "a round"));
        }
        if position.table().dealer != seat(round.dealer) {
            let expected = (position.table().dealer.0 + 1).to_string();
            let at = format!("{}.basic.Dealer", round.place);
            return Err(wrong(&at, expected, round.dealer.to_string()));
        }
        for (who, mv) in &moves[begun..end] {
            position
                .play(*who, *mv)
                .map_err(|e| wrong(&round.place, "a legal move", e.to_string()))?;
        }
        begun = end;
    }
    check_result(&position, game, &place("result"))?;
    let mut record = Record::new(&KoiKoi { rules }, deal);
    record.players = game.names.to_vec();
    record.moves = moves;
    record.scores = position.scores();
    for (tag, time) in ["start", "end"].into_iter().zip(&game.times) {
        if let Some(time) = time {
            record.tags.insert(tag.into(), time.clone());
        }
    }
    Ok(record)
}

fn check_result(position: &Position, game: &Match, place: &str) -> Result<(), FormatError> {
    let over = position.table().phase == Phase::Over;
    let full = game.rounds.len() == usize::from(game.num_round);
    let broke = position.table().totals.iter().any(|total| *total <= 0);
    if game.over && !(over && (full || broke)) {
        let got = format!("isOver after {} rounds", game.rounds.len());
        return Err(wrong(place, "a match of all its rounds, or one at 0 points", got));
    }
    let (Some(points), true) = (game.end_points, game.over) else {
        return Ok(());
    };
    let totals = position.table().totals;
    if points != totals {
        return Err(wrong(place, format!("end points {totals:?}"), format!("{points:?}")));
    }
    let best = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 0,
    };
    match game.winner {
        Some(winner) if winner == best => Ok(()),
        got => {
            let got = got.map_or("null".into(), |w| w.to_string());
            Err(wrong(&format!("{place}.gameWinner"), best.to_string(), got))
        }
    }
}
