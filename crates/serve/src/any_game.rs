//! A game behind an object: the rest of the server knows no types of games.

use crate::allowed;
use crate::contest::{self, Played, Watch};
use crate::error::ServeError;
use crate::matches::MatchRequest;
use crate::review::{Review, ReviewRequest, review};
use crate::table::{AnyTable, GameTable, Setup};
use fuda::games::{GameEntry, GameVisitor, every_game};
use fuda_arena::Highlights;
use fuda_core::formats::{FormatError, PartialRecord, RecordFile};
use fuda_core::{Game, Record, Seed, View, ViewOf};
use fuda_players::{KindInfo, Recipe};
use serde::Serialize;
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A game as the pages list it.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// How many sit at a table under the default rules.
    pub seats: usize,
    /// The named rule sets, the default first.
    pub rules: Vec<RulesInfo>,
    /// The rules that people play by when they name none.
    pub usual_rules: &'static str,
    /// The player to play against and to ask when none is named.
    pub favourite: &'static str,
    /// The players that can be asked for here.
    pub players: Vec<KindInfo>,
    /// The names of its record formats.
    pub formats: Vec<&'static str>,
    /// Whether the others' pieces can be guessed and shown.
    pub pieces: bool,
    /// Whether a table goes on with a next game that depends on the last.
    pub series: bool,
}

/// A rule set.
#[derive(Clone, Debug, Serialize)]
pub struct RulesInfo {
    /// Its name.
    pub name: String,
    /// One line on what it is.
    pub about: String,
    /// How many sit at a table.
    pub seats: usize,
}

/// One record of an uploaded file.
#[derive(Clone, Debug, Serialize)]
pub struct RecordInfo {
    /// Which one, counted from 1.
    pub number: usize,
    /// Who played, in seat order.
    pub players: Vec<String>,
    /// How many sit at the table.
    pub seats: usize,
    /// The rules.
    pub rules: String,
    /// How many moves there are.
    pub moves: usize,
    /// The points of each seat.
    pub scores: Option<Vec<f64>>,
    /// Where the record can no longer be followed, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<FormatError>,
}

/// What a file holds.
#[derive(Clone, Debug, Serialize)]
pub struct FileInfo {
    /// The game.
    pub game: &'static str,
    /// The format.
    pub format: &'static str,
    /// How many records there are.
    pub count: usize,
    /// The first of them.
    pub records: Vec<RecordInfo>,
}

/// Records of one file that are listed; the others can be asked for by number.
const MOST_LISTED: usize = 200;

/// Called with how many decisions are done, and of how many; it says whether to go on.
pub type OnProgress<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// Everything the server asks of a game, whichever it is.
pub trait AnyGame: Send + Sync {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// What there is of it.
    fn info(&self) -> GameInfo;
    /// Sits down at a new table.
    fn open(&self, setup: Setup) -> Result<Box<dyn AnyTable>, ServeError>;
    /// A table as it was saved.
    fn restore(&self, saved: &str) -> Result<Box<dyn AnyTable>, ServeError>;
    /// What is in a file, if it is in one of this game's formats.
    fn inspect(&self, file: &RecordFile) -> Option<Result<FileInfo, ServeError>>;
    /// Reviews a seat of a record of a file.
    fn review_file(
        &self,
        file: &RecordFile,
        request: &ReviewRequest,
        progress: OnProgress<'_>,
    ) -> Result<Review, ServeError>;
    /// How many deals a match has over all its pairs, if it can be played.
    fn check_match(&self, request: &MatchRequest) -> Result<u64, ServeError>;
    /// Plays the first so many deals of a match or of each pair of a
    /// tournament, or what the store does not hold yet, and chooses games of
    /// it that are worth a look.
    fn play_match(
        &self,
        request: &MatchRequest,
        deals: u64,
        store: &Path,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
        highlights: &mut Highlights,
    ) -> Result<Played, ServeError>;
}

/// A game with its players.
pub struct TypedGame<G: Game> {
    pub(crate) entry: Arc<GameEntry<G>>,
}

