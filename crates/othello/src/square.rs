//! Squares, discs and moves.

use fuda_core::{BadText, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// One of the 64 squares: `a1` is 0, `h1` is 7, `h8` is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this number, if there is one.
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square in this column (`a` is 0) and row (`1` is 0), if there is one.
    pub const fn at(column: u8, row: u8) -> Option<Square> {
        if column < 8 && row < 8 { Some(Square(row * 8 + column)) } else { None }
    }

    /// The lowest square of a set, if it has any.
    #[inline]
    pub const fn lowest(set: u64) -> Option<Square> {
        if set == 0 { None } else { Some(Square(set.trailing_zeros() as u8)) }
    }

    /// The square's number, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, `a` is 0.
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// The row, `1` is 0.
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The set with only this square.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// All squares, `a1` first.
    pub fn all() -> impl ExactSizeIterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl FromStr for Square {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Square, BadText> {
        let bad = || BadText::new("a square from `a1` to `h8`", text);
        let [column, row] = *text.as_bytes() else { return Err(bad()) };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        Square::at(column, row.wrapping_sub(b'1')).ok_or_else(bad)
    }
}

/// The two colours. Black moves first and sits at seat 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Disc {
    /// The first player, written `X`.
    Black,
    /// The second player, written `O`.
    White,
}

impl Disc {
    /// The other colour.
    #[inline]
    pub const fn other(self) -> Disc {
        match self {
            Disc::Black => Disc::White,
            Disc::White => Disc::Black,
        }
    }

    /// The seat that plays this colour.
    #[inline]
    pub const fn seat(self) -> Seat {
        match self {
            Disc::Black => Seat(0),
            Disc::White => Seat(1),
        }
    }

    /// The letter of position texts: `X` for black, `O` for white.
    pub const fn letter(self) -> char {
        match self {
            Disc::Black => 'X',
            Disc::White => 'O',
        }
    }
}

impl fmt::Display for Disc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Disc::Black => "black",
            Disc::White => "white",
        })
    }
}

/// A disc put on a square, or a pass.
///
/// A side without a legal square must pass; nobody else may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The pass.
    pub const PASS: Move = Move(64);

    /// The square, or `None` for the pass.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        Square::new(self.0)
    }

    /// Whether this is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 >= 64
    }
}

impl From<Square> for Move {
    #[inline]
    fn from(square: Square) -> Move {
        Move(square.0)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => square.fmt(f),
            None => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Move, BadText> {
        if ["pass", "pa", "--", "ps"].iter().any(|p| text.eq_ignore_ascii_case(p)) {
            return Ok(Move::PASS);
        }
        text.parse::<Square>()
            .map(Move::from)
            .map_err(|_| BadText::new("a square from `a1` to `h8`, or `pass`", text))
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_written_and_read() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::at(square.column(), square.row()), Some(square));
        }
        for bad in ["", "a", "a0", "a9", "i1", "a11", "é1", "pass"] {
            assert!(bad.parse::<Square>().is_err(), "{bad} is taken for a square");
        }
    }

    #[test]
    fn passes_are_read_in_their_spellings() {
        for text in ["pass", "PASS", "pa", "--"] {
            assert_eq!(text.parse(), Ok(Move::PASS));
        }
        assert!("p".parse::<Move>().is_err());
        assert_eq!(Move::PASS.square(), None);
    }
}
