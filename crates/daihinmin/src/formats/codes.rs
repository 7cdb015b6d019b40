//! The two-letter codes of the contest's log.
//!
//! Plain cards are suit and rank. A joker in a play is `K`, `L`, `M` or `N`
//! for the row it lies in (spades to clubs) and the rank it stands for, `x`
//! where that is below the 3 or above the 2 (or where it stands for nothing,
//! alone). As fifth of a group it is `J` and the rank. In a hand it is `J3`.

use crate::card::{Card, Cards, SUIT_LETTERS, rank_column, rank_letter, suit_number};
use crate::{Joker, Move};

const JOKER_LETTERS: [char; 4] = ['K', 'L', 'M', 'N'];

/// Reads a hand; the error says what is wrong with it.
pub(super) fn read_hand(text: &str) -> Result<Cards, String> {
    let mut hand = Cards::NONE;
    for code in pairs(text)? {
        let card = match code {
            [b'J', _] => Card::JOKER,
            [suit, rank] => plain(suit, rank).ok_or_else(|| show(code))?,
        };
        if hand.contains(card) {
            return Err(format!("{card} twice"));
        }
        hand = hand.or(card.bit());
    }
    Ok(hand)
}

/// Writes a hand.
pub(super) fn write_hand(hand: Cards) -> String {
    let joker = if hand.has_joker() { "J3" } else { "" };
    format!("{}{joker}", hand.plain())
}

/// Reads the cards of a play without the player and the `EE`.
pub(super) fn read_play(text: &str) -> Result<Move, String> {
    if text.is_empty() {
        return Ok(Move::PASS);
    }
    let mut cards = Cards::NONE;
    let mut joker = None;
    for code in pairs(text)? {
        let row = JOKER_LETTERS.iter().position(|&c| c as u8 == code[0]);
        if row.is_none() && code[0] != b'J' {
            let card = plain(code[0], code[1]).ok_or_else(|| show(code))?;
            if cards.contains(card) {
                return Err(format!("{card} twice"));
            }
            cards = cards.or(card.bit());
            continue;
        }
        if joker.is_some() {
            return Err("two jokers".into());
        }
        let column = match code[1] {
            b'x' => None,
            rank => Some(rank_column(rank).ok_or_else(|| show(code))?),
        };
        joker = Some((row.map(|r| r as u8), column));
    }
    let joker = match joker {
        None => Joker::None,
        Some(_) if cards.is_empty() => Joker::Itself,
        Some((None, _)) => Joker::Itself,
        Some((Some(row), Some(column))) => Joker::As(row, column),
        // The log does not say which end; the cards beside it do.
        Some((Some(row), None)) => {
            let below = cards.lane(row) & 1 << crate::card::THREE != 0;
            Joker::As(row, if below { 0 } else { 14 })
        }
    };
    Ok(Move::play(cards, joker))
}

/// Writes the cards of a play in the order of the contest's tables.
pub(crate) fn write_play(mv: Move) -> String {
    let plain = mv.cards().plain();
    let mut text = String::new();
    for suit in 0..4u8 {
        for column in 0..=14 {
            let stands = mv.joker() == Joker::As(suit, column);
            let rank = rank_letter(column).unwrap_or('x');
            if stands {
                text.push(JOKER_LETTERS[usize::from(suit)]);
                text.push(rank);
            } else if Card::new(suit, column).is_some_and(|card| plain.contains(card)) {
                text.push(SUIT_LETTERS[usize::from(suit)]);
                text.push(rank);
            }
        }
    }
    if mv.joker() == Joker::Itself {
        match plain.iter().next().and_then(Card::column).and_then(rank_letter) {
            Some(rank) => text.extend(['J', rank]),
            None => text.push_str("Kx"),
        }
    }
    text
}

fn plain(suit: u8, rank: u8) -> Option<Card> {
    Card::new(suit_number(suit)?, rank_column(rank)?)
}

fn show(code: [u8; 2]) -> String {
    format!("the code `{}`", String::from_utf8_lossy(&code))
}

fn pairs(text: &str) -> Result<impl Iterator<Item = [u8; 2]>, String> {
    if !text.len().is_multiple_of(2) {
        return Err(format!("`{text}`, an odd number of letters"));
    }
    Ok(text.as_bytes().chunks_exact(2).map(|pair| [pair[0], pair[1]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plays_go_both_ways() {
        for (code, mv) in [
            ("", "pass"),
            ("S5H5C5", "S5H5C5"),
            ("K6H6D6", "H6D6*S6"),
            ("N9CTCJ", "CTCJ*C9"),
            ("Kx", "*"),
            ("S5H5D5C5J5", "S5H5D5C5*"),
            ("LxH3H4", "H3H4*H<"),
            ("SKSAS2Kx", "SKSAS2*S>"),
        ] {
            let read = read_play(code).unwrap();
            assert_eq!(read.to_string(), mv);
            assert_eq!(write_play(read), code);
        }
        assert_eq!(read_play("K3").unwrap().to_string(), "*", "a single joker in any cell");
        for bad in ["S", "S1", "S3S3", "KxLx", "s3", "♠3", "EE"] {
            assert!(read_play(bad).is_err(), "{bad} is taken for a play");
        }
    }

    #[test]
    fn hands_go_both_ways() {
        let hand = "S3SKH7D2J3";
        assert_eq!(write_hand(read_hand(hand).unwrap()), hand);
        for bad in ["S3S3", "J3J3", "S", "XX"] {
            assert!(read_hand(bad).is_err());
        }
    }
}