/// A game for the pages.
pub fn page_game<G: Game>(entry: Arc<GameEntry<G>>) -> Box<dyn AnyGame> {
    Box::new(Arc::new(TypedGame { entry }))
}

/// Every game that comes with fuda.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    every_game(&Pages)
}

/// Puts a game behind the pages.
struct Pages;

impl GameVisitor for Pages {
    type Output = Box<dyn AnyGame>;

    fn visit<G: Game>(&self, entry: GameEntry<G>) -> Box<dyn AnyGame> {
        page_game(Arc::new(entry))
    }
}

impl<G: Game> TypedGame<G> {
    pub(crate) fn rules(&self, rules: &str) -> Result<G, ServeError> {
        let rules = if rules.is_empty() { self.entry.usual_rules } else { rules };
        self.entry.rules(Some(rules)).map_err(|e| ServeError::Bad(e.to_string()))
    }

    /// The player of a description. Whoever asks may be anybody who reaches
    /// the server, so not every player is allowed.
    pub(crate) fn recipe(&self, game: &G, text: &str) -> Result<Recipe<G>, ServeError> {
        allowed::check(&self.entry.players.info(), text)?;
        self.trusted_recipe(game, text)
    }

    /// The player of a description by somebody who sits at this machine.
    pub(crate) fn trusted_recipe(&self, game: &G, text: &str) -> Result<Recipe<G>, ServeError> {
        let text = if text.is_empty() { self.entry.favourite } else { text };
        let help = |help: String| if help.is_empty() { help } else { format!(" ({help})") };
        self.entry
            .players
            .recipe(game, text)
            .map_err(|e| ServeError::Bad(format!("{}{}", e.message, help(e.help))))
    }

    fn records(&self, file: &RecordFile) -> Option<Result<Read<G>, ServeError>> {
        let format = G::formats().into_iter().find(|format| format.recognises(file))?;
        let bad = |e: FormatError| ServeError::Bad(format!("{}: {e}", format.name()));
        let read = format.read_partly(file).map_err(bad);
        Some(read.map(|records| (format.name(), records)))
    }
}

type Read<G> = (&'static str, Vec<PartialRecord<G>>);

impl<G: Game> AnyGame for Arc<TypedGame<G>> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn info(&self) -> GameInfo {
        let seats = |rules: &str| G::with_rules(rules).map_or(0, |game| game.seats());
        GameInfo {
            name: G::NAME,
            about: G::ABOUT,
            seats: seats(self.entry.usual_rules),
            rules: G::presets()
                .iter()
                .map(|(name, about)| RulesInfo {
                    name: (*name).into(),
                    about: (*about).into(),
                    seats: seats(name),
                })
                .collect(),
            usual_rules: self.entry.usual_rules,
            favourite: self.entry.favourite,
            players: allowed::players(self.entry.players.info()),
            formats: G::formats().iter().map(|format| format.name()).collect(),
            pieces: self.has_pieces(),
            series: self.entry.series,
        }
    }

    fn open(&self, setup: Setup) -> Result<Box<dyn AnyTable>, ServeError> {
        Ok(Box::new(GameTable::open(self, setup)?))
    }

    fn restore(&self, saved: &str) -> Result<Box<dyn AnyTable>, ServeError> {
        Ok(Box::new(GameTable::restore(self, saved)?))
    }

    fn inspect(&self, file: &RecordFile) -> Option<Result<FileInfo, ServeError>> {
        let read = self.records(file)?;
        Some(read.map(|(format, records)| {
            FileInfo {
                game: G::NAME,
                format,
                count: records.len(),
                records: records
                    .iter()
                    .take(MOST_LISTED)
                    .enumerate()
                    .map(|(i, partial)| info(i + 1, partial))
                    .collect(),
            }
        }))
    }

    fn review_file(
        &self,
        file: &RecordFile,
        request: &ReviewRequest,
        progress: OnProgress<'_>,
    ) -> Result<Review, ServeError> {
        let (_, mut records) = self
            .records(file)
            .unwrap_or_else(|| Err(ServeError::Bad(format!("no record of {}", G::NAME))))?;
        let count = records.len();
        if request.number == 0 || request.number > count {
            return Err(ServeError::Bad(format!(
                "game {} was asked for; the file has {count}",
                request.number
            )));
        }
        let PartialRecord { record, stops } = records.swap_remove(request.number - 1);
        let mut done = review(self, &record, request, progress)?;
        done.stops = stops;
        Ok(done)
    }

    fn check_match(&self, request: &MatchRequest) -> Result<u64, ServeError> {
        contest::total(self, request)
    }

    fn play_match(
        &self,
        request: &MatchRequest,
        deals: u64,
        store: &Path,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
        highlights: &mut Highlights,
    ) -> Result<Played, ServeError> {
        contest::play(self, request, deals, store, Watch { stop, progress, highlights })
    }
}

