//! The games by name: each behind an object, behind which everything is typed.

mod agree;
mod analyse;
mod check_bot;
mod exploit;
mod forks;
mod jobs;
mod learn;
mod matches;
mod play;
mod positions;
mod source;
mod tournament;

use crate::args::check_bot::CheckBotArgs;
use crate::args::exploit::ExploitArgs;
use crate::args::forks::ForksArgs;
use crate::args::learn::LearnMethod;
use crate::args::positions::PositionsArgs;
use crate::args::tournament::TournamentArgs;
use crate::args::{AgreeArgs, AnalyseArgs, MatchArgs, PlayArgs};
use crate::failure::{Failure, Outcome};
use fuda::games::{GameEntry, GameVisitor, every_game, known};
use fuda_arena::Entrant;
use fuda_core::Game;
use fuda_core::formats::{Format, FormatError, RecordFile, Stats, Verification};
use fuda_players::KindInfo;
use fuda_players::jobs::open_job;
use fuda_queue::{Job, JobData, JobKind};
use serde::Serialize;
use std::sync::Arc;

/// A record format as `fuda games` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct FormatInfo {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// Whether it can be written.
    pub writes: bool,
}

/// A name with a line about it.
#[derive(Clone, Debug, Serialize)]
pub struct NamedInfo {
    /// The name.
    pub name: String,
    /// One line on what it is.
    pub about: String,
}

/// A game as `fuda games` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// The named rule sets, the default first.
    pub rules: Vec<NamedInfo>,
    /// The record formats.
    pub formats: Vec<FormatInfo>,
    /// The kinds of decisions that `--only` takes.
    pub decisions: Vec<NamedInfo>,
    /// The encoders of moves, the default first.
    pub move_features: Vec<NamedInfo>,
    /// The encoders of whole views, the default first.
    pub observations: Vec<NamedInfo>,
}

/// Everything the commands ask of a game, whichever it is.
pub trait AnyGame: Send + Sync {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// What there is of it.
    fn info(&self) -> GameInfo;
    /// The players with their parameters.
    fn players(&self) -> Vec<KindInfo>;
    /// The record formats.
    fn formats(&self) -> Vec<FormatInfo>;
    /// The format the file is in, if it is one of this game's.
    fn recognise(&self, file: &RecordFile) -> Option<&'static str>;
    /// Checks a file that is in a format of this game.
    fn verify(&self, format: &str, file: &RecordFile, into: &mut Verification);
    /// Masks the games of a file seat by seat, and compares what each seat
    /// knows from its events with the rules.
    fn watch(&self, format: &str, file: &RecordFile, into: &mut Verification);
    /// Counts what is in a file that is in a format of this game.
    fn stats(&self, format: &str, file: &RecordFile, into: &mut Stats);
    /// Rewrites a file from one format of this game to another.
    fn convert(&self, from: &str, to: &str, file: &RecordFile) -> Result<Vec<u8>, FormatError>;
    /// Runs `fuda match`.
    fn run_match(&self, args: &MatchArgs) -> Outcome;
    /// Runs `fuda tournament`.
    fn tournament(&self, args: &TournamentArgs) -> Outcome;
    /// Runs `fuda forks`.
    fn forks(&self, args: &ForksArgs) -> Outcome;
    /// Runs `fuda check-bot`.
    fn check_bot(&self, args: &CheckBotArgs) -> Outcome;
    /// Runs `fuda play`.
    fn play(&self, args: &PlayArgs) -> Outcome;
    /// Runs `fuda analyse`.
    fn analyse(&self, args: &AnalyseArgs) -> Outcome;
    /// Runs `fuda agree`.
    fn agree(&self, args: &AgreeArgs) -> Outcome;
    /// Runs `fuda positions`.
    fn positions(&self, args: &PositionsArgs) -> Outcome;
    /// Runs `fuda exploit`.
    fn exploit(&self, args: &ExploitArgs) -> Outcome;
    /// The same game for the pages in a browser.
    fn page(&self) -> Box<dyn fuda_serve::AnyGame>;
    /// Runs `fuda learn`.
    fn learn(&self, method: &LearnMethod) -> Outcome;
    /// Opens a job about the game for a worker.
    fn job(&self, kind: &str, data: &JobData) -> Result<Box<dyn Job>, String>;
}

/// A game of the command line.
pub struct TypedGame<G: Game> {
    entry: Arc<GameEntry<G>>,
}

impl<G: Game> TypedGame<G> {
    fn game(&self, rules: Option<&str>) -> Result<G, Failure> {
        self.entry.rules(rules).map_err(|e| Failure::with_help(e.message, e.help))
    }

    /// What each of these players is, in a line.
    fn about<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<(String, String)> {
        let kinds = self.entry.players.info();
        let about = |name: &'a str| {
            let kind = name.split([':', '[', ' ']).next().unwrap_or_default();
            let found = kinds.iter().find(|info| info.name == kind);
            Some((name.to_owned(), found?.about.clone()))
        };
        names.filter_map(about).collect()
    }

    /// Those who take part in games by these descriptions.
    fn entrants(&self, game: &G, descriptions: &[String]) -> Result<Vec<Entrant<G>>, Failure> {
        descriptions.iter().map(|text| self.entrant(game, text)).collect()
    }

    /// Who takes part in games by this description.
    fn entrant(&self, game: &G, description: &str) -> Result<Entrant<G>, Failure> {
        Ok(self.entry.entrant(game, description)?)
    }
}

