//! The table that every message is, and its three ways over the wire.

use crate::card::{Card, Cards};
use crate::moves::{Joker, Move};
use thiserror::Error;

/// Rows and columns of a table.
const ROWS: usize = 8;
const COLUMNS: usize = 15;
/// How long a table is in version 20140.
const SHORT: usize = 33;

/// The versions of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Version {
    /// 20060: numbers in host byte order, taken here as least byte first; a
    /// client that says nothing after connecting speaks it.
    V20060,
    /// 20070: numbers with the most significant byte first.
    #[default]
    V20070,
    /// 20140: tables of 33 hexadecimal digits.
    V20140,
}

impl Version {
    /// The number a client sends.
    pub fn number(self) -> i32 {
        match self {
            Version::V20060 => 20060,
            Version::V20070 => 20070,
            Version::V20140 => 20140,
        }
    }

    /// The version of a number.
    pub fn from_number(number: i32) -> Option<Version> {
        [Version::V20060, Version::V20070, Version::V20140]
            .into_iter()
            .find(|version| version.number() == number)
    }

    /// How many bytes a table is.
    pub fn table_bytes(self) -> usize {
        match self {
            Version::V20140 => SHORT,
            _ => ROWS * COLUMNS * 4,
        }
    }

    /// A lone integer; negative ones travel as 0.
    pub fn encode_number(self, number: i32) -> [u8; 4] {
        let number = number.max(0);
        match self {
            Version::V20060 => number.to_le_bytes(),
            _ => number.to_be_bytes(),
        }
    }

    /// Reads a lone integer.
    pub fn decode_number(self, bytes: [u8; 4]) -> i32 {
        match self {
            Version::V20060 => i32::from_le_bytes(bytes),
            _ => i32::from_be_bytes(bytes),
        }
    }
}

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, got {got}")]
pub struct BadTable {
    /// What would have been right.
    pub expected: String,
    /// What was there.
    pub got: String,
}

impl BadTable {
    pub(super) fn new(expected: impl Into<String>, got: impl Into<String>) -> BadTable {
        BadTable { expected: expected.into(), got: got.into() }
    }
}

/// 8 rows of 15 numbers: cards in rows 0 to 4, what goes on in rows 5 and 6.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table(pub [[i32; COLUMNS]; ROWS]);

impl Table {
    /// The table as bytes.
    pub fn encode(&self, version: Version) -> Vec<u8> {
        if version == Version::V20140 {
            return self.encode_short();
        }
        self.0.iter().flatten().flat_map(|&number| version.encode_number(number)).collect()
    }

    /// Reads a table from exactly the bytes of one.
    pub fn decode(bytes: &[u8], version: Version) -> Result<Table, BadTable> {
        if bytes.len() != version.table_bytes() {
            let expected = format!("{} bytes", version.table_bytes());
            return Err(BadTable::new(expected, format!("{} bytes", bytes.len())));
        }
        if version == Version::V20140 {
            return Table::decode_short(bytes);
        }
        let mut table = Table::default();
        for (cell, word) in table.0.iter_mut().flatten().zip(bytes.chunks_exact(4)) {
            *cell = version.decode_number([word[0], word[1], word[2], word[3]]);
        }
        Ok(table)
    }

    fn encode_short(&self) -> Vec<u8> {
        let mut digits: Vec<i32> = Vec::with_capacity(SHORT);
        for column in 1..=13 {
            digits.push((0..4).map(|row| i32::from(self.0[row][column] == 1) << row).sum());
        }
        let cells = self.0[..5].iter().flatten();
        let joker =
            cells.enumerate().find(|(_, cell)| **cell == 2).map_or(0xff, |(at, _)| at as i32);
        let state = &self.0[5];
        digits.extend([joker >> 4, joker]);
        digits.push(8 * state[0] + (state[1] + 2));
        digits.push(8 * state[2] + state[3]);
        digits.push((0..4).map(|i| i32::from(state[4 + i] != 0) << i).sum());
        digits.extend(self.0[6]);
        digits.iter().map(|d| b"0123456789ABCDEF"[(d & 15) as usize]).collect()
    }

