//! The games that decisions are taken from: records or self-play.

use super::TypedGame;
use crate::args::learn::SourcePaths;
use crate::args::queue::QueueArgs;
use crate::failure::Failure;
use crate::record_files::read_records;
use crate::{queue, screen};
use fuda_arena::{SelfPlay, self_play};
use fuda_core::{Game, Seed};
use fuda_train::positions::Games;

/// Games of self-play when no number is given.
const GAMES: u64 = 1_000;

/// Paths of records that are named when there are many.
const SHOWN: usize = 3;

/// Reads the records, up to so many games, or has the players play so many.
pub(super) fn games<G: Game>(
    typed: &TypedGame<G>,
    game: &G,
    from: &SourcePaths,
    games: Option<u64>,
    queue: &QueueArgs,
    (seed, threads): (Seed, usize),
) -> Result<Games<G>, Failure> {
    if from.self_play.is_empty() {
        let mut set = read_records::<G>(&from.records)?;
        set.records.truncate(games.map_or(usize::MAX, |most| most as usize));
        let name = |record: usize| {
            let name = set.file_of(record).file_name();
            name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let names = (0..set.records.len()).map(name).collect();
        let paths = from.records.iter().filter_map(|path| path.file_name());
        let paths: Vec<String> =
            paths.take(SHOWN).map(|path| path.to_string_lossy().into_owned()).collect();
        let more = match from.records.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let source = format!("records of {}{more}", paths.join(", "));
        return Ok(Games { records: set.records, names, source });
    }
    let mut entrants = Vec::new();
    for text in &from.self_play {
        entrants.push(typed.entrant(game, text)?);
    }
    let players: Vec<&str> = entrants.iter().map(|entrant| entrant.name()).collect();
    let source = format!("self-play of {}", players.join(", "));
    let games = games.unwrap_or(GAMES);
    let queue = queue::open(queue)?;
    let bar = screen::progress(games, "games played");
    let options = SelfPlay { games, seed, threads };
    let records = self_play(game, &entrants, options, queue, &|| bar.inc(1));
    bar.finish_and_clear();
    let records = records.map_err(|e| Failure::new(e.to_string()))?;
    Ok(Games { records, names: (1..=games).map(|n| format!("game {n}")).collect(), source })
}

/// The encoder that was named, or the first.
pub(super) fn encoder<T: ?Sized>(
    encoders: Vec<Box<T>>,
    wanted: Option<&str>,
    name: impl Fn(&T) -> &str,
    game: &str,
) -> Result<Box<T>, Failure> {
    let names: Vec<String> = encoders.iter().map(|encoder| name(encoder).to_owned()).collect();
    let mut encoders = encoders.into_iter();
    encoders.find(|encoder| wanted.is_none_or(|wanted| name(encoder) == wanted)).ok_or_else(|| {
        match wanted {
            Some(wanted) => Failure::with_help(
                format!("--encoder: {game} has no such encoder here: `{wanted}`"),
                format!("encoders: {}", names.join(", ")),
            ),
            None => Failure::new(format!("{game} has no encoder for this")),
        }
    })
}
