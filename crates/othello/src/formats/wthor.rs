//! WTHOR: the tournament base of the French Othello federation.
//!
//! A header of 16 bytes, then 68 bytes for each game: tournament, black and
//! white as numbers into the name files, black's discs, black's discs with
//! perfect play from some depth on, and sixty moves as `10 × row + column`.
//! Passes are not written.

use super::fault;
use super::source::{GameFormat, Parsed, RecordedResult, SourceGame, unrolled_from_standard};
use super::wthor_names::{Names, names_beside};
use crate::{Disc, Move, Othello, Square};
use fuda_core::Record;
use fuda_core::formats::{FormatError, RecordFile};
use std::collections::BTreeMap;
use std::str::FromStr;

pub(super) const HEADER: usize = 16;
const GAME: usize = 68;
/// Bytes of a game on the board of 100 squares: 96 moves.
const LARGE_GAME: usize = 104;

/// Tags that keep what only this format knows, so that a file read and
/// written again stays the same: the header as hexadecimal digits, black's
/// discs as recorded, and the numbers into the name files.
const HEADER_TAG: &str = "wthor header";
const DISCS_TAG: &str = "wthor black discs";
const NUMBER_TAGS: [&str; 3] =
    ["wthor tournament number", "wthor black number", "wthor white number"];
const THEORY_TAG: &str = "theoretical black discs";

/// Files of WTHOR games (`.wtb`), names taken from the `.JOU` and `.TRN`
/// files in the same folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wthor;

/// What the header says.
struct Header {
    bytes: [u8; HEADER],
    games: u64,
    year: u16,
    board_size: u8,
    solitaire: bool,
    theory_depth: u8,
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn header(bytes: &[u8]) -> Option<Header> {
    Some(Header {
        bytes: bytes.get(..HEADER)?.try_into().ok()?,
        games: u32_at(bytes, 4)?.into(),
        year: u16_at(bytes, 10)?,
        board_size: *bytes.get(12)?,
        solitaire: *bytes.get(13)? == 1,
        theory_depth: *bytes.get(14)?,
    })
}

impl Header {
    /// What cannot be in the header of any file of this format: place, what
    /// is possible, what is there.
    fn faults(&self) -> Vec<FormatError> {
        let [_, _, month, day, .., size, solitaire, depth, _] = self.bytes;
        let names = u16::from_le_bytes([self.bytes[8], self.bytes[9]]);
        let checks = [
            (2, month <= 12, "a month from 0 to 12", u64::from(month)),
            (3, day <= 31, "a day from 0 to 31", day.into()),
            (8, names == 0, "no names (0) in a file of games", names.into()),
            (12, [0, 8, 10].contains(&size), "a board size of 0, 8 or 10", size.into()),
            (13, solitaire <= 1, "the kind 0 (games) or 1 (solitaire)", solitaire.into()),
            (14, depth <= 60, "a depth from 0 to 60", depth.into()),
        ];
        checks
            .into_iter()
            .filter(|(_, possible, ..)| !possible)
            .map(|(at, _, expected, got)| fault(format!("byte {at}"), expected, got.to_string()))
            .collect()
    }

    /// Why a file with a possible header holds no games of ours, if so.
    fn refusal(&self) -> Option<(String, String)> {
        if self.board_size == 10 {
            let reason = "games on a board of 10 × 10 squares are not supported";
            return Some(("byte 12".into(), reason.into()));
        }
        self.solitaire.then(|| ("byte 13".into(), "solitaire positions, not games".into()))
    }
}

impl GameFormat for Wthor {
    const NAME: &'static str = "wthor";
    const ABOUT: &'static str = "WTHOR tournament base of the French federation (.wtb)";

    fn recognises(file: &RecordFile) -> bool {
        let named = file.extension() == "wtb";
        let fits = header(&file.bytes).is_some_and(|header| {
            header.games * GAME as u64 + HEADER as u64 == file.bytes.len() as u64
                && header.games > 0
                && [0, 8].contains(&header.board_size)
                && file.bytes[2] <= 12
                && file.bytes[3] <= 31
        });
        named || fits
    }

    fn parse(file: &RecordFile) -> Parsed {
        let mut parsed = Parsed::default();
        let bytes = &file.bytes;
        let Some(header) = header(bytes) else {
            let got = format!("{} bytes", bytes.len());
            parsed.faults.push(fault("byte 0", "a header of 16 bytes", got));
            return parsed;
        };
        let body = bytes.get(HEADER..).unwrap_or_default();
        parsed.faults = header.faults();
        if parsed.faults.iter().any(|e| ["byte 12", "byte 13"].contains(&e.place.as_str())) {
            // Nobody knows what such a file holds.
            return parsed;
        }
        if let Some(refusal) = header.refusal() {
            let fits = |size: usize| header.games * size as u64 == body.len() as u64;
            match fits(GAME) || fits(LARGE_GAME) {
                true => parsed.refused.push(refusal),
                false => {
                    let got = format!("{} bytes of games", body.len());
                    parsed.faults.push(fault("byte 4", format!("{} games", header.games), got));
                }
            }
            return parsed;
        }
        let there = body.len() as u64 / GAME as u64;
        if header.games != there {
            let got = format!("{there} whole games");
            parsed.faults.push(fault("byte 4", format!("{} games", header.games), got));
        }
        let rest = body.len() % GAME;
        if rest != 0 {
            let place = format!("byte {}", bytes.len() - rest);
            parsed.faults.push(fault(
                place,
                format!("a game of {GAME} bytes"),
                format!("{rest} bytes"),
            ));
        }
        let names = names_beside(&file.path);
        for (i, game) in body.chunks_exact(GAME).enumerate() {
            parsed.games.push(read_game(i + 1, game, &header, &names));
        }
        parsed
    }

