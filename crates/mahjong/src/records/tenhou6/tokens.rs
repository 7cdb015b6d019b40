//! What stands in the lists of a hand: tiles, calls, discards.

use arrayvec::ArrayVec;
use serde_json::Value;

use crate::meld::From;
use crate::{Face, Kind, Suit};

/// A tile's number: 11–19, 21–29, 31–39, 41–47, red fives 51–53.
pub(super) fn face(number: i64) -> Option<Face> {
    let (suit, red) = match number {
        11..=19 => (Suit::Man, false),
        21..=29 => (Suit::Pin, false),
        31..=39 => (Suit::Sou, false),
        41..=47 => (Suit::Honour, false),
        51 => (Suit::Man, true),
        52 => (Suit::Pin, true),
        53 => (Suit::Sou, true),
        _ => return None,
    };
    let digit = if red { 5 } else { (number % 10) as u8 };
    Kind::from_suit(suit, digit).map(|kind| Face { kind, red })
}

/// What comes into a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Incoming {
    /// A tile from the wall.
    Draw(Face),
    /// A run.
    Chi { called: Face, own: [Face; 2] },
    /// A triplet.
    Pon { called: Face, own: [Face; 2], from: From },
    /// An open kan.
    OpenKan { called: Face, own: [Face; 3], from: From },
}

/// What leaves a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outgoing {
    /// A discard; `None` is the tile just drawn.
    Discard { tile: Option<Face>, riichi: bool },
    /// A concealed kan.
    ConcealedKan([Face; 4]),
    /// A tile added to a pon.
    AddedKan(Face),
    /// Nothing: the place of a discard after an open kan.
    Nothing,
}

/// The letter of a call, its place among the tiles, and the tiles.
fn call(text: &str) -> Option<(u8, usize, ArrayVec<Face, 4>)> {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|b| b.is_ascii_alphabetic())?;
    let letter = bytes[at];
    let digits: ArrayVec<u8, 8> = bytes.iter().copied().filter(|b| *b != letter).take(8).collect();
    if at % 2 != 0 || digits.len() % 2 != 0 || digits.len() + 1 != bytes.len() {
        return None;
    }
    let mut faces = ArrayVec::new();
    for pair in digits.chunks_exact(2) {
        let [tens, ones] = [pair[0], pair[1]].map(|d| d.is_ascii_digit().then(|| d - b'0'));
        faces.push(face(i64::from(tens?) * 10 + i64::from(ones?))?);
    }
    Some((letter, at / 2, faces))
}

/// From whom, by the place of the letter.
fn from_place(place: usize, last: usize) -> Option<From> {
    match place {
        0 => Some(From::Before),
        1 => Some(From::Across),
        _ if place == last => Some(From::Next),
        _ => None,
    }
}

/// Reads an entry of a list of draws.
pub(super) fn incoming(value: &Value) -> Option<Incoming> {
    if let Some(number) = value.as_i64() {
        return face(number).map(Incoming::Draw);
    }
    let (letter, place, mut tiles) = call(value.as_str()?)?;
    if place >= tiles.len() {
        return None;
    }
    let called = tiles.remove(place);
    match (letter, tiles.as_slice()) {
        (b'c', &[a, b]) => Some(Incoming::Chi { called, own: [a, b] }),
        (b'p', &[a, b]) => Some(Incoming::Pon { called, own: [a, b], from: from_place(place, 2)? }),
        (b'm', &[a, b, c]) => {
            Some(Incoming::OpenKan { called, own: [a, b, c], from: from_place(place, 3)? })
        }
        _ => None,
    }
}

/// Reads an entry of a list of discards.
pub(super) fn outgoing(value: &Value) -> Option<Outgoing> {
    let discard = |number: i64, riichi: bool| match number {
        60 => Some(Outgoing::Discard { tile: None, riichi }),
        _ => face(number).map(|tile| Outgoing::Discard { tile: Some(tile), riichi }),
    };
    match value.as_i64() {
        Some(0) => return Some(Outgoing::Nothing),
        Some(number) => return discard(number, false),
        None => {}
    }
    let text = value.as_str()?;
    if let Some(number) = text.strip_prefix('r') {
        return discard(number.parse().ok()?, true);
    }
    let (letter, place, tiles) = call(text)?;
    match (letter, tiles.as_slice()) {
        (b'a', &[a, b, c, d]) => Some(Outgoing::ConcealedKan([a, b, c, d])),
        (b'k', tiles) => tiles.get(place).map(|tile| Outgoing::AddedKan(*tile)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn entries_are_read() {
        let five = |red| Face { kind: Kind::of(13), red };
        let pon = incoming(&json!("2552p25"));
        let own = [five(false), five(true)];
        assert_eq!(pon, Some(Incoming::Pon { called: five(false), own, from: From::Next }));
        assert!(matches!(incoming(&json!("c171618")), Some(Incoming::Chi { .. })));
        assert!(matches!(
            incoming(&json!("222222m22")),
            Some(Incoming::OpenKan { from: From::Next, .. })
        ));
        assert_eq!(
            outgoing(&json!("k51151515")),
            Some(Outgoing::AddedKan(Face { kind: Kind::of(4), red: true }))
        );
        assert_eq!(outgoing(&json!("r60")), Some(Outgoing::Discard { tile: None, riichi: true }));
        assert_eq!(outgoing(&json!(0)), Some(Outgoing::Nothing));
        for bad in [json!("p"), json!("12x3"), json!(48), json!("1p2345"), json!(null), json!("𝒳p")]
        {
            assert_eq!(incoming(&bad), None);
            assert_eq!(outgoing(&bad), None);
        }
    }
}