    fn decode_short(bytes: &[u8]) -> Result<Table, BadTable> {
        let mut digits = [0i32; SHORT];
        for (digit, &byte) in digits.iter_mut().zip(bytes) {
            *digit = char::from(byte)
                .to_digit(16)
                .map(|d| d as i32)
                .ok_or_else(|| BadTable::new("hexadecimal digits", format!("byte {byte:#04x}")))?;
        }
        let mut table = Table::default();
        for column in 1..=13 {
            for row in 0..4 {
                table.0[row][column] = digits[column - 1] >> row & 1;
            }
        }
        let joker = (digits[13] << 4 | digits[14]) as usize;
        if joker != 0xff {
            let cell = table.0[..5].iter_mut().flatten().nth(joker);
            let wrong = || BadTable::new("a joker's cell below 75 or FF", joker.to_string());
            *cell.ok_or_else(wrong)? = 2;
        }
        let state = &mut table.0[5];
        state[0] = digits[15] >> 3;
        state[1] = (digits[15] & 7) - 2;
        state[2] = digits[16] >> 3;
        state[3] = digits[16] & 7;
        for i in 0..4 {
            state[4 + i] = digits[17] >> i & 1;
        }
        table.0[6].copy_from_slice(&digits[18..]);
        Ok(table)
    }

    /// Lays a hand into the card rows.
    pub fn put_hand(&mut self, hand: Cards) {
        self.put_plain(hand.plain());
        self.0[4][1] = if hand.has_joker() { 2 } else { 0 };
    }

    /// Lays played cards into the card rows; a pass leaves them empty.
    pub fn put_play(&mut self, mv: Move) {
        let plain = mv.cards().plain();
        self.put_plain(plain);
        match mv.joker() {
            Joker::None => {}
            Joker::As(suit, column) => self.0[usize::from(suit & 3)][usize::from(column)] = 2,
            // A single joker may lie anywhere; above the 2 it is no card.
            Joker::Itself => match plain.iter().next().and_then(Card::column) {
                Some(column) => self.0[4][usize::from(column)] = 2,
                None => self.0[0][14] = 2,
            },
        }
    }

    fn put_plain(&mut self, plain: Cards) {
        for (suit, row) in self.0[..4].iter_mut().enumerate() {
            for (column, cell) in row.iter_mut().enumerate() {
                *cell = i32::from(plain.lane(suit as u8) >> column & 1);
            }
        }
        self.0[4] = [0; COLUMNS];
    }

    /// The cards in the rows and the joker's cell.
    fn cells(&self) -> Result<(Cards, Option<(u8, u8)>), BadTable> {
        let mut cards = Cards::NONE;
        let mut joker = None;
        for (row, numbers) in self.0[..5].iter().enumerate() {
            for (column, &number) in numbers.iter().enumerate() {
                let at = || format!("{number} in row {row}, column {column}");
                match number {
                    0 => {}
                    1 => match Card::new(row as u8, column as u8) {
                        Some(card) => cards = cards.or(card.bit()),
                        None => return Err(BadTable::new("cards where cards can lie", at())),
                    },
                    2 if joker.is_none() => joker = Some((row as u8, column as u8)),
                    2 => return Err(BadTable::new("one joker", format!("a second one, {}", at()))),
                    _ => return Err(BadTable::new("0, 1 or 2 in the card rows", at())),
                }
            }
        }
        Ok((cards, joker))
    }

    /// The cards of a hand or a gift.
    pub fn hand(&self) -> Result<Cards, BadTable> {
        let (cards, joker) = self.cells()?;
        Ok(if joker.is_some() { cards.or(Card::JOKER.bit()) } else { cards })
    }