    fn write(records: &[Record<Othello>]) -> Result<Vec<u8>, FormatError> {
        write_games(records)
    }
}

fn read_game(
    number: usize,
    game: &[u8],
    header: &Header,
    names: &Names,
) -> Result<SourceGame, FormatError> {
    let numbers = [0, 2, 4].map(|at| u16_at(game, at).unwrap_or_default());
    let [tournament, black, white] = numbers.map(usize::from);
    let (black, white) = (names.player(black), names.player(white));
    let tournament = names.tournament(tournament);
    let place = format!("game {number} ({black} – {white}, {tournament} {})", header.year);
    let (real, theory) = (game[6], game[7]);
    if real > 64 {
        return Err(fault(place, "at most 64 discs for black", real.to_string()));
    }
    let written = &game[8..];
    let count = written.iter().position(|b| *b == 0).unwrap_or(written.len());
    if let Some(more) = written[count..].iter().position(|b| *b != 0) {
        let place = format!("{place}, move {}", count + more + 1);
        return Err(fault(place, "no move after the last one", "another move"));
    }
    let mut moves = Vec::with_capacity(count);
    for (i, &byte) in written[..count].iter().enumerate() {
        let square = Square::at((byte % 10).wrapping_sub(1), (byte / 10).wrapping_sub(1));
        match square {
            Some(square) => moves.push((None::<Disc>, Move::from(square))),
            None => {
                let place = format!("{place}, move {}", i + 1);
                let expected = "10 × row + column, each from 1 to 8";
                return Err(fault(place, expected, byte.to_string()));
            }
        }
    }
    let mut tags = BTreeMap::from([
        ("tournament".to_owned(), tournament),
        ("year".to_owned(), header.year.to_string()),
        (THEORY_TAG.to_owned(), theory.to_string()),
        ("theoretical from empties".to_owned(), header.theory_depth.to_string()),
        (HEADER_TAG.to_owned(), header.bytes.iter().map(|b| format!("{b:02x}")).collect()),
        (DISCS_TAG.to_owned(), real.to_string()),
    ]);
    let numbers = numbers.map(|number| number.to_string());
    tags.extend(NUMBER_TAGS.map(str::to_owned).into_iter().zip(numbers));
    Ok(SourceGame {
        place,
        players: vec![black, white],
        start: Othello::STANDARD.first(),
        moves,
        result: RecordedResult::BlackDiscs(real),
        tags,
    })
}

/// Writes games. What other formats do not know (numbers of players and
/// tournaments, the score of perfect play, the header) is taken from the tags
/// where the games came from such a file; otherwise it is 0, the unknown
/// player, and the score of the board.
fn write_games(records: &[Record<Othello>]) -> Result<Vec<u8>, FormatError> {
    let count = u32::try_from(records.len())
        .map_err(|_| fault("the file", "less than 2^32 games", "more"))?;
    let mut bytes = common_header(records).to_vec();
    bytes[4..8].copy_from_slice(&count.to_le_bytes());
    for (i, record) in records.iter().enumerate() {
        let (moves, end) = unrolled_from_standard(i + 1, record)?;
        let discs_on_board = ((64 + end.black_score()) / 2) as u8;
        // A game that breaks off was decided by something that is not on the
        // board: resignation, time, a judge.
        let discs = number_tag(record, DISCS_TAG).filter(|n| *n <= 64).unwrap_or(discs_on_board);
        let mut game = [0u8; GAME];
        for (tag, place) in NUMBER_TAGS.into_iter().zip(game.chunks_exact_mut(2)) {
            let number: u16 = number_tag(record, tag).unwrap_or_default();
            place.copy_from_slice(&number.to_le_bytes());
        }
        game[6] = discs;
        game[7] = number_tag(record, THEORY_TAG).unwrap_or(discs);
        let squares = moves.iter().filter_map(|mv| mv.square());
        for (place, square) in game[8..].iter_mut().zip(squares) {
            *place = 10 * (square.row() + 1) + square.column() + 1;
        }
        bytes.extend(game);
    }
    Ok(bytes)
}

/// A tag that holds a number.
fn number_tag<N: FromStr>(record: &Record<Othello>, tag: &str) -> Option<N> {
    record.tags.get(tag)?.parse().ok()
}

/// The header all the records came with, or a plain one.
fn common_header(records: &[Record<Othello>]) -> [u8; HEADER] {
    let first = records.first();
    let mut plain = [0; HEADER];
    let year: u16 = first.and_then(|record| number_tag(record, "year")).unwrap_or_default();
    plain[10..12].copy_from_slice(&year.to_le_bytes());
    plain[12] = 8;
    let Some(known) = first.and_then(|record| record.tags.get(HEADER_TAG)) else { return plain };
    let common = records.iter().all(|record| record.tags.get(HEADER_TAG) == Some(known));
    match read_hexadecimal(known).filter(|_| common).and_then(|bytes| header(&bytes)) {
        Some(header) if header.faults().is_empty() && header.refusal().is_none() => header.bytes,
        _ => plain,
    }
}

/// The bytes of a header written as hexadecimal digits.
fn read_hexadecimal(text: &str) -> Option<Vec<u8>> {
    if text.len() != 2 * HEADER || !text.is_ascii() {
        return None;
    }
    let digits = (0..HEADER).map(|i| u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok());
    digits.collect()
}
