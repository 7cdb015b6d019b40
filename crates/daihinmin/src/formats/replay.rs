//! A logged game played again by the rules.
//!
//! The log has the hands from before the exchange and no gifts. Forced gifts
//! follow from the rules. Free gifts follow from the game: whoever finished
//! has shown every card it held, and of giver and receiver at most one is
//! last.

use super::log::{LoggedGame, wrong};
use crate::state::Stage;
use crate::{Card, Cards, Daihinmin, Deal, Move, Position, Rules};
use fuda_core::formats::FormatError;
use fuda_core::{Game, Position as _, Record, Seat};

/// What came of playing a logged game again.
pub(super) struct Replayed {
    pub record: Record<Daihinmin>,
    /// Submissions that the server refused (they counted as passes): the
    /// play's number, what was submitted, and why it is no legal move.
    pub refused: Vec<(usize, Move, String)>,
}

/// Plays a logged game again. With `to_end` its result must come out;
/// without, the game may break off.
pub(super) fn replay(
    game: &LoggedGame,
    rules: Rules,
    names: &[String],
    to_end: bool,
) -> Result<Replayed, FormatError> {
    let place = || game.place();
    let missing = |what: &str| wrong(place(), what, "no such line");
    let classes = game.classes.ok_or_else(|| missing("a `mibun` line"))?;
    let seats = game.seats.ok_or_else(|| missing("a `seat` line"))?;
    let hands = game.hands.ok_or_else(|| missing("a `palyer_cards` line"))?;
    let seat_of = |player: u8| seats.iter().position(|&p| p == player).unwrap_or(0) as u8;
    let by_seat = |of: [u8; 5]| seats.map(|player| of[usize::from(player)]);
    let at_seat = seats.map(|player| hands[usize::from(player)]);

    let daihinmin = Daihinmin::new(rules);
    let classes = classes.map(by_seat);
    let first = first_seat(&daihinmin, &at_seat, classes).ok_or_else(|| {
        wrong(place(), "hands of 11, 11, 11, 10, 10 cards from the top class on", sizes(&at_seat))
    })?;
    let deal = Deal {
        hands: (0..5).map(|i| at_seat[(first + i) % 5]).collect(),
        first: Seat(first as u8),
        classes: classes.map(|c| c.to_vec()),
        // Where ranks were drawn, the result says how.
        tail: match game.result {
            Some(result) => result.iter().map(|&player| seat_of(player)).collect(),
            None => (0..5).collect(),
        },
    };
    let position = daihinmin.start(&deal).map_err(|e| wrong(place(), &e.expected, e.got))?;
    let mut record = Record::new(&daihinmin, deal);
    record.players = seats
        .iter()
        .map(|&p| names.get(usize::from(p)).cloned().unwrap_or_else(|| format!("player {p}")))
        .collect();
    record.tags.insert("game".into(), game.number.to_string());
    record.tags.insert("seat".into(), seats.iter().map(|p| char::from(b'0' + p)).collect());
    let plays: Vec<(Seat, Move)> =
        game.plays.iter().map(|&(player, mv)| (Seat(seat_of(player)), mv)).collect();

    // The log leaves the gifts out. The likeliest are tried first; refused
    // plays of cards not held can mislead, so that others may be the right ones.
    let mut failure = None;
    for gifts in gifts(&position, &plays) {
        let (mut position, mut record) = (position.clone(), record.clone());
        for (seat, gift) in gifts {
            position.play_unchecked(seat, gift);
            record.moves.push((seat, gift));
        }
        let played =
            play_all(game, &plays, &mut position, &mut record).and_then(|refused| match to_end {
                true => check_end(game, &position, &seats).map(|()| refused),
                false => Ok(refused),
            });
        match played {
            Ok(refused) => {
                record.scores = position.scores();
                return Ok(Replayed { record, refused });
            }
            Err(e) => failure = failure.or(Some(e)),
        }
    }
    Err(failure.unwrap_or_else(|| wrong(place(), "gifts that can be made", "none")))
}

fn sizes(hands: &[Cards; 5]) -> String {
    format!("{:?} in seat order", hands.map(|hand| hand.len()))
}

/// The seat that was dealt the first hand.
fn first_seat(game: &Daihinmin, hands: &[Cards; 5], classes: Option<[u8; 5]>) -> Option<usize> {
    let wanted = game.hand_sizes();
    let fits = |first: &usize| (0..5).all(|i| hands[(first + i) % 5].len() == wanted[i]);
    match classes {
        Some(classes) => classes.iter().position(|&c| c == 0).filter(fits),
        None => (0..5).find(fits),
    }
}

/// One gift for each rich class, in the order they are made.
type Gifts = Vec<(Seat, Move)>;

