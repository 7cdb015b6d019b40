//! WTHOR: the tournament base of the French Othello federation.
//!
//! A header of 16 bytes, then 68 bytes for each game: tournament, black and
//! white as numbers into the name files, black's discs, black's discs with
//! perfect play from some depth on, and sixty moves as `10 × row + column`.
//! Passes are not written.

use super::fault;
use super::source::{GameFormat, Parsed, Told, ToldGame, unrolled_from_standard};
use super::wthor_names::{Names, names_beside};
use crate::{Disc, Move, Othello, Square};
use fuda_core::Record;
use fuda_core::formats::{FormatError, RecordFile};
use std::collections::BTreeMap;

pub(super) const HEADER: usize = 16;
const GAME: usize = 68;

/// Files of WTHOR games (`.wtb`), names taken from the `.JOU` and `.TRN`
/// files in the same folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wthor;

/// What the header says.
struct Header {
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
        games: u32_at(bytes, 4)?.into(),
        year: u16_at(bytes, 10)?,
        board_size: *bytes.get(12)?,
        solitaire: *bytes.get(13)? == 1,
        theory_depth: *bytes.get(14)?,
    })
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
        if ![0, 8].contains(&header.board_size) {
            let size = header.board_size;
            let reason = format!("games on a board of {size} × {size} squares");
            parsed.refused.push(("byte 12".into(), reason));
            return parsed;
        }
        if header.solitaire {
            parsed.refused.push(("byte 13".into(), "solitaire positions, not games".into()));
            return parsed;
        }
        let body = bytes.get(HEADER..).unwrap_or_default();
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
) -> Result<ToldGame, FormatError> {
    let index = |at: usize| usize::from(u16_at(game, at).unwrap_or_default());
    let [tournament, black, white] = [index(0), index(2), index(4)];
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
    let tags = BTreeMap::from([
        ("tournament".to_owned(), tournament),
        ("year".to_owned(), header.year.to_string()),
        ("theoretical black discs".to_owned(), theory.to_string()),
        ("theoretical from empties".to_owned(), header.theory_depth.to_string()),
    ]);
    Ok(ToldGame {
        place,
        players: vec![black, white],
        start: Othello::STANDARD.first(),
        moves,
        told: Told::BlackDiscs(real),
        tags,
    })
}

/// Writes games with the unknown player and tournament, number 0: names live
/// in files of their own.
fn write_games(records: &[Record<Othello>]) -> Result<Vec<u8>, FormatError> {
    let count = u32::try_from(records.len())
        .map_err(|_| fault("the file", "less than 2^32 games", "more"))?;
    let year: u16 = records
        .first()
        .and_then(|record| record.tags.get("year"))
        .and_then(|year| year.parse().ok())
        .unwrap_or(0);
    let mut bytes = vec![0; HEADER];
    bytes[4..8].copy_from_slice(&count.to_le_bytes());
    bytes[10..12].copy_from_slice(&year.to_le_bytes());
    bytes[12] = 8;
    for (i, record) in records.iter().enumerate() {
        let (moves, end) = unrolled_from_standard(i + 1, record)?;
        let mut game = [0u8; GAME];
        let discs = ((64 + end.black_score()) / 2) as u8;
        game[6] = discs;
        game[7] = discs;
        let squares = moves.iter().filter_map(|mv| mv.square());
        for (place, square) in game[8..].iter_mut().zip(squares) {
            *place = 10 * (square.row() + 1) + square.column() + 1;
        }
        bytes.extend(game);
    }
    Ok(bytes)
}
