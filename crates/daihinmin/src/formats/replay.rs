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
    let mut position = daihinmin.start(&deal).map_err(|e| wrong(place(), &e.expected, e.got))?;
    let mut record = Record::new(&daihinmin, deal);
    record.players = seats
        .iter()
        .map(|&p| names.get(usize::from(p)).cloned().unwrap_or_else(|| format!("player {p}")))
        .collect();
    record.tags.insert("game".into(), game.number.to_string());
    record.tags.insert("seat".into(), seats.iter().map(|p| char::from(b'0' + p)).collect());
    let plays: Vec<(Seat, Move)> =
        game.plays.iter().map(|&(player, mv)| (Seat(seat_of(player)), mv)).collect();

    while let Stage::Gift(class) = position.state().stage
        && let Some((seat, gift)) = gift(&position, class, &plays)
    {
        position
            .play(seat, gift)
            .map_err(|e| wrong(place(), "plays that leave a gift possible", e.to_string()))?;
        record.moves.push((seat, gift));
    }
    let refused = play_all(game, &plays, &mut position, &mut record)?;
    if to_end {
        check_end(game, &position, &seats)?;
    }
    record.scores = position.scores();
    Ok(Replayed { record, refused })
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

/// The free gift of a rich class, from what giver and receiver played later.
fn gift(position: &Position, class: u8, plays: &[(Seat, Move)]) -> Option<(Seat, Move)> {
    let state = position.state();
    let (rich, poor) = state.pair(class)?;
    let count = state.rules.gifts(class);
    let submitted = |seat: usize| {
        let by = plays.iter().filter(|(who, _)| who.index() == seat);
        by.fold(Cards::NONE, |all, (_, mv)| all.or(mv.cards()))
    };
    let (had, by_rich, by_poor) = (state.hands[rich], submitted(rich), submitted(poor));
    let lead = state.rules.leading_card();
    let led = plays.first().map(|(seat, _)| seat.index());
    // The surest candidates first: what the receiver played and the giver did
    // not, the lead that moved, what neither played; among those the weakest.
    let doubt = |card: Card| {
        let poor_has = by_poor.contains(card) || (card == lead && led == Some(poor));
        let rich_has = by_rich.contains(card) || (card == lead && led == Some(rich));
        let doubt = match (poor_has, rich_has) {
            (true, false) => 0,
            (false, false) => 1,
            (true, true) => 2,
            (false, true) => 3,
        };
        (doubt, card.gift_order())
    };
    let mut cards: Vec<Card> = had.iter().collect();
    cards.sort_by_key(|card| doubt(*card));
    let gift: Cards = cards.into_iter().take(count).collect();
    Some((Seat(rich as u8), Move::give(gift)))
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