impl<G: Game> TypedGame<G> {
    /// Whether a seat of the first position holds pieces.
    fn has_pieces(&self) -> bool {
        use fuda_core::{Position, Purpose};
        let game = G::with_rules(G::presets()[0].0).ok();
        let position = game.and_then(|game| {
            let deal = game.deal(&mut Seed(1).stream(Purpose::Deal, &[0]));
            game.start(&deal).ok()
        });
        position.is_some_and(|position| {
            let seat = position.turn().first().unwrap_or(fuda_core::Seat(0));
            !self.pieces(&position.view(seat)).is_empty()
        })
    }

    pub(crate) fn pieces(&self, view: &ViewOf<G>) -> Vec<String> {
        (self.entry.pieces)(view)
    }

    /// What the page adds to a view.
    pub(crate) fn notes(&self, view: &ViewOf<G>) -> Value {
        debug_assert!(view.seat().index() < fuda_core::MAX_SEATS);
        (self.entry.notes)(view)
    }
}

fn info<G: Game>(number: usize, partial: &PartialRecord<G>) -> RecordInfo {
    let record: &Record<G> = &partial.record;
    RecordInfo {
        number,
        players: record.players.clone(),
        seats: G::with_rules(&record.rules).map_or(0, |game| game.seats()),
        rules: record.rules.clone(),
        moves: record.moves.len(),
        scores: record.scores.as_ref().map(|scores| scores.to_vec()),
        stops: partial.stops.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::games;
    use serde_json::Value;

    #[test]
    fn the_description_of_the_api_knows_every_game() {
        let api: Value = serde_json::from_str(crate::page::OPENAPI).unwrap();
        let mut names: Vec<&str> = games().iter().map(|game| game.name()).collect();
        names.sort_unstable();
        for schema in ["Setup", "MatchRequest"] {
            let known = &api["components"]["schemas"][schema]["properties"]["game"]["enum"];
            let mut known: Vec<&str> =
                known.as_array().unwrap().iter().filter_map(Value::as_str).collect();
            known.sort_unstable();
            assert_eq!(known, names, "{schema}");
        }
    }

    #[test]
    fn every_game_is_listed_with_its_players() {
        for game in games() {
            let info = game.info();
            assert!(info.players.iter().any(|kind| kind.name == "random"), "{}", info.name);
            let outside = |name: &str| ["exec", "learned"].contains(&name);
            assert!(info.players.iter().all(|kind| !outside(&kind.name)), "{}", info.name);
            assert!(crate::allowed::check(&info.players, info.favourite).is_ok(), "{}", info.name);
            for kind in &info.players {
                for p in kind.parameters.iter().filter(|p| p.range.contains(" number from ")) {
                    let end: f64 = p.range.rsplit_once(" to ").unwrap().1.parse().unwrap();
                    let (most, over) = (format!("{}:{}={end}", kind.name, p.name), end * 2.0);
                    let over = format!("{}:{}={over}", kind.name, p.name);
                    assert!(crate::allowed::check(&info.players, &most).is_ok(), "{most}");
                    let costs = ["loops", "playouts", "runs", "depth", "max-nodes", "time"];
                    if costs.contains(&&*p.name) {
                        assert!(crate::allowed::check(&info.players, &over).is_err(), "{over}");
                    }
                }
            }
            assert_eq!(info.pieces, info.name != "othello", "{}", info.name);
        }
    }
}