    /// The cards of a play; no cards are a pass.
    pub fn play(&self) -> Result<Move, BadTable> {
        let (cards, joker) = self.cells()?;
        let joker = match joker {
            None if cards.is_empty() => return Ok(Move::PASS),
            None => Joker::None,
            Some(_) if cards.is_empty() => Joker::Itself,
            Some((4, _)) => Joker::Itself,
            Some((row, column)) => Joker::As(row, column),
        };
        Ok(Move::play(cards, joker))
    }

    /// The table a client sends first: the version and its name.
    pub fn hello(version: Version, name: &str) -> Table {
        let mut table = Table::default();
        table.0[0][0] = version.number();
        for (cell, byte) in table.0[1].iter_mut().take(COLUMNS - 1).zip(name.bytes()) {
            *cell = byte.into();
        }
        table
    }

    /// The name in a client's first table; what is no letter becomes `?`.
    pub fn name(&self) -> String {
        let bytes = self.0[1].iter().take(COLUMNS - 1).take_while(|n| **n != 0);
        bytes
            .map(|&n| match u8::try_from(n) {
                Ok(byte) if byte.is_ascii_graphic() => char::from(byte),
                _ => '?',
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VERSIONS: [Version; 3] = [Version::V20060, Version::V20070, Version::V20140];

    #[test]
    fn tables_go_both_ways() {
        let mut table = Table::default();
        table.put_play("S5H5*D5".parse().unwrap());
        table.0[5] = [1, 2, 1, 3, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0];
        table.0[6] = [11, 10, 9, 8, 13, 0, 1, 2, 3, 4, 4, 3, 2, 1, 0];
        for version in VERSIONS {
            let bytes = table.encode(version);
            assert_eq!(bytes.len(), version.table_bytes());
            assert_eq!(Table::decode(&bytes, version), Ok(table.clone()));
            assert!(Table::decode(&bytes[1..], version).is_err());
        }
        assert_eq!(
            table.encode(Version::V20140),
            *b"0030000000000"
                .iter()
                .chain(b"21CBDBA98D0123443210".iter())
                .copied()
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn negative_numbers_travel_as_nothing() {
        let mut table = Table::default();
        table.0[5][1] = -2;
        let read = |v| Table::decode(&table.encode(v), v).unwrap().0[5][1];
        assert_eq!(VERSIONS.map(read), [0, 0, -2]);
    }

    #[test]
    fn names_are_cut_and_cleaned() {
        assert_eq!(Table::hello(Version::V20070, "fuda").name(), "fuda");
        assert_eq!(Table::hello(Version::V20070, "a very long name indeed").name().len(), 14);
        let mut odd = Table::hello(Version::V20070, "x y");
        odd.0[1][0] = -7;
        assert_eq!(odd.name(), "??y");
    }

    #[test]
    fn plays_go_through_tables() {
        for text in ["pass", "*", "S5H5", "S3S4*S<", "HAH2*H>", "S5H5D5C5*", "CTCJ*C9"] {
            let mv: Move = text.parse().unwrap();
            let mut table = Table::default();
            table.put_play(mv);
            assert_eq!(table.play(), Ok(mv), "{text}");
        }
        let hand: Cards = "S3HTC2JO".parse().unwrap();
        let mut table = Table::default();
        table.put_hand(hand);
        assert_eq!(table.hand(), Ok(hand));
        assert_eq!(table.0[4][1], 2);
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..500)) {
            for version in VERSIONS {
                if let Ok(table) = Table::decode(&bytes, version) {
                    let _ = (table.hand(), table.play(), table.name());
                }
                let mut whole = bytes.clone();
                whole.resize(version.table_bytes(), 0);
                if let Ok(table) = Table::decode(&whole, version) {
                    let _ = (table.hand(), table.play(), table.name(), table.encode(version));
                }
            }
        }
    }
}