/// What the rich classes may have given, the likeliest first by what givers
/// and receivers played later. Nothing is given where there is no exchange.
fn gifts(position: &Position, plays: &[(Seat, Move)]) -> impl Iterator<Item = Gifts> {
    let state = position.state();
    let classes = match state.stage {
        Stage::Gift(_) => 0..state.rules.players,
        _ => 0..0,
    };
    let ways_by_seat: Vec<(Seat, Vec<(u32, Cards)>)> = classes
        .filter_map(|class| {
            let (rich, poor) = state.pair(class)?;
            let ways = ways(position, state.rules.gifts(class), (rich, poor), plays);
            Some((Seat(rich as u8), ways))
        })
        .collect();
    let likeliest = ways_by_seat
        .iter()
        .filter_map(|(seat, ways)| Some((*seat, Move::give(ways.first()?.1))))
        .collect();
    // The others are listed only if they are needed, which is hardly ever.
    let others = std::iter::once(ways_by_seat).flat_map(|ways| all_gifts(&ways)).skip(1);
    std::iter::once(likeliest).chain(others)
}

fn all_gifts(ways_by_seat: &[(Seat, Vec<(u32, Cards)>)]) -> Vec<Gifts> {
    let mut all: Vec<(u32, Gifts)> = vec![(0, Vec::new())];
    for (seat, ways) in ways_by_seat {
        let with = |(doubt, before): (u32, Gifts)| {
            ways.iter().map(move |(more, gift)| {
                let mut gifts = before.clone();
                gifts.push((*seat, Move::give(*gift)));
                (doubt + more, gifts)
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all.sort_by_key(|(doubt, _)| *doubt);
    all.into_iter().map(|(_, gifts)| gifts).collect()
}

/// The ways in which a rich seat can give one or two cards, each with how
/// doubtful it is; the least doubtful first.
fn ways(
    position: &Position,
    count: usize,
    (rich, poor): (usize, usize),
    plays: &[(Seat, Move)],
) -> Vec<(u32, Cards)> {
    let state = position.state();
    let submitted = |seat: usize| {
        let by = plays.iter().filter(|(who, _)| who.index() == seat);
        by.fold(Cards::NONE, |all, (_, mv)| all.or(mv.cards()))
    };
    let (by_rich, by_poor) = (submitted(rich), submitted(poor));
    let lead = state.rules.leading_card();
    let led = plays.first().map(|(seat, _)| seat.index());
    // The surest first: what the receiver played and the giver did not, the
    // lead that moved, what neither played; among those the weakest.
    let doubt = |card: Card| {
        let poor_has = by_poor.contains(card) || (card == lead && led == Some(poor));
        let rich_has = by_rich.contains(card) || (card == lead && led == Some(rich));
        let doubt = match (poor_has, rich_has) {
            (true, false) => 0,
            (false, false) => 1,
            (true, true) => 2,
            (false, true) => 3,
        };
        doubt * 1024 + u32::from(card.gift_order())
    };
    let cards: Vec<Card> = state.hands[rich].iter().collect();
    let mut ways = Vec::new();
    for (i, first) in cards.iter().enumerate() {
        if count == 1 {
            ways.push((doubt(*first), first.bit()));
        } else {
            let pair =
                |second: &Card| (doubt(*first) + doubt(*second), first.bit().or(second.bit()));
            ways.extend(cards[i + 1..].iter().map(pair));
        }
    }
    ways.sort_by_key(|(doubt, _)| *doubt);
    ways
}

/// Plays every submission; refused ones count as passes.
fn play_all(
    game: &LoggedGame,
    plays: &[(Seat, Move)],
    position: &mut Position,
    record: &mut Record<Daihinmin>,
) -> Result<Vec<(usize, Move, String)>, FormatError> {
    let mut refused = Vec::new();
    let mut legal = Vec::new();
    for (i, &(seat, mv)) in plays.iter().enumerate() {
        let place = || format!("{}, play {}", game.place(), i + 1);
        match position.turn().first() {
            Some(turn) if turn == seat => {}
            Some(turn) => {
                let player = |s: Seat| game.seats.map_or(0, |seats| seats[s.index()]);
                let got = format!("player {}: {mv}", player(seat));
                return Err(wrong(place(), &format!("player {} to play", player(turn)), got));
            }
            None => return Err(wrong(place(), "the end of the game", mv.to_string())),
        }
        position.legal_moves(seat, &mut legal);
        let mut accepted = mv;
        if !legal.contains(&mv) {
            let reason = position.state().refusal(mv).unwrap_or("it is not a legal move");
            refused.push((i + 1, mv, reason.to_owned()));
            accepted = Move::PASS;
        }
        position.play(seat, accepted).map_err(|e| wrong(place(), "a legal play", e.to_string()))?;
        record.moves.push((seat, accepted));
    }
    Ok(refused)
}

fn check_end(game: &LoggedGame, position: &Position, seats: &[u8; 5]) -> Result<(), FormatError> {
    let place = || game.place();
    let Some(result) = game.result else {
        return Err(wrong(place(), "a `result` line", "no such line"));
    };
    if let Some(turn) = position.turn().first() {
        let expected = format!("a play of player {}", seats[turn.index()]);
        return Err(wrong(place(), &expected, "the end of the plays"));
    }
    let got: Vec<u8> = position.finish_order().iter().map(|s| seats[s.index()]).collect();
    if got != result {
        let text = |order: &[u8]| order.iter().map(|&p| char::from(b'0' + p)).collect::<String>();
        let expected = format!("the result {}", text(&got));
        return Err(wrong(place(), &expected, text(&result)));
    }
    Ok(())
}