impl<G: Game> AnyGame for TypedGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn info(&self) -> GameInfo {
        let named = |name: &str, about: &str| NamedInfo { name: name.into(), about: about.into() };
        let pairs = |list: &[(&str, &str)]| list.iter().map(|(n, a)| named(n, a)).collect();
        let game = G::with_rules(G::presets()[0].0).ok();
        let game = game.as_ref();
        GameInfo {
            name: G::NAME,
            about: G::ABOUT,
            rules: pairs(G::presets()),
            formats: self.formats(),
            decisions: pairs(G::decision_kinds()),
            move_features: game.map_or(Vec::new(), |game| {
                game.move_features().iter().map(|e| named(e.name(), e.about())).collect()
            }),
            observations: game.map_or(Vec::new(), |game| {
                game.observations().iter().map(|e| named(e.name(), e.about())).collect()
            }),
        }
    }

    fn players(&self) -> Vec<KindInfo> {
        self.entry.players.info()
    }

    fn formats(&self) -> Vec<FormatInfo> {
        let each = G::formats();
        each.iter()
            .map(|f| FormatInfo { name: f.name(), about: f.about(), writes: f.writes() })
            .collect()
    }

    fn recognise(&self, file: &RecordFile) -> Option<&'static str> {
        G::formats().iter().find(|f| f.recognises(file)).map(|f| f.name())
    }

    fn verify(&self, format: &str, file: &RecordFile, into: &mut Verification) {
        if let Some(format) = format_named::<G>(format) {
            format.verify(file, into);
        }
    }

    fn watch(&self, format: &str, file: &RecordFile, into: &mut Verification) {
        // What cannot be read is in the report of `verify` already.
        let records = format_named::<G>(format).and_then(|format| format.read(file).ok());
        for (number, record) in records.iter().flatten().enumerate() {
            match fuda_core::watch_record(record) {
                Ok(decisions) => {
                    into.count("games watched", 1);
                    into.count("decisions watched", decisions);
                }
                Err(e) => into.problem(
                    file,
                    format!("game {}", number + 1),
                    "the same view and legal moves from events alone",
                    e,
                ),
            }
        }
    }

    fn stats(&self, format: &str, file: &RecordFile, into: &mut Stats) {
        if let Some(format) = format_named::<G>(format) {
            format.stats(file, into);
        }
    }

    fn convert(&self, from: &str, to: &str, file: &RecordFile) -> Result<Vec<u8>, FormatError> {
        let known = |name: &str| {
            format_named::<G>(name).ok_or_else(|| FormatError {
                place: name.to_owned(),
                expected: format!("a record format of {}", G::NAME),
                got: name.to_owned(),
            })
        };
        known(to)?.write(&known(from)?.read(file)?)
    }

    fn page(&self) -> Box<dyn fuda_serve::AnyGame> {
        fuda_serve::page_game(Arc::clone(&self.entry))
    }

    fn run_match(&self, args: &MatchArgs) -> Outcome {
        matches::run(self, args)
    }

    fn tournament(&self, args: &TournamentArgs) -> Outcome {
        tournament::run(self, args)
    }

    fn forks(&self, args: &ForksArgs) -> Outcome {
        forks::run(self, args)
    }

    fn check_bot(&self, args: &CheckBotArgs) -> Outcome {
        check_bot::run(self, args)
    }

    fn play(&self, args: &PlayArgs) -> Outcome {
        play::run(self, args)
    }

    fn analyse(&self, args: &AnalyseArgs) -> Outcome {
        analyse::run(self, args)
    }

    fn agree(&self, args: &AgreeArgs) -> Outcome {
        agree::run(self, args)
    }

    fn learn(&self, method: &LearnMethod) -> Outcome {
        learn::run(self, method)
    }

    fn positions(&self, args: &PositionsArgs) -> Outcome {
        positions::run(self, args)
    }

    fn exploit(&self, args: &ExploitArgs) -> Outcome {
        exploit::run(self, args)
    }

    fn job(&self, kind: &str, data: &JobData) -> Result<Box<dyn Job>, String> {
        open_job(&self.entry.players, kind, data)
    }
}

fn format_named<G: Game>(name: &str) -> Option<Box<dyn Format<G>>> {
    G::formats().into_iter().find(|format| format.name() == name)
}

/// The games that the command line knows.
pub struct Games(Vec<Arc<dyn AnyGame>>);

impl Games {
    /// Those that come with fuda.
    pub fn all() -> Games {
        Games(every_game(&CommandLine))
    }

    /// One more game; it replaces one of the same name.
    pub fn with<G: Game>(mut self, entry: GameEntry<G>) -> Games {
        self.0.retain(|game| game.name() != G::NAME);
        self.0.push(CommandLine.visit(entry));
        self
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.0.iter().map(|game| &**game)
    }

    /// The game of that name.
    pub fn named(&self, name: &str) -> Result<&dyn AnyGame, Failure> {
        let names: Vec<&str> = self.iter().map(|game| game.name()).collect();
        let at = known(name, &names).map_err(|e| Failure::with_help(e.to_string(), e.help))?;
        Ok(&*self.0[at])
    }

    /// The kinds of jobs about them that a worker takes.
    pub fn job_kinds(&self) -> Vec<Box<dyn JobKind>> {
        jobs::kinds(&self.0)
    }

    /// The same games for the pages in a browser.
    pub fn pages(&self) -> Vec<Box<dyn fuda_serve::AnyGame>> {
        self.iter().map(|game| game.page()).collect()
    }
}

/// Puts a game behind the commands.
struct CommandLine;

impl GameVisitor for CommandLine {
    type Output = Arc<dyn AnyGame>;

    fn visit<G: Game>(&self, entry: GameEntry<G>) -> Arc<dyn AnyGame> {
        Arc::new(TypedGame { entry: Arc::new(entry) })
    }
}
