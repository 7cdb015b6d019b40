//! The JSON records of the 2023 research set: one match per file, with the full
//! order of the cards.
//!
//! A file holds one object (or a list of such): `info` with names, points at
//! the start and the number of rounds; `result`; `save`, which matters only to
//! the program that writes it; and `record` with `round1`, `round2` … Each
//! round has `basic` (dealer, hands, board, pile, winner, points) and `turn1`,
//! `turn2` … Cards are `[month, number]`, the pile's last card is turned over
//! first, and `collectCard` lists the card that captured and what it took.

mod json;
mod replay;
mod write;

use crate::{KoiKoi, Rules};
use fuda_core::Record;
use fuda_core::formats::{Format, FormatError, RecordFile, Stats, Verification};
use json::{Match, read_file};
use replay::{match_record, round_moves};

/// The JSON of the 2023 research set.
#[derive(Clone, Copy, Debug, Default)]
pub struct GuanFormat;

/// The rules of a match: the preset with its own length and bank.
fn rules_of(game: &Match) -> Rules {
    Rules { rounds: game.num_round, bank: game.bank, ..Rules::GUAN }
}

impl Format<KoiKoi> for GuanFormat {
    fn name(&self) -> &'static str {
        "guan"
    }

    fn about(&self) -> &'static str {
        "JSON of the 2023 koi-koi research set: a match per file, with the order of the cards"
    }

    fn recognises(&self, file: &RecordFile) -> bool {
        let head = &file.bytes[..file.bytes.len().min(4096)];
        let holds = |word: &[u8]| head.windows(word.len()).any(|w| w == word);
        matches!(head.trim_ascii_start().first(), Some(b'{' | b'['))
            && (holds(b"player1InitPts") || holds(b"initHand1"))
    }

    fn verify(&self, file: &RecordFile, into: &mut Verification) {
        let games = match read_file(file) {
            Ok(games) => games,
            Err(e) => return into.problem(file, e.place, e.expected, e.got),
        };
        for game in &games {
            verify_match(file, game, into);
        }
    }

    fn stats(&self, file: &RecordFile, into: &mut Stats) {
        let games = match read_file(file) {
            Ok(games) => games,
            Err(e) => return into.skip(file, e.place.clone(), e.to_string()),
        };
        for game in &games {
            into.games += 1;
            for round in &game.rounds {
                into.count("rounds", 1);
                into.value("turns per round", round.turns.len() as f64);
                if let Some([first, _]) = round.points {
                    into.value("points per round", f64::from(first).abs());
                }
                let called = round.turns.iter().filter(|t| t.koi_koi == Some(true)).count();
                into.count("koi-koi calls", called as u64);
                match round.winner {
                    Some(0) => into.count("rounds without score", 1),
                    Some(_) if round.winner == Some(round.dealer) => {
                        into.count("rounds won by the dealer", 1);
                    }
                    _ => {}
                }
            }
        }
    }

    fn read(&self, file: &RecordFile) -> Result<Vec<Record<KoiKoi>>, FormatError> {
        read_file(file)?.iter().map(match_record).collect()
    }

    fn writes(&self) -> bool {
        true
    }

    fn write(&self, records: &[Record<KoiKoi>]) -> Result<Vec<u8>, FormatError> {
        write::write(records)
    }
}

/// Every round on its own, so that one bad round does not hide the others;
/// then the match as a whole.
fn verify_match(file: &RecordFile, game: &Match, into: &mut Verification) {
    let rules = rules_of(game).single_round();
    let mut sound = true;
    for round in &game.rounds {
        match round_moves(&rules, round) {
            Ok(replayed) => {
                into.decisions += replayed.moves.len() as u64;
                if round.winner.is_some() {
                    into.count("rounds", 1);
                } else {
                    let reason = format!("broken off after {} turns", round.turns.len());
                    into.count("rounds broken off", 1);
                    into.skip(file, round.place.clone(), reason);
                }
            }
            Err(e) => {
                sound = false;
                into.problem(file, e.place, e.expected, e.got);
            }
        }
    }
    if sound {
        match match_record(game) {
            Ok(_) if game.over => into.games += 1,
            Ok(_) => {}
            Err(e) => into.problem(file, e.place, e.expected, e.got),
        }
    }
}
